'use client';

import { useLocale, useTranslations } from 'next-intl';
import { formatFigures, withUnit } from '#lib/money/display.ts';
import type { ParameterRow } from '#lib/strategies/definition.ts';

/** The parameters that a definition names, in the viewer's writing. */
export function ParameterRows({ rows }: { readonly rows: readonly ParameterRow[] }) {
  const t = useTranslations('fields');
  const locale = useLocale();
  const word = (key: string): string => t(key as Parameters<typeof t>[0]);
  return (
    <dl className="grid gap-x-12 md:grid-cols-2">
      {rows.map(({ label, value, valueLabel, unit }) => (
        <div key={label} className="flex min-h-9 items-center justify-between gap-4 border-b text-sm">
          <dt className="text-ink-3">{word(label)}</dt>
          <dd className="text-right">
            {valueLabel === undefined ? withUnit(formatFigures(value, { locale }), unit) : word(valueLabel)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
