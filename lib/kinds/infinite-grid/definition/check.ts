import { fitsLadder } from '../../../formulas/largest-order.ts';
import { mulDivDown, parseAmount, UNITS_PER_COIN } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { investmentAsset, isBaseInvested, moneyDecimals } from '../../../strategies/grid/invested.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import { largestOrderFault } from '../../../strategies/rules/largest-order.ts';
import { checkMoney } from '../../../strategies/rules/money.ts';
import { readPercent } from '../../../strategies/rules/numbers.ts';
import { checkStopLoss, checkTakeProfit, checkTrigger, startTicks } from '../../../strategies/rules/stops.ts';
import { checkFollowFee, checkTexts } from '../../../strategies/rules/text.ts';
import { fractionLimits } from './values.ts';

/**
 * Every rule of an infinite grid. It has no range, so stops and trigger are only compared with the price (C-264, C-265). What
 * it was funded with says on which side its trigger lies (C-262), not where it loses: once it runs it holds coins either way,
 * and loses below.
 */
export function checkInfinite(values: FormValues, context: CheckContext): readonly Issue[] {
  const stops = { low: null, high: null, isSelling: false };
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
    ...checkTrigger(values, { ...stops, isSelling: isBaseInvested(values) }, context),
    ...checkStopLoss(values, stops, context),
    ...checkTakeProfit(values, stops, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
    ...checkLargest(values, context),
  ];
}

/** More coins than a bot can count (largest-order.ts). Its orders are never larger than that, however far the price goes. */
function checkLargest(values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec } = context;
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  const ticks = startTicks(values, context);
  if (investment === null || ticks === null || ticks < 1) return [];
  const coins = isBaseInvested(values)
    ? investment
    : mulDivDown(investment, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
  return fitsLadder(spec, [coins], 0) ? [] : [largestOrderFault(spec)];
}

function checkFraction(field: 'low_price' | 'high_price', values: FormValues, context: CheckContext): readonly Issue[] {
  // Its two fields carry the wire names of prices, and are none.
  const limits = { ...fractionLimits(context.spec), label: field === 'low_price' ? 'fall_rate' : 'rise_rate' };
  const beyond = fault(field, 'grid.fraction_range', { min: limits.min, max: limits.max });
  const { value, issue } = readPercent(field, values[field] ?? '', limits, beyond);
  if (issue !== null) return [issue];
  return value === null && context.phase !== 'typing' ? [beyond] : [];
}
