import { type EquitySpan, fallE8, fallOver } from '#lib/formulas/drawdown.ts';
import { sharpeOfWholeDays } from '#lib/formulas/sharpe.ts';
import { DAY_MS, type DailyPoint, investedIn, rateOf } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** Equity at a point in units of the profit asset. */
function equityAt({ record }: LiveBot, { profit }: DailyPoint): number {
  return Number(investedIn(record) + profit);
}

/**
 * Largest fall of the equity from an earlier peak at a minute's end, 1e-8 of the peak, over points of the daily curve
 * that follow each other, the running day's among them. What it was before them, or the investment, is the first peak.
 * Of days from before it was followed by the minute the ends are known.
 */
export function drawdownE8(bot: LiveBot, points: readonly DailyPoint[], before?: DailyPoint): bigint {
  const peak = before === undefined ? Number(bot.record.startEquity) : equityAt(bot, before);
  const spans = points.map((point): EquitySpan => {
    const equity = equityAt(bot, point);
    return point.span ?? { high: equity, low: equity, fall: 0 };
  });
  return fallE8(fallOver(spans, peak));
}

/**
 * Sharpe ratio of the whole UTC days among the points of the daily curve, which begin after `before`. The part of a day
 * in which a bot was made and the day that is under way are no days; the one on which it ended is.
 */
export function wholeDaySharpe({ record, curve }: LiveBot, before?: DailyPoint): number | null {
  const from = before === undefined ? 0 : curve.indexOf(before);
  const rates = curve.slice(from).map((point) => rateOf(record, point));
  if (before === undefined && record.createMs % DAY_MS === 0) rates.unshift(0n);
  return sharpeOfWholeDays(rates);
}
