import { z } from 'zod';
import { INDICATOR_KINDS } from './vocabulary.ts';
import { asset, decimal, flag, flagText, fundpass, market, optionalDecimal } from './wire.ts';

/**
 * What the calls that create bots take. Every shape is strict: what a kind does not know is refused and not dropped, so that
 * nobody believes to have set what nobody reads. Lists are bounded against floods only; how many rows a bot may have is the
 * definition's check, which says so in the documented words.
 */
const MOST_ROWS = 100;
/** The end of the year 9999, s: later moments have no date of four digits. */
const LATEST_S = 253_402_300_799;

/** What every create call carries besides its parameters (X53). */
const createExtras = {
  uid: z.string().max(32).optional(),
  strategy_name: z.string().max(200).optional(),
  abstract: z.string().max(4000).optional(),
  /** Fraction (C-124). */
  follow_fee_rate: optionalDecimal,
  is_hide: flag.optional(),
  is_hide_order: flag.optional(),
  param_source: z.enum(['ai', 'manual']).optional(),
  /** 1 = trial funds may be used, where the market is listed for them. */
  use_experience: flag.optional(),
  fundpass,
};

/** Range, lines and quantities of the three grids with a range. */
const rangeGrid = {
  market,
  instrument_type: z.string().max(32),
  leverage: z.string().max(8),
  low_price: decimal,
  high_price: decimal,
  grid_num: z.string().max(24),
  price_type: flagText,
  money: decimal,
  stop_loss: optionalDecimal,
  stop_profit: optionalDecimal,
  trigger_price: optionalDecimal,
  /** Fraction: 1 % is "0.01". */
  init_position_slip: optionalDecimal,
  /** 1 = stop prices are checked on every tick, 0 = on the close of a 1-minute candle (H10). */
  stop_check_type: flag.optional(),
  is_less_low_stop: flag.optional(),
  is_over_high_stop: flag.optional(),
  qty_rate: optionalDecimal,
  ...createExtras,
};

const spotFields = {
  is_use_base: flagText,
  qty_type: flagText,
  store_coin_flag: flag,
  stop_upward_price: optionalDecimal,
  stop_downward_price: optionalDecimal,
  /** Fraction: 2 % is "0.02" (C-138). */
  moving_average_momentum: optionalDecimal,
};

/** Spot grid payload (C-152, C-153 and the additions of X53). */
export const createSpotGridBody = z.strictObject({
  strategy_type: z.literal('spot_grid'),
  ...rangeGrid,
  ...spotFields,
});

/** Margin grid payload: the spot grid's plus leverage, and the side that the documents forgot (C-154). */
export const createMarginGridBody = z.strictObject({
  strategy_type: z.literal('margin_grid'),
  ...rangeGrid,
  ...spotFields,
  side: z.enum(['buy', 'sell', 'neutral']),
});

/** Futures grid payload (C-156, C-157). stop_loss and stop_profit are fractions of the investment (X14). */
export const createFuturesGridBody = z.strictObject({
  strategy_type: z.literal('futures_grid'),
  ...rangeGrid,
  side: z.enum(['buy', 'sell', 'neutral']),
  /** 0 = last price, 1 = mark price (X52). */
  trigger_price_type: flagText.optional(),
  qty_type: flagText.optional(),
});

/** Infinite grid payload (C-155): low_price and high_price are fractions – the fall that buys, the rise that sells. */
export const createInfiniteGridBody = z.strictObject({
  strategy_type: z.literal('infinite_grid'),
  market,
  instrument_type: z.string().max(32),
  low_price: decimal,
  high_price: decimal,
  is_use_base: flagText,
  money: decimal,
  stop_loss: optionalDecimal,
  stop_profit: optionalDecimal,
  stop_check_type: flag.optional(),
  store_coin_flag: flag,
  trigger_price: optionalDecimal,
  ...createExtras,
});

