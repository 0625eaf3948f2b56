import { rangeAround } from '../../formulas/range-shape.ts';

/** Columns and rows of the map, and what a cell of it is: what a page draws and takes from it, without the engines that fill it in a worker (heat-map.ts). */

/** Range widths as fractions of the price, and numbers of grids: 20 × 10 cells. */
export const HEAT_MAP_WIDTHS = [
  0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22, 0.26, 0.32, 0.4, 0.5, 0.65, 0.8,
] as const;
export const HEAT_MAP_COUNTS = [5, 8, 12, 18, 27, 40, 60, 90, 130, 200] as const;

const EVEN = 0.5;

export interface HeatMapCell {
  readonly widthIndex: number;
  readonly countIndex: number;
  /** (high − low) ÷ price, half of it on either side. */
  readonly width: number;
  readonly gridCount: number;
  /** Profit over the whole stretch as a fraction of the investment; null where the exchange would refuse such a bot. */
  readonly rate: number | null;
  /** Units that such a bot would need at least, where that is more than is invested; else null. */
  readonly needs: bigint | null;
}

export interface HeatMapRange {
  readonly lowTicks: number;
  readonly highTicks: number;
}

/** The range that a cell stands for at a price: what a click on it takes. Null where it leaves the prices. */
export function heatMapRange(width: number, ticks: number): HeatMapRange | null {
  return rangeAround(ticks, width, EVEN);
}

/** Column and row that are nearest to a present choice, by ratio. */
export function nearestCell(width: number, gridCount: number): { widthIndex: number; countIndex: number } {
  return { widthIndex: nearest(HEAT_MAP_WIDTHS, width), countIndex: nearest(HEAT_MAP_COUNTS, gridCount) };
}

function nearest(values: readonly number[], value: number): number {
  let best = 0;
  for (let i = 1; i < values.length; i += 1) {
    if (distance(values[i] as number, value) < distance(values[best] as number, value)) best = i;
  }
  return best;
}

function distance(a: number, b: number): number {
  return Math.abs(Math.log(a / b));
}
