import { indicatorSpec } from './catalogue.ts';
import { CONDITION_SIDES, type IndicatorConditions, indicatorIdOf, readArgs } from './condition.ts';
import { KLINE_PERIOD_MS, type KlinePeriod } from './kline-periods.ts';

/** K-lines for each bar of the longest argument: averages that never forget are within a thousandth of a percent then. */
const KLINES_PER_BAR = 10;
const FEWEST_KLINES = 250;
const MOST_KLINES = 1_000;

/** What the indicators of one period ask for. */
interface Lengths {
  /** The longest argument, bars. */
  longest: number;
  /** Bars until the last of them has its first value. */
  slowest: number;
}

/**
 * K-lines before its start that each period's indicators of a bot are fed with. A fixed count, because an indicator
 * that remembers everything depends on where it began: with the same history, live and backtest agree to the last bit.
 * Those that smooth what is smoothed already (ADX, SMI, a signal) have their first value after several times their length: they
 * are fed until they have one and the fewest beyond it, else a condition would be false for hundreds of K-lines and nobody told.
 */
export function warmUpKlines(conditions: IndicatorConditions, period: KlinePeriod): number {
  const lengths: Lengths = { longest: 0, slowest: 0 };
  for (const name of CONDITION_SIDES) {
    const side = conditions[name];
    if (side?.period !== period) continue;
    for (const { indicatorName, indicatorArgs, compareIndicatorName, compareIndicatorArgs } of side.conditions) {
      measure(lengths, indicatorName, indicatorArgs);
      measure(lengths, compareIndicatorName, compareIndicatorArgs);
    }
  }
  const most = Math.max(MOST_KLINES, lengths.slowest + FEWEST_KLINES);
  return Math.min(most, Math.max(FEWEST_KLINES, KLINES_PER_BAR * lengths.longest));
}

/** The history, ms, that a backtest needs before its start to begin as a live bot would. */
export function warmUpMs(conditions: IndicatorConditions): number {
  let longest = 0;
  for (const name of CONDITION_SIDES) {
    const period = conditions[name]?.period;
    if (period === undefined) continue;
    // One more: the start may lie within a K-line.
    longest = Math.max(longest, (warmUpKlines(conditions, period) + 1) * KLINE_PERIOD_MS[period]);
  }
  return longest;
}

/** A number to compare with is no length. */
function measure(lengths: Lengths, name: string, args: readonly string[]): void {
  const id = indicatorIdOf(name);
  if (id === null || id === 'number') return;
  const values = readArgs(id, args);
  lengths.longest = Math.max(lengths.longest, ...values);
  lengths.slowest = Math.max(lengths.slowest, indicatorSpec(id).warmUp(values));
}