/** One call creates every grid; `strategy_type` says which. */
export const createGridBody = z.discriminatedUnion('strategy_type', [
  createSpotGridBody,
  createMarginGridBody,
  createFuturesGridBody,
  createInfiniteGridBody,
]);

/** Parameters of both martingales (C-159 … C-161). Rates are fractions; a diff step is a price distance. */
export const martingaleParams = z.strictObject({
  exchange: z.string().max(16).optional(),
  pair: market,
  settle: z.string().max(8),
  begin_money_currency: asset,
  begin_money_amount: decimal,
  is_ai: flag,
  transaction_type: z.enum(['low-risk-arbitrage', 'high-risk-arbitrage', 'hoarding']),
  trigger_price: optionalDecimal,
  take_profit_per_cycle: decimal,
  stop_loss_per_cycle: optionalDecimal,
  max_order_amount: z.string().max(8),
  price_steps: optionalDecimal,
  price_step_type: z.enum(['rate', 'diff']).optional(),
  amount_multiplier: optionalDecimal,
  enable_free_params: flag,
  price_step_details: z.array(z.strictObject({ price_steps: decimal, increasing_share: decimal })).max(MOST_ROWS),
  leverage: z.string().max(8).optional(),
  side: z.enum(['buy', 'sell']).optional(),
  /** Contracts of the first order. */
  size: optionalDecimal,
});

/** What every strategy/run body carries besides its kind and parameters. Name, description and flags as for grids. */
const runExtras = {
  user_id: z.string().max(32).optional(),
  bot_type: z.string().max(32).optional(),
  strategy_name: z.string().max(200).optional(),
  abstract: z.string().max(4000).optional(),
  follow_fee_rate: optionalDecimal,
  is_hide: flag.optional(),
  is_hide_order: flag.optional(),
  /** Trial funds may be used where the market is listed. */
  use_experience: flag.optional(),
  fundpass,
};

export const runMartingaleBody = z.strictObject({
  strategy_type: z.enum(['martingale', 'contract-martingale']),
  params: martingaleParams,
  ...runExtras,
});

/** Smart position (C-162). Rates are fractions that sum to 1; `amount` is what is brought of a held coin. */
export const smartPositionParams = z.strictObject({
  begin_money_currency: asset,
  /** Cash; with `is_use_base` 1 the value of the brought coins when the form was filled in. */
  begin_money_amount: decimal,
  is_use_base: flagText,
  asset_info: z.array(z.strictObject({ asset, rate: decimal, amount: optionalDecimal })).max(MOST_ROWS),
  /** "30m", "4h", "1d"; '' = by ratio (C-132, C-133). How long each unit may be is the check's (C-336). */
  period: z.string().max(8),
  /** Fraction; '' = by time. */
  threshold: optionalDecimal,
  stop_loss: optionalDecimal,
  stop_profit: optionalDecimal,
  close_flag: flag,
  is_ai: flag.optional(),
});
export const runSmartPositionBody = z.strictObject({
  strategy_type: z.literal('smart-position'),
  params: smartPositionParams,
  ...runExtras,
});

/** Recurring buy: not in the documents. Rates are fractions that sum to 1. */
export const recurringBuyParams = z.strictObject({
  begin_money_currency: asset,
  /** For all purchases together. */
  begin_money_amount: decimal,
  /** For one purchase, all coins together. */
  each_amount: decimal,
  asset_info: z.array(z.strictObject({ asset, rate: decimal })).max(MOST_ROWS),
  /** "1h", "4h", "1d", "1w", "2w", "1mo" (H20): which there are is the check's. */
  period: z.string().max(8),
  /** The first date, s, UTC; 0 = at once. */
  first_time: z.number().int().min(0).max(LATEST_S),
  /** Fraction of what the coins cost. */
  stop_profit: optionalDecimal,
  is_ai: flag.optional(),
});
export const runRecurringBuyBody = z.strictObject({
  strategy_type: z.literal('recurring-buy'),
  params: recurringBuyParams,
  ...runExtras,
});

