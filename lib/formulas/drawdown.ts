import { UNITS_PER_COIN } from '../money/amount.ts';

/**
 * Largest falls of an equity series from an earlier peak: the largest in money and, found separately, the largest
 * relative to its peak in 1e-8 (≥ 0). The first value is the first peak (freqtrade; oracles.json metrics).
 */
export function maxDrawdown(equities: readonly bigint[]): { absolute: bigint; relativeE8: bigint } {
  let peak = equities[0] ?? 0n;
  let absolute = 0n;
  let relativeE8 = 0n;
  for (const equity of equities) {
    if (equity > peak) peak = equity;
    const fall = peak - equity;
    if (fall > absolute) absolute = fall;
    const relative = peak > 0n ? (fall * UNITS_PER_COIN) / peak : 0n;
    if (relative > relativeE8) relativeE8 = relative;
  }
  return { absolute, relativeE8 };
}

/** Relative drawdown of a curve of cumulative rates in 1e-8; the investment itself is the first peak. */
export function maxDrawdownE8(rates: readonly bigint[]): bigint {
  return maxDrawdown([UNITS_PER_COIN, ...rates.map((rate) => UNITS_PER_COIN + rate)]).relativeE8;
}

/**
 * How far below its earlier peak a curve of cumulative rates (1e-8) stands at each point: ≤ 0, 1e-8 of the peak. The
 * investment itself is the first peak.
 */
export function drawdownStripE8(rates: readonly bigint[]): bigint[] {
  let peak = UNITS_PER_COIN;
  return rates.map((rate) => {
    const equity = UNITS_PER_COIN + rate;
    if (equity > peak) peak = equity;
    return -(((peak - equity) * UNITS_PER_COIN) / peak);
  });
}
