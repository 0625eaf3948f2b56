const YEAR_SECONDS = 365n * 86_400n;

/** No annualised figure is made for a bot younger than this (H36): a day's luck is not a year. */
const ANNUALISED_AFTER_SECONDS = 86_400;

/**
 * Simple annualised rate (H36): rate × 365 × 86,400 ÷ run seconds, both rates in 1e-8, truncated toward zero. Null for
 * runs under 24 hours.
 */
export function annualisedRateE8(rateE8: bigint, runSeconds: number): bigint | null {
  if (runSeconds < ANNUALISED_AFTER_SECONDS) return null;
  return (rateE8 * YEAR_SECONDS) / BigInt(runSeconds);
}

const DAY_MS = 86_400_000;

/** Days of a backtest as the documents count them: begun ones are whole (E-369). */
function backtestDays(startMs: number, endMs: number): number {
  return Math.ceil((endMs - startMs) / DAY_MS);
}

/**
 * Simple annualised rate of a backtest (E-369): rate × 365 ÷ days, both rates in 1e-8, truncated toward zero. Null when
 * no time has passed.
 */
export function annualisedBacktestRateE8(rateE8: bigint, startMs: number, endMs: number): bigint | null {
  const days = backtestDays(startMs, endMs);
  return days > 0 ? (rateE8 * 365n) / BigInt(days) : null;
}

/** Compound annual growth rate: (end ÷ start)^(365 ÷ days) − 1 (freqtrade). A float: a statistic. Null without a start, a time or an end. */
export function compoundAnnualRate(start: number, end: number, days: number): number | null {
  return start > 0 && end >= 0 && days > 0 ? (end / start) ** (365 / days) - 1 : null;
}
