import { z } from 'zod';
import { needed } from './readings.ts';
import { asset, decimal, envelope, flag, market, refusable, signedDecimal } from './wire.ts';

/** What there is to earn without a bot. All rates are fractions. */

/** '' = not offered, or not known now. */
const rate = z.union([z.literal(''), decimal]);

export const EARN_CALLS = {
  /**
   * What is offered on a spot market (E-112): the highest annual rates of sell high and buy low, and how far from the present price the price of that offer lies – above it to sell,
   * below it to buy –; `invest_rate`: what a plan of the coin would have brought in the last year, which may be a loss.
   */
  earnStatistics: {
    query: z.object({ market }),
    reply: envelope(
      z.object({
        sell_discount_rate: rate,
        buy_discount_rate: rate,
        max_call_apy: rate,
        max_put_apy: rate,
        invest_rate: z.union([z.literal(''), signedDecimal]),
      }),
    ),
  },
  /** Which products there are of a coin, against USDT. Code 0 (E-305). */
  earnSupports: {
    query: z.object({ currency: asset }),
    reply: envelope(z.object({ auto_invest: flag, sell_high: flag, buy_low: flag })),
  },
  /** What lenders of a coin get in a year, simple interest: borrowers' rate less the exchange's part. A coin that nobody can borrow is unknown (404). */
  lendEarn: {
    query: z.object({ currency: asset }),
    reply: refusable(z.object({ currency: asset, apy: needed(decimal) })),
  },
} as const;
