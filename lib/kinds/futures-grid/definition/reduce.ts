import { typedNumber } from '../../../money/input.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { settleDecimals } from './values.ts';

/** C-195: what a side's stops and slippage meant is another thing on the other side. */
export const SIDE_RESETS: FormValues = {
  stop_loss_on: '0',
  stop_loss: '',
  stop_profit_on: '0',
  stop_profit: '',
  init_position_slip: '',
};

/** C-196: unchecking a stop clears it; the ratio goes with the equal quantities. Null: the field has no such rule. */
export function reduceSwitches(values: FormValues, field: string, value: string): FormValues | null {
  switch (field) {
    case 'stop_loss_on':
      return { ...values, stop_loss_on: value, ...(value === '1' ? {} : { stop_loss: '' }) };
    case 'stop_profit_on':
      return { ...values, stop_profit_on: value, ...(value === '1' ? {} : { stop_profit: '' }) };
    case 'qty_type':
      return { ...values, qty_type: value, ...(value === '1' ? {} : { qty_rate: '' }) };
    default:
      return null;
  }
}

export function reduceFutures(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues {
  if (field === 'side') return value === values.side ? values : { ...values, side: value, ...SIDE_RESETS };
  if (field === 'money')
    return { ...values, money: typedNumber(values.money ?? '', value, { decimals: settleDecimals(values, spec) }) };
  return reduceSwitches(values, field, value) ?? { ...values, [field]: value };
}
