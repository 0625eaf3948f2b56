import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { checkCount, checkQuantityRate, checkRange, checkReturn } from '../../../strategies/rules/grid.ts';
import { readRangeTicks } from '../../../strategies/rules/grid-values.ts';
import { checkLeverage, checkSide, readLeverage } from '../../../strategies/rules/leverage.ts';
import { checkMoney } from '../../../strategies/rules/money.ts';
import { checkRatioStops } from '../../../strategies/rules/ratio-stops.ts';
import { settleAsset, settleDecimals } from '../../../strategies/rules/settle.ts';
import { cautionOutsideRange, checkSlippage, checkTrigger } from '../../../strategies/rules/stops.ts';
import { checkFollowFee, checkTexts } from '../../../strategies/rules/text.ts';
import { cautionLiquidation } from './liquidation-caution.ts';
import { leverageLimits, MAX_FUTURES_SLIPPAGE } from './values.ts';

/** Every rule of a futures grid, in the order of the form. */
export function checkFutures(values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec } = context;
  const range = readRangeTicks(values, spec);
  const isOrdered = range.low !== null && range.high !== null && range.low < range.high;
  const stops = {
    ...(isOrdered ? range : { low: null, high: null }),
    isSelling: values.side === 'sell',
    isNeutral: values.side === 'neutral',
  };
  const limits = leverageLimits(spec);
  return [
    ...checkSide(values, true),
    ...checkLeverage(values, limits, context),
    ...checkRange(values, range, context),
    ...checkCount(values, context),
    ...checkReturn(values, context),
    ...checkMoney('money', values.money ?? '', settleDecimals(values, spec), settleAsset(values, spec), context),
    ...checkQuantityRate(values, context),
    ...checkTrigger(values, stops, context),
    ...checkRatioStops(values, readLeverage(values, limits), context),
    ...checkSlippage(values, MAX_FUTURES_SLIPPAGE),
    ...cautionOutsideRange(values, stops, context),
    ...cautionLiquidation(values, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
  ];
}
