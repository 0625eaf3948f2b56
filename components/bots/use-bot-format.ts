'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { formatNumber, formatPercent } from '#lib/money/display.ts';
import { investmentDecimals, profitDecimals, quantityDecimals } from '#lib/money/precision.ts';
import { reasonKey } from './bot-state.ts';

const DAY_SECONDS = 86_400;

/** Figures of bots in the viewer's writing; the decimals follow the contexts of lib/money/precision.ts. */
export function useBotFormat() {
  const locale = useLocale();
  const t = useTranslations();
  const formatter = useFormatter();
  const withUnit = (text: string, unit: string, hasUnit: boolean): string => (hasUnit ? `${text} ${unit}` : text);
  return {
    /** An investment or a balance in its asset. */
    money: (figure: string, asset: string, hasUnit = true): string =>
      withUnit(formatNumber(figure, { locale, decimals: investmentDecimals(asset, asset) }), asset, hasUnit),
    profit: (figure: string, asset: string, hasUnit = true): string =>
      withUnit(formatNumber(figure, { locale, decimals: profitDecimals(asset), isSigned: true }), asset, hasUnit),
    /** What came in or went out: signed, with the decimals it has. */
    change: (figure: string, asset: string): string => `${formatNumber(figure, { locale, isSigned: true })} ${asset}`,
    quantity: (figure: string, asset: string): string =>
      `${formatNumber(figure, { locale, decimals: quantityDecimals(asset) })} ${asset}`,
    percent: (fraction: string, isSigned = true): string => formatPercent(fraction, { locale, isSigned }),
    /** A plain figure, grouped, with the decimals it has. */
    figure: (figure: string): string => formatNumber(figure, { locale }),
    duration: (seconds: number): string => {
      const days = Math.floor(seconds / DAY_SECONDS);
      const hours = Math.floor((seconds % DAY_SECONDS) / 3600);
      const minutes = Math.floor((seconds % 3600) / 60);
      if (days > 0) return t('common.duration.days', { days, hours });
      return hours > 0 ? t('common.duration.hours', { hours, minutes }) : t('common.duration.minutes', { minutes });
    },
    /** The viewer's own clock: traders compare with the wall, curves alone are in UTC days. */
    time: (seconds: number, hasSeconds = false): string =>
      formatter.dateTime(new Date(seconds * 1000), {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        ...(hasSeconds ? { second: '2-digit' as const } : {}),
        hour12: false,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    reason: (bot: Pick<StrategyRow, 'finish_as' | 'strategy_type'>): string =>
      t(`bots.reason.${reasonKey(bot.finish_as, bot.strategy_type)}` as Parameters<typeof t>[0]),
    /** Why there is no annualised figure yet (H36). */
    youngNote: t('common.youngBot'),
  };
}
