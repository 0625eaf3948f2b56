import { typedNumber } from '../../../money/input.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { reduceTrailing } from '../../../strategies/rules/trailing.ts';
import { moneyDecimals } from './values.ts';

/** Applies one change and everything that follows from it (C-195…C-200, C-236). */
export function reduce(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues {
  switch (field) {
    case 'is_use_base':
      return value === values.is_use_base ? values : changeSide(values, value);
    case 'stop_loss_on':
      return { ...values, stop_loss_on: value, ...(value === '1' ? {} : { stop_loss: '' }) };
    case 'stop_profit_on':
      return { ...values, stop_profit_on: value, ...(value === '1' ? {} : { stop_profit: '' }) };
    case 'qty_type':
      return { ...values, qty_type: value, ...(value === '1' ? {} : { qty_rate: '' }) };
    case 'trail_up':
      return reduceTrailing(values, 'up', value === '1', spec);
    case 'trail_down':
      return reduceTrailing(values, 'down', value === '1', spec);
    case 'money':
      return { ...values, money: typedNumber(values.money ?? '', value, { decimals: moneyDecimals(values, spec) }) };
    default:
      return { ...values, [field]: value };
  }
}

/**
 * The fund type is the spot grid's side: changing it resets stop loss, take profit and slippage (C-195). The typed
 * money counted another asset, so it goes too.
 */
function changeSide(values: FormValues, side: string): FormValues {
  return {
    ...values,
    is_use_base: side,
    money: '',
    stop_loss_on: '0',
    stop_loss: '',
    stop_profit_on: '0',
    stop_profit: '',
    init_position_slip: '',
  };
}
