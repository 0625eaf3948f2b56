import type { CreationCall } from '#components/form/form-state.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
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
  /** Null while it is not known whose bot it would be. */
  check(): Checked | null;
  /** What was checked and reviewed, as it is sent. */
  reviewed(): Omit<Creation, 'key'>;
  newKey(): string;
  /** What this form sent and nobody answered. Outlives the runner: a form that is left and opened again asks for the same one. */
  unanswered(): Creation | null;
  keepUnanswered(creation: Creation): void;
  forgetUnanswered(key: string): void;
  /** Sends it, and asks for the fund password where it is wanted. */
  send(creation: Creation, sending: Sending): Promise<CreateFlowEvent>;
  /** Shows what the machine wants shown – everything but the steps above – of the creation that was sent last. */
  show(effect: ShownEffect, sent: SentOnce | null): void;
}

type StepEffect = 'read-agreement' | 'ask-agreement' | 'sign-agreement' | 'check' | 'send' | 'send-again' | 'keep-key';
export type ShownEffect = Exclude<CreateEffect, { type: StepEffect }>;

export interface CreateFlowRunner {
  dispatch(event: CreateFlowEvent): void;
}

/** A creation in its wire form, under the key by which the exchange carries it out once. */
export interface Creation {
  readonly key: string;
  /** Whose bot it is: whoever was logged in when it was reviewed; 0 where the session does not say. */
  readonly userId: number;
  readonly call: CreationCall;
  readonly payload: object;
  /** What was typed. */
  readonly draft: FormValues;
}

export interface SentOnce extends Creation {
  readonly isRepeat: boolean;
}

/** How a creation goes out. */
export interface Sending {
  /** It was sent before and not answered. */
  readonly isRepeat: boolean;
  /** The password was wanted: nothing has happened yet. */
  readonly isHeldBack: () => void;
  /** The password was typed: it goes out again. */
  readonly goesOut: () => void;
}

/** Runs the machine of create-flow.ts: carries its effects out and feeds their outcomes back. */
export function createFlowRunner(world: CreateFlowWorld, onChange: (state: CreateFlowState) => void): CreateFlowRunner {
  let state: CreateFlowState = IDLE;
  let sent: SentOnce | null = null;

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

  function send(creation: Creation, isRepeat: boolean): void {
    sent = { ...creation, isRepeat };
    const goesOut = (): void => world.keepUnanswered(creation);
    // Before it goes out: the form, and the page, may be gone when the answer comes.
    goesOut();
    const isHeldBack = (): void => {
      if (!isRepeat) world.forgetUnanswered(creation.key);
    };
    follow(world.send(creation, { isRepeat, isHeldBack, goesOut }));
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
      case 'check': {
        const checked = world.check();
        dispatch(checked === null ? { type: 'failed' } : { type: 'checked', ...checked });
        break;
      }
      case 'send':
        // While one is unanswered there is no other: it is settled first.
        if (world.unanswered() !== null) dispatch({ type: 'abandoned' });
        else send({ key: world.newKey(), ...world.reviewed() }, false);
        break;
      case 'send-again': {
        const before = world.unanswered();
        // It was answered between the click and this line: there is nothing left to ask for.
        if (before === null) dispatch({ type: 'abandoned' });
        else send(before, true);
        break;
      }
      case 'keep-key':
        if (sent === null) break;
        // Another answer to the same key may have been taken for the last one.
        if (effect.isKept) world.keepUnanswered(sent);
        else world.forgetUnanswered(sent.key);
        break;
      default:
        world.show(effect, sent);
    }
  }

  return { dispatch };
}
