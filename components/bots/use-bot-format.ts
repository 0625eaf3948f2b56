'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { dayText, timeText, utcText, viewerTimeZone } from '#lib/i18n/date-text.ts';
import { formatAmountOf, formatNumber, formatPercent, formatSetPercent, withUnit } from '#lib/money/display.ts';
import type { AmountContext } from '#lib/money/precision.ts';
import { durationText } from './duration-text.ts';

/** Figures of bots in the viewer's writing; decimals are those of their context (lib/money/precision.ts). */
export function useBotFormat() {
  const locale = useLocale();
  const t = useTranslations();
  return useMemo(() => formatOf(locale, t), [locale, t]);
}

function formatOf(locale: string, t: ReturnType<typeof useTranslations<never>>) {
  // Asked of the browser when the first time is written: that takes longer than writing it.
  let zone: string | undefined;
  return {
    /** An amount by what it is. */
    amount: (context: AmountContext, figure: string, asset: string, hasUnit = true): string =>
      formatAmountOf(context, figure, asset, { locale, hasUnit }),
    /** What was put into a bot of this market: cut, never more than it was. */
    investment: (figure: string, asset: string, market: string): string =>
      formatAmountOf('investment', figure, asset, { locale, quote: market.split('_')[1] ?? asset }),
    profit: (figure: string, asset: string, hasUnit = true): string =>
      formatAmountOf('profit', figure, asset, { locale, hasUnit, isSigned: true }),
    /** What money of several assets is worth more or less, in USDT without its name: signed. */
    value: (figure: string): string =>
      formatAmountOf('portfolio-money', figure, 'USDT', { locale, hasUnit: false, isSigned: true }),
    /** What came in or went out: signed, every digit. */
    change: (figure: string, asset: string): string =>
      formatAmountOf('held-coin', figure, asset, { locale, isSigned: true }),
    percent: (fraction: string, isSigned = true): string => formatPercent(fraction, { locale, isSigned }),
    /** What was set, as a fraction: every digit, in percent. */
    setPercent: (fraction: string, isSigned = false): string => formatSetPercent(fraction, { locale, isSigned }),
    /** A count or a plain figure, grouped, with the decimals it has. */
    figure: (figure: string): string => formatNumber(figure, { locale }),
    /** What is written already, with its unit. */
    withUnit: (text: string, unit: string): string => withUnit(text, unit, locale),
    duration: (seconds: number): string => durationText(t, seconds),
    /** The viewer's own clock: traders compare with the wall, curves alone are in UTC days. */
    time: (seconds: number, hasSeconds = false): string => {
      zone ??= viewerTimeZone();
      return timeText(seconds, locale, zone, hasSeconds ? 'second' : 'minute');
    },
    /** A moment that everybody has agreed on, with its zone. */
    utc: (seconds: number): string => utcText(seconds, locale),
    /** A UTC day (YYYY-MM-DD). */
    day: (day: string): string => dayText(day, locale),
    /** Why there is no annualised figure yet (H50). */
    get youngNote(): string {
      return t('common.youngBot');
    },
  };
}
