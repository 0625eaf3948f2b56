import type { BotParams } from '../../../contract/strategy.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { ParameterRow } from '../../../strategies/definition.ts';
import { asPercent, figureRow, investmentRow, optionalText, wordRow } from '../../../strategies/rules/rows.ts';
import type { ConditionSource } from './source.ts';

/** Settings of an indicator bot; its conditions are read from `params.compose_conditions` by their own view. */
export function indicatorParameterRows(
  source: ConditionSource,
  params: BotParams,
  spec: MarketSpec,
): readonly ParameterRow[] {
  const percent = (name: string, value: string): ParameterRow => figureRow(name, asPercent(value), '%');
  const asset = spec.contract?.settle ?? spec.quote;
  const market: readonly ParameterRow[] =
    spec.contract === undefined
      ? [
          percent('total_stop_profit', params.stop_profit),
          percent('absolute_profit_rate', params.absolute_profit_rate),
          percent('slip', params.slip),
        ]
      : [
          percent('position_stop_profit', params.position_stop_profit),
          percent('start_profit_rate', params.start_profit_rate),
          percent('protect_profit_rate', params.protect_profit_rate),
        ];
  return [
    ...(spec.contract === undefined
      ? []
      : [
          wordRow('side', params.side, { buy: 'side.long', sell: 'side.short' }),
          figureRow('leverage', params.leverage, 'X'),
        ]),
    ...source.parameterRows(params.preset_args),
    figureRow('kline_period', optionalText(params.period), ''),
    investmentRow(params.begin_money_amount, asset, spec.quote),
    wordRow('pft_increase_ptn', params.pft_increase_ptn, { N: 'rows.off', Y: 'rows.on' }),
    percent('stop_rate', params.stop_rate),
    percent('position_stop_rate', params.position_stop_rate),
    ...market,
    percent('close_percentage', params.volume),
  ];
}
