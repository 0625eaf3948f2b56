'use client';

import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import {
  formatBalance,
  formatCompact,
  formatNumber,
  formatPercent,
  MASKED_FIGURE,
  NO_FIGURE,
  withUnit,
} from '../money/display.ts';

export interface Figures {
  /** A price or amount with exactly so many decimals. */
  fixed(text: string | undefined, decimals: number): string;
  /** An amount with at most so many decimals, cut: never more than there is. */
  upTo(text: string | undefined, decimals: number): string;
  /** A fraction as a signed percent. */
  change(fraction: string | undefined): string;
  /** A fraction as a percent with so many decimals. */
  percent(fraction: string, decimals: number): string;
  /** A share of a screen's own making, in percents already, with so many decimals. */
  percentOf(percents: number, decimals: number): string;
  /** What is written in percents already, as it was typed or told: every digit. */
  percents(text: string | undefined): string;
  /** A balance (C-437). */
  balance(text: string): string;
  /** A large figure in few characters. */
  compact(text: string | undefined): string;
}

/** The product's number formats (lib/money/display.ts) in the viewer's language. Unknown figures show '--'. */
export function useFigures(): Figures {
  const locale = useLocale();
  return useMemo(
    () => ({
      fixed: (text, decimals) => formatNumber(text ?? '', { locale, decimals }),
      upTo: (text, decimals) => formatNumber(text ?? '', { locale, decimals, isTrimmed: true, rounding: 'down' }),
      change: (fraction) => formatPercent(fraction ?? '', { locale, isSigned: true }),
      percent: (fraction, decimals) => formatPercent(fraction, { locale, decimals, isTrimmed: true }),
      percentOf: (percents, decimals) =>
        withUnit(formatNumber(percents.toFixed(decimals), { locale, decimals }), '%', locale),
      percents: (text) => {
        const figure = formatNumber(text ?? '', { locale });
        return figure === NO_FIGURE || figure === MASKED_FIGURE ? figure : withUnit(figure, '%', locale);
      },
      balance: (text) => formatBalance(text, locale),
      compact: (text) => formatCompact(text ?? '', locale),
    }),
    [locale],
  );
}
