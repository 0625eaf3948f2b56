import { LRUCache } from 'lru-cache';
import { CODE } from '#lib/contract/vocabulary.ts';
import { encodeDay } from '#lib/engine/day-codec.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { utcDay } from '../bots/daily-curve.ts';
import type { Handlers } from '../http/handler.ts';
import type { CandleSource } from '../market/candle-source.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findSpec } from '../market/instruments.ts';
import { busy, immutable, refuse, refuseField } from '../replies/reply.ts';

/** Whole days that stay in memory, bytes; one of BTC has about ten thousand. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * One UTC day of 1-minute candles as bytes (lib/engine/day-codec.ts), of the last price or of a contract's mark price.
 * A day that is over never changes; the running one holds the minutes that are complete.
 */
export function candleDayHandler(feed: MarketFeed, candles: CandleSource): Pick<Handlers, 'candleDay'> {
  const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  function asRecorded({ market, contract }: MarketSpec, dayMs: number) {
    if (contract !== undefined) return refuseField('day', 'day-unknown');
    const key = `${market} recorded ${dayMs}`;
    const known = kept.get(key);
    if (known !== undefined) return immutable(known);
    const day = feed.recordedDay?.(market, dayMs);
    if (day === undefined || day === null) return refuseField('day', 'day-unknown');
    const bytes = encodeDay(day);
    kept.set(key, bytes);
    return immutable(bytes);
  }

  return {
    candleDay: async ({ query, nowMs }) => {
      const spec = findSpec(feed, query.market, query.type);
      if (spec === undefined || (query.price === 'mark' && spec.contract === undefined))
        return refuse(CODE.unknown, 'market-unknown');
      const fromMs = Date.parse(`${query.day}T00:00:00Z`);
      // 30 February reads as 2 March; a day of the future has no candles to send.
      const isDay = !Number.isNaN(fromMs) && utcDay(fromMs) === query.day;
      if (!isDay || fromMs < 0 || fromMs > nowMs) return refuseField('day', 'day-unknown');
      if (query.recorded === '1') return asRecorded(spec, fromMs);
      const toMs = Math.min(fromMs + DAY_MS, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
      const instrument = instrumentOf(spec);
      const { price = 'last' } = query;
      const withVolumes = query.volumes === '1' && price === 'last';
      const key = `${instrument} ${price} ${withVolumes} ${query.day}`;
      // A live feed may still learn minutes of a day that is over.
      const isWhole = toMs === fromMs + DAY_MS && feed.name !== 'live';
      const known = isWhole ? kept.get(key) : undefined;
      // Of the minutes before `toMs` only: the time of asking makes no difference to them.
      const nowQuestion = isWhole ? toMs : Math.floor(nowMs / 1_000) * 1_000;
      const question = { type: 'day', instrument, price, withVolumes, fromMs, toMs, nowMs: nowQuestion } as const;
      const day = known ?? (await candles.ask(question));
      if (day === 'busy') return busy();
      if (isWhole) kept.set(key, day);
      return isWhole ? immutable(day) : day;
    },
  };
}
