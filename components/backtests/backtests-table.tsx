'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import { useRowTips } from '#components/bots/figures/use-row-tips.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Select } from '#components/ui/select.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { useTypedChoice } from '#lib/client/use-typed-choice.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { useBacktestColumns } from './backtest-columns.tsx';
import { RECORD_FIGURES, useRecordFigures } from './record-figures.ts';
import { useBacktestList } from './use-backtest-list.ts';

// Loaded when a result is opened: it brings the candles' canvas.
const BacktestDrawer = lateDialog('backtest-drawer', () =>
  import('./backtest-drawer.tsx').then((part) => part.BacktestDrawer),
);

/** E-146: a result needs a good end. */
function isDone({ status }: BacktestRecord): boolean {
  return status === 'stopped';
}

/** The trader's backtests (E-080 … E-089): of the chosen kind, or of all; 20 a page. */
export function BacktestsTable({ kind, isActive }: { readonly kind: RunnableKind; readonly isActive: boolean }) {
  const t = useTranslations('backtests.list');
  const kinds = useTranslations('bots.kind');
  const [scope, setScope] = useTypedChoice('backtests', 'kind', ['kind', 'all']);
  const isOfAllKinds = scope === 'all';
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<BacktestRecord | null>(null);
  const list = useBacktestList(isOfAllKinds ? null : kind, page, isActive);
  const columns = useBacktestColumns({
    onResult: setOpened,
    onChanged: list.refresh,
    hasKinds: isOfAllKinds,
    hasPeriods: list.rows?.some(({ params }) => params.period !== '') ?? false,
  });
  const tips = useRowTips(list.rows, useRecordFigures(), RECORD_FIGURES);
  // One that opens nothing says it by the names on its card.
  const corner = useCallback((record: BacktestRecord) => isDone(record) && tips.corner(record), [tips.corner]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-2">
        <Select
          label={t('filter')}
          value={scope}
          onChange={(value) => {
            setScope(value);
            setPage(1);
          }}
          options={[
            { value: 'kind', label: t('thisKind', { kind: kinds(kind) }) },
            { value: 'all', label: t('allKinds') },
          ]}
        />
        {list.counts !== undefined && <p className="text-xs text-ink-3">{t('counts', { ...list.counts })}</p>}
      </div>
      <FiguredTable
        figures={tips.shown}
        label={t('label')}
        columns={columns}
        rows={list.rows}
        isLoading={list.isLoading}
        rowKey={({ id }) => String(id)}
        onRowClick={setOpened}
        isOpenable={isDone}
        cardCorner={corner}
        notice={list.staleness !== null && <StaleMark staleness={list.staleness} className="px-3 py-1" />}
        error={list.error}
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <Pagination page={page} pages={list.pages} onChange={setPage} />
      {opened !== null && <BacktestDrawer record={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
