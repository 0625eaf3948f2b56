import type { CandleColumns } from '#lib/engine/candles.ts';
import { DAY_MS, MINUTE_MS, midnightOf } from '#lib/time/durations.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { MarketFeed } from './feed.ts';

/** Candle periods of the contract, ms. All divide a UTC day. */
export const PERIOD_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '8h': 480 * MINUTE_MS,
  '1d': DAY_MS,
} as const;

export type CandlePeriod = keyof typeof PERIOD_MS;

export interface PeriodCandle {
  /** Open time, ms. */
  readonly timeMs: number;
  /** Ticks. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Base units; beyond 2^53 the last digits are a float's (see volumeInLots). */
  readonly volume: number;
}

/**
 * Minutes put together into longer candles, on period boundaries counted from the Unix epoch (UTC days). A period of
 * which no minute is known has no candle; one that is known in part is made of what is known.
 */
export function aggregateMinutes(minutes: CandleColumns, volumes: Float64Array, periodMs: number): PeriodCandle[] {
  const candles: PeriodCandle[] = [];
  let current: { timeMs: number; open: number; high: number; low: number; close: number; volume: number } | null = null;
  for (let i = 0; i < minutes.open.length; i += 1) {
    const open = minutes.open[i] as number;
    if (open < 0) continue;
    const timeMs = Math.floor((minutes.startMs + i * minutes.stepMs) / periodMs) * periodMs;
    const high = minutes.high[i] as number;
    const low = minutes.low[i] as number;
    const close = minutes.close[i] as number;
    const volume = volumes[i] as number;
    if (current === null || current.timeMs !== timeMs) {
      current = { timeMs, open, high, low, close, volume };
      candles.push(current);
      continue;
    }
    if (high > current.high) current.high = high;
    if (low < current.low) current.low = low;
    current.close = close;
    current.volume += volume;
  }
  return candles;
}

/** Candles of an instrument (instrumentOf) that open in [fromMs, toMs), oldest first, the running one partial up to `nowMs`. */
export type CandleReader = (
  instrument: string,
  period: CandlePeriod,
  fromMs: number,
  toMs: number,
  nowMs: number,
) => readonly PeriodCandle[];

/** A summed volume as exact units: the nearest whole number of lots, which undoes what floats lost. */
export function volumeInLots(volume: number, lotUnits: bigint): bigint {
  return BigInt(Math.round(volume / Number(lotUnits))) * lotUnits;
}

/** Candles of whole past days that stay in memory, per period; the newest 1,500 of eight markets fit. */
const CACHED_CANDLES = 30_000;

/** Reads candles of every period from a feed's minutes. Whole past days are put together once. */
export function createCandleReader(feed: MarketFeed): CandleReader {
  const caches = new Map(
    Object.values(PERIOD_MS).map((periodMs: number) => [
      periodMs,
      createBoundedCache<string, readonly PeriodCandle[]>(Math.ceil((CACHED_CANDLES * periodMs) / DAY_MS)),
    ]),
  );

  function read(instrument: string, periodMs: number, fromMs: number, toMs: number, nowMs: number): PeriodCandle[] {
    const minutes = feed.minutes(instrument, fromMs, toMs, nowMs);
    return aggregateMinutes(minutes, feed.minuteVolumes(instrument, fromMs, toMs, nowMs), periodMs);
  }

  return (instrument, period, fromMs, toMs, nowMs) => {
    const periodMs = PERIOD_MS[period];
    const first = Math.max(0, Math.ceil(fromMs / periodMs) * periodMs);
    const end = Math.min(Math.ceil(toMs / periodMs), Math.floor(nowMs / periodMs) + 1) * periodMs;
    const days = caches.get(periodMs);
    // A live feed may still learn minutes of past days; short periods are as quickly put together as looked up.
    if (days === undefined || periodMs < PERIOD_MS['1h'] || feed.name === 'live')
      return read(instrument, periodMs, first, end, nowMs);
    const candles: PeriodCandle[] = [];
    for (let dayMs = midnightOf(first); dayMs < end; dayMs += DAY_MS) {
      const make = () => read(instrument, periodMs, dayMs, dayMs + DAY_MS, nowMs);
      const day = dayMs + DAY_MS <= nowMs ? days.get(`${instrument} ${dayMs}`, make) : make();
      for (const candle of day) if (candle.timeMs >= first && candle.timeMs < end) candles.push(candle);
    }
    return candles;
  };
}
