import { type GridSpacing, gridLines } from '../../formulas/grid-levels.ts';
import type { GridQuantity } from '../../formulas/grid-quantities.ts';
import { parseAmount } from '../../money/amount.ts';
import { isUnset, readDecimal, shiftDecimal } from '../../money/decimal-text.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { FormValues } from '../definition.ts';
import { MAX_RANGE_PRICE, MAX_STOP_PRICE, readPrice } from './numbers.ts';

/** Some texts of a form, or of a payload that calls them the same. */
type Texts<Name extends string> = { readonly [N in Name]?: string | undefined };

/** Most grids that a chart draws or a payload carries (X1); the market's own maximum is lower. */
export const MAX_GRIDS = 1000;

/** A percent field as a fraction in 1e-8; null when not set or malformed. Exact. */
export function percentE8(text: string | undefined): bigint | null {
  const percent = readDecimal(text ?? '');
  return percent === null ? null : parseAmount(shiftDecimal(percent, -2) ?? '');
}

export function readRangeTicks(
  values: Texts<'low_price' | 'high_price'>,
  spec: MarketSpec,
): { low: number | null; high: number | null } {
  return {
    low: readPrice('low_price', values.low_price ?? '', spec, MAX_RANGE_PRICE).value,
    high: readPrice('high_price', values.high_price ?? '', spec, MAX_RANGE_PRICE).value,
  };
}

/** A stop or trail price in ticks; null when not set, zero or malformed. */
export function optionalTicks(text: string | undefined, spec: MarketSpec, max: string = MAX_STOP_PRICE): number | null {
  return isUnset(text ?? '') ? null : readPrice('', text ?? '', spec, max).value;
}

export function readSpacing(values: Texts<'price_type'>): GridSpacing {
  return values.price_type === '1' ? 'geometric' : 'arithmetic';
}

export function readGridCount(values: Texts<'grid_num'>): number | null {
  const text = values.grid_num ?? '';
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return count >= 2 && count <= MAX_GRIDS ? count : null;
}

export function readQuantity(values: FormValues): GridQuantity {
  if (values.qty_type !== '1') return { type: 'equal' };
  return { type: 'ratio', ratioE8: percentE8(values.qty_rate) ?? 0n };
}

/** The grid's lines, or null until range and count are whole. Ascending ticks. */
export function readLines(values: FormValues, spec: MarketSpec): number[] | null {
  const { low, high } = readRangeTicks(values, spec);
  const count = readGridCount(values);
  if (low === null || high === null || count === null || low >= high) return null;
  return gridLines(low, high, count, readSpacing(values));
}
