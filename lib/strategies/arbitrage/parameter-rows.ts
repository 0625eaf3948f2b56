import type { BotParams } from '../../contract/strategy.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { ParameterRow } from '../definition.ts';
import { asPercent, figureRow } from '../rules/rows.ts';

export function arbitrageParameterRows(params: BotParams, spec: MarketSpec): readonly ParameterRow[] {
  return [
    figureRow('money', params.begin_money_amount, spec.quote),
    figureRow('leverage', params.leverage, 'X'),
    figureRow('spread_rate', asPercent(params.spread_rate), '%'),
  ];
}
