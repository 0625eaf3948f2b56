import { typedNumber } from '../../../money/input.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { defaultRows, formatRows } from './rows.ts';
import { isDiffStep, martingaleDecimals } from './values.ts';

/** One change and what follows from it (C-190, C-191, C-195). */
export function reduceMartingale(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues {
  switch (field) {
    case 'enable_free_params':
      return value === '1'
        ? enableFreeRows(values, spec)
        : { ...values, enable_free_params: '0', price_step_details: '' };
    case 'side':
      return value === values.side ? values : { ...values, side: value, stop_loss_per_cycle: '' };
    case 'price_step_type':
      // A percent is no price distance: steps of the other type mean nothing.
      return { ...values, price_step_type: value, price_steps: '', price_step_details: '', enable_free_params: '0' };
    case 'transaction_type':
      return {
        ...values,
        transaction_type: value,
        ...(value === 'low-risk-arbitrage' ? { amount_multiplier: '1' } : {}),
      };
    case 'money':
      return {
        ...values,
        money: typedNumber(values.money ?? '', value, { decimals: martingaleDecimals(values, spec) }),
      };
    default:
      return { ...values, [field]: value };
  }
}

/** C-190: multiplier 1 and a new table; C-191: with difference steps the plain settings are emptied as well. */
function enableFreeRows(values: FormValues, spec: MarketSpec): FormValues {
  const isDistance = isDiffStep(values, spec);
  const rows = formatRows(defaultRows(values.max_order_amount ?? '', values.price_steps ?? '', isDistance));
  const next = { ...values, enable_free_params: '1', amount_multiplier: '1', price_step_details: rows };
  return isDistance ? { ...next, max_order_amount: '', take_profit_per_cycle: '', price_steps: '' } : next;
}
