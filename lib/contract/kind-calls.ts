import { z } from 'zod';
import { indicatorConditions } from './kinds/indicator.ts';
import { needed, standIn } from './readings.ts';
import { strategyRow } from './strategy.ts';
import {
  asset,
  byStrategy,
  decimal,
  envelope,
  id,
  market,
  maskableDecimal,
  paging,
  refusable,
  seconds,
  signedDecimal,
  tradeResult,
  withId,
} from './wire.ts';

/** Portfolios, arbitrage and indicator bots: what their forms and details ask for. */

/** A leg of an arbitrage that was traded (M-113). On which account, and our words for what it did, are ours: '' of another exchange. */
const arbitrageRecord = z.object({
  finish_time: seconds,
  account: standIn(z.enum(['', 'spot', 'futures']), ''),
  side: z.enum(['buy', 'sell']),
  profit: z.union([z.literal(''), signedDecimal]),
  match_price: maskableDecimal,
  match_qty: maskableDecimal,
  fee: maskableDecimal,
  result: tradeResult,
  order_type: standIn(z.enum(['', 'open', 'close', 'reduce']), ''),
});

const conditionSet = z.object({
  id,
  name: z.string(),
  create_time: seconds,
  compose_conditions: indicatorConditions,
});

const periodConfig = z.array(z.object({ period: z.string(), name: z.string() }));

/** Terms of a kind on a market (C-148). The documented call has no leverage (E-287): where none is said the kind's own limits hold. */
const kindTerms = z.object({
  min_total_amount: needed(decimal),
  leverage_max: z.number().int().optional(),
  period_config: periodConfig.optional(),
});

export const KIND_CALLS = {
  /** Markets of smart positions and of arbitrage (C-147, C-361): one question for both. Funding fields are '' and 0 where there is no contract. */
  currencyPairs: {
    query: z.object({ exchange_type: z.literal('SMART_REBALANCE') }),
    reply: envelope(
      z.array(
        z.object({
          pair: market,
          base_currency: standIn(asset, ''),
          funding_rate: z.union([z.literal(''), signedDecimal]),
          /** Seconds. */
          funding_interval: z.number().int(),
          funding_next_apply: seconds,
          /** Largest arbitrage leverage. */
          multiple: z.number().int(),
        }),
      ),
    ),
  },
  /** Terms of a kind by market (C-148, E-287, E-288). */
  kindConfig: {
    path: z.object({ type: z.string().regex(/^[a-z0-9_-]{1,32}$/) }),
    reply: refusable(
      z.object({
        usdt: z.record(z.string(), kindTerms),
        btc: z.record(z.string(), kindTerms),
        /** K-line periods of conditions on every market that says none of its own; none: all that there are. */
        period_config: periodConfig,
      }),
    ),
  },
  marketCap: {
    query: z.object({ currency_pairs: z.string().regex(/^[A-Z0-9_,]{1,400}$/) }),
    reply: envelope(z.array(z.object({ pair: market, marketCap: needed(decimal) }))),
  },
  /** Coins that a smart position can be made of; `rate` is the price of one in USDT. */
  smartBalance: {
    reply: envelope(z.array(z.object({ asset, available: needed(decimal), rate: needed(decimal) }))),
  },
  arbitrageRecords: {
    query: byStrategy.omit({ strategy_type: true }).extend(paging),
    reply: envelope(z.object({ orders: z.array(arbitrageRecord) })),
  },
  composeDetail: {
    query: byStrategy,
    reply: refusable(
      strategyRow.extend({
        /** Null when the viewer may not see amounts. */
        position_info: z
          .object({
            size: signedDecimal,
            entry_price: z.string(),
            value: decimal,
            profit: signedDecimal,
          })
          .nullable(),
      }),
    ),
  },
  conditionSets: { reply: envelope(z.array(conditionSet)) },
  /** Saves a condition set under a name; the same name again replaces it. */
  saveConditionSet: {
    body: z.object({ name: z.string().min(1).max(200), compose_conditions: indicatorConditions }),
    reply: refusable(z.object({ id })),
  },
  deleteConditionSet: { path: withId, reply: refusable(z.object({ id })) },
} as const;
