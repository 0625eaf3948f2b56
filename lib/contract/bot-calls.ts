import { z } from 'zod';
import { ORDER_ROLES, SIGNAL_TYPES } from './bot-words.ts';
import { createGridBody } from './create-bodies.ts';
import { planFigure, planOutcome } from './plan-figures.ts';
import { PLAN_NAMES } from './plan-words.ts';
import { alsoNamed, needed, standIn } from './readings.ts';
import { strategyLine, strategyRow } from './strategy.ts';
import { wholeNumber } from './whole-number.ts';
import {
  acknowledged,
  asset,
  byStrategy,
  decimal,
  envelope,
  figure,
  fingerprint,
  flagText,
  fundpass,
  id,
  idText,
  liquidationPrices,
  market,
  maskableDecimal,
  operationType,
  optionalDecimal,
  paging,
  refusable,
  seconds,
  signedDecimal,
  strategyType,
  tradeResult,
  withId,
} from './wire.ts';

/** Creating a bot, its lists, details and records, and ending it. */

const CLOSE_TYPES = ['market', 'limit', 'no_close'] as const;
const balances = z.array(z.object({ currency: asset, available: needed(decimal), locked: standIn(decimal, '0') }));
const stopOption = z.object({
  account: z.enum(['spot', 'futures_usdt', 'futures_btc', 'futures_usd', 'margin']),
  type: z.enum(CLOSE_TYPES),
  market,
  price: z.literal('lastprice'),
  /** Fraction; 0.001–0.05 for limit closes. */
  slip: needed(decimal),
  /** Seconds; one of 1, 3, 5, 10, 30, 60, 180, 360 minutes. */
  expiration: seconds,
});
/** M-116. Amounts in `currency`; profit or loss only of what is sold. */
const planAction = z.object({
  action: z.enum(['buy', 'sell']),
  amount: decimal,
  currency: asset,
  profit_loss_amount: z.union([z.literal(''), signedDecimal]),
  profit_loss_currency: z.union([z.literal(''), asset]),
});
const ofType = z.strictObject({ strategy_type: strategyType.optional() }).optional();
const orderRole = standIn(z.enum(ORDER_ROLES), 'grid');
/** Where an order was: bots of several markets say which. */
const orderPlace = { market: standIn(market, ''), account: standIn(z.enum(['spot', 'futures']), 'spot') };

/** How far a grid may follow the price, and from which distance of its average on; '' = not at all. Ours: said where `trailing_change` is announced. */
const trailing = {
  stop_upward_price: optionalDecimal,
  stop_downward_price: optionalDecimal,
  moving_average_momentum: optionalDecimal,
};

