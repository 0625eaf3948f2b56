import { isContract } from '../../../formulas/contract-value.ts';
import { buildLadder, planLadder } from '../../../formulas/martingale-ladder.ts';
import { ceilToStep, formatAmount, parseAmount } from '../../../money/amount.ts';
import { isUnset, readDecimal } from '../../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import { checkLeverage, checkSide } from '../../../strategies/rules/leverage.ts';
import { checkMoney } from '../../../strategies/rules/money.ts';
import {
  isNumberLike,
  MAX_STOP_PRICE,
  outOfRange,
  readInteger,
  readPercent,
  readPrice,
} from '../../../strategies/rules/numbers.ts';
import { startTicks } from '../../../strategies/rules/stops.ts';
import { checkFollowFee, checkTexts } from '../../../strategies/rules/text.ts';
import { checkRows, firstStepE8 } from './check-rows.ts';
import { checkStep } from './check-step.ts';
import { cautionLadder } from './lines.ts';
import { readTerms } from './terms.ts';
import { hasMultiplier, isFreeParams, martingaleAsset, martingaleDecimals, martingaleLeverage } from './values.ts';

/** Every rule of a martingale, spot or futures, in the order of the form. */
export function checkMartingale(values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec } = context;
  const onContract = isContract(spec);
  return [
    ...(onContract ? [...checkSide(values, false), ...checkLeverage(values, martingaleLeverage(spec), context)] : []),
    ...(isFreeParams(values) ? checkRows(values, context) : checkBase(values, context)),
    ...checkTakeProfitPerCycle(values, context),
    ...checkStopLossPerCycle(values, context),
    ...checkInvestment(values, context),
    ...(onContract ? cautionLadder(values, context) : []),
    ...checkTriggerPrice(values, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
  ];
}

/** The money, and on contracts the first order: what that lacks is said before what the whole ladder lacks (C-234, C-238). */
function checkInvestment(values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec } = context;
  const decimals = martingaleDecimals(values, spec);
  const money = checkMoney('money', values.money ?? '', decimals, martingaleAsset(values, spec), context);
  const first = checkFirstSize(values, context);
  return money.some(({ code }) => code === 'money.min.create') ? [...first, ...money] : [...money, ...first];
}

/** C-294 … C-299: step, number of add orders, multiplier where it counts. */
function checkBase(values: FormValues, context: CheckContext): readonly Issue[] {
  const isFinal = context.phase !== 'typing';
  const orders = readInteger('max_order_amount', values.max_order_amount ?? '', 1, 30);
  const missing = orders.value === null && orders.issue === null && isFinal;
  return [
    ...checkStep('price_steps', values.price_steps ?? '', values, context),
    ...(orders.issue === null ? [] : [orders.issue]),
    ...(missing ? [fault('max_order_amount', 'add_orders.required')] : []),
    ...checkMultiplier(values, context),
  ];
}

/** C-298, X17: 1–2 with two decimals; a low-risk bot has none. */
function checkMultiplier(values: FormValues, context: CheckContext): readonly Issue[] {
  if (!hasMultiplier(values)) return [];
  const field = 'amount_multiplier';
  const limits = { min: '1', max: '2', decimals: 2 };
  const { value, issue } = readPercent(field, values[field] ?? '', limits, fault(field, 'multiplier.range'));
  if (issue !== null) return [issue];
  return value === null && context.phase !== 'typing' ? [fault(field, 'multiplier.range')] : [];
}

/** A hundredth of a percent, as messages show steps. */
const HUNDREDTH = 1_000_000n;
/** Prices have no natural end; this one keeps typing mistakes out. */
const MOST_PROFIT = '10000';

/** C-300, X18: required, at least 0.1 %; the documented text says "greater than". */
function checkTakeProfitPerCycle(values: FormValues, context: CheckContext): readonly Issue[] {
  const field = 'take_profit_per_cycle';
  const limits = { min: '0.1', max: MOST_PROFIT, decimals: 2 };
  const text = values[field] ?? '';
  const isTooMuch = isNumberLike(text) && Number(text) > Number(MOST_PROFIT);
  const beyond = isTooMuch ? outOfRange(field, limits.min, MOST_PROFIT) : fault(field, 'cycle.take_profit');
  const { value, issue } = readPercent(field, text, limits, beyond);
  if (issue !== null) return [issue];
  return value === null && context.phase !== 'typing' ? [fault(field, 'cycle.take_profit')] : [];
}

