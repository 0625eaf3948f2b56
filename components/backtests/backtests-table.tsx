'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Select } from '#components/ui/select.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { latePart, nothingYet } from '#lib/client/late-part.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { useBacktestColumns } from './backtest-columns.tsx';
import { useBacktestList } from './use-backtest-list.ts';

// Loaded when a result is opened: it brings the candles' canvas.
const BacktestDrawer = dynamic(
  () => latePart('backtest-drawer', () => import('./backtest-drawer.tsx').then((part) => part.BacktestDrawer)),
  { loading: nothingYet },
);

/** The trader's backtests (E-080 … E-089): of the chosen kind, or of all; 20 a page. */
export function BacktestsTable({ kind, isActive }: { readonly kind: RunnableKind; readonly isActive: boolean }) {
  const t = useTranslations('backtests.list');
  const kinds = useTranslations('bots.kind');
  const [isOfAllKinds, setIsOfAllKinds] = useState(false);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<BacktestRecord | null>(null);
  const list = useBacktestList(isOfAllKinds ? null : kind, page, isActive);
  const columns = useBacktestColumns({
    onResult: setOpened,
    onChanged: list.refresh,
    hasKinds: isOfAllKinds,
    hasPeriods: list.rows?.some(({ params }) => params.period !== '') ?? false,
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-2">
        <Select
          label={t('filter')}
          value={isOfAllKinds ? 'all' : 'kind'}
          onChange={(value) => {
            setIsOfAllKinds(value === 'all');
            setPage(1);
          }}
          options={[
            { value: 'kind', label: t('thisKind', { kind: kinds(kind) }) },
            { value: 'all', label: t('allKinds') },
          ]}
        />
        {list.counts !== undefined && <p className="text-xs text-ink-3">{t('counts', { ...list.counts })}</p>}
      </div>
      <DataTable
        label={t('label')}
        columns={columns}
        rows={list.rows}
        isLoading={list.isLoading}
        rowKey={({ id }) => String(id)}
        onRowClick={setOpened}
        // E-146: a result needs a good end.
        isOpenable={({ status }) => status === 'stopped'}
        notice={list.staleness !== null && <StaleMark staleness={list.staleness} className="px-3 py-1" />}
        error={list.error}
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <Pagination page={page} pages={list.pages} onChange={setPage} />
      {opened !== null && <BacktestDrawer record={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
