'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { useInstrumentRow } from '#components/bots/use-instrument-row.ts';
import { ConditionSummary } from '#components/conditions/condition-summary.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { specOf } from '#lib/client/market-rows.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { STRATEGIES } from '#lib/strategies/registry.ts';
import { instrumentOfRecord } from './record-instrument.ts';

/** The market of a record as bots' rows name theirs. */
export function tradedBy(record: BacktestRecord): { market: string; settle: '' | 'usdt' | 'btc'; money_asset: string } {
  const { market, type } = instrumentOfRecord(record);
  const settle = type === 'spot' ? '' : type === 'futures_btc' ? 'btc' : 'usdt';
  return { market, settle, money_asset: record.params.begin_money_currency };
}

/** What was tried: the definition's own rows, and the conditions as sentences (E-090). */
export function BacktestParameters({ record }: { readonly record: BacktestRecord }) {
  const t = useTranslations();
  const { figure } = useBotFormat();
  const traded = useMemo(() => tradedBy(record), [record]);
  const { row } = useInstrumentRow(traded);
  const spec = row === undefined ? null : specOf(row);
  if (spec === null) return <Skeleton className="h-24 w-full" />;
  const rows = STRATEGIES[record.strategy_type as RunnableKind].parameterRows(record.bot_params, spec);
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-12 md:grid-cols-2">
        {rows.map(({ label, value, valueLabel, unit }) => (
          <div key={label} className="flex min-h-8 items-center justify-between gap-4 border-b text-sm">
            <dt className="text-ink-3">{t(`fields.${label}` as Parameters<typeof t>[0])}</dt>
            <dd className="text-right">
              {valueLabel === undefined
                ? `${value.split(' – ').map(figure).join(' – ')}${unit === '' || unit === '%' ? unit : ` ${unit}`}`
                : t(`fields.${valueLabel}` as Parameters<typeof t>[0])}
            </dd>
          </div>
        ))}
      </dl>
      <ConditionSummary conditions={record.bot_params.compose_conditions} />
    </div>
  );
}
