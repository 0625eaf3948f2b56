import type { z } from 'zod';
import type { MARTINGALE_WIRE } from '../../../contract/kinds/martingale.ts';
import { isContract } from '../../../formulas/contract-value.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { flag, fraction, optional, percent, plain } from '../../../strategies/rules/wire.ts';
import { decodeTexts, encodeTexts } from '../../../strategies/rules/wire-texts.ts';
import { type FreeRow, formatRows, parseRows } from './rows.ts';
import { hasMultiplier, isDiffStep, MARTINGALE_DEFAULTS, martingaleAsset, readTransactionType } from './values.ts';

/** What strategy/run takes for a martingale (C-158 … C-161), without the fund password. */
export type MartingalePayload = Omit<z.infer<typeof MARTINGALE_WIRE.create>, 'fundpass'>;

/** The exchange that a bot trades on; there is one (C-159). */
const EXCHANGE = 'gate';

/** Form → wire. Percents become fractions; a price distance stays as it is. */
export function encodeMartingale(values: FormValues, spec: MarketSpec): MartingalePayload {
  const onContract = isContract(spec);
  const isDiff = isDiffStep(values, spec);
  const isFree = values.enable_free_params === '1';
  const step = (text: string | undefined): string => (isDiff ? plain(text) : fraction(text));
  const rows = isFree ? (parseRows(values.price_step_details ?? '') ?? []) : [];
  const asset = martingaleAsset(values, spec);
  return {
    strategy_type: onContract ? 'contract-martingale' : 'martingale',
    bot_type: onContract ? 'contract-martingale' : 'martingale',
    params: {
      exchange: EXCHANGE,
      pair: spec.market,
      settle: asset.toLowerCase(),
      begin_money_currency: asset,
      begin_money_amount: plain(values.money),
      is_ai: 0,
      transaction_type: readTransactionType(values),
      trigger_price: optional(values.trigger_price),
      take_profit_per_cycle: fraction(values.take_profit_per_cycle) || '0',
      stop_loss_per_cycle: optional(fraction(values.stop_loss_per_cycle)),
      max_order_amount: isFree ? String(Math.max(0, rows.length - 1)) : plain(values.max_order_amount),
      price_steps: isFree ? '' : step(values.price_steps),
      // X17: free rows and low risk have none, which is 1 (C-190).
      amount_multiplier: hasMultiplier(values) ? plain(values.amount_multiplier) : '1',
      enable_free_params: flag(values.enable_free_params),
      price_step_details: rows.map((row, index) => ({
        price_steps: index === 0 ? '0' : step(row.price_steps) || '0',
        increasing_share: plain(row.increasing_share) || '0',
      })),
      ...(onContract
        ? {
            leverage: plain(values.leverage),
            side: values.side === 'sell' ? 'sell' : 'buy',
            size: plain(values.size),
          }
        : { price_step_type: isDiff ? 'diff' : 'rate' }),
    },
    ...encodeTexts(values),
  };
}

/** Wire → form. */
export function decodeMartingale(payload: MartingalePayload): FormValues {
  const { params } = payload;
  const isDiff = params.price_step_type === 'diff';
  const step = (text: string | undefined): string => (isDiff ? plain(text) : percent(text));
  const isFree = params.enable_free_params === 1;
  const rows = params.price_step_details.map(
    (row, index): FreeRow => ({
      price_steps: index === 0 ? '0' : step(row.price_steps),
      increasing_share: plain(row.increasing_share),
    }),
  );
  return {
    ...MARTINGALE_DEFAULTS,
    side: params.side ?? 'buy',
    leverage: params.leverage ?? MARTINGALE_DEFAULTS.leverage ?? '',
    transaction_type: params.transaction_type,
    price_step_type: params.price_step_type ?? 'rate',
    price_steps: isFree ? '' : step(params.price_steps),
    max_order_amount: isFree ? '' : params.max_order_amount,
    amount_multiplier: plain(params.amount_multiplier) || '1',
    enable_free_params: String(params.enable_free_params),
    price_step_details: isFree ? formatRows(rows) : '',
    take_profit_per_cycle: percent(params.take_profit_per_cycle),
    stop_loss_per_cycle: percent(optional(params.stop_loss_per_cycle)),
    trigger_price: optional(params.trigger_price),
    money: plain(params.begin_money_amount),
    size: plain(params.size),
    ...decodeTexts(payload),
  };
}
