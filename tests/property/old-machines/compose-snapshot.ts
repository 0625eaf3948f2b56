import type { FinishReason } from '#lib/contract/vocabulary.ts';
import { loadBoard, saveBoard } from '#lib/engine/signal-board.ts';
import type { BankState } from '#lib/indicators/side-evaluator.ts';
import { resetSlots, stopLevelsOf } from './compose-levels.ts';
import type { ComposeState } from './compose-state.ts';

/** Fields that are JSON-safe as they are. */
const PLAIN_FIELDS = [
  'status',
  'step',
  'isTouched',
  'armedAt',
  'isProtected',
  'hasTakenProfit',
  'hasBeenProtected',
  'withheld',
  'fills',
  'matches',
] as const;
/** Times; null is never. */
const TIMES = ['wakeAtMs', 'klineAtMs', 'fundingAtMs'] as const;
type PlainFields = Pick<ComposeState, (typeof PLAIN_FIELDS)[number]>;

/** Units as decimal text. Stops and ranges follow from the params and the position. */
interface ComposeSnapshot extends PlainFields {
  readonly version: 1;
  readonly times: readonly (number | null)[];
  readonly closing: { ticks: number; quantity: string; expiresAtMs: number; reason: FinishReason } | null;
  readonly matchedProfit: string;
  readonly account: Readonly<Record<string, string>>;
  readonly indicators: readonly BankState[];
}

function pickPlain(source: PlainFields): PlainFields {
  return Object.fromEntries(PLAIN_FIELDS.map((field) => [field, source[field]])) as unknown as PlainFields;
}

/** A JSON-safe picture of the whole state. */
export function takeSnapshot(state: ComposeState): ComposeSnapshot {
  const { closing } = state;
  return {
    version: 1,
    ...pickPlain(state),
    times: TIMES.map((field) => (Number.isFinite(state[field]) ? state[field] : null)),
    closing: closing === null ? null : { ...closing, quantity: `${closing.quantity}` },
    matchedProfit: `${state.matchedProfit}`,
    account: state.account.snapshot(),
    indicators: saveBoard(state.board),
  };
}

/** The account's part of a snapshot. The store is our own: another version is a bug and throws. */
export function accountOf(value: unknown): Readonly<Record<string, string>> {
  const snapshot = value as ComposeSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of an indicator bot');
  return snapshot.account;
}

/** Fills a new state, whose account has been restored, with what `takeSnapshot` saw. Stops are those of the params now. */
export function readSnapshot(state: ComposeState, value: unknown): void {
  const snapshot = value as ComposeSnapshot;
  Object.assign(state, pickPlain(snapshot));
  for (const [i, field] of TIMES.entries()) state[field] = snapshot.times[i] ?? Number.POSITIVE_INFINITY;
  const { closing } = snapshot;
  state.closing = closing === null ? null : { ...closing, quantity: BigInt(closing.quantity) };
  state.matchedProfit = BigInt(snapshot.matchedProfit);
  loadBoard(state.board, snapshot.indicators);
  state.stops = stopLevelsOf(state);
  resetSlots(state);
}
