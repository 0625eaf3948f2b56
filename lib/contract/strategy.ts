import { z } from 'zod';
import { aiGrade } from './ai-judged.ts';
import { QUIET_REASONS } from './bot-words.ts';
import { indicatorConditions } from './kinds/indicator.ts';
import { OWN_ROW } from './kinds.ts';
import { needed, readAs, standIn } from './readings.ts';
import {
  anonymousId,
  decimal,
  figure,
  finishReason,
  flag,
  id,
  market,
  maskable,
  optionalRate,
  seconds,
  signedDecimal,
  status,
  step,
  strategyType,
} from './wire.ts';

/** Shapes of bots as lists and details show them. */

export const userInfo = z.object({
  nick: z.string(),
  nick_en: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  tier: z.number().int(),
  anonymous: anonymousId,
});

/**
 * Params as stored, of every kind (M-097…M-101): what a kind does not have is ''. Masked fields are '-' (masking
 * happens on the exchange).
 */
export const botParams = z.object({
  leverage: figure,
  low_price: figure,
  high_price: figure,
  grid_num: z.string(),
  price_type: z.string(),
  is_use_base: z.string(),
  qty_type: z.string(),
  qty_rate: figure,
  unit_qty: figure,
  trigger_price: figure,
  /** 1 = trigger not yet reached, 0 = none or reached. */
  trigger_status: flag,
  is_less_low_stop: flag,
  is_over_high_stop: flag,
  stop_upward_price: figure,
  stop_downward_price: figure,
  moving_average_momentum: z.string(),
  stop_loss: figure,
  stop_profit: figure,
  stop_check_type: flag,
  store_coin_flag: flag,
  init_position_slip: figure,
  begin_money_amount: figure,
  /** The range as it stands now: a trailing grid moves. */
  current_low_price: figure,
  current_high_price: figure,
  side: z.string(),
  /** 0 = last price, 1 = mark price. */
  trigger_price_type: z.string(),
  /** Infinite grid: the quote value that it keeps in base coins. */
  constant_value: figure,
  /** Martingales (M-099). Rates are fractions. */
  transaction_type: z.string(),
  price_step_type: z.string(),
  price_steps: figure,
  amount_multiplier: figure,
  max_order_amount: figure,
  enable_free_params: flag,
  price_step_details: standIn(z.array(z.object({ price_steps: figure, increasing_share: figure })), []),
  take_profit_per_cycle: figure,
  stop_loss_per_cycle: figure,
  size: figure,
  /** Portfolios: "4h", "1mo" or ''; indicator bots: the K-line period of the open side. */
  period: z.string(),
  /** Smart position. Rates are fractions; `amount` is what was brought of a coin. */
  threshold: figure,
  close_flag: flag,
  asset_info: standIn(z.array(z.object({ asset: z.string(), rate: figure, amount: figure })), []),
  ...OWN_ROW,
  /** Arbitrage. */
  spread_rate: figure,
  /** Contracts: the asset of their margin, lower case; '' for spot. */
  settle: z.string(),
  /** The exchange that the payload named (M-101). */
  exchange: z.string(),
  /** Indicator bots (C-135, C-164 … C-169). Rates are fractions. */
  pft_increase_ptn: z.string(),
  position_stop_rate: figure,
  position_stop_profit: figure,
  start_profit_rate: figure,
  protect_profit_rate: figure,
  stop_rate: figure,
  absolute_profit_rate: figure,
  volume: figure,
  slip: figure,
  /** Fee of each order, as a fraction of its value. */
  fee: figure,
  compose_conditions: indicatorConditions.nullable(),
  preset_args: z.record(z.string(), z.string()),
  step: standIn(step, 'running'),
});

/** Row of lists and details (M-089…M-095). Values that a viewer may not see are '-'. */
export const strategyRow = z.object({
  strategy_id: id,
  strategy_type: strategyType,
  strategy_name: z.string(),
  /** Of several (M-089) the first: it has the unit that the row is counted in; the coins of a portfolio stand in its params. */
  market: readAs('first', z.string().regex(/^[^,]*$/)),
  /** Contracts: the asset of their margin; '' for spot. Kinds of both pages are told apart by it. */
  settle: z.enum(['', 'usdt', 'btc']),
  status,
  step: standIn(step, 'running'),
  step_code: z.number().int().min(0).max(10),
  behavior_status: z.string(),
  create_time: seconds,
  finish_time: seconds,
  run_times: seconds,
  money: figure,
  money_asset: z.string(),
  profit: maskable,
  profit_rate: signedDecimal,
  /** Grid profit (matched pairs, net of fees). */
  strategy_profit: maskable,
  /** Profit of the held position; profit = strategy_profit + position_profit. */
  position_profit: maskable,
  fee: maskable,
  /** Equity identity residual in quote; always "0" (design). */
  residual: signedDecimal,
  /** Empty while the bot is younger than seven days (H50). */
  year_pft_rate: optionalRate,
  max_draw_down: signedDecimal,
  adj_sharp_rate: optionalRate,
  /** As of list items (ours): what just holding came to over the same life. Absent of a part of it, and of another exchange's bots. */
  hold_rate: optionalRate.optional(),
  match_times: z.number().int(),
  trade_num: z.number().int(),
  total_trade_count: z.number().int(),
  win_num: z.number().int(),
  loss_num: z.number().int(),
  position: figure,
  position_value: figure,
  margin: figure,
  leverage: figure,
  /** Liquidation (contracts) or forced close (margin) of what is held; '--' when it cannot be. */
  liq_price: figure,
  /** The same if every resting order on the losing side fills (H39). */
  full_liq_price: figure,
  mark_price: figure,
  funding: figure,
  interest: figure,
  risk_ratio: figure,
  period: z.string(),
  side: z.string(),
  follow_id: z.number().int().min(0),
  follow_name: z.string(),
  follow_info: z.object({ anonymous: z.string(), nickname: z.string() }).nullable(),
  user_info: userInfo,
  follow_fee_rate: standIn(decimal, '0'),
  follow_num: z.number().int(),
  /**
   * Of copies, for their owner (ours): what the provider would get if it ended now, what he got, and the profit up to which he got it;
   * in what profits are counted in. `profit` has what was paid taken off. `share_income`: what a bot's own copies have brought its owner,
   * and `share_income_coins` what they brought in other coins, which copies that kept their coins pay with; the two are not added up.
   */
  share_accrued: decimal.optional(),
  share_paid: decimal.optional(),
  share_mark: decimal.optional(),
  share_income: decimal.optional(),
  share_income_coins: z.array(z.object({ asset: z.string(), amount: decimal })).optional(),
  is_open_params: flag,
  is_hide: flag,
  is_hide_order: flag,
  is_ai: flag,
  /** How the AI judged its parameters when it was made of them (ours); absent: they are not the AI's, or nobody knows. */
  ai_grade: aiGrade.optional(),
  cycle: z.number().int(),
  finish_as: z.union([z.literal(''), finishReason]),
  reason: z.string(),
  running_cycle: z.number().int(),
  total_increase_amount: figure,
  max_order_amount: figure,
  take_profit_price: figure,
  stop_loss_price: figure,
  avg_hold_cost: figure,
  abstract: z.string(),
  last_price: figure,
  /** Null when hidden from the viewer. */
  params: botParams.nullable(),
  usdt_total_profit: maskable,
  usdt_strategy_profit: maskable,
});
export type StrategyRow = z.infer<typeof strategyRow>;
export type BotParams = z.infer<typeof botParams>;

