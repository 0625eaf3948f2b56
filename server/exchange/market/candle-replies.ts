import type { CandleColumns } from '#lib/engine/candles.ts';
import { encodeDay } from '#lib/engine/day-codec.ts';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { formatTicks, instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS, midnightOf } from '#lib/time/durations.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import { type CandlePeriod, createCandleReader, type PeriodCandle } from './candles.ts';
import type { MarketFeed } from './feed.ts';
import { encodePriceDay } from './price-day.ts';

/** What is asked for; checked against the feed's markets before. */
export type CandleQuestion =
  | {
      readonly type: 'candles';
      readonly instrument: string;
      readonly period: CandlePeriod;
      /** Open times in [fromMs, toMs). */
      readonly fromMs: number;
      readonly toMs: number;
      readonly nowMs: number;
    }
  | {
      readonly type: 'day';
      readonly instrument: string;
      readonly price: 'last' | 'mark';
      readonly withVolumes: boolean;
      readonly fromMs: number;
      readonly toMs: number;
      readonly nowMs: number;
    }
  | {
      /** All that bots may ask of a day, for workers. */
      readonly type: 'prices';
      readonly instrument: string;
      readonly dayMs: number;
      /** The minutes before it. */
      readonly toMs: number;
    };

/** Finished bytes, so that whoever sends them has nothing left to compute: JSON of the candles call's data, an encoded day, or a day of prices. */
export type CandleReplies = (question: CandleQuestion) => Promise<Uint8Array<ArrayBuffer>>;

/** `breathe` is awaited after each day that was read: long questions let short ones in between. */
export function createCandleReplies(feed: MarketFeed): CandleReplies {
  const read = createCandleReader(feed);
  return async (question) => {
    const spec = feed.specs.concat(feed.contracts).find((one) => instrumentOf(one) === question.instrument);
    if (spec === undefined) throw new Error(`candles of ${question.instrument}, which is no market of the feed`);
    if (question.type === 'day') return encodeQuestionedDay(feed, question);
    if (question.type === 'prices') {
      await giveWay();
      return encodePriceDay(feed, question.instrument, question.dayMs, question.toMs);
    }
    const { instrument, period, fromMs, toMs, nowMs } = question;
    const texts: string[] = [];
    // All periods divide a day, so days put together are the whole.
    for (let dayMs = midnightOf(fromMs); dayMs < toMs; dayMs += DAY_MS) {
      const [first, end] = [Math.max(fromMs, dayMs), Math.min(toMs, dayMs + DAY_MS)];
      for (const candle of read(instrument, period, first, end, nowMs)) texts.push(candleText(spec, candle));
      await giveWay();
    }
    return new TextEncoder().encode(`[${texts.join(',')}]`);
  };
}

function candleText(spec: MarketSpec, { timeMs, open, high, low, close, volume }: PeriodCandle): string {
  const prices = [open, high, low, close].map((ticks) => `"${formatTicks(spec, ticks)}"`).join(',');
  return `[${timeMs / 1000},${prices},"${formatAmount(BigInt(Math.floor(volume)))}"]`;
}

function encodeQuestionedDay(
  feed: MarketFeed,
  question: Extract<CandleQuestion, { type: 'day' }>,
): Uint8Array<ArrayBuffer> {
  const { instrument, price, withVolumes, fromMs, toMs, nowMs } = question;
  if (price === 'mark') return encodeDay(markCandles(feed, instrument, fromMs, toMs));
  const minutes = feed.minutes(instrument, fromMs, toMs, nowMs);
  if (!withVolumes) return encodeDay(minutes);
  const units = feed.minuteVolumes(instrument, fromMs, toMs, nowMs);
  return encodeDay({ ...minutes, volume: units.map((one) => one / Number(UNITS_PER_COIN)) });
}

/** Mark prices as candles, so that they travel as other days do; where a minute has none there is a gap. */
function markCandles(feed: MarketFeed, instrument: string, fromMs: number, toMs: number): CandleColumns {
  const marks = feed.marks(instrument, fromMs, toMs);
  return { startMs: fromMs, stepMs: MINUTE_MS, open: marks, high: marks, low: marks, close: marks };
}
