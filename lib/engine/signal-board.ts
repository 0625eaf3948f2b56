import type { ConditionSideName, IndicatorConditions } from '../indicators/condition.ts';
import { warmUpKlines } from '../indicators/condition-warm-up.ts';
import { KLINE_PERIOD_MS, type KlinePeriod } from '../indicators/kline-periods.ts';
import { type BankState, IndicatorBank, SideEvaluator } from '../indicators/side-evaluator.ts';
import { parseAmount, UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketView } from './machine.ts';

/** The indicators of one K-line period. */
interface Klines {
  readonly periodMs: number;
  readonly bank: IndicatorBank;
  readonly warmUp: number;
  /** A K-line has just closed. */
  isFresh: boolean;
}

export interface SignalSide {
  readonly name: ConditionSideName;
  /** Part of the capital or of the position, 1e-8; all for close. */
  readonly ratioE8: bigint;
  readonly evaluator: SideEvaluator;
  readonly klines: Klines;
}

/** The conditions of a bot at work: its sides in the order in which they are looked at, and what they look at. */
export interface SignalBoard {
  readonly sides: readonly SignalSide[];
  readonly klines: readonly Klines[];
}

/** `order`: that in which the sides are looked at. Throws on conditions that `checkConditions` has something against. */
export function createSignalBoard(conditions: IndicatorConditions, order: readonly ConditionSideName[]): SignalBoard {
  const byPeriod = new Map<KlinePeriod, Klines>();
  const sides: SignalSide[] = [];
  for (const name of order) {
    const side = conditions[name];
    if (side === undefined || side.conditions.length === 0) continue;
    const { period } = side;
    const klines = byPeriod.get(period) ?? {
      periodMs: KLINE_PERIOD_MS[period],
      bank: new IndicatorBank(),
      warmUp: warmUpKlines(conditions, period),
      isFresh: false,
    };
    byPeriod.set(period, klines);
    const evaluator = new SideEvaluator(side.conditions, klines.bank);
    const ratioE8 = name === 'close' ? UNITS_PER_COIN : parseAmount(side.ratio ?? '');
    if (ratioE8 === null || ratioE8 === 0n) throw new RangeError(`The ratio of ${name} is not a part`);
    sides.push({ name, ratioE8, evaluator, klines });
  }
  return { sides, klines: [...byPeriod.values()] };
}

/** Feeds the indicators with the K-lines that have closed by `timeMs`, as many as each period's count. */
export function warmUp(board: SignalBoard, view: MarketView, timeMs: number): void {
  for (const { periodMs, bank, warmUp: count } of board.klines) {
    const endMs = Math.floor(timeMs / periodMs) * periodMs;
    for (let i = count; i >= 1; i -= 1) {
      const bar = view.bar?.(0, periodMs, endMs - i * periodMs) ?? null;
      if (bar !== null) bank.update(bar);
    }
  }
}

/** Takes the K-lines that end at exactly `timeMs`; periods whose K-line has no price, or does not end, are not fresh. */
export function closeKlines(board: SignalBoard, view: MarketView, timeMs: number): void {
  for (const klines of board.klines) {
    const { periodMs, bank } = klines;
    const bar = timeMs % periodMs === 0 ? (view.bar?.(0, periodMs, timeMs - periodMs) ?? null) : null;
    klines.isFresh = bar !== null;
    if (bar !== null) bank.update(bar);
  }
}

/** When the next K-line of any side closes, after `timeMs`. */
export function nextKlineMs({ klines }: SignalBoard, timeMs: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { periodMs } of klines) {
    const endMs = (Math.floor(timeMs / periodMs) + 1) * periodMs;
    if (endMs < next) next = endMs;
  }
  return next;
}

/** JSON-safe. */
export function saveBoard({ klines }: SignalBoard): readonly BankState[] {
  return klines.map(({ bank }) => bank.save());
}

export function loadBoard({ klines }: SignalBoard, states: readonly BankState[]): void {
  if (klines.length !== states.length) throw new Error('Indicators of other periods');
  for (const [i, { bank }] of klines.entries()) bank.load(states[i] as BankState);
}
