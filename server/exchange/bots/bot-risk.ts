import { type EquitySpan, type FollowedFall, fallE8, followedOver } from '#lib/formulas/drawdown.ts';
import { type SharpeParts, sharpePartsOf } from '#lib/formulas/sharpe.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { type DailyPoint, investedIn, rateOf } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** Equity at a point in units of the profit asset. */
function equityAt({ record: { startEquity } }: LiveBot, { profit, deposited }: DailyPoint): number {
  return Number(investedIn({ startEquity, deposited }) + profit);
}

/**
 * Largest fall of the equity from an earlier peak at a minute's end, 1e-8 of the peak, over points of the daily curve
 * that follow each other, the running day's among them. What it was before them, or the investment, is the first peak.
 * Of days from before it was followed by the minute the ends are known. Extremes of a day in which money came in are as if it had
 * been there all day (EquityWatch.follow), and the peaks of before are lifted in the proportion in which it lifted the bot (liftedPeak).
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
  /** At that point, units. */
  readonly equity: number;
}

/** Of no point yet; `before`: the last one that is not looked at. */
export function fallBefore(bot: LiveBot, before?: DailyPoint): PastFall {
  const highest = before === undefined ? Number(bot.record.startEquity) : equityAt(bot, before);
  return { highest, deepest: 0, deposited: before?.deposited ?? 0n, equity: highest };
}

/** With the next point. */
export function fallWith(bot: LiveBot, past: PastFall, point: DailyPoint): PastFall {
  const { deposited } = point;
  const equity = equityAt(bot, point);
  const span = point.span ?? { high: equity, low: equity, fall: 0 };
  const lift = liftedPeak(past, span, Number(deposited - past.deposited)) - past.highest;
  return { ...followedOver(past, { ...span, lift }), deposited, equity };
}

/**
 * The highest of before once money came in (or margin went out) on the next day: as if units of a fund had been bought, so that a bot that is
 * a fifth below its peak still is. Were the sum added to the peak, much money would make the fall small that goes on after it. Its hour
 * is not known: it counts as come when the bot had most on that day, or gone when it had least, so that no fall is said to be deeper than it was.
 */
function liftedPeak({ highest, equity }: PastFall, { high, low }: EquitySpan, flow: number): number {
  if (flow === 0) return highest;
  const before = flow > 0 ? Math.max(equity, high - flow) : Math.min(equity, low - flow);
  // Nothing is no proportion of anything.
  return before <= 0 || before + flow <= 0 ? highest + flow : (highest * (before + flow)) / before;
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
