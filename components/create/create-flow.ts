import type { BothCurrencies, Issue } from '#lib/strategies/definition.ts';

/**
 * The create flow as a pure machine: what has happened → what to do next. The order of the gates is the documents'
 * (C-208…C-212): agreement, all checks, the review sheet (H52) with everything that is to be confirmed, the call, its result. The
 * component beside it (use-create-flow.ts) carries the effects out and feeds their outcomes back as events.
 */
export type CreateFlowState =
  | { readonly step: 'idle' }
  | { readonly step: 'reading-agreement' }
  | { readonly step: 'asking-agreement'; readonly version: string }
  | { readonly step: 'signing-agreement' }
  | { readonly step: 'checking' }
  | { readonly step: 'reviewing'; readonly review: Review; readonly refusal: CreateAnswer | null }
  /** The sheet stays where it is: the fund password is asked and corrected in it, and a refusal is read in it. Null: asked for once more, without a sheet. */
  | { readonly step: 'sending'; readonly review: Review | null };

/** What the review sheet asks to be confirmed besides the creation itself. */
export interface Review {
  readonly doubts: readonly Doubt[];
  /** The bot borrows two currencies (H11, C-092). */
  readonly funding: BothCurrencies | null;
}

/** What deserves a second look before creating (H11): the check's own warnings, and what only the moment shows. */
export type Doubt =
  | { readonly kind: 'issue'; readonly issue: Issue }
  | { readonly kind: 'trigger-met' }
  | { readonly kind: 'outside-range' }
  /** Coins that are brought are worth less by now than the form says, or nobody knows (C-095, C-214). */
  | { readonly kind: 'held-coins' };

/** What the form says at submit. `funding`: the bot borrows two currencies (H11). */
export interface Checked {
  readonly issues: readonly Issue[];
  readonly doubts: readonly Doubt[];
  readonly funding: BothCurrencies | null;
}

/** What the exchange said: a code, and for a refusal its own words or the code of an issue, at a field or at none. */
export interface CreateAnswer {
  readonly code: number;
  readonly message: string;
  readonly field?: string;
  readonly issue?: string;
  readonly values?: Readonly<Record<string, string>>;
  /** The bot that is there now, where one was created. */
  readonly strategyId?: number;
  /** Of several bots started by one call: how many of them are there now (C-390…C-392). */
  readonly batch?: BatchResult;
}

export interface BatchResult {
  readonly started: number;
  readonly total: number;
  /** Those that were not started: the pair, and the code of what is wrong with it. */
  readonly failed: readonly { readonly pair: string; readonly issue: string }[];
}

export type CreateFlowEvent =
  | { readonly type: 'submit' }
  /** What was sent and not answered is asked for once more. */
  | { readonly type: 'asked-again' }
  | { readonly type: 'agreement-read'; readonly isSigned: boolean; readonly version: string }
  | { readonly type: 'agreement-answered'; readonly hasAgreed: boolean }
  | { readonly type: 'agreement-signed' }
  | ({ readonly type: 'checked' } & Checked)
  | { readonly type: 'confirmed'; readonly isConfirmed: boolean }
  | { readonly type: 'answered'; readonly answer: CreateAnswer }
  /** The trader closed the fund-password panel. */
  | { readonly type: 'abandoned' }
  /** The creation was sent and nothing came back, not even to looking it up. */
  | { readonly type: 'unknown' }
  /** A step before the creation got no answer. */
  | { readonly type: 'failed' };

export type CreateEffect =
  | { readonly type: 'read-agreement' }
  | { readonly type: 'ask-agreement' }
  | { readonly type: 'sign-agreement'; readonly version: string }
  | { readonly type: 'check' }
  | { readonly type: 'send' }
  | { readonly type: 'send-again' }
  /** `issue`: what a form that has no place for the field has to say in a toast; absent where it is said already. */
  | { readonly type: 'focus-first-error'; readonly field: string; readonly issue?: Issue }
  | { readonly type: 'say-issue'; readonly issue: Issue }
  | { readonly type: 'say-created'; readonly batch?: BatchResult }
  /** Of several bots these were not started: they stay in the form, each with what is wrong with it. */
  | { readonly type: 'keep-failed'; readonly failed: BatchResult['failed'] }
  /** C-392. */
  | { readonly type: 'say-none-created' }
  | { readonly type: 'say-network-error' }
  | { readonly type: 'say-refusal'; readonly answer: CreateAnswer }
  | { readonly type: 'refuse-field'; readonly field: string; readonly issue: Issue | null; readonly message: string }
  | { readonly type: 'go-to-login' }
  | { readonly type: 'keep-key'; readonly isKept: boolean }
  | { readonly type: 'reset-form' }
  | { readonly type: 'show-running-list' }
  /** The creation may have happened: the bots are looked at again. */
  | { readonly type: 'refresh-bots' }
  /** C-387: refusals are reported. */
  | { readonly type: 'track-refusal'; readonly answer: CreateAnswer };

export interface CreateFlowTurn {
  readonly state: CreateFlowState;
  readonly effects: readonly CreateEffect[];
}

export const IDLE: CreateFlowState = { step: 'idle' };

const OK = 200;
const LOGIN_REQUIRED = 401;
const FIELD_REFUSED = 422;

const turn = (state: CreateFlowState, ...effects: readonly CreateEffect[]): CreateFlowTurn => ({ state, effects });

