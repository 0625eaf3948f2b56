import { compareDecimals, isUnset } from '../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { fault } from './issue.ts';
import { readPercent } from './numbers.ts';

const LIMITS = { min: '0', max: '100', decimals: 2 } as const;

/**
 * Stop loss and take profit as percent of the investment (C-280…C-282): 0–100 with two decimals, a stop loss of 0 is none,
 * a take profit of 0 says '>0' (X12); on contracts – `leverage` is not null – the stop loss must be below 100 ÷ leverage
 * percent, at 1X too (X13).
 */
export function checkRatioStops(values: FormValues, leverage: number | null, context: CheckContext): readonly Issue[] {
  return [...checkStop(values, 'stop_loss', leverage, context), ...checkStop(values, 'stop_profit', null, context)];
}

function checkStop(
  values: FormValues,
  field: 'stop_loss' | 'stop_profit',
  leverage: number | null,
  context: CheckContext,
): readonly Issue[] {
  if (values[`${field}_on`] !== '1') return [];
  const limits = { ...LIMITS, label: `${field}_ratio` };
  const { value, issue } = readPercent(field, values[field] ?? '', limits, fault(field, 'stop.ratio_range'));
  if (issue !== null) return [issue];
  if (value === null) return context.phase === 'typing' ? [] : [fault(field, `${field}.ratio_empty`)];
  if (isUnset(value)) return field === 'stop_profit' ? [fault(field, 'stop.ratio_zero')] : [];
  if (leverage === null) return [];
  // Below 100 ÷ leverage, compared without dividing: percent × leverage < 100.
  return isLeveragedBelow(value, leverage)
    ? []
    : [fault(field, 'stop.leverage_limit', { max: `${Math.floor(10_000 / leverage) / 100}` })];
}

function isLeveragedBelow(percent: string, leverage: number): boolean {
  const [whole = '0', fraction = ''] = percent.split('.');
  const hundredths = BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
  return compareDecimals(String(hundredths * BigInt(leverage)), '10000') < 0;
}
