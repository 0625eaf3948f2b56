import { annualisedBacktestRateE8 } from '#lib/formulas/annualised.ts';
import { winRate } from '#lib/formulas/win-rate.ts';
import { formatAmount, parseSignedAmount } from '#lib/money/amount.ts';
import { formatBacktestRate, formatShare, NO_FIGURE } from '#lib/money/display.ts';

/** Simple annualised rate over the days of the backtest (E-369), as the table shows it (E-370). */
export function annualText(profitRate: string, beginSeconds: number, endSeconds: number, locale: string): string {
  const rate = parseSignedAmount(profitRate);
  const annual = rate === null ? null : annualisedBacktestRateE8(rate, beginSeconds * 1000, endSeconds * 1000);
  return annual === null ? '' : formatBacktestRate(formatAmount(annual), locale);
}

/** Part of the completed trades (E-368, H37): always two decimals, '--' where there are none. */
export function shareText(part: number, others: number, locale: string): string {
  const rate = winRate(part, others);
  return rate === null ? NO_FIGURE : formatShare((rate / 10_000).toFixed(4), locale);
}