export const BOT_CALLS = {
  minAmount: {
    query: z.object({
      market,
      instrument_type: z.string().max(32),
      leverage: z.string().max(8).optional(),
      low_price: decimal,
      high_price: decimal,
      grid_num: wholeNumber(2, 1000),
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
        min_amount: needed(decimal),
        base: standIn(asset, ''),
        quote: standIn(asset, ''),
        unit_qty: decimal,
        ...liquidationPrices,
        max_leverage: figure,
      }),
    ),
  },
  createGrid: { body: createGridBody, reply: refusable(z.object({ strategy_id: id })) },
  /** `account`: whose balance; the spot account when absent. Futures kinds ask for futures_{settle}, margin grids for margin. */
  availableBalance: {
    query: z.object({
      currency: asset.optional(),
      account: z.enum(['spot', 'margin', 'futures_usdt', 'futures_btc']).optional(),
    }),
    reply: envelope(
      z.object({
        currency_outables: z.array(z.object({ asset, outable: needed(decimal) })),
        max_outable: z.object({ outable: needed(decimal) }),
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
  strategyDetail: {
    query: byStrategy,
    reply: envelope(
      // What a bot like this one is created with, where its parameters are open; ours.
      strategyRow.extend({
        payload: z.record(z.string(), z.unknown()).optional(),
        // What of a bot of several markets is a price of one of them now; ours.
        lines: z.array(strategyLine).optional(),
      }),
    ),
  },
  gridPosition: {
    path: withId,
    reply: envelope(
      z.object({
        size: needed(signedDecimal),
        position_margin: decimal,
        contract: z.string(),
        settle: z.string(),
        instrument_type: z.string(),
        base_price: figure,
        liq_price: figure,
        new_float_profit: signedDecimal,
        money: decimal,
        market: standIn(market, ''),
      }),
    ),
  },
  position: {
    path: withId,
    query: z.object({ strategy_type: strategyType.optional() }),
    reply: envelope(
      z.object({ size: needed(signedDecimal), position_margin: decimal, contract: z.string(), settle: z.string() }),
    ),
  },
  gridBalance: {
    path: withId,
    reply: envelope(
      z.object({
        // M-287: of some kinds it is called so.
        assets: alsoNamed('spot', z.object({ balances, risk: z.string() })),
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
          /** '' of another exchange's word that nobody knows: what it tells beside it is told. */
          op_type: z.union([z.literal(''), operationType]),
          create_time: seconds,
          from: z.string(),
          to: z.string(),
          explain: z.string(),
          /** Ours, for its owner: what he was shown before, and what came of it. */
          outcome: planOutcome.optional(),
        }),
      ),
    ),
  },
  openOrders: {
    path: withId,
    reply: envelope(
      z.object({
        ask: z.array(z.object({ price: needed(decimal), qty: needed(decimal) })),
        bid: z.array(z.object({ price: needed(decimal), qty: needed(decimal) })),
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
            ...orderPlace,
            side: z.enum(['buy', 'sell']),
            /** '' where only the day, the side and the result are shown (H54). */
            role: z.union([z.literal(''), orderRole]),
            match_price: needed(maskableDecimal),
            match_qty: needed(maskableDecimal),
            match_amount: maskableDecimal,
            fee: maskableDecimal,
            fee_asset: standIn(z.union([z.literal(''), asset]), ''),
            result: tradeResult,
            /** Net profit of the completed pair; empty when this fill completes none. */
            profit: z.union([z.literal(''), signedDecimal]),
            level: z.number().int(),
            /** Indicator bots: what caused it (E-375). */
            signal_type: z.union([z.literal(''), z.enum(SIGNAL_TYPES)]),
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
            ...orderPlace,
            side: z.enum(['buy', 'sell']),
            match_price: needed(decimal),
            match_qty: needed(decimal),
            match_amount: decimal,
            fee: decimal,
            fee_asset: standIn(asset, ''),
          }),
        ),
        total_match_qty: decimal,
        total_match_cost: decimal,
      }),
    ),
  },
  accountBook: {
    query: byStrategy.extend({
      to: wholeNumber(0).optional(),
      query_type: z.literal('fund'),
      ...paging,
    }),
    reply: envelope(
      z.array(z.object({ time: seconds, change: needed(signedDecimal), asset: standIn(asset, ''), type: z.string() })),
    ),
  },
  enquiryPrice: {
    query: byStrategy.extend({
      account: z.enum(['spot', 'futures_usdt', 'futures_btc', 'futures_usd', 'margin']),
      market,
    }),
    reply: envelope(z.object({ price: figure, last_price: figure })),
  },
  closePreview: {
    query: byStrategy.extend({
      type: z.enum(CLOSE_TYPES),
      slip: decimal.optional(),
      expiration: wholeNumber(0).optional(),
    }),
    reply: envelope(
      z.object({
        debts: z.array(z.object({ currency: asset, amount: decimal })),
        trades: z.array(
          z.object({
            ...orderPlace,
            side: z.enum(['buy', 'sell']),
            price: decimal,
            qty: decimal,
            amount: decimal,
            fee: decimal,
            fee_asset: asset,
          }),
        ),
        // What the book has not at once within the limit.
        rests: z.object({ price: decimal, qty: decimal }).nullable(),
        returns: z.array(z.object({ currency: asset, amount: decimal })),
        profit: signedDecimal,
        profit_rate: signedDecimal,
        profit_asset: asset,
        /** Ours, of copies: what of it goes to the provider, in `profit_asset`. */
        provider_share: decimal.optional(),
        fingerprint,
      }),
    ),
  },
  /** Strict, so that nobody believes to have said here how a bot is closed: the stop options say it (M-311). */
  cancelGrid: {
    path: withId,
    body: z.strictObject({ fundpass, fingerprint }).optional(),
    reply: acknowledged({ strategy_id: id }),
  },
  // The documents name the type of strategies other than grids; whoever leaves it out means the bot's own.
  pauseGrid: { path: withId, body: z.strictObject({}).optional(), reply: acknowledged({ strategy_id: id }) },
  continueGrid: { path: withId, body: z.strictObject({}).optional(), reply: acknowledged({ strategy_id: id }) },
  pauseStrategy: { path: withId, body: ofType, reply: acknowledged({ strategy_id: id }) },
  startStrategy: { path: withId, body: ofType, reply: acknowledged({ strategy_id: id }) },
  /** What changing the range, or adding money, would trade: the plan that `changeGridParams` must name again. */
  investPlan: {
    path: withId,
    body: z.strictObject({
      /** Of grids; those of a bot without a range are told the money alone. */
      low_price: decimal.optional(),
      high_price: decimal.optional(),
      /** Of grids that have a number of lines. */
      grid_num: z.string().max(24).optional(),
      /** Ours: of grids that announce their plans. */
      stop_profit: optionalDecimal,
      stop_loss: optionalDecimal,
      money: optionalDecimal,
      ...trailing,
    }),
    reply: refusable(
      z.object({
        /** M-162 … M-167. */
        plan_type: z.number().int().min(0).max(5),
        plans: z.array(
          z.object({
            plan: z.enum(PLAN_NAMES),
            actions: z.array(planAction),
            fingerprint,
            /** Ours: all that the plan comes to. */
            figures: z.array(planFigure).optional(),
          }),
        ),
        min_amount: decimal,
        /** Ours, of the first plan: where it would be liquidated or closed by force then, and a warning where that is near to the price. */
        liquidation: z.object(liquidationPrices).optional(),
        warnings: z.array(z.enum(['liquidation-near', 'liquidation-at-hand'])).optional(),
      }),
    ),
  },
  /** Only what is to be changed; `actions` are those of the plan as it was shown. */
  changeGridParams: {
    path: withId,
    body: z.strictObject({
      low_price: decimal.optional(),
      high_price: decimal.optional(),
      grid_num: z.string().max(24).optional(),
      stop_profit: optionalDecimal,
      stop_loss: optionalDecimal,
      ...trailing,
      money: optionalDecimal,
      actions: z
        .array(planAction.pick({ action: true, amount: true, currency: true }))
        .max(10)
        .optional(),
      plan: z.enum(PLAN_NAMES).optional(),
      fundpass,
      fingerprint,
    }),
    reply: acknowledged({ strategy_id: id }),
  },
  /** M-117: profit that completed trades brought, what of it was taken out, and what may be now. */
  withdrawable: {
    query: byStrategy,
    reply: envelope(
      z.object({
        // Below zero where completed trades have lost: there is nothing to take out then.
        unsettled_profit: needed(signedDecimal),
        strategy_profit: signedDecimal,
        settled_profit: decimal,
        profit_asset: asset,
      }),
    ),
  },
  withdrawProfit: {
    body: z.strictObject({ id, strategy_type: strategyType, amount: decimal, fundpass, fingerprint }),
    reply: acknowledged({ strategy_id: id }),
  },
  stopOptions: { query: byStrategy, reply: envelope(z.array(stopOption)) },
  saveStopOptions: {
    /** `fingerprint`: of a bot that is closing, of how it is to be closed from now on. */
    body: z.strictObject({
      strategy_id: id,
      strategy_type: strategyType,
      stop_options: z.array(stopOption).max(4),
      fingerprint,
    }),
    reply: acknowledged({}),
  },
} as const;
