import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { fault } from '../rules/issue.ts';
import { checkMoney } from '../rules/money.ts';
import { readPercent } from '../rules/numbers.ts';
import { checkStopLoss, checkTakeProfit, checkTrigger } from '../rules/stops.ts';
import { checkFollowFee, checkTexts } from '../rules/text.ts';
import { investmentAsset, isBaseInvested, moneyDecimals } from '../spot-grid/values.ts';
import { fractionLimits } from './values.ts';

/** Every rule of an infinite grid. It has no range, so stops and trigger are only compared with the price (C-264, C-265). */
export function checkInfinite(values: FormValues, context: CheckContext): readonly Issue[] {
  const stops = { low: null, high: null, isSelling: isBaseInvested(values) };
  return [
    ...checkFraction('low_price', values, context),
    ...checkFraction('high_price', values, context),
    ...checkMoney(
      'money',
      values.money ?? '',
      moneyDecimals(values, context.spec),
      investmentAsset(values, context.spec),
      context,
    ),
    ...checkTrigger(values, stops, context),
    ...checkStopLoss(values, stops, context),
    ...checkTakeProfit(values, stops, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
  ];
}

function checkFraction(field: 'low_price' | 'high_price', values: FormValues, context: CheckContext): readonly Issue[] {
  // Its two fields carry the wire names of prices, and are none.
  const limits = { ...fractionLimits(context.spec), label: field === 'low_price' ? 'fall_rate' : 'rise_rate' };
  const beyond = fault(field, 'grid.fraction_range', { min: limits.min, max: limits.max });
  const { value, issue } = readPercent(field, values[field] ?? '', limits, beyond);
  if (issue !== null) return [issue];
  return value === null && context.phase !== 'typing' ? [beyond] : [];
}
