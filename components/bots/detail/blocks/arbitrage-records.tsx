'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { isEnded } from '../../bot-state.ts';
import { useBotFormat } from '../../use-bot-format.ts';
import { usePriceText } from '../../use-price-text.ts';

type ArbitrageRecord = NonNullable<ReplyOf<'arbitrageRecords'>['data']>['orders'][number];

const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;

/** The legs that were opened, reduced and closed, newest first (M-113, M-298). */
export function ArbitrageRecords({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.arbitrage');
  const trades = useTranslations('bots.trades');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const [page, setPage] = useState(1);
  const { data, error } = useCall(
    'arbitrageRecords',
    { query: { strategy_id: String(bot.strategy_id), page, page_size: PAGE_SIZE } },
    { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS },
  );
  if (error instanceof Refused && error.code === CODE.forbidden) return <EmptyState title={trades('hidden')} />;
  const [base = '', quote = ''] = bot.market.split('_');
  return (
    <>
      <DataTable<ArbitrageRecord>
        label={t('records')}
        rows={data?.data?.orders}
        error={error}
        rowKey={(row) => `${row.finish_time}-${row.account}-${row.side}-${row.match_price}-${row.match_qty}`}
        columns={[
          {
            id: 'leg',
            header: t('leg'),
            cell: (row) => (
              <span className="inline-flex items-center gap-2">
                <span className={row.side === 'buy' ? 'text-rise' : 'text-fall'}>{trades(row.side)}</span>
                {row.account !== '' && t(`account.${row.account}`)}
                {row.order_type !== '' && <Badge>{t(`order.${row.order_type}`)}</Badge>}
              </span>
            ),
          },
          { id: 'time', header: trades('time'), cell: (row) => format.time(row.finish_time, true) },
          {
            id: 'price',
            header: figureHead('order_price', trades('price'), bot.strategy_type),
            align: 'end',
            cell: (row) => price(row.match_price),
          },
          {
            id: 'quantity',
            header: figureHead('quantity', trades('quantity'), bot.strategy_type),
            align: 'end',
            cell: (row) => format.amount('quantity', row.match_qty, base),
          },
          {
            id: 'fee',
            header: figureHead('fees', trades('fee'), bot.strategy_type),
            align: 'end',
            cell: (row) => format.amount('held-coin', row.fee, quote, false),
          },
          {
            id: 'profit',
            header: figureHead('completed_profit', `${t('profit')} (${quote})`, bot.strategy_type),
            align: 'end',
            cell: (row) =>
              /[1-9]/.test(row.profit) ? (
                <TrendText value={row.profit} text={format.profit(row.profit, quote, false)} />
              ) : (
                <span className="text-ink-3">{NO_FIGURE}</span>
              ),
          },
        ]}
        empty={<EmptyState title={t('noRecords')} hint={t('noRecordsHint')} className="min-h-24" />}
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </>
  );
}
