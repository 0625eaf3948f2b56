'use client';

import { useTranslations } from 'next-intl';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { UserProfit } from './income.ts';

type Part = NonNullable<UserProfit['parts']>[number];

/** What every type brought, in the assets themselves: exact, and what the ledger has. */
export function IncomeTypes({ parts }: { readonly parts: readonly Part[] }) {
  const t = useTranslations('income.types');
  const kinds = useTranslations('bots.kind');
  const format = useBotFormat();
  const signed = (figure: string, asset: string) => (
    <TrendText value={figure} text={format.change(figure, asset)} className="tabular-nums" />
  );
  const columns: readonly TableColumn<Part>[] = [
    { id: 'type', header: t('type'), cell: ({ strategy_type }) => kinds(strategy_type) },
    {
      id: 'asset',
      header: t('asset'),
      cell: ({ asset }) => (
        <span className="inline-flex items-center gap-1.5">
          <CoinMark coin={asset} size={16} />
          {asset}
        </span>
      ),
    },
    {
      id: 'profit',
      header: figureHead('total_profit', t('profit')),
      align: 'end',
      cell: ({ profit, asset }) => signed(profit, asset),
    },
    {
      id: 'today',
      header: figureHead('today_profit', t('today')),
      align: 'end',
      cell: ({ today, asset }) => signed(today, asset),
    },
    {
      id: 'shares',
      header: figureHead('share_income', t('shares')),
      align: 'end',
      cell: ({ shares, asset }) => signed(shares, asset),
    },
  ];
  const shown = parts.map(
    ({ strategy_type: kind, asset, profit, today, shares }): FigureRow => ({
      key: `${kind} ${asset}`,
      name: `${kinds(kind)} ${asset}`,
      of: {
        kind,
        values: {
          total_profit: format.change(profit, asset),
          today_profit: format.change(today, asset),
          share_income: format.change(shares, asset),
        },
      },
    }),
  );
  return (
    <section aria-label={t('title')} className="min-w-0">
      <h3 className="text-sm font-medium">{t('title')}</h3>
      <p className="mt-1 mb-2 text-xs text-ink-3">{t('note')}</p>
      <FiguredTable
        figures={shown}
        label={t('title')}
        columns={columns}
        rows={parts}
        rowKey={({ strategy_type, asset }) => `${strategy_type} ${asset}`}
        empty={<EmptyState title={t('none')} />}
      />
    </section>
  );
}
