import { z } from 'zod';
import { MARTINGALE_WIRE } from './kinds/martingale.ts';
import { GRID_WIRES, RUN_WIRES } from './kinds.ts';
import { anyFields } from './merged-shapes.ts';
import { needed } from './readings.ts';
import {
  asset,
  byStrategy,
  dataPeriod,
  decimal,
  envelope,
  finishReason,
  flag,
  id,
  idText,
  liquidationPrices,
  market,
  optionalDecimal,
  refusable,
  refusalData,
  seconds,
  signedDecimal,
  strategyType,
} from './wire.ts';

/**
 * Copying another trader's bot. The exchange takes the parameters from the bot itself, so a body needs no more than whom and with
 * how much; documented clients send the whole create payload (C-355), of which everything that is not the copier's own has to be
 * as the original has it.
 */

/** C-355, M-330: grids of all kinds. The original says which. */
export const followGridBody = z
  .strictObject(anyFields(GRID_WIRES.map(({ create }) => create.shape)))
  .omit({ strategy_type: true })
  .extend({ follow_id: id, money: decimal });

const runParams = z
  .strictObject(anyFields(RUN_WIRES.map(({ create }) => create.shape.params.shape)))
  .extend({ begin_money_amount: decimal });

/** M-331, M-332, X60: every kind that is no plain grid. */
export const followStrategyBody = MARTINGALE_WIRE.create
  .partial()
  .extend({ strategy_type: strategyType.optional(), follow_id: id, params: runParams });

/** What a copier chooses himself, for all kinds in the same words; what is not said is as the original has it. */
const ownChoice = {
  leverage: z.string().max(8).optional(),
  /** '' = none. */
  stop_loss: optionalDecimal,
  stop_profit: optionalDecimal,
};

const terms = z.object({
  strategy_type: strategyType,
  market,
  settle: z.enum(['', 'usdt', 'btc']),
  /** What the money is in. */
  asset,
  /** '' while it cannot be told: what is chosen does not begin, or a price is not known. */
  min_amount: z.union([z.literal(''), decimal]),
  available: decimal,
  trial_available: decimal,
  /** Of the copy; '' and 0: its kind has none. */
  leverage: z.string(),
  leverage_min: z.number().int(),
  leverage_max: z.number().int(),
  /** Stops that the copy may have of its own, and what they are parts of. */
  stops: z.object({ of: z.enum(['', 'price', 'investment', 'round']), stop_loss: flag, stop_profit: flag }),
  follow_fee_rate: decimal,
  /** What each of its trades pays, a fraction. */
  fee_rate: decimal,
  ...liquidationPrices,
  is_open_params: flag,
  /** What a create call of this copy would say; null where the original's parameters are not shown. */
  payload: z.record(z.string(), z.unknown()).nullable(),
  /** Why the copy would be refused now; null: it would not. */
  issue: refusalData.extend({ code: z.number().int() }).nullable(),
});
export type CopyTerms = z.infer<typeof terms>;

/** What one of two replayed bots came to: fractions of what it began with, to the fourth decimal. */
const previewSide = z.object({
  profit_rate: signedDecimal,
  max_draw_down: decimal,
  /** '' = it would run on, or how it ended is not shown. */
  finish_as: z.union([z.literal(''), finishReason]),
});

const preview = z.object({
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** 0…1 */
  progress: z.number(),
  /**
   * '' until it is done; all but 'compared' say why it cannot be said: the original has not lived for a day, prices of its days are not known, the amount
   * is below the least, such a copy would be refused now, or would have been at the first of the days, margin was added to the original, it is closed
   * and something was chosen that would tell of it, and the account has asked for many in the last hour.
   */
  outcome: z.enum([
    ...(['', 'compared', 'too-young', 'prices-unknown', 'below-least'] as const),
    ...(['not-now', 'not-then', 'margin-added', 'closed-choice', 'too-often'] as const),
  ]),
  result: z
    .object({
      from: seconds,
      to: seconds,
      /** With its own amount. */
      original: previewSide,
      /** With the amount that was asked with; `profit_rate` after `share_rate`, which goes to the provider. */
      copy: previewSide.extend({ share_rate: decimal }),
      /** The copy's rate less the original's. */
      tracking_difference: signedDecimal,
      /** One point a day; null where the original's parameters are not shown. */
      curve: z.array(z.object({ time: seconds, original: signedDecimal, copy: signedDecimal })).nullable(),
    })
    .nullable(),
});
export type CopyPreview = z.infer<typeof preview>;

/** Return since the beginning of what is compared, fraction. */
const comparedPoint = z.object({
  trading_date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  profit_rate: needed(signedDecimal),
});

export const COPY_CALLS = {
  /**
   * M-289: a copy beside its original, to the copy's last day. Both are 0 at the end of the first day that is listed, which is the one on which the copy
   * began or the period did; an original that has no figures of these days has none listed.
   */
  strategyComparison: {
    query: byStrategy.extend({ follow_id: idText, data_period: dataPeriod.optional() }),
    reply: envelope(z.object({ mine: z.array(comparedPoint), origin: z.array(comparedPoint) })),
  },
  followGrid: { body: followGridBody, reply: refusable(z.object({ strategy_id: id })) },
  followStrategy: { body: followStrategyBody, reply: refusable(z.object({ strategy_id: id })) },
  followTerms: {
    body: z.strictObject({ follow_id: id, money: optionalDecimal, use_experience: flag.optional(), ...ownChoice }),
    reply: refusable(terms),
  },
  /** Asked again while it is queued or running; another amount puts another replay in its place. */
  followPreview: {
    body: z.strictObject({ follow_id: id, money: decimal, ...ownChoice }),
    reply: refusable(preview),
  },
} as const;
