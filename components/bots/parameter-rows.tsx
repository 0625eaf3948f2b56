'use client';

import { useLocale, useTranslations } from 'next-intl';
import { formatAmountOf, formatFigures, withUnit } from '#lib/money/display.ts';
import type { ParameterRow } from '#lib/strategies/definition.ts';

function figureText(value: string, unit: string, investedOn: string | undefined, locale: string): string {
  if (investedOn !== undefined) return formatAmountOf('investment', value, unit, { locale, quote: investedOn });
  return withUnit(formatFigures(value, { locale }), unit);
}

/** The parameters that a definition names, in the viewer's writing. */
export function ParameterRows({ rows }: { readonly rows: readonly ParameterRow[] }) {
  const t = useTranslations('fields');
  const locale = useLocale();
  const word = (key: string): string => t(key as Parameters<typeof t>[0]);
  return (
    <dl className="grid gap-x-12 md:grid-cols-2">
      {rows.map(({ label, value, valueLabel, unit, investedOn }) => (
        <div key={label} className="flex min-h-9 items-center justify-between gap-4 border-b text-sm">
          <dt className="text-ink-3">{word(label)}</dt>
          <dd className="text-right">
            {valueLabel === undefined ? figureText(value, unit, investedOn, locale) : word(valueLabel)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
