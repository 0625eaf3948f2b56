import { z } from 'zod';
import { asset, decimal, flag, flagText, optionalDecimal } from '../wire.ts';
import { interval, MOST_ROWS, runExtras, wireOf } from './wire-of.ts';

/** Portfolio: `smart-position` (C-162). Rates are fractions that sum to 1; `amount` is what is brought of a held coin. */
const params = z.strictObject({
  begin_money_currency: asset,
  /** Cash; with `is_use_base` 1 the value of the brought coins when the form was filled in. */
  begin_money_amount: decimal,
  is_use_base: flagText,
  asset_info: z.array(z.strictObject({ asset, rate: decimal, amount: optionalDecimal })).max(MOST_ROWS),
  /** '' = by ratio. */
  period: interval,
  /** Fraction; '' = by time. */
  threshold: optionalDecimal,
  stop_loss: optionalDecimal,
  stop_profit: optionalDecimal,
  close_flag: flag,
  is_ai: flag.optional(),
});

export const PORTFOLIO_WIRE = wireOf(
  {
    strategy_type: z.literal('smart-position'),
    params,
    ...runExtras,
  },
  {},
);
