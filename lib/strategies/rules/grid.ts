import { everyGridEarns, gridReturnRange } from '../../formulas/grid-return.ts';
import { UNITS_PER_COIN } from '../../money/amount.ts';
import type { FeeRateE8 } from '../../money/market-spec.ts';
import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { readLines } from './grid-values.ts';
import { caution, fault, toastFault } from './issue.ts';
import { MAX_RANGE_PRICE, outOfRange, readInteger, readPercent, readPrice } from './numbers.ts';

const MIN_GRIDS = 2;

/** C-251, C-252: each price above 0 and at most 99,999,999; high strictly above low (X10). */
export function checkRange(
  values: FormValues,
  range: { low: number | null; high: number | null },
  context: CheckContext,
): readonly Issue[] {
  const issues: Issue[] = [];
  for (const field of ['low_price', 'high_price']) {
    const { value, issue } = readPrice(field, values[field] ?? '', context.spec, MAX_RANGE_PRICE);
    if (issue !== null) issues.push(issue);
    else if (value === null && context.phase !== 'typing')
      issues.push(fault(field, 'price.required', { label: field }));
  }
  if (range.low !== null && range.high !== null && range.high <= range.low) {
    issues.push(fault('high_price', 'grid.high_not_above_low'));
  }
  return issues;
}

/** C-253, C-254: required, a whole number from 2 to the market's maximum. */
export function checkCount(values: FormValues, context: CheckContext): readonly Issue[] {
  const { value, issue } = readInteger('grid_num', values.grid_num ?? '', MIN_GRIDS, context.maxGrid);
  if (issue !== null) return [issue];
  return value === null && context.phase !== 'typing' ? [fault('grid_num', 'grid.count_required')] : [];
}

/** C-257, X8: every pair of neighbouring lines must earn more than its two fees, or as much where it is laid anew (M-210). Said in a toast. */
export function checkReturn(values: FormValues, context: CheckContext): readonly Issue[] {
  const lines = readLines(values, context.spec);
  if (lines === null) return [];
  if (!everyGridEarns(lines, context.feeRate, context.isRelaid)) return [toastFault('grid_num', 'grid.return_too_low')];
  return feesEatGrids(lines, context.feeRate);
}

/** Allowed, but said: the poorest grid earns no more than its two fees cost, so at least half of its gain is gone. */
function feesEatGrids(lines: readonly number[], feeRate: FeeRateE8): readonly Issue[] {
  const least = gridReturnRange(lines, feeRate).min;
  const cost = (2 * Number(feeRate)) / Number(UNITS_PER_COIN);
  if (least > cost) return [];
  const percent = (fraction: number): string => (fraction * 100).toFixed(2);
  return [caution('grid_num', 'grid.fees_eat', { least: percent(least), cost: percent(cost) })];
}

/** C-129 with D6: the ratio between neighbouring grids' quantities, 0–100 %. */
export function checkQuantityRate(values: FormValues, context: CheckContext): readonly Issue[] {
  const field = 'qty_rate';
  if (values.qty_type !== '1') return [];
  const limits = { min: '0', max: '100', decimals: 2 };
  const { value, issue } = readPercent(field, values[field] ?? '', limits, outOfRange(field, limits.min, limits.max));
  if (issue !== null) return [issue];
  return value === null && context.phase !== 'typing' ? [fault(field, 'quantity.rate_required')] : [];
}
