'use client';

import { useTranslations } from 'next-intl';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { ParameterRow } from '#lib/strategies/definition.ts';
import { ParameterValue } from './parameter-value.tsx';

/** The parameters that a definition names, in the viewer's writing. */
export function ParameterRows({ rows }: { readonly rows: readonly ParameterRow[] }) {
  const t = useTranslations('fields');
  return (
    <dl className="grid gap-x-12 md:grid-cols-2">
      {rows.map((row) => (
        <div key={row.label} className="flex min-h-9 items-center justify-between gap-4 border-b text-sm">
          <dt className="text-ink-3">{textsOf(t)(row.label)}</dt>
          <dd className="text-end">
            <ParameterValue row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
