import type { FormValues } from '../definition.ts';

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