/** C-301, C-302, X19: 0–100; above 0 it must exceed the first price step (the second row's with free rows). */
function checkStopLossPerCycle(values: FormValues, context: CheckContext): readonly Issue[] {
  const field = 'stop_loss_per_cycle';
  const limits = { min: '0', max: '100', decimals: 2 };
  const { value, issue } = readPercent(field, values[field] ?? '', limits, fault(field, 'cycle.stop_loss'));
  if (issue !== null) return [issue];
  if (value === null || isUnset(value)) return [];
  const step = firstStepE8(values, context);
  if (step !== null && (parseAmount(value) ?? 0n) <= step) {
    return [fault(field, 'cycle.stop_loss_step', { step: formatAmount(ceilToStep(step, HUNDREDTH)) })];
  }
  return checkLeveragedStop(values, value, context);
}

/** X13: on a contract the loss must also stay below 100 ÷ leverage percent. */
function checkLeveragedStop(values: FormValues, percent: string, { spec }: CheckContext): readonly Issue[] {
  const leverage = Number(values.leverage ?? '1');
  if (!isContract(spec) || !Number.isInteger(leverage) || leverage < 1) return [];
  const units = parseAmount(percent) ?? 0n;
  if (units * BigInt(leverage) < 100n * 100_000_000n) return [];
  return [fault('stop_loss_per_cycle', 'stop.leverage_limit', { max: `${Math.floor(10_000 / leverage) / 100}` })];
}

/**
 * C-161, C-237 … C-239: a contract's first order – as many contracts as are asked for, else as many as the money carries –
 * lies between the smallest and the largest order where it is placed, and the money carries the ladder behind it. Said in base units.
 */
function checkFirstSize(values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec, feeRate } = context;
  if (!isContract(spec)) return [];
  const { sizeMin, sizeMax, quantoUnits, isInverse } = spec.contract;
  const least = sizeMin > 1n ? sizeMin : 1n;
  const unit = isInverse ? spec.quote : spec.base;
  const tooSmall = (field: string): Issue => fault(field, 'order.min', { n: formatAmount(least * quantoUnits), unit });
  const tooLarge = (field: string, most: bigint): Issue =>
    fault(field, 'order.max', { n: formatAmount(most * quantoUnits), unit });
  // Empty is as many as the money carries; a zero that somebody typed is an order that is too small, not another one.
  const asked = readInteger('size', values.size ?? '', 0, Number.MAX_SAFE_INTEGER);
  if (asked.issue !== null) return [asked.issue.code === 'range' ? tooLarge('size', sizeMax) : asked.issue];
  if (asked.value !== null && BigInt(asked.value) < least) return [tooSmall('size')];
  if (asked.value !== null && BigInt(asked.value) > sizeMax) return [tooLarge('size', sizeMax)];
  const terms = readTerms(values, spec, feeRate);
  const start = startTicks(values, context);
  if (terms === null || terms.investment === 0n || start === null) return [];
  const carried = planLadder({ ...terms, firstSize: null }, start, terms.investment).sizes[0] ?? 0n;
  if (carried < least) {
    // The smallest first order has a late one behind it that no money could place: that one is too large, not the first too small.
    const rows = buildLadder({ ...terms, firstSize: least }, start);
    return [
      rows.some(({ withheld }) => withheld === 'above-maximum')
        ? tooLarge(depthField(values), sizeMax)
        : tooSmall('money'),
    ];
  }
  if (asked.value !== null) return BigInt(asked.value) > carried ? [tooLarge('size', carried)] : [];
  return carried > sizeMax ? [tooLarge('money', sizeMax)] : [];
}

/** The field that says how far the orders grow. */
function depthField(values: FormValues): string {
  return isFreeParams(values) ? 'price_step_details' : 'max_order_amount';
}

/** C-261, M-246, X3: empty or 0 is not set. A martingale has no range that a trigger could leave. */
function checkTriggerPrice(values: FormValues, { spec, lastTicks, isEdit }: CheckContext): readonly Issue[] {
  const field = 'trigger_price';
  const text = values[field] ?? '';
  if (isUnset(text)) return [];
  const { value, issue } = readPrice(field, text, spec, MAX_STOP_PRICE, isEdit !== true);
  if (issue !== null) return [issue];
  if (value === null || lastTicks === null) return [];
  const isSelling = isContract(spec) && values.side === 'sell';
  if (isSelling && value < lastTicks) return [fault(field, 'trigger.below_last')];
  if (!isSelling && value > lastTicks) return [fault(field, 'trigger.above_last')];
  return readDecimal(text) === null ? [outOfRange(field, '0', MAX_STOP_PRICE)] : [];
}
