import type { BotParams } from '../../../contract/strategy.ts';
import type { ParameterRow } from '../../../strategies/definition.ts';
import { PORTFOLIO_QUOTE } from '../../../strategies/portfolio/coins.ts';
import { shareText } from '../../../strategies/portfolio/share-text.ts';
import { asPercent, figureRow, flagRow, investmentRow, optionalText, wordRow } from '../../../strategies/rules/rows.ts';

/** Coins with their shares, how they are rebalanced, stops as percent (M-390). Masked rates stay '-' (M-279). */
export function smartParameterRows(params: BotParams): readonly ParameterRow[] {
  const isByRatio = params.period === '';
  const brought = params.asset_info.filter(({ amount }) => amount !== '');
  return [
    figureRow('coins', params.asset_info.map(({ asset, rate }) => `${asset} ${shareText(rate)}`).join(' · '), ''),
    wordRow('coin_type', params.is_use_base, { 0: 'coin_type.all', 1: 'coin_type.spot' }),
    ...(brought.length === 0
      ? []
      : [figureRow('brought', brought.map(({ asset, amount }) => `${amount} ${asset}`).join(' · '), '')]),
    investmentRow(params.begin_money_amount, PORTFOLIO_QUOTE, PORTFOLIO_QUOTE),
    wordRow('balance_type', isByRatio ? '1' : '0', { 0: 'balance_type.time', 1: 'balance_type.ratio' }),
    isByRatio
      ? figureRow('threshold', asPercent(params.threshold), '%')
      : figureRow('rebalance_period', optionalText(params.period), ''),
    figureRow('stop_loss_ratio', asPercent(params.stop_loss), '%'),
    figureRow('stop_profit_ratio', asPercent(params.stop_profit), '%'),
    flagRow('close_flag', params.close_flag),
  ];
}
