import type { FinishReason } from '#lib/contract/vocabulary.ts';
import type { BotMachine, EngineSink, MarketView, OrderReason } from '#lib/engine/machine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { makeInterval } from './spot-grid-interval.ts';
import { windowLine } from './spot-grid-levels.ts';
import { newSpotGridState, type SpotGridState, type StopReason } from './spot-grid-state.ts';

/** Units and scaled values as decimal text; null times are "never". Lines and interval costs follow from the params. */
interface SpotGridSnapshot {
  readonly version: 1;
  readonly below: number;
  readonly above: number;
  readonly wakeAtMs: number | null;
  readonly status: BotMachine['status'];
  readonly step: BotMachine['step'];
  readonly openingTries: number;
  readonly shift: number;
  readonly empty: number;
  readonly hasStarvedBuys: boolean;
  readonly stopDown: number;
  readonly stopUp: number;
  readonly trailDown: number;
  readonly trailUp: number;
  readonly stopDownReason: StopReason;
  readonly stopUpReason: StopReason;
  readonly isStopArmed: boolean;
  readonly isTrailArmed: boolean;
  readonly closing: {
    side?: 'buy' | 'sell';
    ticks: number;
    quantity: string;
    expiresAtMs: number;
    reason: FinishReason;
  } | null;
  /** [wanted, plan, resting, reason, lotCost, lotCarry] of each interval, lowest first. */
  readonly intervals: readonly (readonly [string, string, string, OrderReason | null, string, string])[];
  readonly amounts: Readonly<Record<AmountField, string>>;
  readonly fills: number;
  readonly matches: number;
}

const AMOUNT_FIELDS = [
  'quote',
  'base',
  'freeQuote',
  'freeBase',
  'spareCost',
  'start',
  'gridProfit',
  'positionCash',
  'fees',
  'matchedProfit',
] as const;
type AmountField = (typeof AMOUNT_FIELDS)[number];

/** Fields that are JSON-safe as they are. */
const PLAIN_FIELDS = [
  'status',
  'step',
  'openingTries',
  'shift',
  'empty',
  'hasStarvedBuys',
  'stopDown',
  'stopUp',
  'trailDown',
  'trailUp',
  'stopDownReason',
  'stopUpReason',
  'isStopArmed',
  'isTrailArmed',
  'fills',
  'matches',
] as const;
type PlainField = (typeof PLAIN_FIELDS)[number];

function pickPlain(source: Pick<SpotGridState, PlainField>): Pick<SpotGridState, PlainField> {
  return Object.fromEntries(PLAIN_FIELDS.map((field) => [field, source[field]])) as Pick<SpotGridState, PlainField>;
}

/** A JSON-safe picture of the whole state. */
export function takeSnapshot(state: SpotGridState): SpotGridSnapshot {
  const { closing, slot } = state;
  return {
    version: 1,
    ...pickPlain(state),
    below: slot.below,
    above: slot.above,
    wakeAtMs: Number.isFinite(state.wakeAtMs) ? state.wakeAtMs : null,
    closing: closing === null ? null : { ...closing, quantity: `${closing.quantity}` },
    intervals: state.intervals.map((interval) => [
      `${interval.wanted}`,
      `${interval.plan}`,
      `${interval.resting}`,
      interval.reason,
      `${interval.lotCost}`,
      `${interval.lotCarry}`,
    ]),
    amounts: Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, `${state[field]}`])) as Record<
      AmountField,
      string
    >,
  };
}

/** The state that `takeSnapshot` saw, for the same params. The store is our own: another version is a bug and throws. */
export function readSnapshot(
  params: SpotGridParams,
  value: unknown,
  view: MarketView,
  sink: EngineSink,
): SpotGridState {
  const snapshot = value as SpotGridSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a spot grid');
  const state = newSpotGridState(params, view, sink);
  Object.assign(state, pickPlain(snapshot));
  for (const field of AMOUNT_FIELDS) state[field] = BigInt(snapshot.amounts[field]);
  state.slot.below = snapshot.below;
  state.slot.above = snapshot.above;
  state.wakeAtMs = snapshot.wakeAtMs ?? Number.POSITIVE_INFINITY;
  state.closing =
    snapshot.closing === null
      ? null
      : { side: 'sell', ...snapshot.closing, quantity: BigInt(snapshot.closing.quantity) };
  const count = snapshot.intervals.length;
  if (count === 0) return state;
  for (let i = 0; i <= count; i += 1) state.lines.push(windowLine(params, snapshot.shift, i));
  for (const [i, [wanted, plan, resting, reason, lotCost, lotCarry]] of snapshot.intervals.entries()) {
    const interval = makeInterval({
      ...params,
      buyTicks: state.lines[i] as number,
      sellTicks: state.lines[i + 1] as number,
      wanted: BigInt(wanted),
      affordable: BigInt(plan),
    });
    interval.resting = BigInt(resting);
    interval.reason = reason;
    interval.lotCost = BigInt(lotCost);
    interval.lotCarry = BigInt(lotCarry);
    state.intervals.push(interval);
  }
  return state;
}
