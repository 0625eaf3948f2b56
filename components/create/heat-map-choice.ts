import type { AnyDefinition } from '#components/form/any-definition.ts';
import { type HeatMapCell, heatMapRange, nearestCell } from '#lib/backtest/search/heat-map-scale.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { readRangeTicks } from '#lib/strategies/rules/grid-values.ts';

/** What both faces of the map show: cells by place, the present choice, and what taking one does. */
export interface HeatMapView {
  readonly cells: ReadonlyMap<string, HeatMapCell>;
  readonly present: { readonly widthIndex: number; readonly countIndex: number } | null;
  /** What is invested. */
  readonly asset: string;
  readonly onTake: (cell: HeatMapCell) => void;
}

/** Grids between two prices have a map; the infinite grid and the martingales have neither width nor count. */
export function hasRange({ fields }: Pick<AnyDefinition, 'fields'>): boolean {
  const names = new Set(fields.map(({ name }) => name));
  return names.has('grid_num') && names.has('low_price') && names.has('high_price');
}

/** The cell that stands for the present choice, nearest by ratio; null until range, count and price are known. */
export function presentCell(
  values: FormValues,
  spec: MarketSpec,
  lastTicks: number | null,
): { readonly widthIndex: number; readonly countIndex: number } | null {
  const { low, high } = readRangeTicks(values, spec);
  const count = Number(values.grid_num);
  if (low === null || high === null || low >= high || lastTicks === null || !(count >= 2)) return null;
  return nearestCell((high - low) / lastTicks, count);
}

/** What taking a cell types into the form: its width around today's price, and its count. */
export function choiceOf(
  { width, gridCount }: Pick<HeatMapCell, 'width' | 'gridCount'>,
  spec: MarketSpec,
  lastTicks: number,
): readonly (readonly [string, string])[] {
  const range = heatMapRange(width, lastTicks);
  if (range === null) return [];
  return [
    ['low_price', formatTicks(spec, range.lowTicks)],
    ['high_price', formatTicks(spec, range.highTicks)],
    ['grid_num', String(gridCount)],
  ];
}

/** Strength of a cell's colour, 0…1, beside the strongest of the map. */
export function shadeOf(rate: number, cells: readonly HeatMapCell[]): number {
  const most = cells.reduce((largest, cell) => Math.max(largest, Math.abs(cell.rate ?? 0)), 0);
  return most === 0 ? 0 : Math.abs(rate) / most;
}
