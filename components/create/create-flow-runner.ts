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
  /** The key of a creation in these words that was sent and not answered. Outlives the runner: a form that is left and opened again asks for the same one. */
  unansweredKey(text: string): string | null;
  keepUnanswered(sent: SentCreation): void;
  forgetUnanswered(key: string): void;
  /** Sends it, and asks for the fund password where it is wanted. */
  send(payload: object, creation: Creation): Promise<CreateFlowEvent>;
  /** Shows what the machine wants shown: everything but the steps above. */
  show(effect: ShownEffect): void;
}

type StepEffect = 'read-agreement' | 'ask-agreement' | 'sign-agreement' | 'check' | 'send' | 'keep-key';
export type ShownEffect = Exclude<CreateEffect, { type: StepEffect }>;

export interface CreateFlowRunner {
  dispatch(event: CreateFlowEvent): void;
}

/** A creation as it goes out. */
export interface Creation {
  readonly key: string;
  /** It was sent before and not answered. */
  readonly isRepeat: boolean;
  /** The password was wanted: nothing has happened yet. */
  readonly isHeldBack: () => void;
  /** The password was typed: it goes out again. */
  readonly goesOut: () => void;
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
    const before = world.unansweredKey(text);
    const own = { text, key: before ?? world.newKey() };
    const goesOut = (): void => world.keepUnanswered(own);
    sent = own;
    // Before it goes out: the form, and the page, may be gone when the answer comes.
    goesOut();
    const isHeldBack = (): void => {
      if (before === null) world.forgetUnanswered(own.key);
    };
    follow(world.send(payload, { key: own.key, isRepeat: before !== null, isHeldBack, goesOut }));
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
        if (sent === null) break;
        // Another answer to the same key may have been taken for the last one.
        if (effect.isKept) world.keepUnanswered(sent);
        else world.forgetUnanswered(sent.key);
        break;
      default:
        world.show(effect);
    }
  }

  return { dispatch };
}
