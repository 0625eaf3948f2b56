import type { z } from 'zod';
import type { FUTURES_GRID_WIRE } from '../../../contract/kinds/futures-grid.ts';
import { type MarketSpec, marketKindOf } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import {
  clampGrids,
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
import { FUTURES_DEFAULTS } from './values.ts';

/** What the create call takes (C-156, C-157), without the fund password. */
export type FuturesGridPayload = Omit<z.infer<typeof FUTURES_GRID_WIRE.create>, 'fundpass'>;

/** X1: the payload builder's own bound. */
const MOST_FUTURES_GRIDS = 500;

function sideOf(text: string | undefined): FuturesGridPayload['side'] {
  return text === 'sell' || text === 'neutral' ? text : 'buy';
}

export function encodeFutures(values: FormValues, spec: MarketSpec): FuturesGridPayload {
  return {
    strategy_type: 'futures_grid',
    market: spec.market,
    instrument_type: marketKindOf(spec),
    leverage: plain(values.leverage),
    side: sideOf(values.side),
    low_price: plain(values.low_price),
    high_price: plain(values.high_price),
    grid_num: clampGrids(plain(values.grid_num), MOST_FUTURES_GRIDS),
    price_type: flagText(values.price_type),
    money: plain(values.money),
    qty_type: flagText(values.qty_type),
    qty_rate: values.qty_type === '1' ? fraction(values.qty_rate) : '',
    trigger_price: optional(values.trigger_price),
    // Which price a trigger watches means nothing without one.
    trigger_price_type: optional(values.trigger_price) === '' ? '0' : flagText(values.trigger_type),
    stop_loss: values.stop_loss_on === '1' ? fraction(values.stop_loss) : '',
    stop_profit: values.stop_profit_on === '1' ? fraction(values.stop_profit) : '',
    stop_check_type: stopCheckFlag(values),
    is_less_low_stop: flag(values.is_less_low_stop),
    is_over_high_stop: flag(values.is_over_high_stop),
    init_position_slip: fraction(values.init_position_slip),
    ...encodeTexts(values),
    param_source: 'manual',
  };
}

export function decodeFutures(payload: FuturesGridPayload): FormValues {
  const stopLoss = percent(optional(payload.stop_loss));
  // X12: a take profit of 0 is a wrong one, not none.
  const takeProfit = percent(payload.stop_profit);
  return {
    ...FUTURES_DEFAULTS,
    side: payload.side,
    leverage: payload.leverage,
    low_price: plain(payload.low_price),
    high_price: plain(payload.high_price),
    grid_num: payload.grid_num,
    price_type: payload.price_type,
    money: plain(payload.money),
    qty_type: payload.qty_type ?? '0',
    qty_rate: payload.qty_type === '1' ? percent(payload.qty_rate) : '',
    trigger_price: optional(payload.trigger_price),
    trigger_type: payload.trigger_price_type ?? '0',
    stop_loss_on: onIfSet(stopLoss),
    stop_loss: stopLoss,
    stop_profit_on: onIfSet(takeProfit),
    stop_profit: takeProfit,
    stop_check_type: String(payload.stop_check_type ?? 0),
    is_less_low_stop: String(payload.is_less_low_stop ?? 0),
    is_over_high_stop: String(payload.is_over_high_stop ?? 0),
    init_position_slip: percent(payload.init_position_slip),
    ...decodeTexts(payload),
  };
}
