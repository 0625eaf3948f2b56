import { z } from 'zod';
import { LAST_ID } from './event-stream.ts';
import { dailyPoint, earlyPoint, recommendedItem, strategyRow, userInfo } from './strategy.ts';
import { LIST_DAYS, LIST_FALLS, LIST_INVESTMENTS, LIST_SIDES } from './vocabulary.ts';
import {
  anonymousId,
  asset,
  byStrategy,
  dataPeriod,
  decimal,
  envelope,
  id,
  idText,
  market,
  optionalRate,
  paging,
  seconds,
  signedDecimal,
  strategyType,
  withId,
} from './wire.ts';

/** What visitors find: tabs, hot strategies, ranked and shared bots, their providers. */

export const DISCOVERY_CALLS = {
  strategyTabs: {
    query: z.object({ lang: z.string().max(8).optional() }),
    reply: envelope(z.array(z.object({ key: z.string(), name: z.string(), classes: z.array(z.string()) }))),
  },
  hotStrategies: {
    query: z.object({ market_kind: z.enum(['spot', 'futures']).optional() }),
    reply: envelope(
      z.array(
        z.object({
          strategy_type: strategyType,
          name: z.string(),
          desc: z.string(),
          market,
          follow_num: z.number().int(),
          year_pft_rate: optionalRate,
          /** The bot that the card stands for, and its provider. Another exchange may leave them out. */
          strategy_id: id.optional(),
          anonymous: anonymousId.optional(),
        }),
      ),
    ),
  },
  /** `since`: the `last` of the answer before. */
  hiddenBots: {
    query: z.object({ since: z.string().regex(LAST_ID).optional() }),
    reply: envelope(
      z.object({
        last: z.string().regex(LAST_ID),
        /** Nothing is missing: those are all that were hidden since. */
        is_whole: z.boolean(),
        bots: z.array(id),
      }),
    ),
  },
  strategyClass: {
    query: z.object({ symbol: market.optional(), market_kind: z.enum(['spot', 'futures']).optional() }),
    reply: envelope(
      z.array(
        z.object({
          class: z.string(),
          list: z.array(
            z.object({ strategy_type: strategyType, follow_num: z.number().int(), year_pft_rate: optionalRate }),
          ),
        }),
      ),
    ),
  },
  recommendList: {
    query: z.object({
      page: paging.page,
      page_size: paging.page_size,
      pageSize: paging.pageSize,
      /** 'all' is ours: every kind in one ranking. */
      strategy_type: z.union([strategyType, z.literal('all')]),
      params_open_type: z.enum(['0', '1']).optional(),
      market: market.optional(),
      /** `create_time` is ours, for an exchange that announces `list_by_age`: the oldest first. */
      order_by: z.enum(['adj_sharp_rate', 'rate', 'year_pft_rate', 'create_time']).optional(),
      ranking_type: z.enum(['default']).optional(),
      // Ours, for an exchange that announces `list_filters`.
      /** Bots that trade this coin, on any market. */
      coin: asset.optional(),
      /** Fell by no more than this part of their peak. */
      max_draw_down: z.enum(LIST_FALLS).optional(),
      /** Have run for so many whole days. */
      min_days: z.enum(LIST_DAYS).optional(),
      side: z.enum(LIST_SIDES).optional(),
      /** Another such bot can be made with so many USDT; of bots with hidden parameters nobody is told. */
      max_investment: z.enum(LIST_INVESTMENTS).optional(),
    }),
    reply: envelope(z.array(recommendedItem)),
  },
  /** strategy_id present → public single, else the session's own list (X46). compose kinds are asked for as all-compose-indicator. */
  strategies: {
    query: z.object({
      strategy_type: z.union([strategyType, z.literal('all-compose-indicator'), z.literal('all')]).optional(),
      strategy_id: idText.optional(),
      data_period: dataPeriod.optional(),
      status: z.enum(['running', 'finished']).optional(),
      sort: z.string().max(32).optional(),
      ...paging,
    }),
    reply: envelope(z.array(strategyRow)),
  },
  strategyRanking: {
    query: byStrategy,
    reply: envelope(z.object({ follow_profit: signedDecimal, total_follow_money: decimal })),
  },
  dailyCurve: {
    path: withId,
    query: z.object({ strategy_type: strategyType, type: z.enum(['home_curve']).optional(), ...paging }),
    reply: envelope(z.array(dailyPoint)),
  },
  /** Ours: the curve of a bot's first days within the days, oldest first, whole; for who sees its executed orders as they were. */
  earlyCurve: {
    path: withId,
    query: z.object({ strategy_type: strategyType }),
    reply: envelope(z.array(earlyPoint).max(300)),
  },
  signaler: {
    query: z.object({ anonymous: anonymousId }),
    reply: envelope(
      userInfo.extend({
        bot_num: z.number().int(),
        follow_num: z.number().int(),
        follow_profit: signedDecimal,
        total_follow_money: decimal,
        // Ours; another exchange leaves them out.
        /** All copies' result after the provider's share over all they invested, a fraction; '' without copies. */
        follow_net_rate: optionalRate.optional(),
        /** Bots that were listed once and are hidden since, and what they earned together, USDT. */
        hidden_num: z.number().int().nonnegative().optional(),
        hidden_profit: signedDecimal.optional(),
      }),
    ),
  },
  /** Providers with bots in the lists, each once, in the order in which their accounts were made. */
  signalers: {
    query: z.object(paging),
    reply: envelope(
      z.array(
        z.object({
          anonymous: anonymousId,
          /** When what is shown of their bots last changed, seconds: the newest creation, end or closed day (UTC) of one of them. */
          change_time: seconds,
        }),
      ),
    ),
  },
  signalerStrategies: {
    query: z.object({ anonymous: anonymousId, ...paging }),
    reply: envelope(z.array(recommendedItem)),
  },
} as const;
