import { UNITS_PER_COIN } from '../money/amount.ts';

const DAYS_OF_YEAR = 365;
/** Whole days from which a Sharpe ratio is made: the ratio of two lucky days says nothing. */
const SHARPE_AFTER_DAYS = 7;

/** A Sharpe ratio with what it is made of: how many whole days, the mean of their returns and its sample deviation (n − 1). */
export interface SharpeParts {
  readonly days: number;
  readonly mean: number;
  readonly deviation: number;
  readonly sharpe: number;
}

/**
 * Sharpe ratio of whole UTC days, the one definition of live bots and backtests: mean of the daily returns ÷ their sample
 * deviation (n − 1) × √365, no risk-free rate. `rates` are cumulative rates in 1e-8 at UTC midnights that follow each
 * other, the first of them the beginning of the first whole day; of a bot that ended the last one is its end, because
 * its money stands still for the rest of that day. Null with fewer than seven returns, when they do not vary, or when
 * the equity was lost. A float: it is a statistic, not money.
 */
export function sharpeOfWholeDays(rates: readonly bigint[]): number | null {
  return sharpePartsOf(rates)?.sharpe ?? null;
}

/** The same with its parts. */
export function sharpePartsOf(rates: readonly bigint[]): SharpeParts | null {
  const equities = rates.map((rate) => 1 + Number(rate) / Number(UNITS_PER_COIN));
  const returns: number[] = [];
  for (let i = 1; i < equities.length; i += 1) {
    const before = equities[i - 1] as number;
    if (before <= 0) return null;
    returns.push((equities[i] as number) / before - 1);
  }
  const days = returns.length;
  if (days < SHARPE_AFTER_DAYS) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / days;
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (days - 1);
  if (variance <= 0) return null;
  const deviation = Math.sqrt(variance);
  return { days, mean, deviation, sharpe: (mean / deviation) * Math.sqrt(DAYS_OF_YEAR) };
}
