import type { CandleColumns } from '#lib/engine/candles.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { createBasis } from './basis.ts';
import type { FollowedSpot } from './contract-days.ts';
import { createContractPrices } from './contract-prices.ts';
import type { MarketFeed, PathPoint } from './feed.ts';
import { createOrderBooks } from './order-book.ts';

/** The reading side of a feed without contracts. */
export type SpotReaders = Pick<
  MarketFeed,
  | 'spec'
  | 'lastTicks'
  | 'points'
  | 'knowsPath'
  | 'minutes'
  | 'minuteVolumes'
  | 'book'
  | 'marketFillTicks'
  | 'depthWithin'
>;

/** Prices of a column times each minute's factor; rounding keeps their order, so highs stay highs. */
function scaleColumn(column: Int32Array, factors: Float64Array): Int32Array {
  return column.map((ticks, i) => (ticks < 0 ? -1 : Math.max(1, Math.round(ticks * (factors[i] as number)))));
}

/**
 * Adds contracts to a live feed that watches spot markets only. They follow the watched prices with the basis of the
 * simulated market, constant within a minute: so the points and the minutes of a contract agree exactly as those of
 * its spot market do. Only spot is recorded to the tape; the rest follows from it again. `markTicks` keeps
 * what it first said of a minute; `marks` says what the minutes say now, which may be a tick else where the exchange
 * told a candle later than its last point was seen.
 */
export function withLiveContracts(
  spot: SpotReaders,
  contracts: readonly FollowedSpot[],
  seed: number,
): Omit<MarketFeed, 'name' | 'specs' | 'open' | 'close'> {
  const basis = createBasis(seed);
  const byInstrument = new Map(contracts.map((followed) => [instrumentOf(followed.spec), followed]));
  const factorAt = ({ basisKey, scale }: FollowedSpot, timeMs: number): number =>
    scale * (1 + basis(basisKey, Math.floor(timeMs / MINUTE_MS) * MINUTE_MS));
  const marketOf = (instrument: string): string => byInstrument.get(instrument)?.spotMarket ?? instrument;
  const spec: MarketFeed['spec'] = (instrument) => byInstrument.get(instrument)?.spec ?? spot.spec(instrument);

  function lastTicks(instrument: string, timeMs: number): number | null {
    const followed = byInstrument.get(instrument);
    const ticks = spot.lastTicks(marketOf(instrument), timeMs);
    if (followed === undefined || ticks === null) return ticks;
    return Math.max(1, Math.round(ticks * factorAt(followed, timeMs)));
  }

  function* contractPoints(followed: FollowedSpot, fromMs: number, toMs: number): Generator<PathPoint> {
    for (const { timeMs, ticks, jump } of spot.points(followed.spotMarket, fromMs, toMs)) {
      yield { timeMs, ticks: Math.max(1, Math.round(ticks * factorAt(followed, timeMs))), jump };
    }
  }

  function minutes(instrument: string, fromMs: number, toMs: number, nowMs: number): CandleColumns {
    const followed = byInstrument.get(instrument);
    const columns = spot.minutes(marketOf(instrument), fromMs, toMs, nowMs);
    if (followed === undefined) return columns;
    const { startMs, stepMs } = columns;
    const factors = Float64Array.from(columns.open, (_, i) => factorAt(followed, startMs + i * stepMs));
    return {
      startMs,
      stepMs,
      open: scaleColumn(columns.open, factors),
      high: scaleColumn(columns.high, factors),
      low: scaleColumn(columns.low, factors),
      close: scaleColumn(columns.close, factors),
    };
  }

  const books = createOrderBooks(seed, spec, lastTicks);
  return {
    contracts: contracts.map((followed) => followed.spec),
    spec,
    lastTicks,
    minutes,
    points(instrument, fromMs, toMs) {
      const followed = byInstrument.get(instrument);
      return followed === undefined ? spot.points(instrument, fromMs, toMs) : contractPoints(followed, fromMs, toMs);
    },
    knowsPath: (instrument, fromMs, toMs) => spot.knowsPath(marketOf(instrument), fromMs, toMs),
    minuteVolumes: (instrument, fromMs, toMs, nowMs) => spot.minuteVolumes(marketOf(instrument), fromMs, toMs, nowMs),
    book: (instrument, timeMs, depth) => (byInstrument.has(instrument) ? books : spot).book(instrument, timeMs, depth),
    marketFillTicks: books.marketFillTicks,
    depthWithin: books.depthWithin,
    ...createContractPrices(contracts, minutes),
  };
}
