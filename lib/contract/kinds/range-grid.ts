import { z } from 'zod';
import { decimal, flag, flagText, market, optionalDecimal } from '../wire.ts';
import { createExtras, instrumentType, leverage } from './wire-of.ts';

/** Range, lines and quantities of the three grids with a range. */
export const rangeGrid = {
  market,
  instrument_type: instrumentType,
  leverage,
  low_price: decimal,
  high_price: decimal,
  grid_num: z.string().max(24),
  price_type: flagText,
  money: decimal,
  stop_loss: optionalDecimal,
  stop_profit: optionalDecimal,
  trigger_price: optionalDecimal,
  /** Fraction: 1 % is "0.01". */
  init_position_slip: optionalDecimal,
  /** 1 = stop prices are checked on every tick, 0 = on the close of a 1-minute candle (H10). */
  stop_check_type: flag.optional(),
  is_less_low_stop: flag.optional(),
  is_over_high_stop: flag.optional(),
  qty_rate: optionalDecimal,
  ...createExtras,
};

/** What grids that trade coins have besides. */
export const spotFields = {
  is_use_base: flagText,
  qty_type: flagText,
  store_coin_flag: flag,
  stop_upward_price: optionalDecimal,
  stop_downward_price: optionalDecimal,
  /** Fraction: 2 % is "0.02" (C-138). */
  moving_average_momentum: optionalDecimal,
};
