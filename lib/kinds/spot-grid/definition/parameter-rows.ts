import type { BotParams } from '../../../contract/strategy.ts';
import { isUnset, readDecimal } from '../../../money/decimal-text.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { ParameterRow } from '../../../strategies/definition.ts';
import {
  asPercent,
  asRange,
  figureRow,
  flagRow,
  investmentRow,
  optionalText,
  priceRow,
  wordRow,
} from '../../../strategies/rules/rows.ts';

/**
 * The stored parameters as rows. Stops of a spot grid are prices and are shown as they are (M-390); ratio, momentum
 * and slippage are fractions and are shown as percents. Masked values stay '-'.
 */
export function parameterRows(params: BotParams, spec: MarketSpec): readonly ParameterRow[] {
  const price = (name: string, value: string): ParameterRow => priceRow(name, optionalText(value), spec);
  const percent = (name: string, value: string): ParameterRow => figureRow(name, asPercent(value), '%');
  const investment = params.is_use_base === '1' ? spec.base : spec.quote;
  const isTrailing = !isUnset(params.stop_upward_price) || !isUnset(params.stop_downward_price);
  return [
    wordRow('is_use_base', params.is_use_base, { 0: 'is_use_base.quote', 1: 'is_use_base.base' }),
    priceRow('price_range', asRange(params.low_price, params.high_price), spec),
    ...(isMoved(params)
      ? [priceRow('current_range', asRange(params.current_low_price, params.current_high_price), spec)]
      : []),
    figureRow('grid_num', params.grid_num, ''),
    wordRow('price_type', params.price_type, { 0: 'price_type.arithmetic', 1: 'price_type.geometric' }),
    investmentRow(params.begin_money_amount, investment, spec.quote),
    wordRow('qty_type', params.qty_type, { 0: 'qty_type.equal', 1: 'qty_type.ratio' }),
    ...(params.qty_type === '1' ? [percent('qty_rate', params.qty_rate)] : []),
    // A record of a backtest has the typed range only, and no bot that stood.
    ...(isUnset(params.unit_qty) ? [] : [figureRow('unit_qty', params.unit_qty, spec.base)]),
    price('trigger_price', params.trigger_price),
    price('stop_loss', params.stop_loss),
    price('stop_profit', params.stop_profit),
    flagRow('stop_check_type', params.stop_check_type),
    flagRow('is_less_low_stop', params.is_less_low_stop),
    flagRow('is_over_high_stop', params.is_over_high_stop),
    percent('init_position_slip', params.init_position_slip),
    price('stop_upward_price', params.stop_upward_price),
    price('stop_downward_price', params.stop_downward_price),
    ...(isTrailing ? [percent('moving_average_momentum', params.moving_average_momentum)] : []),
    flagRow('store_coin_flag', params.store_coin_flag),
  ];
}

function isMoved(params: BotParams): boolean {
  if (isUnset(params.current_low_price) || isUnset(params.current_high_price)) return false;
  const differ = (one: string, other: string): boolean => (readDecimal(one) ?? one) !== (readDecimal(other) ?? other);
  return differ(params.current_low_price, params.low_price) || differ(params.current_high_price, params.high_price);
}
