import { z } from 'zod';
import { needed } from './readings.ts';
import { strategyRow } from './strategy.ts';
import {
  asset,
  decimal,
  envelope,
  finishReason,
  id,
  market,
  paging,
  seconds,
  signedDecimal,
  strategyType,
} from './wire.ts';

/** A trader's accounts and bots taken together. All of it is ours: an upstream announces it as `portfolio`. */

const count = z.number().int().min(0);
const ACCOUNTS = ['spot', 'margin', 'futures_usdt', 'futures_btc'] as const;
const account = z.enum(ACCOUNTS);
/** What bots made and paid. Funding is signed (received less paid), fees and interest are what was paid. */
const results = {
  profit: needed(signedDecimal),
  /** Of it since the last UTC midnight. */
  today: signedDecimal,
  fees: signedDecimal,
  funding: signedDecimal,
  interest: signedDecimal,
};

export const PORTFOLIO_CALLS = {
  /**
   * Sums of exact figures. Values in USDT are rounded down part by part – a balance, a bot –, and every sum is of such parts: by
   * account and by kind they come to the same total.
   */
  portfolio: {
    reply: envelope(
      z.object({
        time: seconds,
        running: count,
        finished: count,
        /** Bots of the archive whose days, fees, funding and interest are not read yet: what they earned in all is in every sum, these are not. */
        unread: count,
        /** Markets that some bot trades or has traded. */
        markets: z.array(market),
        /** Assets that no market values in USDT now: told by themselves, in no value. */
        unvalued: z.array(asset),
        /** Everything in USDT; `trial`: trial funds in bots, which are lent and in no other figure. */
        assets: z.object({ total: needed(decimal), accounts: decimal, bots: needed(signedDecimal), trial: decimal }),
        /**
         * What can be spent, what auto-invest plans hold (`invest`), and what is put into orders that are not over (`hold`): of those
         * `amount` is what was put in, `usdt` what they would pay if they were settled now, without interest.
         */
        balances: z.array(
          z.object({
            account: z.enum([...ACCOUNTS, 'invest', 'hold']),
            asset,
            amount: needed(decimal),
            usdt: decimal,
          }),
        ),
        /** Equity of the bots of an account, in what their profit is counted in. */
        equities: z.array(
          z.object({ account, asset, bots: count, equity: needed(signedDecimal), usdt: signedDecimal }),
        ),
        /** In USDT. */
        results: z.object(results),
        by_kind: z.array(z.object({ strategy_type: strategyType, running: count, finished: count, ...results })),
        /** In the assets themselves, exact. */
        by_asset: z.array(z.object({ asset, ...results })),
        /**
         * By coin, over all running bots: held (margin accounts included), positions of contracts, long and short apart, and debts;
         * `net` = held + long − short − owed, `usdt` its value. The largest first.
         */
        exposure: z.array(
          z.object({
            asset,
            held: decimal,
            long: decimal,
            short: decimal,
            owed: decimal,
            net: needed(signedDecimal),
            usdt: signedDecimal,
          }),
        ),
        /** What all bots had earned by the end of each UTC day, at the present value of their assets; the last one is now. Oldest first. */
        curve: z.array(
          z.object({ trading_date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/), usdt: needed(signedDecimal) }),
        ),
      }),
    ),
  },
  /**
   * What would be won or lost if all prices went the same part of themselves in a straight line within a day, the worst first: bots by
   * copies of their machines (orders, stops, liquidations), without funding and without conditions on K-lines; what lies in accounts
   * by the prices alone. In USDT at the prices of the move's end against those of now. Kept for some seconds: `time` says of when.
   */
  portfolioMoves: {
    reply: envelope(
      z.object({
        time: seconds,
        bots: count,
        /** Copies of bots whose provider keeps the parameters closed: what they would do is not told, so they are in no figure. */
        left_out: count,
        moves: z.array(
          z.object({
            percent: z.number().int(),
            total: needed(signedDecimal),
            bots: signedDecimal,
            accounts: signedDecimal,
            /** Bots that would end on the way, by why. */
            ends: z.array(z.object({ reason: finishReason, bots: count })),
            /** The bots that would lose most, the worst first; fewer where fewer lose. */
            worst: z.array(
              z.object({
                strategy_id: id,
                strategy_type: strategyType,
                strategy_name: z.string(),
                usdt: needed(signedDecimal),
                finish_as: z.union([z.literal(''), finishReason]),
              }),
            ),
          }),
        ),
      }),
    ),
  },
  /** One list of all bots of a trader, of every kind. What is not said leaves nothing out. */
  portfolioBots: {
    query: z.object({
      /** `running`: not ended and not paused. */
      state: z.enum(['running', 'paused', 'finished']).optional(),
      strategy_type: strategyType.optional(),
      /** Bots that trade it, beside others perhaps. */
      market: market.optional(),
      result: z.enum(['profit', 'loss']).optional(),
      sort: z.string().max(32).optional(),
      ...paging,
    }),
    reply: envelope(z.array(strategyRow)),
  },
} as const;
