import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { readLines } from '../../../strategies/rules/grid-values.ts';
import { checkLeverage, checkSide } from '../../../strategies/rules/leverage.ts';
import { cautionInside } from '../../../strategies/rules/liquidations.ts';
import { checkLargest, checkSpotSized } from '../../spot-grid/definition/check.ts';
import { plannedForcedCloses, plannedQuantities } from './planned-loan.ts';
import { MARGIN_LEVERAGE, readMarginLeverage } from './values.ts';

/** The spot grid's rules, with side and leverage. Which stops are allowed follows from the side (C-262 … C-279). */
export function checkMargin(values: FormValues, context: CheckContext): readonly Issue[] {
  const still = { ...values, trail_up: '0', trail_down: '0' };
  const leverage = readMarginLeverage(values);
  return [
    ...checkSide(values, true),
    ...checkLeverage(values, MARGIN_LEVERAGE, context),
    ...checkSpotSized(still, { isSelling: values.side === 'sell', isNeutral: values.side === 'neutral' }, context),
    ...(leverage === null
      ? []
      : checkLargest(still, BigInt(leverage), context, () => plannedQuantities(still, context))),
    ...cautionInside(context, readLines(values, context.spec), () => plannedForcedCloses(values, context)),
  ];
}
