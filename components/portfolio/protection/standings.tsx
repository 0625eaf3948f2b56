'use client';

import { useTranslations } from 'next-intl';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { DryRun } from './typed-limits.ts';
import { useLimitFormat } from './use-limit-format.ts';

type Standing = DryRun['standings'][number];

/** Limit by limit: what it stands at, and what would be done. */
export function Standings({ standings }: { readonly standings: DryRun['standings'] }) {
  const t = useTranslations('portfolio.protection');
  const figure = useLimitFormat();
  const columns: readonly TableColumn<Standing>[] = [
    {
      id: 'limit',
      header: t('tried.limit'),
      cell: ({ limit, asset }) => (limit === 'drawdown' ? t('drawdown') : `${t('exposure')} ${asset}`),
    },
    { id: 'value', header: t('tried.value'), align: 'end', cell: ({ limit, value }) => figure(limit, value) },
    { id: 'most', header: t('tried.most'), align: 'end', cell: ({ limit, most }) => figure(limit, most) },
    {
      id: 'verdict',
      header: t('tried.verdict'),
      cell: ({ verdict, action }) => (
        <span className={verdict === 'reached' ? 'font-medium text-danger' : 'text-ink-2'}>
          {verdict === 'reached' ? t('tried.reached', { action: t(`action.${action}`) }) : t(`tried.${verdict}`)}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('tried.title')}
      columns={columns}
      rows={standings}
      rowKey={({ limit, asset }) => `${limit} ${asset}`}
      empty={<EmptyState title={t('tried.none')} />}
    />
  );
}
