/** Widths of a range as a fraction of the price, from a quiet day's to a wild month's. */
export const RANGE_WIDTHS = [0.02, 0.03, 0.045, 0.065, 0.09, 0.13, 0.18, 0.25, 0.35, 0.5] as const;
/** Share of the width that lies below the price. */
export const SHARES_BELOW = [0.3, 0.4, 0.5, 0.6, 0.7] as const;
/** Numbers of intervals; a market's own maximum cuts them off. */
export const GRID_COUNTS = [4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 48, 58, 70, 85, 100, 125, 150, 200] as const;

/** The range of a width around a price, whole ticks; null where it leaves the prices or has no width. */
export function rangeAround(
  ticks: number,
  width: number,
  shareBelow: number,
): { readonly lowTicks: number; readonly highTicks: number } | null {
  const lowTicks = Math.round(ticks * (1 - width * shareBelow));
  const highTicks = Math.round(ticks * (1 + width * (1 - shareBelow)));
  return lowTicks > 0 && lowTicks < highTicks ? { lowTicks, highTicks } : null;
}
