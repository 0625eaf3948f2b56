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
interface Sent {
  readonly key: string;
  readonly text: string;
}

/** Runs the machine of create-flow.ts: carries its effects out and feeds their outcomes back. */
export function createFlowRunner(
  world: CreateFlowWorld,
  onChange: (state: CreateFlowState, isUnknown: boolean) => void,
): CreateFlowRunner {
  let state: CreateFlowState = IDLE;
  let sent: Sent | null = null;
  /** Sent and not answered. */
  let pending: Sent | null = null;

  function dispatch(event: CreateFlowEvent): void {
    const { state: next, effects } = advance(state, event);
    state = next;
    for (const effect of effects) carryOut(effect);
    onChange(state, pending !== null);
  }

  /** No answer is an outcome like any other. */
  function follow(step: Promise<CreateFlowEvent>): void {
    step.then(dispatch, () => dispatch({ type: 'failed' }));
  }

  function send(): void {
    const payload = world.payload();
    const text = JSON.stringify(payload);
    sent = { text, key: pending?.text === text ? pending.key : world.newKey() };
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
        pending = effect.isKept ? sent : null;
        break;
      default:
        world.show(effect);
    }
  }

  return { dispatch };
}
