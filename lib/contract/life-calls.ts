import { z } from 'zod';
import { planFigure } from './plan-figures.ts';
import { PLAN_NAMES } from './plan-words.ts';
import { needed } from './readings.ts';
import {
  acknowledged,
  asset,
  byStrategy,
  decimal,
  envelope,
  fingerprint,
  flag,
  fundpass,
  id,
  idText,
  liquidationPrices,
  optionalDecimal,
  refusable,
  strategyType,
  withId,
} from './wire.ts';

/** Money of a bot that works, and what else its owner changes of it. */

const unchanged = z.literal(-1);
const prices = z.object(liquidationPrices);
/** Where the bot was liquidated before and is after: ours, another exchange may leave it out. */
const marginMoved = acknowledged({ strategy_id: id, before: prices, after: prices });

const addition = {
  path: withId,
  body: z.strictObject({ asset, amount: decimal, fundpass, fingerprint }),
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
  /** M-319: margin for a futures grid, with the leverage that it is to have from then on. */
  updateGrid: {
    path: withId,
    body: z.strictObject({
      plan: z.enum(PLAN_NAMES).optional(),
      actions: z
        .array(
          z.strictObject({
            action: z.literal('transfer'),
            amount: decimal,
            currency: asset,
            leverage: z.string().regex(/^[1-9]\d{0,2}$/),
          }),
        )
        .length(1),
      fundpass,
      fingerprint,
    }),
    reply: marginMoved,
  },
  /** M-326: −1, or nothing, leaves a field as it is. `params`: those of a martingale, as JSON. */
  strategyParams: {
    body: z.strictObject({
      strategy_id: id,
      strategy_type: strategyType,
      user_id: z.union([id, idText]).optional(),
      is_hide: z.union([unchanged, flag]).optional(),
      is_hide_order: z.union([unchanged, flag]).optional(),
      params: z.union([unchanged, z.string().max(8_000)]).optional(),
      strategy_name: z.union([unchanged, z.string().max(200)]).optional(),
      abstract: z.union([unchanged, z.string().max(4_000)]).optional(),
      fundpass,
      /** Of the plan of `params`. */
      fingerprint,
    }),
    reply: acknowledged({ strategy_id: id }),
  },
  /** M-327, M-328. */
  hideStrategy: {
    body: z.strictObject({ strategy_id: id, strategy_type: strategyType, is_hide: flag }),
    reply: acknowledged({ strategy_id: id }),
  },
  hideTrades: {
    body: z.strictObject({ strategy_id: id, strategy_type: strategyType, is_hide_order: flag }),
    reply: acknowledged({ strategy_id: id }),
  },
  /** M-329: a GET that changes something (X55). */
  renameStrategy: {
    query: byStrategy.extend({ strategy_name: z.string().max(200) }),
    reply: acknowledged({ strategy_id: id }),
  },
  reduceMargin: { path: withId, body: z.strictObject({ amount: decimal, fundpass, fingerprint }), reply: marginMoved },
  /**
   * What an act on a bot would come to, made on a copy of it. `fingerprint` names it where it is asked for: `increaseBalance`,
   * `reduceMargin`, `updateGrid`, `withdrawProfit`, `changeGridParams` with stops alone, `strategyParams`. Each act reads the fields of its
   * call. What stands against the act is refused with that call's code and field.
   */
  actionPlan: {
    query: byStrategy.extend({
      act: z.enum(['margin_in', 'margin_out', 'leverage', 'withdraw', 'stops', 'params']),
      amount: decimal.optional(),
      leverage: z
        .string()
        .regex(/^[1-9]\d{0,2}$/)
        .optional(),
      stop_loss: optionalDecimal,
      stop_profit: optionalDecimal,
      params: z.string().max(8_000).optional(),
    }),
    reply: refusable(z.object({ fingerprint: z.string(), figures: z.array(planFigure) })),
  },
} as const;
