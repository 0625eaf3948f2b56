import { DAY_MS } from '#lib/time/durations.ts';
import { type BotRecord, isFinished } from './bot-record.ts';
import { type DailyPoint, rateOf } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** A bot that has lost everything still has this share of its investment, so that its loss has a logarithm. */
const LEAST_EQUITY = 1e-8;

/**
 * Log returns of the whole UTC days that a bot has behind it, oldest first. The part of a day in which it was made and
 * the day that is under way count nowhere. The day on which it ended counts: what it returned is final.
 *
 * Each day's return is of what the bot had then: money that came in later would make a loss of before as small as its owner likes. Of the
 * day on which it came in a gain is of the money with it and a loss of the money without.
 */
export function wholeDayReturns({ record, curve }: Pick<LiveBot, 'record' | 'curve'>): number[] {
  const returns = record.deposited === 0n ? returnsOf(record, curve) : returnsOfFlows(record, curve);
  return record.createMs % DAY_MS === 0 ? returns : returns.slice(1);
}

/** Of every point, the part of the first day too. */
function returnsOf(record: LiveBot['record'], curve: LiveBot['curve']): number[] {
  const equities = Array.from(curve, (point) => Math.max(LEAST_EQUITY, 1 + Number(rateOf(record, point)) / 1e8));
  return equities.map((equity, index) => Math.log(equity / (equities[index - 1] ?? 1)));
}

function returnsOfFlows(record: LiveBot['record'], curve: LiveBot['curve']): number[] {
  let before: Flow = { profit: 0n, deposited: 0n };
  return Array.from(curve, (point) => {
    const { gain, base } = gainOfDay(record, before, point);
    before = point;
    return base <= 0n ? 0 : Math.log(Math.max(LEAST_EQUITY, 1 + Number(gain) / Number(base)));
  });
}

type Flow = Pick<DailyPoint, 'profit' | 'deposited'>;

/** What a bot made between two points and of how much money, units; of no money (0 or less) nothing is a return. */
export function gainOfDay(
  { startEquity }: Pick<BotRecord, 'startEquity'>,
  before: Flow,
  point: Flow,
): { readonly gain: bigint; readonly base: bigint } {
  const gain = point.profit - before.profit;
  const without = startEquity + before.deposited + before.profit;
  const base = gain > 0n || without <= 0n ? without + point.deposited - before.deposited : without;
  return { gain, base };
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
