import { parseAmount } from '../money/amount.ts';
import { isZero, readDecimal } from '../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from './definition.ts';

/** Why the Create button is disabled; 'ready' when it is not. */
export type CreateState = 'ready' | 'creating' | 'money-zero' | 'below-minimum' | 'trailing-invalid' | 'unanswered';

const TRAILING_FIELDS = ['trailing', 'stop_upward_price', 'stop_downward_price', 'moving_average_momentum'];

/**
 * The Create button (C-203…C-206): disabled while a request runs, for a typed zero, below the minimum, while the
 * trailing block is invalid, and while an earlier creation from here is not settled. An empty amount leaves it enabled, so that submit can ask for it (X6).
 */
export function createState(
  values: FormValues,
  issues: readonly Issue[],
  context: Pick<CheckContext, 'minAmount'>,
  isCreating: boolean,
  isUnanswered = false,
): CreateState {
  if (isCreating) return 'creating';
  const money = readDecimal(values.money ?? '');
  if (money !== null && isZero(money)) return 'money-zero';
  const units = parseAmount(money ?? '');
  if (units !== null && context.minAmount !== null && units < context.minAmount) return 'below-minimum';
  // A kind that has a least of its own while the exchange has not said one (C-250).
  if (issues.some(({ field, code }) => field === 'money' && code === 'money.min.create')) return 'below-minimum';
  if (issues.some(blocksTrailing)) return 'trailing-invalid';
  return isUnanswered ? 'unanswered' : 'ready';
}

function blocksTrailing({ field, severity }: Issue): boolean {
  return severity === 'error' && TRAILING_FIELDS.includes(field);
}