/** Spot-futures arbitrage (C-163). */
export const arbitrageParams = z.strictObject({
  pair: market,
  settle: z.string().max(8),
  begin_money_amount: decimal,
  begin_money_currency: asset,
  leverage: z.string().max(8),
  /** Fraction. */
  spread_rate: optionalDecimal,
  is_ai: flag.optional(),
});
export const runArbitrageBody = z.strictObject({
  strategy_type: z.literal('spot-future-arbitrage'),
  params: arbitrageParams,
  ...runExtras,
});

/** Arguments of an indicator, in the order of the catalogue. */
const indicatorArgs = z.array(z.string().max(20)).max(8);

const conditionTexts = {
  operations: z.enum(['and', 'or']),
  indicatorName: z.string().max(32),
  indicatorArgs,
  comparatorName: z.string().max(16),
  compareIndicatorName: z.string().max(32),
  compareIndicatorArgs: indicatorArgs,
};

const sideTexts = {
  /** buy and sell: other words for opening long and short (E-120). */
  side: z.enum(['open', 'close', 'increase', 'reduce', 'buy', 'sell']),
  period: z.string().max(4),
  ratio: optionalDecimal,
};

/** One condition of a side (C-165, E-121). `operations` joins it to those before it. */
export const conditionShape = z.object(conditionTexts);
/** One side: its K-line period, its part of the capital ('' for close) and its conditions. */
const conditionGroup = z.object({ ...sideTexts, conditions: z.array(conditionShape).max(MOST_ROWS) });

/** Conditions as replies bring them. */
export const indicatorConditions = z.object({
  open: conditionGroup,
  close: conditionGroup,
  increase: conditionGroup.optional(),
  reduce: conditionGroup.optional(),
});

const sentGroup = z.strictObject({
  ...sideTexts,
  conditions: z.array(z.strictObject(conditionTexts)).max(MOST_ROWS),
});

/** Conditions as they are sent. */
export const sentConditions = z.strictObject({
  open: sentGroup,
  close: sentGroup,
  increase: sentGroup.optional(),
  reduce: sentGroup.optional(),
});

/** No preset has as many arguments. */
const MOST_PRESET_ARGS = 16;

/** Indicator bots: of the editor on futures and spot, custom strategy and the single-indicator bots (C-164 … C-169). Rates are fractions. */
export const indicatorParams = z.strictObject({
  exchange: z.string().max(16).optional(),
  pair: market,
  /** '' or absent: spot. */
  settle: z.string().max(8).optional(),
  period: z.string().max(4),
  begin_money_amount: decimal,
  begin_money_currency: asset,
  is_ai: flag.optional(),
  /** Profits are put to work. */
  pft_increase_ptn: z.enum(['Y', 'N']),
  compose_conditions: sentConditions,
  leverage: z.string().max(8).optional(),
  side: z.enum(['buy', 'sell']).optional(),
  position_stop_rate: optionalDecimal,
  position_stop_profit: optionalDecimal,
  start_profit_rate: optionalDecimal,
  protect_profit_rate: optionalDecimal,
  stop_rate: optionalDecimal,
  absolute_profit_flag: z.enum(['Y', '']).optional(),
  absolute_profit_rate: optionalDecimal,
  volume: optionalDecimal,
  stop_profit: optionalDecimal,
  slip: optionalDecimal,
  fee: optionalDecimal,
  /** Single-indicator bots: the arguments that their conditions are made of. */
  preset_args: z
    .record(z.string().max(24), z.string().max(20))
    .refine((args) => Object.keys(args).length <= MOST_PRESET_ARGS)
    .optional(),
});
export const runIndicatorBody = z.strictObject({
  strategy_type: z.enum(INDICATOR_KINDS),
  params: indicatorParams,
  ...runExtras,
});

/** POST strategy/run: every kind that is not a plain grid. */
export const runStrategyBody = z.discriminatedUnion('strategy_type', [
  runMartingaleBody,
  runSmartPositionBody,
  runRecurringBuyBody,
  runArbitrageBody,
  runIndicatorBody,
]);
