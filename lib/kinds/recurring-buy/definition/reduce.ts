import { typedNumber } from '../../../money/input.ts';
import { PORTFOLIO_DECIMALS } from '../../../money/precision.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { reduceSwitches } from '../../../strategies/rules/switches.ts';

/** One change and what follows from it. */
export function reduceRecurring(values: FormValues, field: string, value: string): FormValues {
  if (field === 'money' || field === 'each_amount') {
    return { ...values, [field]: typedNumber(values[field] ?? '', value, { decimals: PORTFOLIO_DECIMALS }) };
  }
  return reduceSwitches(values, field, value) ?? { ...values, [field]: value };
}
