import type { BotParams } from '../../../contract/strategy.ts';
import { parseAmount } from '../../../money/amount.ts';
import { isUnset } from '../../../money/decimal-text.ts';
import { type MarketSpec, marketKindOf } from '../../../money/market-spec.ts';
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
import { contractOf } from '../../../strategies/rules/settle.ts';

/** The exchange tells the quantity of one grid in what its contracts stand for; the form and this row count contracts. */
function contractsText(unitQuantity: string, spec: MarketSpec): string {
  const units = parseAmount(unitQuantity);
  if (isUnset(unitQuantity) || units === null) return optionalText(unitQuantity);
  return String(units / contractOf(spec).contract.quantoUnits);
}

/** Stops of a futures grid are fractions and shown as percent (M-390). */
export function futuresParameterRows(params: BotParams, spec: MarketSpec): readonly ParameterRow[] {
  const percent = (name: string, value: string): ParameterRow => figureRow(name, asPercent(value), '%');
  return [
    wordRow('side', params.side, { buy: 'side.long', sell: 'side.short', neutral: 'side.neutral' }),
    figureRow('leverage', params.leverage, 'X'),
    priceRow('price_range', asRange(params.low_price, params.high_price), spec),
    figureRow('grid_num', params.grid_num, ''),
    wordRow('price_type', params.price_type, { 0: 'price_type.arithmetic', 1: 'price_type.geometric' }),
    investmentRow(params.begin_money_amount, contractOf(spec).contract.settle, spec.quote),
    wordRow('qty_type', params.qty_type, { 0: 'qty_type.equal', 1: 'qty_type.ratio' }),
    ...(params.qty_type === '1' ? [percent('qty_rate', params.qty_rate)] : []),
    ...(isUnset(params.unit_qty) ? [] : [figureRow('unit_contracts', contractsText(params.unit_qty, spec), '')]),
    priceRow('trigger_price', optionalText(params.trigger_price), spec),
    wordRow('trigger_type', params.trigger_price_type, { 0: 'trigger_type.last', 1: 'trigger_type.mark' }),
    percent('stop_loss_rate', params.stop_loss),
    percent('stop_profit_rate', params.stop_profit),
    flagRow('stop_check_type', params.stop_check_type),
    flagRow('is_less_low_stop', params.is_less_low_stop),
    flagRow('is_over_high_stop', params.is_over_high_stop),
    percent('init_position_slip', params.init_position_slip),
    wordRow('settle', marketKindOf(spec), { futures_usdt: 'settle.usdt', futures_btc: 'settle.btc' }),
  ];
}
