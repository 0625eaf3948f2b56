import { z } from 'zod';
import { asset, decimal, flag, market, optionalDecimal } from '../wire.ts';
import { botType, exchangeName, leverage, MOST_ROWS, runExtras, settle, side, wireOf } from './wire-of.ts';

/** Parameters of both martingales (C-159 … C-161). Rates are fractions; a diff step is a price distance. */
const params = z.strictObject({
  exchange: exchangeName.optional(),
  pair: market,
  settle,
  begin_money_currency: asset,
  begin_money_amount: decimal,
  is_ai: flag,
  transaction_type: z.enum(['low-risk-arbitrage', 'high-risk-arbitrage', 'hoarding']),
  trigger_price: optionalDecimal,
  take_profit_per_cycle: decimal,
  stop_loss_per_cycle: optionalDecimal,
  max_order_amount: z.string().max(8),
  price_steps: optionalDecimal,
  price_step_type: z.enum(['rate', 'diff']).optional(),
  amount_multiplier: optionalDecimal,
  enable_free_params: flag,
  price_step_details: z.array(z.strictObject({ price_steps: decimal, increasing_share: decimal })).max(MOST_ROWS),
  leverage: leverage.optional(),
  side: side.optional(),
  /** Contracts of the first order. */
  size: optionalDecimal,
});

export const MARTINGALE_WIRE = wireOf(
  {
    strategy_type: z.enum(['martingale', 'contract-martingale']),
    bot_type: botType.optional(),
    params,
    ...runExtras,
  },
  {},
);
