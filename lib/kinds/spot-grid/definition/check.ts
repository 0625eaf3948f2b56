import { layOutGrid } from '../../../formulas/grid-quantities.ts';
import { fitsLadder } from '../../../formulas/largest-order.ts';
import { parseAmount, UNITS_PER_COIN } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { investmentAsset, isBaseInvested, moneyDecimals } from '../../../strategies/grid/invested.ts';
import { checkCount, checkQuantityRate, checkRange, checkReturn } from '../../../strategies/rules/grid.ts';
import { optionalTicks, readRangeTicks } from '../../../strategies/rules/grid-values.ts';
import { largestOrderFault } from '../../../strategies/rules/largest-order.ts';
import { checkMoney } from '../../../strategies/rules/money.ts';
import { MAX_RANGE_PRICE } from '../../../strategies/rules/numbers.ts';
import {
  cautionOutsideRange,
  checkSlippage,
  checkStopLoss,
  checkTakeProfit,
  checkTrigger,
  type StopRange,
} from '../../../strategies/rules/stops.ts';
import { checkFollowFee, checkTexts } from '../../../strategies/rules/text.ts';
import { checkTrailing } from '../../../strategies/rules/trailing.ts';
import { MAX_SLIPPAGE, readLayout } from './values.ts';

/** Every rule of a spot grid, in the order of the form, so that the first error is the first on the screen. */
export function check(values: FormValues, context: CheckContext): readonly Issue[] {
  return [
    ...checkSpotSized(values, { isSelling: isBaseInvested(values) }, context),
    ...checkLargest(values, 1n, context, layOut),
  ];
}

type Layout = NonNullable<ReturnType<typeof readLayout>>;

function layOut(layout: Layout, investment: bigint): readonly bigint[] {
  return layOutGrid({ ...layout, openTicks: layout.lastTicks }, investment).quantities;
}

/**
 * An order that no bot could count (largest-order.ts), of `times` the investment. A grid that trails up sells at prices up to its limit.
 * `quantitiesOf`: the bot's own orders, laid out as its opening lays them.
 */
export function checkLargest(
  values: FormValues,
  times: bigint,
  { spec, lastTicks, feeRate }: CheckContext,
  quantitiesOf: (layout: Layout, own: bigint) => readonly bigint[],
): readonly Issue[] {
  const layout = readLayout(values, spec, lastTicks, feeRate);
  const own = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (layout === null || own === null) return [];
  const investment = own * times;
  const limit = values.trail_up === '1' ? optionalTicks(values.stop_upward_price, spec, MAX_RANGE_PRICE) : null;
  const highest = Math.max(layout.lines.at(-1) ?? 0, limit ?? 0);
  // Below its range it buys what it sells there.
  const lowest = BigInt(Math.min(layout.lines[0] as number, layout.lastTicks)) * spec.tickUnits;
  const coins = layout.investIn === 'base' ? investment : (investment * UNITS_PER_COIN) / lowest;
  // All that it could ever hold in one order: almost every grid ends here, without being laid out.
  if (fitsLadder(spec, [coins], highest)) return [];
  if (fitsLadder(spec, quantitiesOf(layout, own), highest)) return [];
  return [largestOrderFault(spec)];
}

/** The same with the side said apart: a margin grid sells without investing base. */
export function checkSpotSized(
  values: FormValues,
  side: Pick<StopRange, 'isSelling' | 'isNeutral'>,
  context: CheckContext,
): readonly Issue[] {
  const range = readRangeTicks(values, context.spec);
  const isOrdered = range.low !== null && range.high !== null && range.low < range.high;
  const stops: StopRange = { ...(isOrdered ? range : { low: null, high: null }), ...side };
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
