import { typedNumber } from '../../money/input.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { FormValues } from '../definition.ts';
import { reduceSwitches, SIDE_RESETS } from '../rules/switches.ts';
import { reduceTrailing } from '../rules/trailing.ts';
import { moneyDecimals } from './invested.ts';

/** Applies one change and everything that follows from it (C-195…C-200, C-236), in forms that invest quote or base. */
export function reduce(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues {
  switch (field) {
    case 'is_use_base':
      // The fund type is the side here (C-195). The typed money counted another asset, so it goes too.
      return value === values.is_use_base ? values : { ...values, is_use_base: value, money: '', ...SIDE_RESETS };
    case 'trail_up':
      return reduceTrailing(values, 'up', value === '1', spec);
    case 'trail_down':
      return reduceTrailing(values, 'down', value === '1', spec);
    case 'money':
      return { ...values, money: typedNumber(values.money ?? '', value, { decimals: moneyDecimals(values, spec) }) };
    default:
      return reduceSwitches(values, field, value) ?? { ...values, [field]: value };
  }
}
