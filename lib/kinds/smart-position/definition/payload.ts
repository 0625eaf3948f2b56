import type { z } from 'zod';
import type { PORTFOLIO_WIRE } from '../../../contract/kinds/smart-position.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { bringsCoins, formatCoins, PORTFOLIO_QUOTE, parseCoins } from '../../../strategies/portfolio/coins.ts';
import { flag, fraction, onIfSet, optional, percent, plain } from '../../../strategies/rules/wire.ts';
import { decodeTexts, encodeTexts } from '../../../strategies/rules/wire-texts.ts';
import { isByRatio, SMART_DEFAULTS } from './values.ts';

/** What strategy/run takes for a smart position (C-162), without the fund password. */
export type SmartPositionPayload = Omit<z.infer<typeof PORTFOLIO_WIRE.create>, 'fundpass'>;

/** Form → wire. Percents become fractions; by time there is no threshold, by ratio no period. */
export function encodeSmart(values: FormValues): SmartPositionPayload {
  const isBrought = bringsCoins(values);
  const rows = parseCoins(values.coins ?? '') ?? [];
  return {
    strategy_type: 'smart-position',
    params: {
      begin_money_currency: PORTFOLIO_QUOTE,
      begin_money_amount: plain(values.money),
      is_use_base: isBrought ? '1' : '0',
      asset_info: rows.map(({ asset, rate, amount }) => ({
        asset,
        rate: fraction(rate) || '0',
        ...(isBrought ? { amount: plain(amount) } : {}),
      })),
      period: isByRatio(values) ? '' : `${plain(values.period)}${values.period_unit ?? ''}`,
      threshold: isByRatio(values) ? fraction(values.threshold) : '',
      stop_loss: values.stop_loss_on === '1' ? fraction(values.stop_loss) : '',
      stop_profit: values.stop_profit_on === '1' ? fraction(values.stop_profit) : '',
      close_flag: flag(values.close_flag),
    },
    ...encodeTexts(values),
  };
}

/** Wire → form. */
export function decodeSmart(payload: SmartPositionPayload): FormValues {
  const { params } = payload;
  const stopLoss = percent(optional(params.stop_loss));
  // X12: a take profit of 0 is a wrong one, not none.
  const takeProfit = percent(params.stop_profit);
  const { period: often = '', period_unit: unitAtFirst = '' } = SMART_DEFAULTS;
  // What is no interval stays as it was said, so that the check can name it (C-336): a number without a unit gets none of ours.
  const unsaid = /^\d+$/.test(params.period) ? '' : unitAtFirst;
  const [, period = params.period || often, unit = unsaid] = /^(\d+)([mhd])$/.exec(params.period) ?? [];
  return {
    ...SMART_DEFAULTS,
    coin_type: params.is_use_base === '1' ? 'spot' : 'all',
    coins: formatCoins(
      params.asset_info.map(({ asset, rate, amount }) => ({ asset, rate: percent(rate), amount: plain(amount) })),
    ),
    money: plain(params.begin_money_amount),
    balance_type: params.period === '' ? '1' : '0',
    period,
    period_unit: unit,
    threshold: percent(params.threshold),
    stop_loss_on: onIfSet(stopLoss),
    stop_loss: stopLoss,
    stop_profit_on: onIfSet(takeProfit),
    stop_profit: takeProfit,
    close_flag: String(params.close_flag),
    ...decodeTexts(payload),
  };
}
