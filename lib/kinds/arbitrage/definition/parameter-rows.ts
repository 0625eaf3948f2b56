import type { BotParams } from '../../../contract/strategy.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { ParameterRow } from '../../../strategies/definition.ts';
import { asPercent, figureRow, investmentRow } from '../../../strategies/rules/rows.ts';

export function arbitrageParameterRows(params: BotParams, spec: MarketSpec): readonly ParameterRow[] {
  return [
    investmentRow(params.begin_money_amount, spec.quote, spec.quote),
    figureRow('leverage', params.leverage, 'X'),
    figureRow('spread_rate', asPercent(params.spread_rate), '%'),
  ];
}
