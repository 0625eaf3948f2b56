import { typedNumber } from '../../../money/input.ts';
import { PORTFOLIO_DECIMALS } from '../../../money/precision.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { reduceSwitches } from '../../../strategies/rules/switches.ts';
import { SMART_DEFAULTS } from './values.ts';

/** One change and what follows from it: other coins, or another way to rebalance, begin anew. */
export function reduceSmart(values: FormValues, field: string, value: string): FormValues {
  switch (field) {
    case 'coin_type':
      return value === values.coin_type ? values : { ...values, coin_type: value, coins: '', money: '' };
    case 'balance_type': {
      const { period = '', period_unit = '' } = SMART_DEFAULTS;
      const other: FormValues = value === '1' ? { period, period_unit } : { threshold: '' };
      return { ...values, balance_type: value, ...other };
    }
    case 'money':
      return { ...values, money: typedNumber(values.money ?? '', value, { decimals: PORTFOLIO_DECIMALS }) };
    default:
      return reduceSwitches(values, field, value) ?? { ...values, [field]: value };
  }
}
