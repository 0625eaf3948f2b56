import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ParameterValue } from '#components/bots/parameter-value.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { ParameterRow } from '#lib/strategies/definition.ts';

/** The parameters as their definition names them, or the notice that they are hidden, with the abstract (C-346). */
export function BotParameters({
  rows,
  abstract,
  copyParameters,
}: {
  /** Null when the provider hides them: the exchange has not told them to anybody. */
  readonly rows: readonly ParameterRow[] | null;
  readonly abstract: string;
  /** What stands below them: the way to a form that begins with them (C-091). */
  readonly copyParameters?: ReactNode;
}) {
  const t = useTranslations();
  return (
    <section aria-labelledby="parameters-title" className="panel p-4">
      <h2 id="parameters-title" className="mb-3 text-base font-semibold">
        {t('public.detail.parameters')}
      </h2>
      {rows === null && <Notice>{t('public.detail.hidden')}</Notice>}
      {abstract !== '' && (
        <div className="mt-3 mb-3">
          <h3 className="text-2xs text-ink-3">{t('public.detail.abstract')}</h3>
          <p dir="auto" className="text-sm break-words whitespace-pre-wrap text-ink-2">
            {abstract}
          </p>
        </div>
      )}
      {rows !== null && (
        <dl>
          {rows.map((row) => (
            <div
              key={row.label}
              className="flex min-h-8 items-center justify-between gap-4 border-t py-1 text-xs first:border-t-0"
            >
              <dt className="text-ink-3">{textsOf(t)(`fields.${row.label}`)}</dt>
              <dd className="text-end">
                <ParameterValue row={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {copyParameters}
    </section>
  );
}
