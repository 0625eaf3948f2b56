import { type FollowedFall, fallE8, followedOver } from '#lib/formulas/drawdown.ts';
import { type SharpeParts, sharpePartsOf } from '#lib/formulas/sharpe.ts';
import { DAY_MS, type DailyPoint, investedIn, rateOf } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** Equity at a point in units of the profit asset. */
function equityAt({ record: { startEquity } }: LiveBot, { profit, deposited }: DailyPoint): number {
  return Number(investedIn({ startEquity, deposited }) + profit);
}

/**
 * Largest fall of the equity from an earlier peak at a minute's end, 1e-8 of the peak, over points of the daily curve
 * that follow each other, the running day's among them. What it was before them, or the investment, is the first peak.
 * Of days from before it was followed by the minute the ends are known. Extremes of a day in which money came in are as if it had
 * been there all day (EquityWatch.follow), so it lifts the peaks of before.
 */
export function drawdownE8(bot: LiveBot, points: readonly DailyPoint[], before?: DailyPoint): bigint {
  return fallE8(fallOf(bot, points, before));
}

/** The same as a fraction, 0…1. */
export function fallOf(bot: LiveBot, points: readonly DailyPoint[], before?: DailyPoint): number {
  return points.reduce((past, point) => fallWith(bot, past, point), fallBefore(bot, before)).deepest;
}

/** A bot's fall up to a point of its daily curve, from which it can be gone on with. */
export interface PastFall extends FollowedFall {
  readonly deposited: bigint;
}

/** Of no point yet; `before`: the last one that is not looked at. */
export function fallBefore(bot: LiveBot, before?: DailyPoint): PastFall {
  const highest = before === undefined ? Number(bot.record.startEquity) : equityAt(bot, before);
  return { highest, deepest: 0, deposited: before?.deposited ?? 0n };
}

/** With the next point. */
export function fallWith(bot: LiveBot, past: PastFall, point: DailyPoint): PastFall {
  const { deposited } = point;
  const equity = equityAt(bot, point);
  const lift = Number(deposited - past.deposited);
  return { ...followedOver(past, { ...(point.span ?? { high: equity, low: equity, fall: 0 }), lift }), deposited };
}

/**
 * Sharpe ratio of the whole UTC days among the points of the daily curve, which begin after `before`. The part of a day
 * in which a bot was made and the day that is under way are no days; the one on which it ended is.
 */
export function wholeDaySharpe(bot: LiveBot, before?: DailyPoint): number | null {
  return wholeDaySharpeParts(bot, before)?.sharpe ?? null;
}

/** The same with what it is made of. */
export function wholeDaySharpeParts({ record, curve }: LiveBot, before?: DailyPoint): SharpeParts | null {
  const days = [...curve];
  const from = before === undefined ? 0 : days.findIndex(({ day }) => day === before.day);
  const rates = days.slice(from).map((point) => rateOf(record, point));
  if (before === undefined && record.createMs % DAY_MS === 0) rates.unshift(0n);
  return sharpePartsOf(rates);
}
