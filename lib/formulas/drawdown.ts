import { UNITS_PER_COIN } from '../money/amount.ts';

/**
 * Largest falls of an equity series from an earlier peak: the largest in money and, found separately, the largest
 * relative to its peak in 1e-8 (≥ 0). The first value is the first peak (as freqtrade counts it).
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

/** What an equity did in a stretch of time: its extremes, and its largest relative fall from a peak of that stretch (0…1). */
export interface EquitySpan {
  readonly high: number;
  readonly low: number;
  readonly fall: number;
}

/** One of stretches that follow each other. `lift`: money that came in during it, counted in its extremes and not in earlier ones. */
export interface EquityStretch extends EquitySpan {
  readonly lift?: number;
}

/** A stretch in which nothing was seen. */
export const NO_SPAN: EquitySpan = { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY, fall: 0 };

/** How far an equity has been followed: the highest that it reached, and its largest relative fall (0…1) so far. */
export interface FollowedFall {
  readonly highest: number;
  readonly deepest: number;
}

/** One stretch further. */
export function followedOver(
  { highest, deepest }: FollowedFall,
  { high, low, fall, lift = 0 }: EquityStretch,
): FollowedFall {
  const peak = highest + lift;
  const below = peak > 0 ? (peak - low) / peak : 0;
  return { highest: Math.max(peak, high), deepest: Math.max(deepest, fall, below) };
}

/** Largest relative fall (0…1) over stretches that follow each other; `peak`: what the equity had reached before them. */
export function fallOver(spans: readonly EquityStretch[], peak = Number.NEGATIVE_INFINITY): number {
  return spans.reduce<FollowedFall>(followedOver, { highest: peak, deepest: 0 }).deepest;
}

/** A fraction that is a statistic as the wire's 1e-8, rounded down. */
export function fallE8(fall: number): bigint {
  return BigInt(Math.floor(fall * Number(UNITS_PER_COIN)));
}
