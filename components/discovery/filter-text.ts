import type { useTranslations } from 'next-intl';
import { FILTER_NAMES, type FilterName, type ListFilters } from '#components/addresses/list-filters.ts';
import { formatNumber, formatPercent } from '#lib/money/display.ts';

type Texts = ReturnType<typeof useTranslations<'pages.filters'>>;

const SIDE_WORDS: ReadonlyMap<string, 'long' | 'short' | 'neutral'> = new Map([
  ['buy', 'long'],
  ['sell', 'short'],
  ['neutral', 'neutral'],
]);

/** What a filter's value says on screen. */
export function filterText(t: Texts, locale: string, name: FilterName, value: string): string {
  if (name === 'coin') return value;
  if (name === 'fall') return t('fallMost', { rate: formatPercent(value, { locale, isTrimmed: true }) });
  if (name === 'days') return t('daysLeast', { days: Number(value) });
  if (name === 'investment') return t('investmentMost', { amount: formatNumber(value, { locale }) });
  if (name === 'open') return t('openOnly');
  return t(SIDE_WORDS.get(value) ?? 'any');
}

/** All filters that are on, each with its name. */
export function filterTexts(t: Texts, locale: string, filters: ListFilters): readonly string[] {
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [t('named', { name: t(name), value: filterText(t, locale, name, value) })];
  });
}
