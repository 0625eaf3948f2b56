import { typedNumber } from '../../../money/input.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { settleDecimals } from '../../../strategies/rules/settle.ts';
import { reduceSwitches, SIDE_RESETS } from '../../../strategies/rules/switches.ts';

export function reduceFutures(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues {
  if (field === 'side') return value === values.side ? values : { ...values, side: value, ...SIDE_RESETS };
  if (field === 'money')
    return { ...values, money: typedNumber(values.money ?? '', value, { decimals: settleDecimals(values, spec) }) };
  return reduceSwitches(values, field, value) ?? { ...values, [field]: value };
}
