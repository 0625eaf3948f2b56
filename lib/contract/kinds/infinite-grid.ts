import { z } from 'zod';
import { decimal, flag, flagText, market, optionalDecimal } from '../wire.ts';
import { createExtras, instrumentType, wireOf } from './wire-of.ts';

/** Infinite grid payload (C-155): low_price and high_price are fractions – the fall that buys, the rise that sells. */
export const INFINITE_GRID_WIRE = wireOf(
  {
    strategy_type: z.literal('infinite_grid'),
    market,
    instrument_type: instrumentType,
    low_price: decimal,
    high_price: decimal,
    is_use_base: flagText,
    money: decimal,
    stop_loss: optionalDecimal,
    stop_profit: optionalDecimal,
    stop_check_type: flag.optional(),
    store_coin_flag: flag,
    trigger_price: optionalDecimal,
    ...createExtras,
  },
  {},
);
