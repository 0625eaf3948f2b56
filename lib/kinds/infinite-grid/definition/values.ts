import { hasFeeRule } from '../../../formulas/fees.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { INFINITE_GRID_FACTS } from '../facts.ts';

/** Percents in the form, fractions on the wire: low_price is the fall that buys, high_price the rise that sells. */
export const INFINITE_DEFAULTS: FormValues = {
  is_use_base: '0',
  low_price: '',
  high_price: '',
  money: '',
  trigger_price: '',
  stop_loss_on: '0',
  stop_loss: '',
  stop_profit_on: '0',
  stop_profit: '',
  stop_check_type: '0',
  store_coin_flag: '0',
  ...TEXT_DEFAULTS,
};

/** C-258, C-259, X9: 0.1 % where the fee is discounted, else 0.2 %, up to 100 %. */
export function fractionLimits(spec: MarketSpec): {
  readonly min: string;
  readonly max: string;
  readonly decimals: number;
} {
  return { min: hasFeeRule(spec.market, INFINITE_GRID_FACTS.hasLowFeeTag) ? '0.1' : '0.2', max: '100', decimals: 2 };
}
