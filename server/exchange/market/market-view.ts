import type { MarketView } from '#lib/engine/machine.ts';
import type { MarketFeed } from './feed.ts';
import { type ClosedKlines, createClosedKlines } from './klines.ts';
import { createMovingAverage, type MovingAverage } from './moving-average.ts';

/**
 * What machines may ask of a feed. `instruments[i]` is the instrument (instrumentOf) of the machine's feed i: one for
 * spot kinds; the contract twice (last price and mark price) for kinds with contracts. Averages and market orders are
 * those of the last price whichever of the two is asked about. All views of an exchange should share one `average` and
 * one `klines`, so that a thousand bots of a market share its sums and K-lines.
 */
export function createMarketView(
  feed: MarketFeed,
  instruments: readonly string[],
  average: MovingAverage = createMovingAverage(feed),
  klines: ClosedKlines = createClosedKlines(feed),
): MarketView {
  function instrumentAt(index: number): string {
    const instrument = instruments[index];
    if (instrument === undefined) throw new Error(`The view has no feed ${index}`);
    return instrument;
  }
  return {
    movingAverage: (index, minutes, timeMs) => average(instrumentAt(index), minutes, timeMs),
    marketFillTicks: (index, side, quantity, ticks, timeMs) =>
      feed.marketFillTicks(instrumentAt(index), side, quantity, ticks, timeMs),
    depthWithin: (index, side, limitTicks, ticks, timeMs) =>
      feed.depthWithin(instrumentAt(index), side, limitTicks, ticks, timeMs),
    bar: (index, periodMs, openMs) => klines(instrumentAt(index), periodMs, openMs),
    fundingRate: (index, timeMs) => feed.fundingRate(instrumentAt(index), timeMs),
    expectedFundingRate: (index, timeMs) => settledRate(feed, instrumentAt(index), timeMs),
  };
}

/** The rate of the last settlement at or before `timeMs`: what a backtest knows of the next one as well. */
function settledRate(feed: MarketFeed, instrument: string, timeMs: number): bigint | null {
  const interval = feed.spec(instrument)?.contract?.fundingIntervalMs;
  return interval === undefined ? null : feed.fundingRate(instrument, Math.floor(timeMs / interval) * interval);
}
