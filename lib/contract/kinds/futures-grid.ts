import { z } from 'zod';
import { flagText } from '../wire.ts';
import { rangeGrid } from './range-grid.ts';
import { gridSide, wireOf } from './wire-of.ts';

/** Futures grid payload (C-156, C-157). stop_loss and stop_profit are fractions of the investment (X14). */
export const FUTURES_GRID_WIRE = wireOf(
  {
    strategy_type: z.literal('futures_grid'),
    ...rangeGrid,
    side: gridSide,
    /** 0 = last price, 1 = mark price (X52). */
    trigger_price_type: flagText.optional(),
    qty_type: flagText.optional(),
  },
  {},
);
