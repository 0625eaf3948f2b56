import { z } from 'zod';
import {
  END_OBSTACLES,
  MOST_COIN_LIMITS,
  MOST_TOLD_ENDS,
  PROTECTION_ACTIONS,
  PROTECTION_LIMITS,
} from './protection-words.ts';
import { needed } from './readings.ts';
import { asset, decimal, envelope, fundpass, id, refusable, seconds, signedDecimal, strategyType } from './wire.ts';

/** Limits of a whole account, and what is done when one is reached. All of it is ours: an upstream announces it as `protection`. */

const count = z.number().int().min(0);
const action = z.enum(PROTECTION_ACTIONS);
/** '' = no coin: the limit is of the account, or of every coin that has none of its own. */
const coinOrNone = z.union([z.literal(''), asset]);

/** Null = no such limit. */
const limits = {
  /** Largest fall of the account's worth from its peak, percent of the peak. */
  drawdown: needed(z.object({ percent: decimal, action }).nullable()),
  /** Largest net exposure to one coin, either way, USDT: `usdt` of every coin without a limit of its own, '' = none. */
  exposure: needed(
    z
      .object({
        usdt: z.union([z.literal(''), decimal]),
        coins: z.array(z.object({ asset, usdt: decimal })).max(MOST_COIN_LIMITS),
        action,
      })
      .nullable(),
  ),
};

/** How an account stands to one limit. `value`: percent of the peak, or USDT (negative: short); '' = not known. */
const standing = z.object({
  limit: z.enum(PROTECTION_LIMITS),
  asset: coinOrNone,
  value: z.union([z.literal(''), signedDecimal]),
  most: decimal,
  action,
  verdict: needed(z.enum(['within', 'reached', 'unknown'])),
});

const protection = z.object({
  /** Counts what was saved; 0 = nothing ever was. */
  version: needed(count),
  ...limits,
  /** When all of it was looked at last, of the running process; 0 = not yet. */
  time: seconds,
  /** Worth then, USDT; '' = not known. */
  equity: z.union([z.literal(''), signedDecimal]),
  /** Highest worth since `peak_since`, moved by what came in and went out; '' = none yet. */
  peak: z.union([z.literal(''), decimal]),
  peak_since: seconds,
  /** Why limits cannot be set for this account, as a refusal's issue; '' = they can. */
  not_offered: z.string(),
  /** Limits that were reached and are not armed again. */
  crossings: z.array(
    z.object({
      limit: z.enum(PROTECTION_LIMITS),
      asset: coinOrNone,
      time: seconds,
      value: signedDecimal,
      most: decimal,
      action: needed(action),
      /** Bots that it has ended, and those that still run. */
      ended: count,
      left: count,
    }),
  ),
});

const sum = z.object({ currency: asset, amount: signedDecimal });

export const PROTECTION_CALLS = {
  protection: { reply: envelope(protection) },
  /** `version`: of what was seen; where another was saved meanwhile, nothing is. What is changed is armed anew, the peak stays. */
  saveProtection: {
    body: z.object({ version: count, ...limits, fundpass }),
    reply: refusable(protection),
  },
  /** Arms a limit that was reached; that of the drawdown begins with a new peak, the present worth. */
  rearmProtection: {
    body: z.object({ limit: z.enum(PROTECTION_LIMITS), fundpass }),
    reply: refusable(protection),
  },
  /** What limits would do now. Nothing is saved, and nothing happens. */
  tryProtection: {
    body: z.object(limits),
    reply: refusable(
      z.object({
        time: seconds,
        equity: z.union([z.literal(''), signedDecimal]),
        peak: z.union([z.literal(''), decimal]),
        standings: z.array(standing),
        /** The plan by which all bots are ended; null where no limit ends any. `is_due`: it would begin now. */
        ends: needed(
          z
            .object({
              is_due: z.boolean(),
              bots: count,
              left_out: count,
              returns: z.array(sum),
              profits: z.array(sum),
              rows: z
                .array(
                  z.object({
                    strategy_id: id,
                    strategy_type: strategyType,
                    strategy_name: z.string(),
                    market: z.string(),
                    returns: z.array(sum),
                    profit: z.union([z.literal(''), signedDecimal]),
                    profit_asset: coinOrNone,
                    obstacle: z.union([z.literal(''), z.enum(END_OBSTACLES)]),
                  }),
                )
                .max(MOST_TOLD_ENDS),
            })
            .nullable(),
        ),
      }),
    ),
  },
} as const;

export type ProtectionLimits = { readonly [K in keyof typeof limits]: z.output<(typeof limits)[K]> };
