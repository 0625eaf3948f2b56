import { z } from 'zod';
import {
  arbitrageParams,
  createFuturesGridBody,
  createInfiniteGridBody,
  createMarginGridBody,
  createSpotGridBody,
  indicatorParams,
  martingaleParams,
  recurringBuyParams,
  runMartingaleBody,
  smartPositionParams,
} from './create-bodies.ts';
import { needed } from './readings.ts';
import {
  asset,
  byStrategy,
  dataPeriod,
  decimal,
  envelope,
  flag,
  id,
  idText,
  liquidationPrices,
  market,
  optionalDecimal,
  refusable,
  refusalData,
  signedDecimal,
  strategyType,
} from './wire.ts';

/**
 * Copying another trader's bot. The exchange takes the parameters from the bot itself, so a body needs no more than whom and with
 * how much; documented clients send the whole create payload (C-355), of which everything that is not the copier's own has to be
 * as the original has it.
 */

const gridFields = z
  .strictObject({
    ...createInfiniteGridBody.shape,
    ...createFuturesGridBody.shape,
    ...createMarginGridBody.shape,
    ...createSpotGridBody.shape,
  })
  .omit({ strategy_type: true })
  .partial();

/** C-355, M-330: grids of all kinds. The original says which. */
export const followGridBody = gridFields.extend({ follow_id: id, money: decimal });

const runParams = z
  .strictObject({
    ...recurringBuyParams.shape,
    ...smartPositionParams.shape,
    ...arbitrageParams.shape,
    ...martingaleParams.shape,
    ...indicatorParams.shape,
  })
  .partial()
  .extend({ begin_money_amount: decimal });

/** M-331, M-332, X60: every kind that is no plain grid. */
export const followStrategyBody = runMartingaleBody
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

/** Return since the beginning of what is compared, fraction. */
const comparedPoint = z.object({
  trading_date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  profit_rate: needed(signedDecimal),
});

export const COPY_CALLS = {
  /** M-289: a copy beside its original, from the day on which it was made or the period began; both start at nothing. */
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
} as const;
