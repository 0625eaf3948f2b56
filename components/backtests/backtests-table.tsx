'use client';

import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { MarketName } from '#components/ui/coin-mark.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Select } from '#components/ui/select.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { BacktestActions } from './backtest-actions.tsx';
import { dayOf } from './backtest-dates.ts';
import { annualText, shareText } from './backtest-figures-text.ts';
import { BacktestStatus } from './backtest-status.tsx';
import { useBacktestList } from './use-backtest-list.ts';

// Loaded when a result is opened: it brings the candles' canvas.
const BacktestDrawer = dynamic(() => import('./backtest-drawer.tsx').then((part) => part.BacktestDrawer));

interface CellParts {
  readonly onResult: (record: BacktestRecord) => void;
  readonly onChanged: () => void;
  readonly isOfAllKinds: boolean;
}

/** The documents' columns in their order (E-081 … E-086); figures are blank until there is a result. */
function useColumns({ onResult, onChanged, isOfAllKinds }: CellParts): readonly TableColumn<BacktestRecord>[] {
  const t = useTranslations('backtests.list');
  const kinds = useTranslations('bots.kind');
  const locale = useLocale();
  const format = useBotFormat();
  const money = (figure: string | undefined, currency: string) =>
    figure === undefined ? NO_FIGURE : <TrendText value={figure} text={format.profit(figure, currency, false)} />;
  const column = (
    id: Parameters<typeof t>[0] extends `column.${infer Key}` ? Key : string,
    cell: TableColumn<BacktestRecord>['cell'],
    align?: 'end',
  ): TableColumn<BacktestRecord> => ({
    id,
    header: t(`column.${id}` as Parameters<typeof t>[0]),
    cell,
    ...(align === undefined ? {} : { align }),
  });
  return [
    column('pair', (record) => (
      <span className="flex min-w-0 flex-col">
        <MarketName market={record.market} />
        {isOfAllKinds && <span className="text-2xs text-ink-3">{kinds(record.strategy_type)}</span>}
      </span>
    )),
    column('created', (record) => format.time(record.create_time)),
    column('range', (record) => (
      <span className="flex flex-col">
        <span>{dayOf(record.begin_time * 1000)}</span>
        <span>{dayOf(record.end_time * 1000 - 1)}</span>
      </span>
    )),
    column('period', (record) => (record.params.period === '' ? NO_FIGURE : record.params.period)),
    column('money', ({ params }) => format.money(params.begin_money_amount, params.begin_money_currency), 'end'),
    column(
      'profit',
      ({ result, params }) =>
        result === null ? (
          NO_FIGURE
        ) : (
          <span className="flex flex-col md:items-end">
            <TrendText
              value={result.total_profit}
              text={format.profit(result.total_profit, params.begin_money_currency, false)}
            />
            <TrendText value={result.profit_rate} text={format.percent(result.profit_rate)} className="text-2xs" />
          </span>
        ),
      'end',
    ),
    column(
      'annual',
      ({ result, begin_time, end_time }) =>
        result === null ? NO_FIGURE : annualText(result.profit_rate, begin_time, end_time, locale),
      'end',
    ),
    column('trades', ({ result }) => (result === null ? NO_FIGURE : format.figure(String(result.orders_cnt))), 'end'),
    column(
      'win',
      ({ result }) => (result === null ? NO_FIGURE : shareText(result.win_num, result.loss_num, locale)),
      'end',
    ),
    column(
      'loss',
      ({ result }) => (result === null ? NO_FIGURE : shareText(result.loss_num, result.win_num, locale)),
      'end',
    ),
    column('gain', ({ result, params }) => money(result?.max_gains, params.begin_money_currency), 'end'),
    column('drop', ({ result, params }) => money(result?.max_loss, params.begin_money_currency), 'end'),
    column('status', (record) => <BacktestStatus record={record} />),
    {
      ...column('actions', (record) => <BacktestActions record={record} onResult={onResult} onChanged={onChanged} />),
      onPhone: 'foot',
    },
  ];
}

/** The trader's backtests (E-080 … E-089): of the chosen kind, or of all; 20 a page. */
export function BacktestsTable({ kind, isActive }: { readonly kind: RunnableKind; readonly isActive: boolean }) {
  const t = useTranslations('backtests.list');
  const kinds = useTranslations('bots.kind');
  const state = useTranslations('common.state');
  const [isOfAllKinds, setIsOfAllKinds] = useState(false);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<BacktestRecord | null>(null);
  const list = useBacktestList(isOfAllKinds ? null : kind, page, isActive);
  const columns = useColumns({ onResult: setOpened, onChanged: list.refresh, isOfAllKinds });
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
        rowKey={({ id }) => String(id)}
        notice={list.isStale && <Notice tone="warn">{state('stale')}</Notice>}
        empty={
          list.hasFailed ? (
            <EmptyState title={state('error')} />
          ) : (
            <EmptyState title={t('empty')} hint={t('emptyHint')} />
          )
        }
      />
      <Pagination page={page} pages={list.pages} onChange={setPage} />
      {opened !== null && <BacktestDrawer record={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
