import type { MarketSpec } from '../money/market-spec.ts';
import { averageFillTicks, bookDepthUnits, unitsWithin } from './book-model.ts';
import type { CandleColumns, FundingColumns } from './candles.ts';
import { aggregateKlines, type KlineColumns, klineAt } from './klines.ts';
import type { MarketView } from './machine.ts';

/**
 * Mean close of the last `minutes` complete candles before `timeMs`, of 1-minute columns. Sums are made at the first
 * question (many backtests never ask). A gap candle counts with the close before it; NaN without that much history.
 */
export function createMovingAverage(candles: CandleColumns): (minutes: number, timeMs: number) => number {
  let sums: Float64Array | null = null;
  return (minutes, timeMs) => {
    sums ??= closeSums(candles);
    const end = Math.min(sums.length - 1, Math.floor((timeMs - candles.startMs) / candles.stepMs));
    const begin = end - minutes;
    if (begin < 0) return Number.NaN;
    const before = sums[begin] as number;
    return ((sums[end] as number) - before) / minutes;
  };
}

/** sums[i] is the sum of the closes of candles 0…i−1; NaN as long as no price is known. Exact up to 2^53. */
function closeSums(candles: CandleColumns): Float64Array {
  const { open, close } = candles;
  const sums = new Float64Array(close.length + 1);
  let last = Number.NaN;
  let sum = 0;
  let known = 0;
  for (let i = 0; i < close.length; i += 1) {
    if ((open[i] as number) >= 0) last = close[i] as number;
    if (Number.isNaN(last)) {
      known = i + 1;
    } else {
      sum += last;
    }
    sums[i + 1] = sum;
  }
  sums.fill(Number.NaN, 0, known);
  return sums;
}

const klinesOf = new WeakMap<CandleColumns, Map<number, KlineColumns>>();

/** The candles' K-lines of a period: made when first asked for, once for the same columns however many bots run over them. */
function klinesOver(candles: CandleColumns, periodMs: number): KlineColumns {
  const byPeriod = klinesOf.get(candles) ?? new Map<number, KlineColumns>();
  klinesOf.set(candles, byPeriod);
  const klines = byPeriod.get(periodMs) ?? aggregateKlines(candles, periodMs);
  byPeriod.set(periodMs, klines);
  return klines;
}

/** The rate settled at exactly `timeMs`; null when there is none. */
export function fundingRateAt(funding: FundingColumns, timeMs: number): bigint | null {
  const { timesMs, ratesE8 } = funding;
  const first = settlementsBefore(funding, timeMs);
  const rate = ratesE8[first];
  return timesMs[first] === timeMs && rate !== undefined ? BigInt(rate) : null;
}

/** The rate of the last settlement at or before `timeMs`: all that is known of the next one. Null before the first. */
export function lastFundingRate(funding: FundingColumns, timeMs: number): bigint | null {
  const first = settlementsBefore(funding, timeMs);
  const rate = funding.ratesE8[funding.timesMs[first] === timeMs ? first : first - 1];
  return rate === undefined ? null : BigInt(rate);
}

/** How many settlements were before `timeMs`. */
function settlementsBefore({ timesMs }: FundingColumns, timeMs: number): number {
  let first = 0;
  let end = timesMs.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((timesMs[middle] as number) < timeMs) first = middle + 1;
    else end = middle;
  }
  return first;
}

/**
 * What a backtest over one market's candles tells its machine: averages and K-lines from the candles, fills from the book model,
 * funding from the settlements handed in (none: no funding is ever due).
 */
export function createCandleView(candles: CandleColumns, spec: MarketSpec, funding?: FundingColumns): MarketView {
  const average = createMovingAverage(candles);
  return {
    fundingRate: (_feed, timeMs) => (funding === undefined ? null : fundingRateAt(funding, timeMs)),
    expectedFundingRate: (_feed, timeMs) => (funding === undefined ? null : lastFundingRate(funding, timeMs)),
    movingAverage: (_feed, minutes, timeMs) => average(minutes, timeMs),
    bar: (_feed, periodMs, openMs) => klineAt(klinesOver(candles, periodMs), openMs, spec),
    marketFillTicks: (_feed, side, quantity, ticks) =>
      averageFillTicks({ side, quantity, ticks, depthUnits: bookDepthUnits(spec, ticks) }),
    depthWithin: (_feed, side, limitTicks, ticks) =>
      unitsWithin({ side, limitTicks, ticks, depthUnits: bookDepthUnits(spec, ticks) }),
  };
}
