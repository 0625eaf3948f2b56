import { compareDecimals, isUnset, readDecimal } from '../../../money/decimal-text.ts';
import { RATIO_DECIMALS } from '../../../money/input.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import { checkLeverage, checkSide } from '../../../strategies/rules/leverage.ts';
import { checkMoney } from '../../../strategies/rules/money.ts';
import { outOfRange, readPercent } from '../../../strategies/rules/numbers.ts';
import { checkFollowFee, checkTexts } from '../../../strategies/rules/text.ts';
import type { ConditionSource } from './source.ts';
import {
  hasTrigger,
  indicatorAsset,
  indicatorCap,
  indicatorDecimals,
  indicatorLeverage,
  indicatorMarketOf,
  indicatorMinAmount,
  isProtectDisabled,
  isStartProfitOn,
} from './values.ts';

/** C-317, X22. */
const FOLLOW_FEE_MIN = 5;
/** Profits have no natural end; this one keeps typing mistakes out. */
const MOST_PROFIT = '10000';

/** Every rule of an indicator bot, in the order of the form. What is wrong in the advanced block blocks too (C-310, E-184). */
export function checkIndicator(source: ConditionSource, values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec } = context;
  const isOnContract = spec.contract !== undefined;
  return [
    ...(isOnContract ? [...checkSide(values, false), ...checkLeverage(values, indicatorLeverage(spec), context)] : []),
    ...source.check(values, context),
    ...checkInvestment(values, context),
    ...checkRate('stop_rate', values, '10', '100'),
    ...checkRate('position_stop_rate', values, '0', '100'),
    ...(isOnContract ? checkContractProfit(values, context) : checkSpotProfit(values, context)),
    ...checkClosePercentage(values, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context, FOLLOW_FEE_MIN),
  ];
}

/** C-249, C-250. */
function checkInvestment(values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec, minAmount } = context;
  const asset = indicatorAsset(values, spec);
  const money = readDecimal(values.money ?? '');
  const max = indicatorCap(asset);
  if (money !== null && compareDecimals(money, max) > 0) {
    return [fault('money', 'money.too_large', { max, unit: asset })];
  }
  const known = { ...context, minAmount: indicatorMinAmount(asset, minAmount) };
  return checkMoney('money', values.money ?? '', indicatorDecimals(values, spec), asset, known);
}

/** A percent within limits; empty = not set (C-311…C-313). */
function checkRate(field: string, values: FormValues, min: string, max: string, label = field): readonly Issue[] {
  const limits = { min, max, decimals: RATIO_DECIMALS, label };
  const { issue } = readPercent(field, values[field] ?? '', limits, outOfRange(field, min, max, label));
  return issue === null ? [] : [issue];
}

function checkSpotProfit(values: FormValues, context: CheckContext): readonly Issue[] {
  const isAbsolute = values.absolute_profit_flag === 'Y';
  return [
    ...checkRate('stop_profit', values, '0', MOST_PROFIT, 'total_stop_profit'),
    ...(isAbsolute ? checkPositive('absolute_profit_rate', values, context) : []),
    ...checkRate('slip', values, '0', '5'),
  ];
}

function checkContractProfit(values: FormValues, context: CheckContext): readonly Issue[] {
  return [
    ...checkRate('position_stop_profit', values, '0', MOST_PROFIT),
    ...(isStartProfitOn(values) ? checkProtection(values, context) : []),
  ];
}

/** A rate that is switched on: required, above 0. */
function checkPositive(field: string, values: FormValues, context: CheckContext): readonly Issue[] {
  const text = values[field] ?? '';
  if (text === '') return context.phase === 'typing' ? [] : [fault(field, 'rate.required')];
  const issues = checkRate(field, values, '0', MOST_PROFIT);
  if (issues.length > 0) return issues;
  return isUnset(text) ? [fault(field, 'rate.positive')] : [];
}

/** C-314, C-315, E-186, E-187: a start above 0, and what is protected of it, not more. */
function checkProtection(values: FormValues, context: CheckContext): readonly Issue[] {
  const start = checkPositive('start_profit_rate', values, context);
  if (start.length > 0 || isProtectDisabled(values)) return start;
  const field = 'protect_profit_rate';
  const text = values[field] ?? '';
  if (text === '') return context.phase === 'typing' ? [] : [fault(field, 'rate.required')];
  const issues = checkRate(field, values, '0', MOST_PROFIT);
  if (issues.length > 0) return issues;
  const isAbove = compareDecimals(readDecimal(text) ?? '0', readDecimal(values.start_profit_rate ?? '') ?? '0') > 0;
  return isAbove ? [fault(field, 'rate.protect_above_start')] : [];
}

/** C-316, E-192, H24: how much of the position a trigger closes. */
function checkClosePercentage(values: FormValues, context: CheckContext): readonly Issue[] {
  const field = 'volume';
  if (!hasTrigger(values, indicatorMarketOf(context.spec))) return [];
  if ((values[field] ?? '') === '') return context.phase === 'typing' ? [] : [fault(field, 'rate.close_required')];
  const issues = checkRate(field, values, '0', '100');
  if (issues.length > 0) return issues;
  return isUnset(values[field] ?? '') ? [fault(field, 'rate.positive')] : [];
}
