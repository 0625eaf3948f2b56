import { z } from 'zod';
import { needed } from './readings.ts';
import { asset, decimal, envelope, flag, fundpass, id, idText, liquidationPrices, refusable, withId } from './wire.ts';

/** Money of a bot that works, and what else its owner changes of it. */

const prices = z.object(liquidationPrices);
/** Where the bot was liquidated before and is after: ours, another exchange may leave it out. */
const marginMoved = refusable(z.object({ strategy_id: id, before: prices.optional(), after: prices.optional() }));

const addition = {
  path: withId,
  body: z.strictObject({ asset, amount: decimal, fundpass }),
  reply: marginMoved,
} as const;

export const LIFE_CALLS = {
  /** M-313, M-315: margin for the position of a contract. */
  increaseBalance: addition,
  /** M-314: the same of a plain grid. */
  increaseGridBalance: addition,
  /** M-323, M-324: what may be taken out. `amount`, ours: the liquidation prices are those after so much of it is; without it, those of now. */
  reducibleMargin: {
    path: withId,
    query: z.object({ strategy_id: idText.optional(), amount: decimal.optional() }),
    reply: envelope(
      z.object({
        withdrawable: flag,
        max_withdrawal_amount: needed(decimal),
        liquidation: prices.optional(),
      }),
    ),
  },
  reduceMargin: { path: withId, body: z.strictObject({ amount: decimal, fundpass }), reply: marginMoved },
} as const;
