import type { PlannedLiquidations } from '../../../formulas/futures-grid-liquidation.ts';
import { forcedCloseSides, openingLayout, type PlannedMarginGrid } from '../../../formulas/margin-grid-layout.ts';
import { loanOf } from '../../../formulas/margin-loan.ts';
import { MARGIN_FORCED_CLOSE_RATIO_E8 } from '../../../formulas/margin-terms.ts';
import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { BothCurrencies, CheckContext, FormValues } from '../../../strategies/definition.ts';
import { readLayout } from '../../spot-grid/definition/values.ts';
import { readMarginLeverage, readMarginSide } from './values.ts';

/** The grid as typed with its loan; null until range, count, money, leverage and a price are known. */
function readPlan(values: FormValues, { spec, lastTicks, feeRate }: CheckContext): PlannedMarginGrid | null {
  const layout = readLayout(values, spec, lastTicks, feeRate);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  const leverage = readMarginLeverage(values);
  if (layout === null || investment === null || investment === 0n || leverage === null) return null;
  const { lines, quantity, investIn, lastTicks: ticks } = layout;
  const side = readMarginSide(values);
  const forcedCloseRatioE8 = MARGIN_FORCED_CLOSE_RATIO_E8;
  return { spec, lines, quantity, feeRate, investIn, ticks, investment, leverage, side, forcedCloseRatioE8 };
}

/** What the orders of the grid as typed would be, with the loan in both assets as its opening has it; none while it is not known. */
export function plannedQuantities(values: FormValues, context: CheckContext): readonly bigint[] {
  const plan = readPlan(values, context);
  return plan === null ? [] : openingLayout(plan).quantities;
}

/** Where the grid as typed would be closed by force, as held and with all orders of a side filled. */
export function plannedForcedCloses(values: FormValues, context: CheckContext): PlannedLiquidations | null {
  const plan = readPlan(values, context);
  return plan === null ? null : forcedCloseSides(plan);
}

/** H11: a neutral grid borrows half of its loan in each currency. */
export function borrowsBoth(values: FormValues, context: CheckContext): BothCurrencies | null {
  const plan = readPlan(values, context);
  if (plan === null) return null;
  const { quote, base } = loanOf(plan);
  if (quote === 0n || base === 0n) return null;
  const { spec } = context;
  return { quote: { asset: spec.quote, borrowed: quote }, base: { asset: spec.base, borrowed: base } };
}
