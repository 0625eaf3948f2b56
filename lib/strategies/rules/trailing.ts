import { parseAmount, UNITS_PER_COIN } from '../../money/amount.ts';
import { compareDecimals, isUnset, readDecimal, shiftDecimal } from '../../money/decimal-text.ts';
import { formatTicks, type MarketSpec } from '../../money/market-spec.ts';
import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { caution, fault, toastFault } from './issue.ts';
import { MAX_RANGE_PRICE, type PercentLimits, readPercent, readPrice } from './numbers.ts';

/** Quick picks of the momentum in percent (C-267). */
export const MOMENTUM_PRESETS = ['2', '5', '10', '20', '30', '40', '50'] as const;
const DEFAULT_MOMENTUM = '2';
/** Custom momentum: 1–50 % with 2 decimals (C-268). */
export const MOMENTUM_LIMITS: PercentLimits = { min: '1', max: '50', decimals: 2 };

type Direction = 'up' | 'down';
const LIMIT_FIELD = { up: 'stop_upward_price', down: 'stop_downward_price' } as const;

export function isTrailing(values: FormValues): boolean {
  return values.trail_up === '1' || values.trail_down === '1';
}

/** The range's edges in ticks, or null unless both are positive prices (C-197). */
function readEdges(values: FormValues, spec: MarketSpec): { low: number; high: number } | null {
  const low = readPrice('low_price', values.low_price ?? '', spec, MAX_RANGE_PRICE).value;
  const high = readPrice('high_price', values.high_price ?? '', spec, MAX_RANGE_PRICE).value;
  return low === null || high === null ? null : { low, high };
}

/** Why a trailing box cannot be checked yet (C-197, C-409). */
export function trailingRefusal(values: FormValues, field: string, value: string, spec: MarketSpec): Issue | null {
  if ((field !== 'trail_up' && field !== 'trail_down') || value !== '1') return null;
  return readEdges(values, spec) === null ? toastFault(field, 'trail.range_first') : null;
}

/**
 * A trailing box changes: checked, its limit is set 50 % beyond the range's edge, rounded down to the tick (C-198),
 * and momentum to its default (C-199); unchecked, the limit is cleared, and momentum with the last box (C-200).
 */
export function reduceTrailing(values: FormValues, direction: Direction, isOn: boolean, spec: MarketSpec): FormValues {
  const box = `trail_${direction}`;
  const limit = LIMIT_FIELD[direction];
  if (!isOn) {
    const next = { ...values, [box]: '0', [limit]: '' };
    return isTrailing(next) ? next : { ...next, moving_average_momentum: '' };
  }
  const edges = readEdges(values, spec);
  if (edges === null) return values;
  const ticks = direction === 'up' ? edges.high + Math.floor(edges.high / 2) : Math.floor(edges.low / 2);
  return { ...values, [box]: '1', [limit]: formatTicks(spec, ticks), moving_average_momentum: DEFAULT_MOMENTUM };
}

/** C-266, C-268, C-270…C-272 as errors, C-269 as a warning. The create button is disabled while there is an error. */
export function checkTrailing(values: FormValues, context: CheckContext): readonly Issue[] {
  if (!isTrailing(values)) return [];
  const edges = readEdges(values, context.spec);
  if (edges === null) return [fault('trailing', 'trail.range_first')];
  const limits: Issue[] = [];
  if (values.trail_up === '1') limits.push(...checkLimit(values, 'up', edges.high, context));
  if (values.trail_down === '1') limits.push(...checkLimit(values, 'down', edges.low, context));
  return [...limits, ...checkMomentum(values)];
}

function checkMomentum(values: FormValues): readonly Issue[] {
  const field = 'moving_average_momentum';
  const { min, max } = MOMENTUM_LIMITS;
  const beyond = fault(field, 'trail.momentum_range', { min, max });
  const { value, issue } = readPercent(field, values[field] ?? '', MOMENTUM_LIMITS, beyond);
  if (issue !== null) return [issue];
  return value === null ? [fault(field, 'trail.momentum_required')] : [];
}

function checkLimit(values: FormValues, direction: Direction, edge: number, context: CheckContext): readonly Issue[] {
  const field = LIMIT_FIELD[direction];
  const text = values[field] ?? '';
  // C-272: an empty or zero limit prompts for one.
  if (isUnset(text)) return [fault(field, 'trail.limit_empty')];
  const { value, issue } = readPrice(field, text, context.spec, MAX_RANGE_PRICE);
  if (issue !== null) return [issue];
  if (value === null) return [];
  // M-206, M-207: a grid that has come to its limit may be laid anew up to it.
  if (context.isRelaid === true && value === edge) return [];
  if (direction === 'up' && value <= edge) return [fault(field, 'trail.up_not_above_high')];
  if (direction === 'down' && value >= edge) return [fault(field, 'trail.down_not_below_low')];
  return isWithinMomentum(values, edge, value) ? [caution(field, 'trail.momentum_too_large')] : [];
}

/** Whether the limit lies closer to the edge than the momentum, so that the grid could never move there. Exact. */
function isWithinMomentum(values: FormValues, edge: number, limit: number): boolean {
  const percent = readDecimal(values.moving_average_momentum ?? '');
  if (percent === null || compareDecimals(percent, MOMENTUM_LIMITS.max) > 0) return false;
  const fraction = parseAmount(shiftDecimal(percent, -2) ?? '') ?? 0n;
  return BigInt(Math.abs(limit - edge)) * UNITS_PER_COIN < BigInt(edge) * fraction;
}
