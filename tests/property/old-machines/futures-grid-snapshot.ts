import {
  type ContractPositionSnapshot,
  readPositionSnapshot,
  takePositionSnapshot,
} from '#lib/engine/body/contract-position.ts';
import type { EngineSink, MarketView, WakeSlot } from '#lib/engine/machine.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { makeFuturesInterval, opensWithOf } from './futures-grid-interval.ts';
import { type FuturesGridState, newFuturesGridState } from './futures-grid-state.ts';
import type { ClosingOrder } from './spot-grid-state.ts';

/** Fields that are JSON-safe as they are. */
const PLAIN_FIELDS = [
  'status',
  'step',
  'openingTries',
  'empty',
  'openedAt',
  'stopDown',
  'stopUp',
  'stopDownReason',
  'stopUpReason',
  'isStopArmed',
  'markCall',
  'fills',
  'matches',
] as const;
type PlainField = (typeof PLAIN_FIELDS)[number];

const TIME_FIELDS = ['wakeAtMs', 'askedAtMs', 'fundingAtMs'] as const;
type TimeField = (typeof TIME_FIELDS)[number];

/** Amounts as decimal text; null times are "never". Lines and flows follow from the params. */
interface FuturesGridSnapshot extends Pick<FuturesGridState, PlainField> {
  readonly version: 1;
  readonly slots: readonly [WakeSlot, WakeSlot];
  readonly times: Readonly<Record<TimeField, number | null>>;
  readonly closing: (Omit<ClosingOrder, 'quantity'> & { readonly quantity: string }) | null;
  readonly position: ContractPositionSnapshot;
  readonly gridProfit: string;
  readonly matchedProfit: string;
  /** [contracts wanted, first order of a pair has filled] of each interval, lowest first. */
  readonly intervals: readonly (readonly [string, boolean])[];
}

function pickPlain(source: Pick<FuturesGridState, PlainField>): Pick<FuturesGridState, PlainField> {
  return Object.fromEntries(PLAIN_FIELDS.map((field) => [field, source[field]])) as Pick<FuturesGridState, PlainField>;
}

/** A JSON-safe picture of the whole state. */
export function takeSnapshot(state: FuturesGridState): FuturesGridSnapshot {
  const { closing } = state;
  const times = TIME_FIELDS.map((field) => [field, Number.isFinite(state[field]) ? state[field] : null]);
  return {
    version: 1,
    ...pickPlain(state),
    slots: [{ ...state.slot }, { ...state.markSlot }],
    times: Object.fromEntries(times) as Record<TimeField, number | null>,
    closing: closing === null ? null : { ...closing, quantity: `${closing.quantity}` },
    position: takePositionSnapshot(state.position),
    gridProfit: `${state.gridProfit}`,
    matchedProfit: `${state.matchedProfit}`,
    intervals: state.intervals.map(({ wanted, isOpen }) => [`${wanted}`, isOpen]),
  };
}

/** The state that `takeSnapshot` saw, for the same params. The store is our own: another version is a bug and throws. */
export function readSnapshot(
  params: FuturesGridParams,
  value: unknown,
  view: MarketView,
  sink: EngineSink,
): FuturesGridState {
  const snapshot = value as FuturesGridSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a futures grid');
  const fresh = newFuturesGridState(params, view, sink);
  const state: FuturesGridState = { ...fresh, position: readPositionSnapshot(params.spec, snapshot.position) };
  Object.assign(state, pickPlain(snapshot));
  Object.assign(state.slot, snapshot.slots[0]);
  Object.assign(state.markSlot, snapshot.slots[1]);
  for (const field of TIME_FIELDS) state[field] = snapshot.times[field] ?? Number.POSITIVE_INFINITY;
  const { closing } = snapshot;
  state.closing = closing === null ? null : { ...closing, quantity: BigInt(closing.quantity) };
  state.gridProfit = BigInt(snapshot.gridProfit);
  state.matchedProfit = BigInt(snapshot.matchedProfit);
  if (snapshot.intervals.length === 0) return state;
  state.lines = gridLines(params.lowTicks, params.highTicks, params.gridCount, params.spacing);
  state.intervals = snapshot.intervals.map(([wanted, isOpen], i) => {
    const interval = makeFuturesInterval({
      spec: params.spec,
      buyTicks: state.lines[i] as number,
      sellTicks: state.lines[i + 1] as number,
      wanted: BigInt(wanted),
      opensWith: opensWithOf(params.side, i, state.openedAt),
    });
    interval.isOpen = isOpen;
    return interval;
  });
  return state;
}
