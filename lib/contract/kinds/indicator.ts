import { z } from 'zod';
import { INDICATOR_KINDS } from '../vocabulary.ts';
import { asset, decimal, flag, market, optionalDecimal } from '../wire.ts';
import { botType, exchangeName, leverage, MOST_ROWS, runExtras, settle, side, wireOf } from './wire-of.ts';

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
const params = z.strictObject({
  exchange: exchangeName.optional(),
  pair: market,
  /** '' or absent: spot. */
  settle: settle.optional(),
  period: z.string().max(4),
  begin_money_amount: decimal,
  begin_money_currency: asset,
  is_ai: flag.optional(),
  /** Profits are put to work. */
  pft_increase_ptn: z.enum(['Y', 'N']),
  compose_conditions: sentConditions,
  leverage: leverage.optional(),
  side: side.optional(),
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

export const INDICATOR_WIRE = wireOf(
  {
    strategy_type: z.enum(INDICATOR_KINDS),
    bot_type: botType.optional(),
    params,
    ...runExtras,
  },
  {},
);
