import { z } from 'zod';
import { asset, decimal, flag, optionalDecimal } from '../wire.ts';
import { interval, MOST_ROWS, runExtras, wireOf } from './wire-of.ts';

/** The end of the year 9999, s: later moments have no date of four digits. */
const LATEST_S = 253_402_300_799;

/** Recurring buy: not in the documents. Rates are fractions that sum to 1. */
const params = z.strictObject({
  begin_money_currency: asset,
  /** For all purchases together. */
  begin_money_amount: decimal,
  /** For one purchase, all coins together. */
  each_amount: decimal,
  asset_info: z.array(z.strictObject({ asset, rate: decimal })).max(MOST_ROWS),
  period: interval,
  /** The first date, s, UTC; 0 = at once. */
  first_time: z.number().int().min(0).max(LATEST_S),
  /** Fraction of what the coins cost. */
  stop_profit: optionalDecimal,
  is_ai: flag.optional(),
});

export const RECURRING_BUY_WIRE = wireOf(
  {
    strategy_type: z.literal('recurring-buy'),
    params,
    ...runExtras,
  },
  /** What a purchase is for, and its first date, s, '' = at once. */
  { each_amount: z.string(), first_time: z.string() },
);