/** A price of one of the markets of a bot of several (ours): `settle` is that of a contract, '' for spot. */
export const strategyLine = z.object({
  market,
  settle: z.enum(['', 'usdt', 'btc']),
  role: z.enum(['cost', 'entry', 'rebalance', 'reduction', 'liquidation']),
  price: decimal,
});
export type StrategyLine = z.infer<typeof strategyLine>;

export const curvePoint = z.object({ time_stamp: needed(seconds), rate: needed(signedDecimal) });

/**
 * What a bot's ranks are made of (H57), ours: fractions of a day's beginning, '' where there is none. `days`, `day_mean` and
 * `day_deviation` are those of the log returns of its whole days since it was listed, `fall` its deepest one as the ranking took it; the score
 * by which it stands is the middle of `own_score` and `provider_score`. The Sharpe ratio is of the plain returns of all its whole days.
 */
export const rankParts = z.object({
  days: z.number().int().nonnegative(),
  day_mean: signedDecimal,
  day_deviation: optionalRate,
  fall: decimal,
  own_score: optionalRate,
  provider_score: optionalRate,
  sharpe_days: z.number().int().nonnegative(),
  sharpe_mean: optionalRate,
  sharpe_deviation: optionalRate,
});
export type RankParts = z.infer<typeof rankParts>;

/** Item of the recommended list (C-105…C-113). */
export const recommendedItem = z.object({
  strategy_id: id,
  strategy_type: strategyType,
  strategy_name: z.string(),
  strategy_name_en: z.string(),
  type: z.string(),
  market,
  instrument_type: z.string(),
  money_asset: z.string(),
  is_use_base: z.string(),
  create_time: seconds,
  run_times: seconds,
  user_info: userInfo,
  follow_num: z.number().int(),
  follow_fee_rate: decimal,
  is_ai: flag,
  cycle: z.number().int(),
  side: z.string(),
  leverage: figure,
  stop_upward_price: figure,
  stop_downward_price: figure,
  max_draw_down: signedDecimal,
  adj_sharp_rate: optionalRate,
  rate: signedDecimal,
  year_pft_rate: optionalRate,
  take_profit: figure,
  win_num: z.number().int(),
  loss_num: z.number().int(),
  match_times: z.number().int(),
  cycle_profit: z.array(z.object({ cycle: z.number().int(), profit_rate: signedDecimal })),
  asset_info: z.array(z.object({ asset: z.string(), rate: figure })),
  back_profit: z.array(curvePoint).max(31),
  low_price: figure,
  high_price: figure,
  grid_num: z.string(),
  // Ended bots stay in the lists for a while and quiet ones say why (H57). Another exchange may leave these out.
  finish_time: seconds.optional(),
  finish_as: z.union([z.literal(''), finishReason]).optional(),
  quiet_reason: z.union([z.literal(''), z.enum(QUIET_REASONS)]).optional(),
  // Ours as well; another exchange leaves them out.
  /**
   * What just holding came to over the same life, a fraction, and the two prices that it is made of; '' where they are not known, or several.
   * Counted in what profits are: of a contract that is paid in its own coin, holding that coin is 0 and has no prices.
   */
  hold_rate: optionalRate.optional(),
  hold_from: figure.optional(),
  hold_to: figure.optional(),
  /** As in the bot's row. */
  ai_grade: aiGrade.optional(),
  rank_parts: rankParts.optional(),
});
export type RecommendedItem = z.infer<typeof recommendedItem>;

export const dailyPoint = z.object({
  /** UTC day, YYYY-MM-DD. */
  trading_date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** Cumulative at the day's end, fraction of the investment. */
  profit_rate: needed(signedDecimal),
  profit: maskable,
  usdt_money: maskable,
});

/** A bot at a moment of its first days; as a day's point, cumulative. */
export const earlyPoint = z.object({
  time: seconds,
  profit_rate: needed(signedDecimal),
  profit: maskable,
  usdt_money: maskable,
});
