import type { z } from 'zod';
import type { RECURRING_BUY_WIRE } from '../../../contract/kinds/recurring-buy.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { formatCoins, PORTFOLIO_QUOTE, parseCoins } from '../../../strategies/portfolio/coins.ts';
import { fraction, onIfSet, percent, plain } from '../../../strategies/rules/wire.ts';
import { decodeTexts, encodeTexts } from '../../../strategies/rules/wire-texts.ts';
import { formatMoment, readMoment, recurringDefaults } from './values.ts';

/** What strategy/run takes for a recurring buy, without the fund password. */
export type RecurringBuyPayload = Omit<z.infer<typeof RECURRING_BUY_WIRE.create>, 'fundpass'>;

const SECOND_MS = 1_000;

/** Form → wire. Percents become fractions, the first date seconds. */
export function encodeRecurring(values: FormValues): RecurringBuyPayload {
  return {
    strategy_type: 'recurring-buy',
    params: {
      begin_money_currency: PORTFOLIO_QUOTE,
      begin_money_amount: plain(values.money),
      each_amount: plain(values.each_amount),
      asset_info: (parseCoins(values.coins ?? '') ?? []).map(({ asset, rate }) => ({
        asset,
        rate: fraction(rate) || '0',
      })),
      period: values.every ?? '',
      first_time: (readMoment(values.first_time ?? '') ?? 0) / SECOND_MS,
      stop_profit: values.stop_profit_on === '1' ? fraction(values.stop_profit) : '',
    },
    ...encodeTexts(values),
  };
}

/** Wire → form. */
export function decodeRecurring(payload: RecurringBuyPayload): FormValues {
  const { params } = payload;
  // X12: a take profit of 0 is a wrong one, not none.
  const takeProfit = percent(params.stop_profit);
  return {
    ...recurringDefaults(),
    coins: formatCoins(params.asset_info.map(({ asset, rate }) => ({ asset, rate: percent(rate), amount: '' }))),
    each_amount: plain(params.each_amount),
    every: params.period,
    first_time: firstText(params.first_time),
    money: plain(params.begin_money_amount),
    stop_profit_on: onIfSet(takeProfit),
    stop_profit: takeProfit,
    ...decodeTexts(payload),
  };
}

/** Purchases are made at whole minutes: a moment between two stays as it was said, so that the check can name it. */
function firstText(seconds: number): string {
  if (seconds === 0) return '';
  return seconds % 60 === 0 ? formatMoment(seconds * SECOND_MS) : `${seconds}`;
}
