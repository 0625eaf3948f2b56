import { aggregateKlines, klineAt } from '#lib/engine/klines.ts';
import type { Bar } from '#lib/indicators/bar.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { MarketFeed } from './feed.ts';

/** K-lines that stay in memory, all markets and periods together. */
const CACHED_KLINES = 100_000;
const COIN = Number(UNITS_PER_COIN);

/** MarketView.bar by instrument. */
export type ClosedKlines = (instrument: string, periodMs: number, openMs: number) => Bar | null;

/**
 * K-lines of a feed's minutes, each made once for all bots of a market. Only K-lines whose last minute is over may be
 * asked for: what was known then does not change any more.
 */
export function createClosedKlines(feed: MarketFeed): ClosedKlines {
  const known = createBoundedCache<string, Bar | null>(CACHED_KLINES);

  function make(instrument: string, periodMs: number, openMs: number): Bar | null {
    const spec = feed.spec(instrument);
    const endMs = openMs + periodMs;
    if (spec === undefined || openMs < 0) return null;
    const candles = feed.minutes(instrument, openMs, endMs, endMs);
    const units = feed.minuteVolumes(instrument, openMs, endMs, endMs);
    const volume = units.map((traded) => traded / COIN);
    return klineAt(aggregateKlines({ ...candles, volume }, periodMs), openMs, spec);
  }

  return (instrument, periodMs, openMs) =>
    known.get(`${instrument} ${periodMs} ${openMs}`, () => make(instrument, periodMs, openMs));
}
