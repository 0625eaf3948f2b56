import { mulDivDown, parseAmount, UNITS_PER_COIN } from '../../money/amount.ts';
import { readDecimal } from '../../money/decimal-text.ts';
import { SMART_USDT_DECIMALS } from '../../money/precision.ts';
import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { percentE8 } from '../rules/grid-values.ts';
import { fault } from '../rules/issue.ts';
import { checkMoney, minimumText } from '../rules/money.ts';
import { checkRatioStops } from '../rules/ratio-stops.ts';
import { checkFollowFee, checkTexts } from '../rules/text.ts';
import { checkCoins } from '../smart-position/check-coins.ts';
import { coinSpec, parseCoins, SMART_QUOTE } from '../smart-position/coins.ts';
import { FEWEST_BOUGHT, LEAST_PURCHASE, readMoment, readSchedule } from './values.ts';

/** Every rule of a recurring buy, in the order of the form. */
export function checkRecurring(values: FormValues, context: CheckContext): readonly Issue[] {
  const each = checkEach(values, context);
  return [
    ...checkCoins(values, context, FEWEST_BOUGHT),
    ...(readSchedule(values.every) === null ? [fault('every', 'choice.unknown')] : []),
    ...checkFirst(values),
    ...each,
    // A part of an amount that is none says nothing.
    ...(each.length > 0 ? [] : checkParts(values, context)),
    ...checkTotal(values, context),
    ...checkRatioStops(values, null, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
  ];
}

function checkFirst({ first_time = '' }: FormValues): readonly Issue[] {
  return first_time === '' || readMoment(first_time) !== null ? [] : [fault('first_time', 'moment.format')];
}

function checkEach({ each_amount = '' }: FormValues, context: CheckContext): readonly Issue[] {
  const known = { ...context, available: null, minAmount: parseAmount(LEAST_PURCHASE) };
  return checkMoney('each_amount', each_amount, SMART_USDT_DECIMALS, SMART_QUOTE, known);
}

/** A coin of which every purchase would be below its market's minimum could never be bought. */
function checkParts(values: FormValues, { spec }: CheckContext): readonly Issue[] {
  const each = eachPurchase(values);
  if (each === null) return [];
  for (const { asset, rate } of parseCoins(values.coins ?? '') ?? []) {
    const least = coinSpec(asset, spec)?.minQuoteUnits;
    const shareE8 = percentE8(rate);
    if (least === undefined || shareE8 === null) continue;
    if (mulDivDown(each, shareE8, UNITS_PER_COIN) < least) {
      return [
        fault('each_amount', 'pairs.min', { asset, min: minimumText(least, SMART_USDT_DECIMALS), unit: SMART_QUOTE }),
      ];
    }
  }
  return [];
}

/** One purchase at least. */
function checkTotal(values: FormValues, context: CheckContext): readonly Issue[] {
  const each = eachPurchase(values);
  const { minAmount } = context;
  const least = each !== null && (minAmount === null || each > minAmount) ? each : minAmount;
  return checkMoney('money', values.money ?? '', SMART_USDT_DECIMALS, SMART_QUOTE, { ...context, minAmount: least });
}

/** The amount of one purchase, units; null until it is one. */
export function eachPurchase({ each_amount = '' }: FormValues): bigint | null {
  return parseAmount(readDecimal(each_amount) ?? '');
}
