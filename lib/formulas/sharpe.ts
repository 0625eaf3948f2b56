import { UNITS_PER_COIN } from '../money/amount.ts';

const DAYS_OF_YEAR = 365;

/**
 * Sharpe ratio of daily returns: mean ÷ sample deviation (n − 1) × √365, no risk-free rate. `rates` are cumulative
 * rates in 1e-8, one a day; the investment itself comes before them. Null with fewer than two returns, when they do
 * not vary, or when the equity was lost. A float: it is a statistic, not money.
 */
export function sharpeRatio(rates: readonly bigint[]): number | null {
  const equities = [1, ...rates.map((rate) => 1 + Number(rate) / Number(UNITS_PER_COIN))];
  const returns: number[] = [];
  for (let i = 1; i < equities.length; i += 1) {
    const before = equities[i - 1] as number;
    if (before <= 0) return null;
    returns.push((equities[i] as number) / before - 1);
  }
  if (returns.length < 2) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (returns.length - 1);
  return variance > 0 ? (mean / Math.sqrt(variance)) * Math.sqrt(DAYS_OF_YEAR) : null;
}
