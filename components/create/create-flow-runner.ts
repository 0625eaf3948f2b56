import {
  advance,
  type Checked,
  type CreateEffect,
  type CreateFlowEvent,
  type CreateFlowState,
  IDLE,
} from './create-flow.ts';

/** What the flow touches outside itself. Calls resolve with the event that they lead to and reject when there was no answer. */
export interface CreateFlowWorld {
  readAgreement(): Promise<CreateFlowEvent>;
  askAgreement(): Promise<CreateFlowEvent>;
  signAgreement(version: string): Promise<CreateFlowEvent>;
  check(): Checked;
  /** The creation in its wire form. */
  payload(): object;
  newKey(): string;
  /** The creation that was sent last and not answered yet. Outlives the runner: a form that is left and opened again asks for the same one. */
  unanswered(): SentCreation | null;
  keepUnanswered(sent: SentCreation | null): void;
  send(payload: object, idempotencyKey: string): Promise<CreateFlowEvent>;
  /** Shows what the machine wants shown: everything but the steps above. */
  show(effect: ShownEffect): void;
}

type StepEffect = 'read-agreement' | 'ask-agreement' | 'sign-agreement' | 'check' | 'send' | 'keep-key';
export type ShownEffect = Exclude<CreateEffect, { type: StepEffect }>;

export interface CreateFlowRunner {
  dispatch(event: CreateFlowEvent): void;
}

/** A creation that was sent: the same words asked again must carry the same key. */
export interface SentCreation {
  readonly key: string;
  readonly text: string;
}

/** Runs the machine of create-flow.ts: carries its effects out and feeds their outcomes back. */
export function createFlowRunner(world: CreateFlowWorld, onChange: (state: CreateFlowState) => void): CreateFlowRunner {
  let state: CreateFlowState = IDLE;
  let sent: SentCreation | null = null;

  function dispatch(event: CreateFlowEvent): void {
    const { state: next, effects } = advance(state, event);
    state = next;
    for (const effect of effects) carryOut(effect);
    onChange(state);
  }

  /** No answer is an outcome like any other. */
  function follow(step: Promise<CreateFlowEvent>): void {
    step.then(dispatch, () => dispatch({ type: 'failed' }));
  }

  function send(): void {
    const payload = world.payload();
    const text = JSON.stringify(payload);
    const before = world.unanswered();
    sent = { text, key: before?.text === text ? before.key : world.newKey() };
    // Before it goes out: the form, and the page, may be gone when the answer comes.
    world.keepUnanswered(sent);
    follow(world.send(payload, sent.key));
  }

  function carryOut(effect: CreateEffect): void {
    switch (effect.type) {
      case 'read-agreement':
        follow(world.readAgreement());
        break;
      case 'ask-agreement':
        follow(world.askAgreement());
        break;
      case 'sign-agreement':
        follow(world.signAgreement(effect.version));
        break;
      case 'check':
        dispatch({ type: 'checked', ...world.check() });
        break;
      case 'send':
        send();
        break;
      case 'keep-key':
        // Another one may have been sent meanwhile, from the same form opened again.
        if (!effect.isKept && world.unanswered()?.key === sent?.key) world.keepUnanswered(null);
        break;
      default:
        world.show(effect);
    }
  }

  return { dispatch };
}
