import { decimalsOf } from '#lib/money/decimals-of.ts';
import { formatNumber } from '#lib/money/display.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { SummaryRow } from '#lib/strategies/definition.ts';

/** A summary figure ("79398 / 69238") in the locale's writing: prices with the decimals of their tick, so that pairs line up. */
export function summaryText(
  { kind, text }: Pick<SummaryRow, 'kind' | 'text'>,
  spec: MarketSpec,
  locale: string,
): string {
  return text.replace(/\d+(\.\d+)?/g, (figure) => {
    const decimals = kind === 'price-range' ? spec.priceDecimals : decimalsOf(figure);
    return formatNumber(figure, { locale, decimals });
  });
}
