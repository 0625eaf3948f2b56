import { returnSinceE8 } from '#lib/formulas/return-since.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { BotRecord } from './bot-record.ts';
import { type DailyPoint, rateOf } from './daily-curve.ts';
import { gainOfDay } from './whole-days.ts';

/** Parts of what a bot was worth at the beginning: fine enough for years of truncated days. */
const WHOLE = 10n ** 18n;

/**
 * A bot's return since the first of `points`, at each of them: 1e-8, truncated. Money that came in meanwhile is no return and takes none
 * away: days are chained, each of what the bot had on it (whole-days.ts).
 */
export function returnsSinceFirst(
  record: Pick<BotRecord, 'startEquity' | 'deposited'>,
  points: readonly DailyPoint[],
): bigint[] {
  const [first] = points;
  if (first === undefined) return [];
  if (record.deposited === 0n) {
    const fromE8 = rateOf(record, first);
    return points.map((point) => returnSinceE8(rateOf(record, point), fromE8));
  }
  let before = first;
  let worth = WHOLE;
  return points.map((point) => {
    const { gain, base } = gainOfDay(record, before, point);
    if (base > 0n) worth += (worth * gain) / base;
    before = point;
    return ((worth - WHOLE) * UNITS_PER_COIN) / WHOLE;
  });
}
