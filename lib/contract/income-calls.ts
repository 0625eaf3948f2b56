import { z } from 'zod';
import { EARN_TYPES } from './earn-types.ts';
import { needed } from './readings.ts';
import { STRATEGY_TYPES } from './vocabulary.ts';
import { asset, decimal, envelope, market, paging, seconds, signedDecimal } from './wire.ts';

/** What a trader's bots, and what is earned without one, brought day by day. Days are UTC days, and close at 00:00 UTC. */

/** Days that a line or bars are asked of (E-334). */
export const INCOME_INTERVALS = ['7', '30', '90'] as const;

const type = z.enum([...STRATEGY_TYPES, ...EARN_TYPES]);
/** `all` is ours, `income_all` (H61): every type that has brought anything. */
const strategy_type = z.union([type, z.literal('all')]);

/** A day and a value per strategy type, under the type's id (E-128); USDT, deposits and withdrawals apart. `total` (ours, with `all`): their sum. */
const incomeDay = z.object({
  trading_date: needed(z.string().regex(/^\d{4}-\d{2}-\d{2}$/)),
  total: signedDecimal.optional(),
  ...(Object.fromEntries([...STRATEGY_TYPES, ...EARN_TYPES].map((id) => [id, signedDecimal.optional()])) as Record<
    (typeof STRATEGY_TYPES)[number] | (typeof EARN_TYPES)[number],
    z.ZodOptional<typeof signedDecimal>
  >),
});

/** Names the moment whose prices a line is reckoned at (ours). */
const moment = z
  .string()
  .regex(/^\d{1,16}-\d{1,16}$/)
  .optional();

export const INCOME_CALLS = {
  /**
   * What had been earned in all by the end of each day, from the first that anything was earned on to today, without a gap; with an interval the last days of the
   * same line. Other assets than USDT count at present prices, each sum rounded down. The oldest first.
   * Where there are more pages a reply names its `moment`: asked for with it, the others are of the same, or refused with 409 when that is kept no more.
   */
  totalProfit: {
    query: z.object({ interval: z.enum(['all', ...INCOME_INTERVALS]), strategy_type, moment, ...paging }),
    reply: envelope(z.array(incomeDay)).extend({ moment }),
  },
  /** What was earned on each of the last days, today among them: the difference of that line's values, so they add up to it. The oldest first. */
  dailyProfit: {
    query: z.object({ interval: z.enum(INCOME_INTERVALS), strategy_type }),
    reply: envelope(z.array(incomeDay)),
  },
  /**
   * USDT. The total return is `history_profit` (bots that have ended) + `run_total_profit` (bots that run) + `signal_profit` (shares that copies of own bots paid), and
   * the end of the line; `today_profit` is of it since the last UTC midnight. `total_asset`: what running bots have now, trial funds apart.
   */
  userProfit: {
    query: z.object({ strategy_type }),
    reply: envelope(
      z.object({
        history_profit: needed(signedDecimal),
        run_total_profit: needed(signedDecimal),
        today_profit: needed(signedDecimal),
        signal_profit: signedDecimal,
        total_asset: signedDecimal,
        /** Ours, with `all`: in the assets themselves, exact. What they come to is what the ledger has beside what was put in and taken out. */
        parts: z
          .array(
            z.object({
              strategy_type: type,
              asset,
              profit: needed(signedDecimal),
              today: signedDecimal,
              /** Of the profit: shares that copies paid. */
              shares: signedDecimal,
            }),
          )
          .optional(),
        /** Ours: assets that no market values in USDT now; they are in no value. */
        unvalued: z.array(asset).optional(),
      }),
    ),
  },
  /** Ours (capability `received_shares`): what copies of own bots paid, each payment, the latest first. One that was made in two assets is two rows of its page. */
  receivedShares: {
    query: z.object(paging),
    reply: envelope(
      z.array(
        z.object({
          time: seconds,
          /** The own bot that was copied; `name`: '' where it has none. Whose the copy is, is not told. */
          strategy_id: needed(z.number().int().positive()),
          strategy_type: z.enum(STRATEGY_TYPES),
          name: z.string(),
          market,
          asset,
          amount: needed(decimal),
        }),
      ),
    ),
  },
} as const;
