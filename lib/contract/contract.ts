import { z } from 'zod';
import type { EndpointName } from './endpoints.ts';
import { dailyPoint, recommendedItem, strategyRow, userInfo } from './strategy.ts';
import {
  anonymousId,
  asset,
  decimal,
  envelope,
  flag,
  flagText,
  fundpass,
  id,
  idText,
  market,
  operationType,
  optionalDecimal,
  paging,
  refusable,
  seconds,
  signedDecimal,
  strategyType,
} from './wire.ts';

/** The shapes of a call: what the browser may send and what a well-behaved upstream answers. */
export interface CallShape {
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
}

const none = envelope(z.object({}).loose().nullable());
const withId = z.object({ id: idText });
const byStrategy = z.object({ strategy_id: idText, strategy_type: strategyType });
const period = z.enum(['1m', '5m', '15m', '30m', '1h', '4h', '8h', '1d']);
const dataPeriod = z.enum(['all_period', 'week', 'month', 'three_mon']);
const stopOption = z.object({
  account: z.enum(['spot', 'futures_usdt', 'futures_btc', 'futures_usd', 'margin']),
  type: z.enum(['market', 'limit', 'no_close']),
  market,
  price: z.literal('lastprice'),
  /** Fraction; 0.001–0.05 for limit closes. */
  slip: decimal,
  /** Seconds; one of 1, 3, 5, 10, 30, 60, 180, 360 minutes. */
  expiration: seconds,
});

export const sessionInfo = z.object({
  logged_in: z.boolean(),
  user_id: z.number().int(),
  uid: z.string(),
  anonymous: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  lang: z.string(),
  rise_color: z.enum(['green', 'red']),
  agreement_signed: z.boolean(),
});

const credentials = z.object({
  account: z.string().min(3).max(64),
  password: z.string().min(8).max(128),
});
const registration = credentials.extend({
  nickname: z.string().max(40).optional(),
  fundpass: z.string().min(8).max(128),
});

const balances = z.array(z.object({ currency: asset, available: decimal, locked: decimal }));

/** Spot grid payload (C-152, C-153 and the additions of X53). */
export const createGridBody = z.object({
  uid: z.string().max(32).optional(),
  strategy_type: strategyType,
  market,
  instrument_type: z.string().max(32),
  leverage: z.string().max(8),
  low_price: decimal,
  high_price: decimal,
  grid_num: z.string().max(24),
  price_type: flagText,
  is_use_base: flagText,
  money: decimal,
  stop_loss: optionalDecimal,
  stop_profit: optionalDecimal,
  qty_type: flagText,
  qty_rate: optionalDecimal,
  store_coin_flag: flag,
  stop_upward_price: optionalDecimal,
  stop_downward_price: optionalDecimal,
  /** Fraction: 2 % is "0.02" (C-138). */
  moving_average_momentum: optionalDecimal,
  trigger_price: optionalDecimal,
  /** Fraction: 1 % is "0.01". */
  init_position_slip: optionalDecimal,
  /** 1 = stop prices are checked on every tick, 0 = on the close of a 1-minute candle (H10). */
  stop_check_type: flag.optional(),
  is_less_low_stop: flag.optional(),
  is_over_high_stop: flag.optional(),
  side: z.enum(['buy', 'sell', 'neutral']).optional(),
  strategy_name: z.string().max(200).optional(),
  abstract: z.string().max(4000).optional(),
  /** Fraction (C-124). */
  follow_fee_rate: optionalDecimal,
  is_hide: flag.optional(),
  is_hide_order: flag.optional(),
  param_source: z.enum(['ai', 'manual']).optional(),
  fundpass,
});

const candle = z.tuple([seconds, decimal, decimal, decimal, decimal, decimal]);

