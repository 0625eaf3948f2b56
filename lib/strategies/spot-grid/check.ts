import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { checkCount, checkQuantityRate, checkRange, checkReturn } from '../rules/grid.ts';
import { readRangeTicks } from '../rules/grid-values.ts';
import { checkMoney } from '../rules/money.ts';
import {
  cautionOutsideRange,
  checkSlippage,
  checkStopLoss,
  checkTakeProfit,
  checkTrigger,
  type StopRange,
} from '../rules/stops.ts';
import { checkFollowFee, checkTexts } from '../rules/text.ts';
import { checkTrailing } from '../rules/trailing.ts';
import { investmentAsset, isBaseInvested, MAX_SLIPPAGE, moneyDecimals } from './values.ts';

/** Every rule of a spot grid, in the order of the form, so that the first error is the first on the screen. */
export function check(values: FormValues, context: CheckContext): readonly Issue[] {
  return checkSpotSized(values, isBaseInvested(values), context);
}

/** The same with the side said apart: a margin grid sells without investing base. */
export function checkSpotSized(values: FormValues, isSelling: boolean, context: CheckContext): readonly Issue[] {
  const range = readRangeTicks(values, context.spec);
  const isOrdered = range.low !== null && range.high !== null && range.low < range.high;
  const stops: StopRange = { ...(isOrdered ? range : { low: null, high: null }), isSelling };
  return [
    ...checkRange(values, range, context),
    ...checkCount(values, context),
    ...checkReturn(values, context),
    ...checkTrailing(values, context),
    ...checkMoney(
      'money',
      values.money ?? '',
      moneyDecimals(values, context.spec),
      investmentAsset(values, context.spec),
      context,
    ),
    ...checkQuantityRate(values, context),
    ...checkTrigger(values, stops, context),
    ...checkStopLoss(values, stops, context),
    ...checkTakeProfit(values, stops, context),
    ...checkSlippage(values, MAX_SLIPPAGE),
    ...cautionOutsideRange(values, stops, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
  ];
}
