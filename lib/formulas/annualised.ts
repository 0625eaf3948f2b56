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
