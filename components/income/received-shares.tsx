'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { SaveButton } from '#components/ui/save-button.tsx';
import { everyRow } from '#lib/client/every-page.ts';
import { columnsCsv, download } from '#lib/client/file-texts.ts';
import { fetchOk, useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { REFRESH_MS } from './income.ts';

export type ReceivedShare = NonNullable<ReplyOf<'receivedShares'>['data']>[number];

const PAGE_SIZE = 20;
const EXPORT_PAGE_SIZE = 500;
/** More are a fault of the exchange: half a million payments. */
const MOST_PAGES = 1_000;

const COLUMNS = ['time', 'strategy_id', 'strategy_type', 'name', 'market', 'asset', 'amount'] as const;

/** A row a payment, the oldest first, every digit. */
export function receivedSharesCsv(shares: readonly ReceivedShare[]): string {
  return columnsCsv(COLUMNS, ['time'], shares);
}

async function saveAll(): Promise<void> {
  const newestFirst = await everyRow(MOST_PAGES, (page) =>
    fetchOk('receivedShares', { query: { page, page_size: EXPORT_PAGE_SIZE } }),
  );
  download('profit-shares.csv', 'text/csv', receivedSharesCsv(newestFirst.toReversed()));
}

/** What copies of one's own bots paid, payment by payment. */
export function ReceivedShares({ isActive }: { readonly isActive: boolean }) {
  const t = useTranslations('income.received');
  const csv = useTranslations('income')('csv');
  const kinds = useTranslations('bots.kind');
  const format = useBotFormat();
  const [page, setPage] = useState(1);
  const input = { query: { page, page_size: PAGE_SIZE } };
  const { data, error } = useCall('receivedShares', isActive ? input : null, { refreshInterval: REFRESH_MS });
  const columns: readonly TableColumn<ReceivedShare & { readonly key: string }>[] = [
    { id: 'time', header: t('time'), cell: ({ time }) => format.time(time, true) },
    {
      id: 'bot',
      header: t('bot'),
      cell: ({ name, strategy_type, market }) => `${name || kinds(strategy_type)} · ${market.replace('_', '/')}`,
    },
    { id: 'asset', header: t('asset'), cell: ({ asset }) => asset },
    {
      id: 'amount',
      header: figureHead('share_income', t('amount')),
      align: 'end',
      cell: ({ amount, asset }) => format.change(amount, asset),
    },
  ];
  const rows = data?.data?.map((share, index) => ({ ...share, key: `${page}-${index}` }));
  const shown = rows?.map(
    ({ key, time, name, strategy_type: kind, amount, asset }): FigureRow => ({
      key,
      name: `${name || kinds(kind)} · ${format.time(time, true)}`,
      of: { kind, values: { share_income: format.change(amount, asset) } },
    }),
  );
  return (
    <section aria-label={t('title')} className="min-w-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-sm font-medium">{t('title')}</h3>
          <p className="mt-1 mb-2 text-xs text-ink-3">{t('note')}</p>
        </div>
        {data?.data !== undefined && data.data.length > 0 && <SaveButton label={csv} save={saveAll} />}
      </div>
      <FiguredTable
        figures={shown}
        label={t('title')}
        columns={columns}
        rows={rows}
        error={error}
        rowKey={({ key }) => key}
        empty={<EmptyState title={t('none')} />}
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </section>
  );
}
