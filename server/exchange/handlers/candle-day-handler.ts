import { CODE } from '#lib/contract/vocabulary.ts';
import { encodeDay } from '#lib/engine/day-codec.ts';
import { utcDay } from '../bots/daily-curve.ts';
import { type Handlers, immutable, refuse, refuseField } from '../http/handler.ts';
import { createBoundedCache } from '../market/bounded-cache.ts';
import type { MarketFeed } from '../market/feed.ts';
import { DAY_MS } from '../market/market-day.ts';

const MINUTE_MS = 60_000;
/** Encoded whole days that stay in memory, about 10 kB each. */
const CACHED_DAYS = 512;

/**
 * One UTC day of 1-minute candles as bytes (lib/engine/day-codec.ts). A day that is over never changes; the running
 * one holds the minutes that are complete.
 */
export function candleDayHandler(feed: MarketFeed): Pick<Handlers, 'candleDay'> {
  const days = createBoundedCache<string, Uint8Array<ArrayBuffer>>(CACHED_DAYS);
  return {
    candleDay: ({ query, nowMs }) => {
      if (feed.spec(query.market) === undefined) return refuse(CODE.unknown, 'market-unknown');
      const fromMs = Date.parse(`${query.day}T00:00:00Z`);
      // 30 February reads as 2 March; a day of the future has no candles to send.
      const isDay = !Number.isNaN(fromMs) && utcDay(fromMs) === query.day;
      if (!isDay || fromMs < 0 || fromMs > nowMs) return refuseField('day', 'day-unknown');
      const toMs = Math.min(fromMs + DAY_MS, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
      const encode = (): Uint8Array<ArrayBuffer> => encodeDay(feed.minutes(query.market, fromMs, toMs, nowMs));
      // A live feed may still learn minutes of a day that is over.
      const isWhole = toMs === fromMs + DAY_MS && feed.name !== 'live';
      return isWhole ? immutable(days.get(`${query.market} ${query.day}`, encode)) : encode();
    },
  };
}
