'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { textAt } from '#lib/client/keyed-texts.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { useBotFormat } from '../use-bot-format.ts';
import type { RowPart } from './book-lines.ts';

type Row = NonNullable<ReplyOf<'bookRows'>['data']>[number];

const PAGE_SIZE = 20;

/** The fills or postings of a part, the oldest first, each with what it adds. */
export function BookRows({
  bot,
  part,
  asset,
}: {
  readonly bot: StrategyRow;
  readonly part: RowPart;
  readonly asset: string;
}) {
  const t = useTranslations('books');
  const words = useTranslations('bots');
  const format = useBotFormat();
  const [page, setPage] = useState(1);
  const place = part.market === '' || part.account === '' ? {} : { market: part.market, account: part.account };
  const { data, error } = useCall('bookRows', {
    path: { id: String(bot.strategy_id) },
    query: { part: part.what, asset: part.asset, ...place, page, page_size: PAGE_SIZE },
  });
  const rows: readonly Row[] | undefined = data?.data;
  const word = ({ side, type }: Row): string => {
    if (side === '') return textAt(words, `flow.type.${type}`) ?? type;
    return `${words(`trades.${side}`)} · ${textAt(words, `trades.role.${type}`) ?? type}`;
  };
  const isInCoins = part.asset !== asset;
  return (
    <>
      <DataTable<Row & { readonly key: string }>
        label={t(`part.${part.what}`)}
        rows={rows?.map((row, at) => ({ ...row, key: `${page}-${at}` }))}
        error={error}
        rowKey={({ key }) => key}
        columns={[
          { id: 'time', header: t('rowTime'), cell: (row) => format.time(row.time, true) },
          { id: 'what', header: t('rowKind'), cell: word },
          ...(isInCoins
            ? [
                {
                  id: 'amount',
                  header: figureHead('quantity', t('rowAmount'), bot.strategy_type),
                  align: 'end' as const,
                  cell: (row: Row) => format.amount('held-coin', row.amount, row.asset),
                },
                {
                  id: 'price',
                  header: figureHead('order_price', t('rowPrice', { asset }), bot.strategy_type),
                  align: 'end' as const,
                  cell: (row: Row) => (row.price === '' ? NO_FIGURE : format.figure(row.price)),
                },
              ]
            : []),
          {
            id: 'value',
            header: figureHead('order_value', t('rowValue', { asset }), bot.strategy_type, bot.settle),
            align: 'end',
            cell: (row) => (row.value === '' ? NO_FIGURE : format.amount('book', row.value, asset, false)),
          },
        ]}
        empty={<EmptyState title={t('noRows')} className="min-h-24" />}
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </>
  );
}