/** One step. Events that do not belong to the state (a late answer, a second click) change nothing. */
export function advance(state: CreateFlowState, event: CreateFlowEvent): CreateFlowTurn {
  if (event.type === 'failed' && state.step !== 'idle') return turn(IDLE, { type: 'say-network-error' });
  switch (state.step) {
    case 'idle':
      if (event.type === 'asked-again') return turn({ step: 'sending', review: null }, { type: 'send-again' });
      return event.type === 'submit' ? turn({ step: 'reading-agreement' }, { type: 'read-agreement' }) : turn(state);
    case 'reading-agreement':
      if (event.type === 'answered') return afterRefusal(event.answer);
      if (event.type !== 'agreement-read') return turn(state);
      return event.isSigned
        ? turn({ step: 'checking' }, { type: 'check' })
        : turn({ step: 'asking-agreement', version: event.version }, { type: 'ask-agreement' });
    case 'asking-agreement':
      if (event.type !== 'agreement-answered') return turn(state);
      return event.hasAgreed
        ? turn({ step: 'signing-agreement' }, { type: 'sign-agreement', version: state.version })
        : turn(IDLE);
    case 'signing-agreement':
      if (event.type === 'answered') return afterRefusal(event.answer);
      return event.type === 'agreement-signed' ? turn({ step: 'checking' }, { type: 'check' }) : turn(state);
    case 'checking':
      return event.type === 'checked' ? afterChecks(event) : turn(state);
    case 'reviewing':
      if (event.type !== 'confirmed') return turn(state);
      return event.isConfirmed ? turn({ step: 'sending', review: state.review }, { type: 'send' }) : turn(IDLE);
    case 'sending':
      return afterSending(state, event);
  }
}

/** C-209: the first error is scrolled to and focused; those said in toasts are said. */
function afterChecks({ issues, doubts, funding }: Checked): CreateFlowTurn {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first !== undefined) {
    const said = errors
      .filter(({ place }) => place === 'toast')
      .map((issue) => ({ type: 'say-issue', issue }) as const);
    const issue = first.place === 'field' ? { issue: first } : {};
    return turn(IDLE, { type: 'focus-first-error', field: first.field, ...issue }, ...said);
  }
  return turn({ step: 'reviewing', review: { doubts, funding }, refusal: null });
}

function afterSending(state: Extract<CreateFlowState, { step: 'sending' }>, event: CreateFlowEvent): CreateFlowTurn {
  switch (event.type) {
    case 'abandoned':
      return turn(IDLE);
    case 'unknown':
      // C-386; the key stays, so that trying again asks for the same creation and never for a second bot.
      return turn(IDLE, { type: 'keep-key', isKept: true }, { type: 'say-network-error' }, { type: 'refresh-bots' });
    case 'answered':
      return afterAnswer(event.answer, state.review);
    default:
      return turn(state);
  }
}

function afterAnswer(answer: CreateAnswer, review: Review | null): CreateFlowTurn {
  if (answer.code !== OK) {
    const isOfField = answer.code === FIELD_REFUSED && answer.field !== undefined;
    if (review === null || answer.code === LOGIN_REQUIRED || isOfField)
      return afterRefusal(answer, { type: 'keep-key', isKept: false });
    // What belongs to no field is said in the sheet, which can be confirmed again.
    const effects = [{ type: 'keep-key', isKept: false } as const, { type: 'track-refusal', answer } as const];
    return turn({ step: 'reviewing', review, refusal: answer }, ...effects);
  }
  const { batch } = answer;
  if (batch?.started === 0) {
    // What was typed stays: nothing of it has happened.
    return turn(
      IDLE,
      { type: 'keep-key', isKept: false },
      { type: 'say-none-created' },
      { type: 'keep-failed', failed: batch.failed },
      { type: 'track-refusal', answer },
    );
  }
  return turn(
    IDLE,
    { type: 'keep-key', isKept: false },
    batch === undefined ? { type: 'say-created' } : { type: 'say-created', batch },
    batch !== undefined && batch.failed.length > 0
      ? { type: 'keep-failed', failed: batch.failed }
      : { type: 'reset-form' },
    { type: 'show-running-list' },
  );
}

/** A refusal of the creation, or of a step before it, which says nothing of a creation that was sent earlier. */
function afterRefusal(answer: CreateAnswer, ...first: readonly CreateEffect[]): CreateFlowTurn {
  if (answer.code === LOGIN_REQUIRED) return turn(IDLE, ...first, { type: 'go-to-login' });
  const track = { type: 'track-refusal', answer } as const;
  if (answer.code === FIELD_REFUSED) return turn(IDLE, ...first, ...refusedField(answer), track);
  return turn(IDLE, ...first, { type: 'say-refusal', answer }, track);
}

/** A refusal of one field stands at that field; one that names none is said in a toast. */
function refusedField(answer: CreateAnswer): readonly CreateEffect[] {
  const { field, issue, values, message } = answer;
  if (field === undefined) return [{ type: 'say-refusal', answer }];
  const known: Issue | null =
    issue === undefined
      ? null
      : { field, code: issue, severity: 'error', place: 'field', ...(values === undefined ? {} : { values }) };
  return [
    { type: 'refuse-field', field, issue: known, message },
    { type: 'focus-first-error', field },
  ];
}
