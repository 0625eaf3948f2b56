import { CONDITION_SIDES, type IndicatorConditions, indicatorIdOf, readArgs } from './condition.ts';
import { KLINE_PERIOD_MS, type KlinePeriod } from './kline-periods.ts';

/** K-lines for each bar of the longest argument: averages that never forget are within a thousandth of a percent then. */
const KLINES_PER_BAR = 10;
const FEWEST_KLINES = 250;
const MOST_KLINES = 1_000;

/**
 * K-lines before its start that each period's indicators of a bot are fed with. A fixed count, because an indicator
 * that remembers everything depends on where it began: with the same history, live and backtest agree to the last bit.
 */
export function warmUpKlines(conditions: IndicatorConditions, period: KlinePeriod): number {
  let longest = 0;
  for (const name of CONDITION_SIDES) {
    const side = conditions[name];
    if (side?.period !== period) continue;
    for (const { indicatorName, indicatorArgs, compareIndicatorName, compareIndicatorArgs } of side.conditions) {
      longest = Math.max(
        longest,
        longestOf(indicatorName, indicatorArgs),
        longestOf(compareIndicatorName, compareIndicatorArgs),
      );
    }
  }
  return Math.min(MOST_KLINES, Math.max(FEWEST_KLINES, KLINES_PER_BAR * longest));
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
function longestOf(name: string, args: readonly string[]): number {
  const id = indicatorIdOf(name);
  return id === null || id === 'number' ? 0 : Math.max(0, ...readArgs(id, args));
}