export const CONTRACT = {
  session: { reply: envelope(sessionInfo) },
  login: {
    body: credentials.extend({ account: z.string().min(1).max(64), password: z.string().min(1).max(128) }),
    reply: envelope(sessionInfo),
  },
  logout: { reply: none },
  register: { body: registration, reply: refusable(sessionInfo) },
  clientError: {
    body: z.object({ message: z.string().max(2000), stack: z.string().max(8000), screen: z.string().max(200) }),
    reply: none,
  },
  upstreamLogin: {
    body: z.object({ account: z.string().min(1).max(64), password: z.string().min(1).max(128) }),
    reply: envelope(sessionInfo.extend({ token: z.string() })),
  },
  upstreamRegister: {
    body: registration,
    reply: envelope(
      z.union([
        sessionInfo.extend({ token: z.string() }),
        z.object({
          field: z.string().optional(),
          issue: z.string().optional(),
          values: z.record(z.string(), z.string()).optional(),
        }),
      ]),
    ),
  },
  upstreamLogout: { reply: none },
  upstreamProfile: { reply: envelope(sessionInfo) },
  agreement: { reply: envelope(z.object({ signed: z.boolean(), version: z.string(), url: z.string() })) },
  signAgreement: { body: z.object({ version: z.string().max(32) }), reply: none },
  permissions: {
    reply: envelope(
      z.object({
        spot_grid_modify_price_range: z.boolean(),
        spot_grid_add_position: z.boolean(),
        spot_grid_pause: z.boolean(),
      }),
    ),
  },
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
          year_pft_rate: signedDecimal,
        }),
      ),
    ),
  },
  strategyClass: {
    query: z.object({ symbol: market.optional(), market_kind: z.enum(['spot', 'futures']).optional() }),
    reply: envelope(
      z.array(
        z.object({
          class: z.string(),
          list: z.array(
            z.object({ strategy_type: strategyType, follow_num: z.number().int(), year_pft_rate: signedDecimal }),
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
      strategy_type: strategyType,
      params_open_type: z.enum(['0', '1']).optional(),
      market: market.optional(),
      order_by: z.enum(['adj_sharp_rate', 'rate', 'year_pft_rate']).optional(),
      ranking_type: z.enum(['default']).optional(),
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
  signaler: {
    query: z.object({ anonymous: anonymousId }),
    reply: envelope(
      userInfo.extend({
        bot_num: z.number().int(),
        follow_num: z.number().int(),
        follow_profit: signedDecimal,
        total_follow_money: decimal,
      }),
    ),
  },
  signalerStrategies: {
    query: z.object({ anonymous: anonymousId, ...paging }),
    reply: envelope(z.array(recommendedItem)),
  },
  markets: {
    reply: envelope(
      z.array(
        z.object({
          market,
          base: asset,
          quote: asset,
          price_decimals: z.number().int(),
          amount_decimals: z.number().int(),
          min_base_amount: decimal,
          min_quote_amount: decimal,
          max_grid: z.number().int(),
        }),
      ),
    ),
  },
  tickers: {
    query: z.object({ market: market.optional() }),
    reply: envelope(
      z.array(
        z.object({
          market,
          last: z.string(),
          change_24h: signedDecimal,
          high_24h: z.string(),
          low_24h: z.string(),
          base_volume_24h: decimal,
          quote_volume_24h: decimal,
          time: seconds,
        }),
      ),
    ),
  },
  /** Candles [open time s, open, high, low, close, base volume], oldest first, at most 1500. */
  candles: {
    query: z.object({ market, period, from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
    reply: envelope(z.array(candle)),
  },
  candleDay: {
    query: z.object({ market, day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }),
    reply: z.instanceof(Uint8Array),
  },
  depth: {
    query: z.object({ market, limit: z.coerce.number().int().min(1).max(50).optional() }),
    reply: envelope(
      z.object({
        asks: z.array(z.tuple([decimal, decimal])),
        bids: z.array(z.tuple([decimal, decimal])),
        last: z.string(),
      }),
    ),
  },
  gridBase: {
    query: z.object({ market, settle: z.string().max(8).optional(), strategy_type: strategyType }),
    reply: envelope(z.object({ max_grid: z.number().int().optional() })),
  },
  lastPrice: {
    query: z.object({ symbol: market, type: z.enum(['futures_usdt', 'futures_btc', 'spot']) }),
    reply: z.object({ last_price: z.union([z.literal('--'), decimal]) }),
  },
  spotPrice: {
    query: z.object({ type: z.literal('gate_spot'), pair: market }),
    reply: z.object({ last_price: z.union([z.literal('--'), decimal]) }),
  },
  /** prec_v amount, prec_t total, prec_r price decimals (H35). */
  symbolInfo: {
    query: z.object({ symbol: market }),
    reply: z.union([
      z.object({
        prec_v: z.number().int(),
        prec_t: z.number().int(),
        prec_r: z.number().int(),
        curra_min_order_amount: decimal,
        currb_min_order_amount: decimal,
      }),
      envelope(z.null()),
    ]),
  },
  strategyFee: {
    query: z.object({ market, strategy_type: strategyType }),
    reply: envelope(
      z.object({
        taker_fee: decimal,
        futures_taker_fee: decimal,
        futures_maker_fee: decimal,
        vip_fee_discount: decimal,
      }),
    ),
  },
  minAmount: {
    query: z.object({
      market,
      instrument_type: z.string().max(32),
      leverage: z.string().max(8).optional(),
      low_price: decimal,
      high_price: decimal,
      grid_num: z.coerce.number().int().min(2).max(1000),
      is_use_base: flagText.optional(),
      qty_rate: optionalDecimal,
      qty_type: flagText.optional(),
      money: optionalDecimal,
      unit_qty: optionalDecimal,
      price_type: flagText.optional(),
      trigger_price: optionalDecimal,
      side: z.enum(['buy', 'sell', 'neutral']).optional(),
      stop_upward_price: optionalDecimal,
      stop_downward_price: optionalDecimal,
      moving_average_momentum: optionalDecimal,
    }),
    reply: refusable(
      z.object({
        min_amount: decimal,
        base: asset,
        quote: asset,
        unit_qty: decimal,
        liq_price: z.string(),
        short_liq_price: z.string(),
        max_leverage: z.string(),
      }),
    ),
  },
  createGrid: { body: createGridBody, reply: refusable(z.object({ strategy_id: id })) },
  availableBalance: {
    query: z.object({ currency: asset.optional() }),
    reply: envelope(
      z.object({
        currency_outables: z.array(z.object({ asset, outable: decimal })),
        max_outable: z.object({ outable: decimal }),
      }),
    ),
  },
  strategyNumber: {
    query: z.object({ status: z.enum(['running', 'finished']).optional() }),
    reply: envelope(z.array(z.object({ key: z.string(), num: z.number().int() }))),
  },
  gridAssets: {
    query: z.object({ strategy_type: strategyType }),
    reply: envelope(z.array(z.object({ asset, amount: decimal, usdt: decimal }))),
  },
  strategyDetail: { query: byStrategy, reply: envelope(strategyRow) },
  gridPosition: {
    path: withId,
    reply: envelope(
      z.object({
        size: signedDecimal,
        position_margin: decimal,
        contract: z.string(),
        settle: z.string(),
        instrument_type: z.string(),
        base_price: z.string(),
        liq_price: z.string(),
        new_float_profit: signedDecimal,
        money: decimal,
        market,
      }),
    ),
  },
  position: {
    path: withId,
    query: z.object({ strategy_type: strategyType.optional() }),
    reply: envelope(
      z.object({ size: signedDecimal, position_margin: decimal, contract: z.string(), settle: z.string() }),
    ),
  },
  gridBalance: {
    path: withId,
    reply: envelope(
      z.object({
        assets: z.object({ balances, risk: z.string() }),
        margin_asset: z.object({ balances, risk: z.string() }).nullable(),
      }),
    ),
  },
  strategyBalances: { query: byStrategy, reply: envelope(z.object({ spot: balances })) },
  operateRecords: {
    query: byStrategy.extend(paging),
    reply: envelope(
      z.array(
        z.object({
          op_type: operationType,
          create_time: seconds,
          from: z.string(),
          to: z.string(),
          explain: z.string(),
        }),
      ),
    ),
  },
  openOrders: {
    path: withId,
    reply: envelope(
      z.object({
        ask: z.array(z.object({ price: decimal, qty: decimal })),
        bid: z.array(z.object({ price: decimal, qty: decimal })),
        total_qty: decimal,
        total_match_qty: decimal,
        total_match_cost: decimal,
      }),
    ),
  },
  tradeRecords: {
    path: withId,
    query: z.object({ strategyId: idText.optional(), status: z.literal('finished').optional(), ...paging }),
    reply: envelope(
      z.object({
        orders: z.array(
          z.object({
            finish_time: seconds,
            side: z.enum(['buy', 'sell']),
            role: z.enum(['open', 'grid', 'close']),
            match_price: decimal,
            match_qty: decimal,
            match_amount: decimal,
            fee: decimal,
            fee_asset: asset,
            /** Net profit of the completed pair; empty when this fill completes none. */
            profit: z.union([z.literal(''), signedDecimal]),
            level: z.number().int(),
          }),
        ),
      }),
    ),
  },
  holdRecords: {
    path: withId,
    query: z.object({
      record_type: z.literal('store_record').optional(),
      status: z.literal('finished').optional(),
      strategy_id: idText.optional(),
      ...paging,
    }),
    reply: envelope(
      z.object({
        orders: z.array(
          z.object({
            finish_time: seconds,
            side: z.enum(['buy', 'sell']),
            match_price: decimal,
            match_qty: decimal,
            match_amount: decimal,
            fee: decimal,
            fee_asset: asset,
          }),
        ),
        total_match_qty: decimal,
        total_match_cost: decimal,
      }),
    ),
  },
  orderReasons: {
    path: withId,
    query: z.object(paging),
    reply: envelope(
      z.array(
        z.object({
          time: seconds,
          kind: z.enum(['placed', 'withheld', 'cancelled']),
          reason: z.string(),
          side: z.enum(['buy', 'sell']),
          level: z.number().int(),
          price: decimal,
          qty: decimal,
        }),
      ),
    ),
  },
  accountBook: {
    query: byStrategy.extend({
      to: z.coerce.number().int().min(0).optional(),
      query_type: z.literal('fund'),
      ...paging,
    }),
    reply: envelope(z.array(z.object({ time: seconds, change: signedDecimal, asset, type: z.string() }))),
  },
  enquiryPrice: {
    query: byStrategy.extend({
      account: z.enum(['spot', 'futures_usdt', 'futures_btc', 'futures_usd', 'margin']),
      market,
    }),
    reply: envelope(z.object({ price: z.string(), last_price: z.string() })),
  },
  cancelGrid: {
    path: withId,
    body: z.object({ fundpass }).optional(),
    reply: refusable(z.object({ strategy_id: id })),
  },
  stopOptions: { query: byStrategy, reply: envelope(z.array(stopOption)) },
  saveStopOptions: {
    body: z.object({ strategy_id: id, strategy_type: strategyType, stop_options: z.array(stopOption).max(4) }),
    reply: refusable(z.object({}).loose()),
  },
} as const satisfies Record<EndpointName, CallShape>;

export type Contract = typeof CONTRACT;

type Shape<N extends EndpointName> = Contract[N];
export type QueryOf<N extends EndpointName> =
  Shape<N> extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type BodyOf<N extends EndpointName> =
  Shape<N> extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type PathOf<N extends EndpointName> =
  Shape<N> extends { path: infer P extends z.ZodType } ? z.input<P> : undefined;
export type ReplyOf<N extends EndpointName> = z.output<Shape<N>['reply']>;

/** Parsed request as the exchange sees it. */
export type ParsedQueryOf<N extends EndpointName> =
  Shape<N> extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type ParsedBodyOf<N extends EndpointName> =
  Shape<N> extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
