import type { z } from 'zod';
import type { SPOT_GRID_WIRE } from '../../../contract/kinds/spot-grid.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { MAX_GRIDS } from '../../../strategies/rules/grid-values.ts';
import { isTrailing } from '../../../strategies/rules/trailing.ts';
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
import { DEFAULT_VALUES } from './values.ts';

/** What the create call takes (C-152, C-153, X53), without the fund password, which the money flow adds. */
export type SpotGridPayload = Omit<z.infer<typeof SPOT_GRID_WIRE.create>, 'fundpass'>;

/**
 * Form → wire. Percents become fractions by moving the point; what is not set is ''. Values that the check would
 * refuse are passed on as they can be: the exchange refuses them again.
 */
export function encode(values: FormValues, spec: MarketSpec): SpotGridPayload {
  return {
    strategy_type: 'spot_grid',
    market: spec.market,
    instrument_type: 'spot',
    leverage: '1',
    low_price: plain(values.low_price),
    high_price: plain(values.high_price),
    grid_num: clampGrids(plain(values.grid_num), MAX_GRIDS),
    price_type: flagText(values.price_type),
    is_use_base: flagText(values.is_use_base),
    money: plain(values.money),
    stop_loss: values.stop_loss_on === '1' ? plain(values.stop_loss) : '',
    stop_profit: values.stop_profit_on === '1' ? plain(values.stop_profit) : '',
    qty_type: flagText(values.qty_type),
    qty_rate: values.qty_type === '1' ? fraction(values.qty_rate) : '',
    store_coin_flag: flag(values.store_coin_flag),
    stop_upward_price: values.trail_up === '1' ? plain(values.stop_upward_price) : '',
    stop_downward_price: values.trail_down === '1' ? plain(values.stop_downward_price) : '',
    // Momentum means nothing without a limit to move to.
    moving_average_momentum: isTrailing(values) ? fraction(values.moving_average_momentum) : '',
    trigger_price: optional(values.trigger_price),
    init_position_slip: fraction(values.init_position_slip),
    stop_check_type: stopCheckFlag(values),
    is_less_low_stop: flag(values.is_less_low_stop),
    is_over_high_stop: flag(values.is_over_high_stop),
    ...encodeTexts(values),
    param_source: 'manual',
  };
}

/** Wire → form. A zero or absent stop, trail or trigger price is "not set" (X3); an absent profit share is none. */
export function decode(payload: SpotGridPayload): FormValues {
  const stopLoss = optional(payload.stop_loss);
  const takeProfit = optional(payload.stop_profit);
  const upward = optional(payload.stop_upward_price);
  const downward = optional(payload.stop_downward_price);
  return {
    ...DEFAULT_VALUES,
    is_use_base: payload.is_use_base,
    low_price: plain(payload.low_price),
    high_price: plain(payload.high_price),
    grid_num: payload.grid_num,
    price_type: payload.price_type,
    money: plain(payload.money),
    qty_type: payload.qty_type,
    qty_rate: payload.qty_type === '1' ? percent(payload.qty_rate) : '',
    trigger_price: optional(payload.trigger_price),
    stop_loss_on: onIfSet(stopLoss),
    stop_loss: stopLoss,
    stop_profit_on: onIfSet(takeProfit),
    stop_profit: takeProfit,
    stop_check_type: String(payload.stop_check_type ?? 0),
    init_position_slip: percent(payload.init_position_slip),
    trail_up: onIfSet(upward),
    trail_down: onIfSet(downward),
    stop_upward_price: upward,
    stop_downward_price: downward,
    moving_average_momentum: upward === '' && downward === '' ? '' : percent(payload.moving_average_momentum),
    store_coin_flag: String(payload.store_coin_flag),
    is_less_low_stop: String(payload.is_less_low_stop ?? 0),
    is_over_high_stop: String(payload.is_over_high_stop ?? 0),
    ...decodeTexts(payload),
  };
}
