'use client';

import { useLocale, useTranslations } from 'next-intl';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { specOf } from '#lib/client/market-rows.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { formatFigures, withUnit } from '#lib/money/display.ts';
import { STRATEGIES } from '#lib/strategies/registry.ts';
import { useInstrumentRow } from '../use-instrument-row.ts';

/** The parameters as the definition names them; hidden ones show the notice with the abstract instead (C-346, M-279). */
export function ParametersTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations();
  const locale = useLocale();
  const { row, hasFailed } = useInstrumentRow(bot);
  if (bot.params === null) return <EmptyState title={t('bots.params.hidden')} hint={bot.abstract} />;
  const spec = row === undefined ? null : specOf(row);
  if (spec === null) {
    return !hasFailed ? <Skeleton className="mt-4 h-48 w-full" /> : <EmptyState title={t('common.state.error')} />;
  }
  const rows = STRATEGIES[bot.strategy_type as RunnableKind].parameterRows(bot.params, spec);
  return (
    <div className="py-4">
      {bot.abstract !== '' && <p className="mb-4 text-sm break-words whitespace-pre-wrap text-ink-2">{bot.abstract}</p>}
      <dl className="grid gap-x-12 md:grid-cols-2">
        {rows.map((row) => (
          <div key={row.label} className="flex min-h-9 items-center justify-between gap-4 border-b text-sm">
            <dt className="text-ink-3">{t(`fields.${row.label}` as Parameters<typeof t>[0])}</dt>
            <dd className="text-right">
              {row.valueLabel === undefined
                ? withUnit(formatFigures(row.value, { locale }), row.unit)
                : t(`fields.${row.valueLabel}` as Parameters<typeof t>[0])}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
