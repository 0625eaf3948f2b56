'use client';

import { useTranslations } from 'next-intl';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { specOf } from '#lib/client/market-rows.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { ParameterRows } from '../parameter-rows.tsx';
import { useInstrumentRow } from '../use-instrument-row.ts';

/** The parameters as the definition names them; hidden ones show the notice with the abstract instead (C-346, M-279). */
export function ParametersTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations();
  const { row, error } = useInstrumentRow(bot);
  if (bot.params === null) return <EmptyState title={t('bots.params.hidden')} hint={bot.abstract} />;
  const spec = row === undefined ? null : specOf(row);
  if (spec === null) return <LiveGap error={error} unknown={t('common.state.error')} />;
  const rows = STRATEGIES[bot.strategy_type].parameterRows(bot.params, spec);
  return (
    <div className="py-4">
      {bot.abstract !== '' && (
        <p dir="auto" className="mb-4 text-sm break-words whitespace-pre-wrap text-ink-2">
          {bot.abstract}
        </p>
      )}
      <ParameterRows rows={rows} />
    </div>
  );
}
