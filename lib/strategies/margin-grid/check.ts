import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { checkLeverage, checkSide } from '../rules/leverage.ts';
import { check } from '../spot-grid/check.ts';
import { MARGIN_LEVERAGE } from './values.ts';

/** The spot grid's rules, with side and leverage. Which stops are allowed follows from the side (C-262 … C-279). */
export function checkMargin(values: FormValues, context: CheckContext): readonly Issue[] {
  const seller = values.side === 'sell' ? '1' : '0';
  return [
    ...checkSide(values, true),
    ...checkLeverage(values, MARGIN_LEVERAGE),
    ...check({ ...values, trail_up: '0', trail_down: '0', is_selling: seller }, context),
  ];
}
