import { annualisedBacktestRateE8 } from '#lib/formulas/annualised.ts';
import { winRate } from '#lib/formulas/win-rate.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { formatBacktestRate, formatShare, NO_FIGURE } from '#lib/money/display.ts';

/** Exact units of a signed decimal of the wire; null when it is none. */
export function signedUnits(text: string): bigint | null {
  const isNegative = text.startsWith('-');
  const units = parseAmount(isNegative ? text.slice(1) : text);
  return units === null ? null : isNegative ? -units : units;
}

/** Simple annualised rate over the days of the backtest (E-369), as the table shows it (E-370). */
export function annualText(profitRate: string, beginSeconds: number, endSeconds: number, locale: string): string {
  const rate = signedUnits(profitRate);
  const annual = rate === null ? null : annualisedBacktestRateE8(rate, beginSeconds * 1000, endSeconds * 1000);
  return annual === null ? '' : formatBacktestRate(formatAmount(annual), locale);
}

/** Part of the completed trades (E-368, H37): always two decimals, '--' where there are none. */
export function shareText(part: number, others: number, locale: string): string {
  const rate = winRate(part, others);
  return rate === null ? NO_FIGURE : formatShare((rate / 10_000).toFixed(4), locale);
}
