'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ParameterRows } from '#components/bots/parameter-rows.tsx';
import { useInstrumentRow } from '#components/bots/use-instrument-row.ts';
import { ConditionSummary } from '#components/conditions/condition-summary.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { specOf } from '#lib/client/market-rows.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { tradedBy } from './record-instrument.ts';

/** What was tried: the definition's own rows, and the conditions as sentences (E-090). */
export function BacktestParameters({ record }: { readonly record: BacktestRecord }) {
  const state = useTranslations('common.state');
  const traded = useMemo(() => tradedBy(record), [record]);
  const { row, error } = useInstrumentRow(traded);
  const spec = row === undefined ? null : specOf(row);
  if (spec === null) return <LiveGap error={error} unknown={state('error')} className="h-24 w-full" />;
  const rows = STRATEGIES[record.strategy_type].parameterRows(record.bot_params, spec);
  return (
    <div className="flex flex-col gap-4">
      <ParameterRows rows={rows} />
      <ConditionSummary conditions={record.bot_params.compose_conditions} />
    </div>
  );
}
