import type { BotParams } from '../../../contract/strategy.ts';
import { SCHEDULES } from '../../../formulas/schedule.ts';
import { MASKED_FIGURE } from '../../../money/display.ts';
import type { ParameterRow } from '../../../strategies/definition.ts';
import { PORTFOLIO_QUOTE } from '../../../strategies/portfolio/coins.ts';
import { shareText } from '../../../strategies/portfolio/share-text.ts';
import { asPercent, figureRow, investmentRow, wordRow } from '../../../strategies/rules/rows.ts';
import { formatMoment } from './values.ts';

const WORDS = Object.fromEntries(SCHEDULES.map((every) => [every, `every.${every}`]));

/** Coins with their shares, the amount of a purchase, its dates, the take profit as percent. Masked rates stay '-' (M-279). */
export function recurringParameterRows(params: BotParams): readonly ParameterRow[] {
  const { asset_info, each_amount, first_time } = params;
  return [
    figureRow('coins', asset_info.map(({ asset, rate }) => `${asset} ${shareText(rate)}`).join(' · '), ''),
    investmentRow(params.begin_money_amount, PORTFOLIO_QUOTE, PORTFOLIO_QUOTE),
    { ...investmentRow(each_amount, PORTFOLIO_QUOTE, PORTFOLIO_QUOTE), label: 'rows.each_amount' },
    wordRow('every', params.period, WORDS),
    first_time === ''
      ? wordRow('first_time', '0', { 0: 'first_time.empty' })
      : figureRow('first_time', momentText(first_time), ''),
    figureRow('stop_profit_cost', asPercent(params.stop_profit), '%'),
  ];
}

function momentText(seconds: string): string {
  return seconds === MASKED_FIGURE ? seconds : `${formatMoment(Number(seconds) * 1_000)} UTC`;
}
