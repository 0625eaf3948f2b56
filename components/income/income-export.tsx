'use client';

import { useTranslations } from 'next-intl';
import { SaveButton } from '#components/ui/save-button.tsx';
import { csvText, download } from '#lib/client/file-texts.ts';
import { sumOfDecimals } from '#lib/money/decimal-text.ts';
import { figureOf, type IncomeDay, type Scope } from './income.ts';
import { readLine } from './read-line.ts';

/** A row a day, the oldest first: what was earned on it and in all by its end, and of all types what each had by then. USDT, every digit, UTC days. */
export function incomeCsv(days: readonly IncomeDay[], scope: Scope): string {
  const types = [...new Set(days.flatMap((day) => Object.keys(day)))].filter(
    (name) => scope === 'all' && name !== 'trading_date' && name !== 'total',
  );
  const rows = days.map((day, index) => {
    const before = days[index - 1];
    const byName = new Map(Object.entries(day));
    const total = figureOf(day, scope);
    const earned = sumOfDecimals([total], before === undefined ? [] : [figureOf(before, scope)]);
    return [day.trading_date, earned, total, ...types.map((type) => byName.get(type) ?? '0')];
  });
  return csvText(['trading_date', 'earned_usdt', 'total_usdt', ...types], rows);
}

/** Takes the whole line along, all pages of it. */
export function IncomeExport({ scope }: { readonly scope: Scope }) {
  const t = useTranslations('income');
  const save = async (): Promise<void> => {
    download(`income-${scope}.csv`, 'text/csv', incomeCsv(await readLine('all', scope), scope));
  };
  return <SaveButton label={t('csv')} save={save} />;
}
