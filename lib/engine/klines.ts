import type { Bar } from '../indicators/bar.ts';
import { UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';
import type { CandleColumns } from './candles.ts';

/** K-lines of one period as columns: ticks, and coins of volume. One without any price has an `open` of −1. */
export interface KlineColumns {
  /** Open time of the first, ms: a UTC multiple of the period. */
  readonly startMs: number;
  readonly periodMs: number;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  /** NaN where the volumes of the candles are not known. */
  readonly volume: Float64Array;
}

/**
 * The K-lines whose whole time the candles cover, in one pass; gap candles are left out of them. `periodMs` is a
 * multiple of the candles' step.
 */
export function aggregateKlines(candles: CandleColumns, periodMs: number): KlineColumns {
  const { startMs, stepMs } = candles;
  const firstMs = Math.ceil(startMs / periodMs) * periodMs;
  const endMs = startMs + candles.open.length * stepMs;
  const count = Math.max(0, Math.floor((endMs - firstMs) / periodMs));
  const klines: KlineColumns = {
    startMs: firstMs,
    periodMs,
    open: new Int32Array(count).fill(-1),
    high: new Int32Array(count),
    low: new Int32Array(count),
    close: new Int32Array(count),
    volume: new Float64Array(count),
  };
  const each = periodMs / stepMs;
  let from = (firstMs - startMs) / stepMs;
  for (let i = 0; i < count; i += 1, from += each) fillKline(klines, i, candles, from, from + each);
  return klines;
}

function fillKline(klines: KlineColumns, at: number, candles: CandleColumns, from: number, until: number): void {
  const { open, high, low, close, volume } = candles;
  let i = from;
  while (i < until && (open[i] as number) < 0) i += 1;
  if (i === until) return;
  klines.open[at] = open[i] as number;
  let highest = high[i] as number;
  let lowest = low[i] as number;
  let last = close[i] as number;
  let traded = volume === undefined ? Number.NaN : (volume[i] as number);
  for (i += 1; i < until; i += 1) {
    if ((open[i] as number) < 0) continue;
    if ((high[i] as number) > highest) highest = high[i] as number;
    if ((low[i] as number) < lowest) lowest = low[i] as number;
    last = close[i] as number;
    if (volume !== undefined) traded += volume[i] as number;
  }
  klines.high[at] = highest;
  klines.low[at] = lowest;
  klines.close[at] = last;
  klines.volume[at] = traded;
}

/** The K-line that opened at `openMs` with prices in coins; null when it is not among these or has no price. */
export function klineAt(klines: KlineColumns, openMs: number, spec: Pick<MarketSpec, 'tickUnits'>): Bar | null {
  const at = (openMs - klines.startMs) / klines.periodMs;
  const open = klines.open[at];
  if (open === undefined || open < 0) return null;
  // A power of ten, so the quotient is the float nearest to the price as it is written.
  const perCoin = Number(UNITS_PER_COIN / spec.tickUnits);
  return {
    openMs,
    open: open / perCoin,
    high: (klines.high[at] as number) / perCoin,
    low: (klines.low[at] as number) / perCoin,
    close: (klines.close[at] as number) / perCoin,
    volume: klines.volume[at] as number,
  };
}
