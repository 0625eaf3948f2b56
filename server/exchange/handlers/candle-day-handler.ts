import { CODE } from '#lib/contract/vocabulary.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { encodeDay } from '#lib/engine/day-codec.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { utcDay } from '../bots/daily-curve.ts';
import { type Handlers, immutable, refuse, refuseField } from '../http/handler.ts';
import { createBoundedCache } from '../market/bounded-cache.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findSpec } from '../market/instruments.ts';
import { DAY_MS } from '../market/market-day.ts';

const MINUTE_MS = 60_000;
/** Encoded whole days that stay in memory, about 10 kB each. */
const CACHED_DAYS = 512;

/**
 * One UTC day of 1-minute candles as bytes (lib/engine/day-codec.ts), of the last price or of a contract's mark price.
 * A day that is over never changes; the running one holds the minutes that are complete.
 */
export function candleDayHandler(feed: MarketFeed): Pick<Handlers, 'candleDay'> {
  const days = createBoundedCache<string, Uint8Array<ArrayBuffer>>(CACHED_DAYS);
  return {
    candleDay: ({ query, nowMs }) => {
      const spec = findSpec(feed, query.market, query.type);
      if (spec === undefined || (query.price === 'mark' && spec.contract === undefined))
        return refuse(CODE.unknown, 'market-unknown');
      const fromMs = Date.parse(`${query.day}T00:00:00Z`);
      // 30 February reads as 2 March; a day of the future has no candles to send.
      const isDay = !Number.isNaN(fromMs) && utcDay(fromMs) === query.day;
      if (!isDay || fromMs < 0 || fromMs > nowMs) return refuseField('day', 'day-unknown');
      const toMs = Math.min(fromMs + DAY_MS, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
      const instrument = instrumentOf(spec);
      const isAskedForVolumes = query.volumes === '1' && query.price !== 'mark';
      const volumes = (): Pick<CandleColumns, 'volume'> =>
        isAskedForVolumes ? { volume: volumesInCoins(feed.minuteVolumes(instrument, fromMs, toMs, nowMs)) } : {};
      const encode = (): Uint8Array<ArrayBuffer> =>
        encodeDay(
          query.price === 'mark'
            ? markCandles(feed, instrument, fromMs, toMs)
            : { ...feed.minutes(instrument, fromMs, toMs, nowMs), ...volumes() },
        );
      // A live feed may still learn minutes of a day that is over.
      const isWhole = toMs === fromMs + DAY_MS && feed.name !== 'live';
      return isWhole ? immutable(days.get(keyOf(instrument, query), encode)) : encode();
    },
  };
}

function keyOf(
  instrument: string,
  { day, price = 'last', volumes = '' }: { readonly day: string; readonly price?: string; readonly volumes?: string },
): string {
  return `${instrument} ${price}${volumes} ${day}`;
}

function volumesInCoins(units: Float64Array): Float64Array {
  return units.map((one) => one / Number(UNITS_PER_COIN));
}

/** Mark prices as candles, so that they travel as other days do; where a minute has none there is a gap. */
function markCandles(feed: MarketFeed, instrument: string, fromMs: number, toMs: number): CandleColumns {
  const marks = feed.marks(instrument, fromMs, toMs);
  return { startMs: fromMs, stepMs: MINUTE_MS, open: marks, high: marks, low: marks, close: marks };
}
