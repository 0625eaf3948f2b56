import { isUnset } from '../../../money/decimal-text.ts';
import { typedNumber } from '../../../money/input.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { EDITOR } from './editor.ts';
import {
  commonDefaults,
  hasTrigger,
  type IndicatorMarket,
  indicatorDecimals,
  indicatorMarketOf,
  isProtectDisabled,
} from './values.ts';

/** One change and what follows from it. */
export function reduceIndicator(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues {
  const next = applyChange(values, field, value, spec);
  // A close percentage without a trigger would be sent for nothing.
  return hasTrigger(next, indicatorMarketOf(spec)) || (next.volume ?? '') === '' ? next : { ...next, volume: '' };
}

function applyChange(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues {
  switch (field) {
    case 'money':
      return {
        ...values,
        money: typedNumber(values.money ?? '', value, { decimals: indicatorDecimals(values, spec) }),
      };
    case 'side':
      // C-195: what stops a position meant another thing on the other side.
      return value === values.side ? values : { ...values, side: value, ...POSITION_RESETS };
    case 'start_profit_rate_checkbox':
      return {
        ...values,
        [field]: value,
        ...(value === '1' ? {} : { start_profit_rate: '', protect_profit_rate: '' }),
      };
    case 'start_profit_rate':
      // C-201.
      return { ...values, [field]: value, ...(isUnset(value) ? { protect_profit_rate: '' } : {}) };
    case 'protect_profit_rate':
      // C-202.
      return isProtectDisabled(values) ? values : { ...values, [field]: value };
    case 'absolute_profit_flag':
      return { ...values, [field]: value, ...(value === 'Y' ? {} : { absolute_profit_rate: '' }) };
    default:
      return { ...values, [field]: value };
  }
}

const POSITION_RESETS: FormValues = {
  position_stop_rate: '',
  position_stop_profit: '',
  start_profit_rate_checkbox: '0',
  start_profit_rate: '',
  protect_profit_rate: '',
};

/**
 * The futures/spot switch of the indicator bot (C-053): every parameter is reset (C-192, E-152). To futures that
 * is a total stop loss of 100 % – 1 on the wire –, leverage 2, no position stop and no profit protection (C-193); to
 * spot neither take profit nor total stop loss (C-194). Name, description and the hide flags are no parameters and stay.
 */
export function switchIndicatorMarket(values: FormValues, to: IndicatorMarket): FormValues {
  const texts = Object.fromEntries(Object.keys(TEXT_DEFAULTS).map((name) => [name, values[name] ?? '']));
  return { ...commonDefaults(to), ...EDITOR.defaults, ...texts };
}
