import type { BotParams } from '../../../contract/strategy.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { ParameterRow } from '../../../strategies/definition.ts';
import {
  asPercent,
  figureRow,
  flagRow,
  investmentRow,
  optionalText,
  priceRow,
  wordRow,
} from '../../../strategies/rules/rows.ts';

export function infiniteParameterRows(params: BotParams, spec: MarketSpec): readonly ParameterRow[] {
  const price = (name: string, value: string): ParameterRow => priceRow(name, optionalText(value), spec);
  return [
    wordRow('is_use_base', params.is_use_base, { 0: 'is_use_base.quote', 1: 'is_use_base.base' }),
    figureRow('fall_rate', asPercent(params.low_price), '%'),
    figureRow('rise_rate', asPercent(params.high_price), '%'),
    investmentRow(params.begin_money_amount, params.is_use_base === '1' ? spec.base : spec.quote, spec.quote),
    // Of a backtest, and of a bot that has not begun or is over, there is none.
    ...(params.constant_value === '' ? [] : [figureRow('constant_value', params.constant_value, spec.quote)]),
    price('trigger_price', params.trigger_price),
    price('stop_loss', params.stop_loss),
    price('stop_profit', params.stop_profit),
    flagRow('stop_check_type', params.stop_check_type),
    flagRow('store_coin_flag', params.store_coin_flag),
  ];
}
