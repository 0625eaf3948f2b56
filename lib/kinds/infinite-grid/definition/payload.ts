import type { z } from 'zod';
import type { INFINITE_GRID_WIRE } from '../../../contract/kinds/infinite-grid.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import {
  flag,
  flagText,
  fraction,
  onIfSet,
  optional,
  percent,
  plain,
  stopCheckFlag,
} from '../../../strategies/rules/wire.ts';
import { decodeTexts, encodeTexts } from '../../../strategies/rules/wire-texts.ts';
import { INFINITE_DEFAULTS } from './values.ts';

/** What the create call takes (C-155), without the fund password. */
export type InfiniteGridPayload = Omit<z.infer<typeof INFINITE_GRID_WIRE.create>, 'fundpass'>;

export function encodeInfinite(values: FormValues, spec: MarketSpec): InfiniteGridPayload {
  return {
    strategy_type: 'infinite_grid',
    market: spec.market,
    instrument_type: 'infinite_grid',
    low_price: fraction(values.low_price),
    high_price: fraction(values.high_price),
    is_use_base: flagText(values.is_use_base),
    money: plain(values.money),
    stop_loss: values.stop_loss_on === '1' ? plain(values.stop_loss) : '',
    stop_profit: values.stop_profit_on === '1' ? plain(values.stop_profit) : '',
    stop_check_type: stopCheckFlag(values),
    store_coin_flag: flag(values.store_coin_flag),
    trigger_price: optional(values.trigger_price),
    ...encodeTexts(values),
    param_source: 'manual',
  };
}

export function decodeInfinite(payload: InfiniteGridPayload): FormValues {
  const stopLoss = optional(payload.stop_loss);
  const takeProfit = optional(payload.stop_profit);
  return {
    ...INFINITE_DEFAULTS,
    is_use_base: payload.is_use_base,
    low_price: percent(payload.low_price),
    high_price: percent(payload.high_price),
    money: plain(payload.money),
    trigger_price: optional(payload.trigger_price),
    stop_loss_on: onIfSet(stopLoss),
    stop_loss: stopLoss,
    stop_profit_on: onIfSet(takeProfit),
    stop_profit: takeProfit,
    stop_check_type: String(payload.stop_check_type ?? 0),
    store_coin_flag: String(payload.store_coin_flag),
    ...decodeTexts(payload),
  };
}
