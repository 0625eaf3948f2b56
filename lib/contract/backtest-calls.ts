import { z } from 'zod';
import { SIGNAL_TYPES } from './bot-words.ts';
import { throughTicks } from './kinds/wire-of.ts';
import { GRID_WIRES, RUN_WIRES } from './kinds.ts';
import { alsoNamed, standIn } from './readings.ts';
import { botParams } from './strategy.ts';
import {
  acknowledged,
  decimal,
  envelope,
  id,
  market,
  paging,
  refusable,
  seconds,
  signedDecimal,
  strategyType,
  withId,
} from './wire.ts';

/** Backtests as records: queued, run, read, deleted, and started as bots. */

const [firstGrid, ...otherGrids] = GRID_WIRES;

/** The create call's body of any kind, the dates, and when resting orders fill. */
export const createBacktestBody = z.discriminatedUnion('strategy_type', [
  firstGrid.backtest,
  ...otherGrids.map(({ backtest }) => backtest),
  ...RUN_WIRES.map(({ backtest }) => backtest),
]);

/** Running, done, or failed (E-114), which every other word is (E-144). `queued` and `progress` say more of a running one. */
const backtestStatus = standIn(z.enum(['running', 'stopped', 'abnormal']), 'abnormal');

const figures = z.object({
  profit_rate: signedDecimal,
  total_profit: signedDecimal,
  un_pnl: signedDecimal,
  orders_cnt: z.number().int(),
  win_num: z.number().int(),
  loss_num: z.number().int(),
  max_gains: signedDecimal,
  max_loss: signedDecimal,
  max_draw_down: signedDecimal,
  sharpe_rate: z.union([z.literal(''), signedDecimal]),
});

export const backtestRecord = z.object({
  id,
  create_time: seconds,
  begin_time: seconds,
  end_time: seconds,
  strategy_type: strategyType,
  bot_type: strategyType,
  /** Ours; the documents have it among what was asked for alone. */
  market: alsoNamed('params.pair', market),
  status: backtestStatus,
  /** 0…1 of a running one; queued ones are at 0. */
  progress: z.number(),
  is_queued: z.boolean(),
  /** Why it is abnormal: a code of messages/refusals; '' otherwise. `cancelled` when its owner did it. */
  reason: z.string(),
  /** Ours: the body that it was created with, without dates and fund password: what a bot is created from. Null of an exchange that keeps none. */
  payload: z.unknown(),
  /** The same as a bot's row has it: what the kind's parameter rows are made of. */
  bot_params: botParams,
  params: z.object({
    pair: market,
    period: z.string(),
    settle: z.string(),
    begin_money_amount: decimal,
    begin_money_currency: z.string(),
    compose_conditions: z.unknown().nullable(),
  }),
  /** Null until it is done. */
  result: figures.nullable(),
});
export type BacktestRecord = z.infer<typeof backtestRecord>;

const order = z.object({
  create_time: seconds,
  market: z.string(),
  side: z.enum(['buy', 'sell']),
  price: decimal,
  amount: decimal,
  profit: z.union([z.literal(''), signedDecimal]),
  fee: decimal,
  fee_asset: z.string(),
  signal_type: z.union([z.literal(''), z.enum(SIGNAL_TYPES)]),
});

/** What the result drawer shows beside records, orders and curve. Money in units of the profit asset as text. */
export const backtestReport = z.object({
  profit_asset: z.string(),
  start_value: decimal,
  end_value: signedDecimal,
  fees: decimal,
  /** Received minus paid. */
  funding: signedDecimal,
  interest: decimal,
  hold_rate: signedDecimal,
  annual_rate: z.union([z.literal(''), signedDecimal]),
  /** (end ÷ start)^(365 ÷ days) − 1; '' under seven days. */
  compound_rate: z.union([z.literal(''), signedDecimal]),
  /** Mean profit of a trade, and the same as a part of the mean loss; '' without trades, or without a loss. */
  expectancy: z.union([z.literal(''), signedDecimal]),
  expectancy_ratio: z.union([z.literal(''), signedDecimal]),
  profit_factor: z.union([z.literal(''), decimal]),
  /** Part of the time with a position, 0…1. */
  exposure: decimal,
  worst_run: z.object({ losses: z.number().int(), amount: signedDecimal }),
  max_draw_down: signedDecimal,
  sharpe_rate: z.union([z.literal(''), signedDecimal]),
  finish_as: z.string(),
  through_ticks: throughTicks,
  /** The same backtest with the other fills: of touched orders traded through by a tick, of all others touched. Null where no order rests, and in reports from before. */
  other_fills: z
    .object({
      through_ticks: throughTicks,
      profit_rate: signedDecimal,
      total_profit: signedDecimal,
      max_draw_down: signedDecimal,
      orders_cnt: z.number().int(),
    })
    .nullable(),
  /** Stretches without prices, seconds. */
  gaps: z.array(z.object({ from: seconds, to: seconds })),
  /** Equal in length: rates of the bot, of just holding, and how far below the earlier peak (≤ 0). */
  curve: z.array(
    z.object({
      time: seconds,
      rate: signedDecimal,
      profit: signedDecimal,
      hold_rate: signedDecimal,
      draw_down: signedDecimal,
    }),
  ),
  /** Percentiles of the end result over redrawn trades, or days (`band_of`); empty with fewer than ten of them. */
  monte_carlo: z.array(z.object({ part: decimal, p5: signedDecimal, p50: signedDecimal, p95: signedDecimal })),
  band_of: z.enum(['trades', 'days']),
  /**
   * The same backtest with neighbouring parameters; null while they are being run. `field`: a word of the payload; arguments of indicators as side.row.argument, counted
   * from 0 (open.0.2).
   */
  neighbours: z.array(z.object({ field: z.string(), value: z.string(), rate: signedDecimal })).nullable(),
});
export type BacktestReport = z.infer<typeof backtestReport>;

export const BACKTEST_CALLS = {
  createBacktest: { body: createBacktestBody, reply: acknowledged({ id }) },
  backtests: {
    query: z.object({ strategy_type: strategyType.optional(), status: z.literal('all').optional(), ...paging }),
    reply: envelope(z.array(backtestRecord)),
  },
  backtestCount: {
    query: z.object({ strategy_type: strategyType.optional() }),
    reply: envelope(
      z.object({
        running: z.number().int(),
        stopped: z.number().int(),
        abnormal: z.number().int(),
        total: z.number().int(),
      }),
    ),
  },
  deleteBacktest: { path: withId, reply: acknowledged({ id }) },
  cancelBacktest: { path: withId, reply: refusable(z.object({ id })) },
  backtestPoints: {
    path: withId,
    query: z.object(paging),
    reply: envelope(z.array(z.object({ back_time: seconds, profit: signedDecimal }))),
  },
  backtestOrderCount: { path: withId, query: z.object(paging), reply: envelope(z.array(order)) },
  backtestOrders: { path: withId, query: z.object(paging), reply: envelope(z.array(order)) },
  backtestReport: { path: withId, reply: refusable(backtestReport) },
} as const;
