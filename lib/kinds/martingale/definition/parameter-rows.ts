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

const TRANSACTION_WORDS = {
  'low-risk-arbitrage': 'transaction_type.low',
  'high-risk-arbitrage': 'transaction_type.high',
  hoarding: 'transaction_type.hoarding',
};

/** Both martingales. Rates are fractions and shown as percent (M-390); a difference step is a price distance. */
export function martingaleParameterRows(params: BotParams, spec: MarketSpec): readonly ParameterRow[] {
  const isDiff = params.price_step_type === 'diff';
  const asset = spec.contract?.settle ?? spec.quote;
  const isFree = params.enable_free_params === 1;
  const step = (name: string, value: string): ParameterRow =>
    isDiff ? priceRow(name, optionalText(value), spec) : figureRow(name, asPercent(value), '%');
  const contract: readonly ParameterRow[] =
    spec.contract === undefined
      ? []
      : [
          wordRow('side', params.side, { buy: 'side.long', sell: 'side.short' }),
          figureRow('leverage', params.leverage, 'X'),
        ];
  const ladder: readonly ParameterRow[] = isFree
    ? [figureRow('free_rows', params.price_step_details.map(rowText(isDiff)).join(' · '), '')]
    : [
        step('price_steps', params.price_steps),
        figureRow('max_order_amount', params.max_order_amount, ''),
        figureRow('amount_multiplier', optionalText(params.amount_multiplier), '×'),
      ];
  return [
    ...contract,
    wordRow('transaction_type', params.transaction_type, TRANSACTION_WORDS),
    investmentRow(params.begin_money_amount, asset, spec.quote),
    flagRow('enable_free_params', params.enable_free_params),
    ...ladder,
    figureRow('take_profit_per_cycle', asPercent(params.take_profit_per_cycle), '%'),
    figureRow('stop_loss_per_cycle', asPercent(params.stop_loss_per_cycle), '%'),
    priceRow('trigger_price', optionalText(params.trigger_price), spec),
  ];
}

/** "1.5% × 2": the step and the share of one free row; the first order has no step. */
function rowText(isDiff: boolean) {
  return (row: { readonly price_steps: string; readonly increasing_share: string }, index: number): string => {
    const step = isDiff ? row.price_steps : `${asPercent(row.price_steps)}%`;
    return index === 0 ? `× ${row.increasing_share}` : `${step} × ${row.increasing_share}`;
  };
}
