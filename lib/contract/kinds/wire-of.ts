import { z } from 'zod';
import { MAX_THROUGH_TICKS } from '../through-ticks.ts';
import { flag, fundpass, optionalDecimal, seconds } from '../wire.ts';

/**
 * What the calls that create bots take. Every shape is strict: what a kind does not know is refused and not dropped, so that
 * nobody believes to have set what nobody reads. Lists are bounded against floods only; how many rows a bot may have is the
 * definition's check, which says so in the documented words.
 */
export const MOST_ROWS = 100;

/** Words that several kinds have, one shape each: a copier's call takes those of all kinds (copy-calls.ts). */
export const instrumentType = z.string().max(32);
export const exchangeName = z.string().max(16);
/** The kind once more, of kinds whose create call is documented with it (C-158, C-164). */
export const botType = z.string().max(32);
export const settle = z.string().max(8);
export const leverage = z.string().max(8);
/** "1h", "30m", "1d", "2w", "1mo" (C-132, C-133, H20): which there are, and how long each may be, is the check's (C-336). */
export const interval = z.string().max(8);
export const side = z.enum(['buy', 'sell']);
export const gridSide = z.enum(['buy', 'sell', 'neutral']);

/** What every create call carries besides its kind and parameters. */
const anyExtras = {
  strategy_name: z.string().max(200).optional(),
  abstract: z.string().max(4000).optional(),
  /** Fraction (C-124). */
  follow_fee_rate: optionalDecimal,
  is_hide: flag.optional(),
  is_hide_order: flag.optional(),
  /** 1 = trial funds may be used, where the market is listed for them. */
  use_experience: flag.optional(),
  fundpass,
};

/** That of grids (X53). */
export const createExtras = {
  uid: z.string().max(32).optional(),
  ...anyExtras,
  param_source: z.enum(['ai', 'manual']).optional(),
};

/** That of strategy/run. */
export const runExtras = {
  user_id: z.string().max(32).optional(),
  ...anyExtras,
};

/**
 * How many ticks the price must go beyond a resting limit order before it fills (H58); 0: it is touched. Ours (capability
 * `through_ticks`); absent is 0.
 */
export const throughTicks = z.number().int().min(0).max(MAX_THROUGH_TICKS);

/** What a backtest asks for besides what the create call takes: its dates, and when resting orders fill. */
const backtestExtras = { begin_time: seconds, end_time: seconds, through_ticks: throughTicks.optional() };

/**
 * A kind on the wire: what its create call takes, the same as a backtest, and what its rows show that no documented kind's do – texts, '' in
 * rows of all others.
 */
export function wireOf<const Shape extends z.ZodRawShape, const Row extends Readonly<Record<string, z.ZodString>>>(
  shape: Shape,
  row: Row,
) {
  return { create: z.strictObject(shape), backtest: z.strictObject({ ...shape, ...backtestExtras }), row };
}
