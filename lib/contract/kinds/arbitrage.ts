import { z } from 'zod';
import { asset, decimal, flag, market, optionalDecimal } from '../wire.ts';
import { leverage, runExtras, settle, wireOf } from './wire-of.ts';

/** Spot-futures arbitrage (C-163). */
const params = z.strictObject({
  pair: market,
  settle,
  begin_money_amount: decimal,
  begin_money_currency: asset,
  leverage,
  /** Fraction. */
  spread_rate: optionalDecimal,
  is_ai: flag.optional(),
});

export const ARBITRAGE_WIRE = wireOf(
  {
    strategy_type: z.literal('spot-future-arbitrage'),
    params,
    ...runExtras,
  },
  {},
);
