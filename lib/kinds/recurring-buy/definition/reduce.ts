import { typedNumber } from '../../../money/input.ts';
import { SMART_USDT_DECIMALS } from '../../../money/precision.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { reduceSwitches } from '../../futures-grid/definition/reduce.ts';

/** One change and what follows from it. */
export function reduceRecurring(values: FormValues, field: string, value: string): FormValues {
  if (field === 'money' || field === 'each_amount') {
    return { ...values, [field]: typedNumber(values[field] ?? '', value, { decimals: SMART_USDT_DECIMALS }) };
  }
  return reduceSwitches(values, field, value) ?? { ...values, [field]: value };
}
