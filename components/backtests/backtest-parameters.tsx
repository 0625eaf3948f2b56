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
import { NO_FIGURE } from '#lib/money/display.ts';
import type { ParameterRow } from '#lib/strategies/definition.ts';
import { tradedBy } from './record-instrument.ts';

/**
 * What was tried: the definition's own rows, and the conditions as sentences (E-090). Of an exchange that keeps no body its params tell it (E-115): what they
 * do not tell is no row there, for it may have been set.
 */
export function BacktestParameters({ record }: { readonly record: BacktestRecord }) {
  const state = useTranslations('common.state');
  const traded = useMemo(() => tradedBy(record), [record]);
  const { row, error } = useInstrumentRow(traded);
  const spec = row === undefined ? null : specOf(row);
  if (spec === null) return <LiveGap error={error} unknown={state('error')} className="h-24 w-full" />;
  const { params, bot_params: told, payload } = record;
  const isWhole = payload !== null;
  const { period, begin_money_amount } = params;
  const tried = isWhole ? told : { ...told, period, begin_money_amount };
  const rows = STRATEGIES[record.strategy_type].parameterRows(tried, spec);
  const isTold = ({ value }: ParameterRow): boolean => isWhole || (value !== '' && value !== NO_FIGURE);
  return (
    <div className="flex flex-col gap-4">
      <ParameterRows rows={rows.filter(isTold)} />
      <ConditionSummary conditions={(isWhole ? told : params).compose_conditions} />
    </div>
  );
}
