import { z } from 'zod';
import { standIn } from './readings.ts';
import { seconds, signedDecimal } from './wire.ts';

/** How an AI search was judged: what its offers say of it, and bots that were made of them. */

const GRADES = ['A', 'B', 'C', 'D'] as const;
const grade = z.enum(GRADES);
/** The documented calls have no grades: '' is a suggestion that nobody has judged. */
const UNGRADED = '';

/** How earlier suggestions of a grade did in the week after, on all markets of the kind: means. */
const gradeTrack = z.object({
  grade,
  cases: z.number().int(),
  rate: signedDecimal,
  over_hold: signedDecimal,
  over_median: signedDecimal,
});

/**
 * How a search was judged: by walk-forward. The search of each of the last eight weeks is made again with what was known
 * before it and judged on its seven days. All rates are fractions of the investment, none is annualised.
 */
export const judged = z.object({
  /** In the window that was searched: known to the search, so never shown alone. */
  fitted_rate: signedDecimal,
  /** Means of a judged week: the search's choice, just holding, the middle one of all candidates. */
  held_out_rate: signedDecimal,
  hold_rate: signedDecimal,
  median_rate: signedDecimal,
  /** Means of the worst and the best neighbouring parameters in a judged week. */
  neighbour_low: signedDecimal,
  neighbour_high: signedDecimal,
  /** A (solid) … D (do not trust), from what the judged weeks gave beyond holding and beyond the middle candidate; '' where nobody judged. */
  grade: standIn(z.enum([UNGRADED, ...GRADES]), UNGRADED),
  /** The judged weeks, oldest first; fewer than eight where the market is not known for longer. */
  folds: z.array(
    z.object({ from: seconds, to: seconds, rate: signedDecimal, hold_rate: signedDecimal, median_rate: signedDecimal }),
  ),
  /** Each grade's own record. */
  track: z.array(gradeTrack),
  /** Whether better grades were followed by better weeks; `few`: too few cases to say. */
  track_order: standIn(z.enum(['few', 'ordered', 'unordered']), 'few'),
  cycle: z.number().int(),
  /** Seconds: when it was computed, and the window that it searched. */
  computed_at: seconds,
  from: seconds,
  to: seconds,
});
export type JudgedResult = z.infer<typeof judged>;

/**
 * Of a bot whose parameters the search found: how these were judged when it was made. Nothing of it is a parameter, and whoever sees the bot
 * sees its parameters anyway (C-345).
 */
export const aiGrade = judged
  .pick({ held_out_rate: true, hold_rate: true, median_rate: true, neighbour_low: true })
  .extend({ grade })
  .extend(judged.pick({ neighbour_high: true, track_order: true, cycle: true, computed_at: true }).shape)
  .extend({
    /** Judged weeks that the means are of. */
    weeks: z.number().int().nonnegative(),
    /** The grade's own record; null while no earlier suggestion had it. */
    track: gradeTrack.omit({ grade: true }).nullable(),
  });
export type AiGrade = z.infer<typeof aiGrade>;
