'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { MarketName } from '#components/ui/coin-mark.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { isEnded } from '../bot-state.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useQuantityText } from '../use-quantity-text.ts';
import { useWhyWords } from './use-why-words.ts';

type Event = NonNullable<ReplyOf<'orderReasons'>['data']>[number];

const PAGE_SIZE = 20;
const REFRESH_MS = 30_000;

/** How many coins or contracts an order is of; those of a portfolio are of several markets. */
function useOrderQuantity(bot: StrategyRow): { readonly name: string; text(qty: string, market: string): string } {
  const t = useTranslations('books.why');
  const format = useBotFormat();
  const { isPortfolio } = useWhyWords(bot);
  const quantity = useQuantityText(bot);
  return {
    name: isPortfolio ? t('quantity') : `${t('quantity')} (${quantity.unit})`,
    text: (qty, market) =>
      isPortfolio ? format.amount('quantity', qty, market.split('_')[0] ?? '', false) : quantity.text(qty),
  };
}

/** Every order that was placed, withheld or cancelled, the newest first, with what brought it about. */
export function OrderTimeline({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('books.why');
  const format = useBotFormat();
  const words = useWhyWords(bot);
  const quantity = useOrderQuantity(bot);
  const causeOf = useCause(bot);
  const [page, setPage] = useState(1);
  const { data, error } = useCall(
    'orderReasons',
    { path: { id: String(bot.strategy_id) }, query: { page, page_size: PAGE_SIZE } },
    { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS },
  );
  const rows = data?.data?.map((event, at) => ({ ...event, key: `${page}-${at}` }));
  return (
    <section aria-label={t('timeline')} className="min-w-0">
      <h3 className="mb-1 text-sm font-medium">{t('timeline')}</h3>
      <DataTable<Event & { readonly key: string }>
        label={t('timeline')}
        rows={rows}
        error={error}
        rowKey={({ key }) => key}
        columns={[
          {
            id: 'what',
            header: t('what'),
            cell: ({ kind, side }) => (
              <span className={kind === 'placed' ? (side === 'buy' ? 'text-rise' : 'text-fall') : 'text-ink-2'}>
                {t(`kind.${side}.${kind}`)}
              </span>
            ),
          },
          { id: 'time', header: t('when'), cell: ({ time }) => format.time(time, true) },
          ...(words.isPortfolio
            ? [
                {
                  id: 'market',
                  header: words.market,
                  cell: ({ market }: Event) => <MarketName market={market} size={14} />,
                },
              ]
            : []),
          {
            id: 'price',
            header: figureHead('order_price', t('price'), bot.strategy_type),
            align: 'end',
            cell: ({ price }) => (/[1-9]/.test(price) ? words.price(price) : NO_FIGURE),
          },
          {
            id: 'quantity',
            header: figureHead('quantity', quantity.name, bot.strategy_type),
            align: 'end',
            cell: ({ qty, market }) => (/[1-9]/.test(qty) ? quantity.text(qty, market) : NO_FIGURE),
          },
          {
            id: 'cause',
            header: t('cause'),
            cell: (event) => <span className="whitespace-normal">{causeOf(event)}</span>,
          },
        ]}
        empty={<EmptyState title={t('none')} className="min-h-24" />}
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </section>
  );
}

/** The cause in words: the reason, then the fill that it answers or what was done at that moment, then the round. */
function useCause(bot: StrategyRow): (event: Event) => string {
  const t = useTranslations('books.why');
  const operations = useTranslations('bots.operation');
  const words = useWhyWords(bot);
  return ({ reason, cause }) => {
    const parts = [words.reason(reason)];
    if (cause?.fill) {
      const { side, number, price } = cause.fill;
      parts.push(t(`fill.${side}`, { number, price: words.price(price) }));
    }
    if (cause !== undefined && cause.operation !== '') parts.push(operations(cause.operation));
    if (cause !== undefined && cause.round > 0) parts.push(t('round', { round: cause.round }));
    return parts.join(' · ');
  };
}
