import { rangeAround } from '../../formulas/range-shape.ts';
import type { EngineParamsByKind, RunnableKind } from '../../kinds/definitions.ts';
import { type SearchPrices, Stretch } from './stretch.ts';

/** Range widths as fractions of the price, and numbers of grids: 20 × 10 cells. */
export const HEAT_MAP_WIDTHS = [
  0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22, 0.26, 0.32, 0.4, 0.5, 0.65, 0.8,
] as const;
export const HEAT_MAP_COUNTS = [5, 8, 12, 18, 27, 40, 60, 90, 130, 200] as const;

const EVEN = 0.5;
/** Cells are yielded coarse first: every fourth column and row, then every second, then the rest. */
const STRIDES = [4, 2, 1] as const;

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

export interface HeatMapInput<K extends RunnableKind> {
  readonly kind: K;
  /** 1-minute candles of the last 30 days (marks and funding for contracts). The bots start at the first known price. */
  readonly prices: SearchPrices;
  /** The present choice with another range and count; null where the kind's check would refuse it. */
  readonly paramsOf: (range: HeatMapRange, gridCount: number) => EngineParamsByKind[K] | null;
  /** Least investment of a cell's bot, units, where that is more than is invested; null where it is not. */
  readonly needsOf?: (params: EngineParamsByKind[K], width: number, gridCount: number) => bigint | null;
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

/**
 * What grids of each width and count would have given over the prices, cell by cell and coarse first. Ranges lie around
 * the price at the beginning, because a bot that was set around today's price then would have known the future. Nothing
 * when no price is known.
 */
export function* heatMapCells<K extends RunnableKind>({
  kind,
  prices,
  paramsOf,
  needsOf,
}: HeatMapInput<K>): Generator<HeatMapCell> {
  const { open } = prices.candles;
  const from = open.findIndex((ticks) => ticks >= 0);
  if (from < 0) return;
  const stretch = new Stretch(prices, from, open.length);
  for (const [widthIndex, countIndex] of coarseFirst()) {
    const width = HEAT_MAP_WIDTHS[widthIndex] as number;
    const gridCount = HEAT_MAP_COUNTS[countIndex] as number;
    const range = rangeAround(stretch.startTicks, width, EVEN);
    const params = range === null ? null : paramsOf(range, gridCount);
    const needs = params === null ? null : (needsOf?.(params, width, gridCount) ?? null);
    const rate = params === null || needs !== null ? null : stretch.profitRate(kind, params);
    yield { widthIndex, countIndex, width, gridCount, rate, needs };
  }
}

/** Every cell once; in a round those of few grids first, because they are the quickest. */
function* coarseFirst(): Generator<readonly [number, number]> {
  for (const [round, stride] of STRIDES.entries()) {
    const before = STRIDES[round - 1];
    for (let count = 0; count < HEAT_MAP_COUNTS.length; count += stride) {
      for (let width = 0; width < HEAT_MAP_WIDTHS.length; width += stride) {
        if (before === undefined || width % before !== 0 || count % before !== 0) yield [width, count];
      }
    }
  }
}
