import { DAY_MS, DAY_SECONDS } from '../time/durations.ts';

const YEAR_DAYS = 365n;
/** Nobody loses more than everything, in a year neither (H50). */
const EVERYTHING_LOST = -100_000_000n;

/** No annualised figure is made for a bot younger than this, or a backtest of less (H50): a good week is the least that a year is told from. */
export const ANNUALISED_AFTER_SECONDS = 7 * DAY_SECONDS;

/** rate × 365 days ÷ span, rates in 1e-8, truncated toward zero, never below −100 %. Null without a span. */
function perYear(rateE8: bigint, span: number, spansPerDay: number): bigint | null {
  if (span <= 0) return null;
  const rate = (rateE8 * YEAR_DAYS * BigInt(spansPerDay)) / BigInt(span);
  return rate < EVERYTHING_LOST ? EVERYTHING_LOST : rate;
}

/**
 * Simple annualised rate of a bot (H50): rate × 365 × 86,400 ÷ seconds, both rates in 1e-8, truncated toward zero and
 * never below −100 %. `runSeconds` is the bot's age, `overSeconds` the time in which it made the rate, where that is a
 * part of its life. Null for bots younger than seven days.
 */
export function annualisedRateE8(rateE8: bigint, runSeconds: number, overSeconds: number = runSeconds): bigint | null {
  return runSeconds < ANNUALISED_AFTER_SECONDS ? null : perYear(rateE8, overSeconds, DAY_SECONDS);
}

/**
 * Simple annualised rate of a backtest from `startMs` to `endMs`, as it was asked for (E-369): rate × 365 ÷ days, where begun
 * days are whole; both rates in 1e-8, truncated toward zero and never below −100 %. Null for less than seven days, as of bots (H50).
 */
export function annualisedBacktestRateE8(rateE8: bigint, startMs: number, endMs: number): bigint | null {
  if (endMs - startMs < ANNUALISED_AFTER_SECONDS * 1000) return null;
  return perYear(rateE8, Math.ceil((endMs - startMs) / DAY_MS), 1);
}

/** Compound annual growth rate: (end ÷ start)^(365 ÷ days) − 1 (freqtrade). A float: a statistic. Null without a start, a time or an end. */
export function compoundAnnualRate(start: number, end: number, days: number): number | null {
  return start > 0 && end >= 0 && days > 0 ? (end / start) ** (365 / days) - 1 : null;
}
