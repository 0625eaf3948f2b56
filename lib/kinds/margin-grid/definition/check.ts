import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { readLines } from '../../../strategies/rules/grid-values.ts';
import { checkLeverage, checkSide } from '../../../strategies/rules/leverage.ts';
import { cautionInside } from '../../../strategies/rules/liquidations.ts';
import { checkLargest, checkSpotSized } from '../../spot-grid/definition/check.ts';
import { plannedForcedCloses, plannedQuantities } from './planned-loan.ts';
import { MARGIN_LEVERAGE, readMarginLeverage } from './values.ts';

/** The spot grid's rules, with side and leverage. Which stops are allowed follows from the side (C-262 … C-279). */
export function checkMargin(values: FormValues, context: CheckContext): readonly Issue[] {
  // A neutral grid has no side that the last price could contradict (C-262, C-263).
  const known = values.side === 'neutral' ? { ...context, lastTicks: null } : context;
  const still = { ...values, trail_up: '0', trail_down: '0' };
  const leverage = readMarginLeverage(values);
  return [
    ...checkSide(values, true),
    ...checkLeverage(values, MARGIN_LEVERAGE, context),
    ...checkSpotSized(still, values.side === 'sell', known),
    ...(leverage === null
      ? []
      : checkLargest(still, BigInt(leverage), context, () => plannedQuantities(still, context))),
    ...cautionInside(context, readLines(values, context.spec), () => plannedForcedCloses(values, context)),
  ];
}
