'use client';

import { useTranslations } from 'next-intl';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { specOf } from '#lib/client/market-rows.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { STRATEGIES } from '#lib/strategies/registry.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useInstrumentRow } from '../use-instrument-row.ts';

const FIGURE = /^-?\d+(\.\d+)?$/;

/** A percent sign stands close, the name of a coin apart. */
function withUnit(text: string, unit: string): string {
  return unit === '%' || unit === '' ? `${text}${unit}` : `${text} ${unit}`;
}

/** The parameters as the definition names them; hidden ones show the notice with the abstract instead (C-346, M-279). */
export function ParametersTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations();
  const { figure } = useBotFormat();
  const { row, hasFailed } = useInstrumentRow(bot);
  if (bot.params === null) return <EmptyState title={t('bots.params.hidden')} hint={bot.abstract} />;
  const spec = row === undefined ? null : specOf(row);
  if (spec === null) {
    return !hasFailed ? <Skeleton className="mt-4 h-48 w-full" /> : <EmptyState title={t('common.state.error')} />;
  }
  // A value may be words of its own ("BTC 50 % · ETH 50 %", "4h").
  const figureOrText = (text: string): string => (FIGURE.test(text) ? figure(text) : text);
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
                ? withUnit(row.value.split(' – ').map(figureOrText).join(' – '), row.unit)
                : t(`fields.${row.valueLabel}` as Parameters<typeof t>[0])}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
