'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { MarketName } from '#components/ui/coin-mark.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { profitAssetOf } from '../bot-instrument.ts';
import { isEnded, profitFamilyOf } from '../bot-state.ts';
import { ExportButton } from '../export/export-button.tsx';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { useQuantityText } from '../use-quantity-text.ts';

type Trade = NonNullable<Extract<NonNullable<ReplyOf<'tradeRecords'>['data']>, { orders: unknown }>>['orders'][number];

const PROFITS = { grid: 'profit', round: 'roundProfit', realised: 'realisedProfit' } as const;
const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;

function Side({ trade }: { readonly trade: Trade }) {
  const t = useTranslations('bots.trades');
  return (
    <span className="inline-flex items-center gap-2">
      <span className={trade.side === 'buy' ? 'text-rise' : 'text-fall'}>{t(trade.side)}</span>
      {trade.role !== '' && (
        <Badge>{t(trade.signal_type === '' ? `role.${trade.role}` : `signal.${trade.signal_type}`)}</Badge>
      )}
    </span>
  );
}

/** What the pair brought that the trade completed. */
function Profit({ trade, quote }: { readonly trade: Trade; readonly quote: string }) {
  const format = useBotFormat();
  if (trade.profit === '') return <span className="text-ink-3">{NO_FIGURE}</span>;
  return <TrendText value={trade.profit} text={format.profit(trade.profit, quote, false)} />;
}

/** Side and role, time, price, quantity, amount, fee and profit of an executed order. */
function useTradeColumns(bot: StrategyRow): readonly TableColumn<Trade>[] {
  const t = useTranslations('bots.trades');
  const quantity = useQuantityText(bot);
  const format = useBotFormat();
  const price = usePriceText(bot);
  const quote = profitAssetOf(bot);
  const family = profitFamilyOf(bot.strategy_type);
  // A portfolio trades several markets: each row says which, and has its own decimals.
  const isPortfolio = factsOf(bot.strategy_type).trades === 'portfolio';
  return [
    {
      id: 'side',
      header: t('side'),
      cell: (trade) => <Side trade={trade} />,
    },
    { id: 'time', header: t('time'), cell: (trade) => format.time(trade.finish_time, true) },
    ...(isPortfolio
      ? [
          {
            id: 'market',
            header: t('market'),
            cell: (trade: Trade) => <MarketName market={trade.market} size={14} />,
          },
        ]
      : []),
    {
      id: 'price',
      header: figureHead('order_price', t('price'), bot.strategy_type),
      align: 'end',
      cell: (trade) => (isPortfolio ? format.figure(trade.match_price) : price(trade.match_price)),
    },
    {
      id: 'quantity',
      header: figureHead(
        'quantity',
        isPortfolio ? t('quantity') : `${t('quantity')} (${quantity.unit})`,
        bot.strategy_type,
      ),
      align: 'end',
      cell: (trade) =>
        isPortfolio
          ? format.amount('quantity', trade.match_qty, trade.market.split('_')[0] ?? '', false)
          : quantity.text(trade.match_qty),
    },
    {
      id: 'amount',
      header: figureHead('order_value', `${t('amount')} (${quote})`, bot.strategy_type, bot.settle),
      align: 'end',
      cell: (trade) => format.amount('order-amount', trade.match_amount, quote, false),
    },
    {
      id: 'fee',
      header: figureHead('fees', t('fee'), bot.strategy_type),
      align: 'end',
      cell: (trade) => format.amount('held-coin', trade.fee, trade.fee_asset),
    },
    {
      id: 'profit',
      header: figureHead(`${family}_profit`, `${t(PROFITS[family])} (${quote})`, bot.strategy_type),
      align: 'end',
      cell: (trade) => <Profit trade={trade} quote={quote} />,
    },
  ];
}

/** Executed orders, newest first, with the net profit of the pair that each completes (M-296). */
export function TradesTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.trades');
  const columns = useTradeColumns(bot);
  const [page, setPage] = useState(1);
  const id = String(bot.strategy_id);
  const { data, error } = useCall(
    'tradeRecords',
    { path: { id }, query: { strategyId: id, page, page_size: PAGE_SIZE, status: 'finished' } },
    { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS },
  );
  if (error instanceof Refused && error.code === CODE.forbidden) return <EmptyState title={t('hidden')} />;
  const trades: readonly Trade[] | undefined = data?.data?.orders;
  return (
    <div className="py-2">
      {trades !== undefined && trades.length > 0 && <ExportButton bot={bot} what="fills" />}
      <DataTable<Trade>
        label={t('label')}
        rows={trades}
        error={error}
        rowKey={(trade) =>
          `${trade.finish_time}-${trade.market}-${trade.side}-${trade.level}-${trade.match_price}-${trade.role}`
        }
        columns={columns}
        empty={
          <EmptyState
            title={t('none')}
            hint={t(profitFamilyOf(bot.strategy_type) === 'grid' ? 'noneHint' : 'noneHintOther')}
          />
        }
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </div>
  );
}
