'use client';

import { useTranslations } from 'next-intl';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { NO_FIGURE } from '#lib/money/display.ts';

export type BacktestOrder = NonNullable<ReplyOf<'backtestOrders'>['data']>[number];

export interface BacktestTradesProps {
  /** Undefined while they are being read. */
  readonly orders: readonly BacktestOrder[] | undefined;
  /** What the newest load failed with. */
  readonly error: unknown;
  /** How many an exchange of ours has kept; undefined: of others nobody knows whether they count alike. */
  readonly kept: number | undefined;
  readonly record: Pick<BacktestRecord, 'strategy_type' | 'result'>;
  /** What the bot wins. */
  readonly asset: string;
  readonly priceText: (price: string) => string;
  readonly page: number;
  readonly pages: number | undefined;
  readonly onPage: (page: number) => void;
}

type Listed = BacktestOrder & { readonly at: number };

function useTradeColumns({ orders, record, asset, priceText }: BacktestTradesProps): readonly TableColumn<Listed>[] {
  const t = useTranslations('backtests.result');
  const signals = useTranslations('backtests.result.signal');
  const format = useBotFormat();
  const { strategy_type: kind } = record;
  // Of bots of several markets it is said which each trade was on.
  const hasMarkets = new Set(orders?.map(({ market }) => market)).size > 1;
  return [
    { id: 'time', header: t('column.time'), cell: ({ create_time }) => format.time(create_time, true) },
    ...(hasMarkets
      ? [
          {
            id: 'market',
            header: t('column.market'),
            cell: ({ market }: BacktestOrder) => market.replace('_', '/'),
          },
        ]
      : []),
    {
      id: 'side',
      header: t('column.side'),
      cell: ({ side }) => <span className={side === 'buy' ? 'text-rise' : 'text-fall'}>{t(`side.${side}`)}</span>,
    },
    {
      id: 'signal',
      header: t('column.signal'),
      cell: ({ signal_type }) => (signal_type === '' ? NO_FIGURE : signals(signal_type)),
    },
    {
      id: 'price',
      header: figureHead('order_price', t('column.price'), kind),
      align: 'end',
      // Prices of other markets have other decimals.
      cell: ({ price }) => (hasMarkets ? format.figure(price) : priceText(price)),
    },
    {
      id: 'amount',
      header: figureHead('quantity', t('column.amount'), kind),
      align: 'end',
      cell: ({ amount }) => format.figure(amount),
    },
    {
      id: 'fee',
      header: figureHead('fees', t('column.fee'), kind),
      align: 'end',
      cell: ({ fee, fee_asset }) => format.amount('held-coin', fee, fee_asset),
    },
    {
      id: 'profit',
      header: figureHead('completed_profit', `${t('column.profit')} (${asset})`, kind),
      align: 'end',
      cell: ({ profit }) =>
        profit === '' ? (
          <span className="text-ink-3">{NO_FIGURE}</span>
        ) : (
          <TrendText value={profit} text={format.profit(profit, asset, false)} />
        ),
    },
  ];
}

/** The trades, oldest first (E-092, E-117), with why each was made (E-375). */
export function BacktestTrades(props: BacktestTradesProps) {
  const { orders, error, kept, record, page, pages, onPage } = props;
  const t = useTranslations('backtests.result');
  const format = useBotFormat();
  const all = record.result?.orders_cnt ?? 0;
  return (
    <>
      {kept !== undefined && kept < all && (
        <Notice>{t('keptTrades', { all: format.figure(`${all}`), kept: format.figure(`${kept}`) })}</Notice>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: no form controls are grouped here */}
      <div role="group" aria-label={t('trades')} tabIndex={0} className="max-h-120 overflow-auto rounded-md border">
        <DataTable<Listed>
          label={t('trades')}
          rows={orders?.map((order, at) => ({ ...order, at }))}
          error={error}
          rowKey={({ at }) => String(at)}
          columns={useTradeColumns(props)}
          empty={<EmptyState title={t('noTrades')} hint={t('noTradesHint')} />}
        />
      </div>
      <Pagination page={page} pages={pages} onChange={onPage} />
    </>
  );
}
