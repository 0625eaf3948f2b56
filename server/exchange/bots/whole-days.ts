import { type BotRecord, isFinished } from './bot-record.ts';
import { DAY_MS, rateOf } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** A bot that has lost everything still has this share of its investment, so that its loss has a logarithm. */
const LEAST_EQUITY = 1e-8;

/**
 * Log returns of the whole UTC days that a bot has behind it, oldest first. The part of a day in which it was made and
 * the day that is under way count nowhere. The day on which it ended counts: what it returned is final.
 */
export function wholeDayReturns({ record, curve }: Pick<LiveBot, 'record' | 'curve'>): number[] {
  const equities = Array.from(curve, (point) => Math.max(LEAST_EQUITY, 1 + Number(rateOf(record, point)) / 1e8));
  if (record.createMs % DAY_MS === 0) equities.unshift(1);
  return equities.slice(1).map((equity, index) => Math.log(equity / (equities[index] as number)));
}

/**
 * The same since it was first listed, none if it never was: days that nobody could see are no record. Who keeps twenty bots
 * to himself and shows the lucky one after a week has shown no day of it (H57).
 */
export function listedDayReturns(bot: Pick<LiveBot, 'record' | 'curve'>): number[] {
  const { listedMs, createMs } = bot.record;
  if (listedMs === null) return [];
  const returns = wholeDayReturns(bot);
  if (listedMs <= createMs) return returns;
  const seen = bot.curve.length - firstDayAfter(bot, listedMs);
  return seen === 0 ? [] : returns.slice(-seen);
}

/** Place of the first point of the daily curve whose day began at `sinceMs` or later. */
function firstDayAfter({ curve }: Pick<LiveBot, 'curve'>, sinceMs: number): number {
  let place = 0;
  for (const { day } of curve) {
    if (Date.parse(day) >= sinceMs) break;
    place += 1;
  }
  return place;
}

/** Whether a bot ended before `sinceMs`. */
export function endedBefore(
  { record }: { readonly record: Pick<BotRecord, 'status' | 'finishMs'> },
  sinceMs: number,
): boolean {
  return isFinished(record) && record.finishMs !== null && record.finishMs < sinceMs;
}
