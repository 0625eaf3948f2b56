'use client';

import { useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { isOpening } from '../bot-state.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { useQuantityText } from '../use-quantity-text.ts';

/** M-173; paused while the position is opening (M-171). */
const REFRESH_MS = 30_000;

interface Order {
  readonly price: string;
  readonly qty: string;
}

/** Resting orders by side, nearest first; two empty states: opening and trigger not reached (M-069, M-070). */
export function OpenOrdersTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.orders');
  const format = useBotFormat();
  const quantity = useQuantityText(bot);
  const isWaiting = bot.params?.trigger_status === 1;
  const isFilling = isOpening(bot) && factsOf(bot.strategy_type).tellsOpening;
  const { data, error } = useCall(
    'openOrders',
    { path: { id: String(bot.strategy_id) } },
    { refreshInterval: isWaiting || isFilling ? 0 : REFRESH_MS },
  );
  const book = data?.data;
  if (isWaiting) return <EmptyState title={t('untriggered')} />;
  if (book === undefined) {
    return <LiveGap error={error} unknown={t('none')} />;
  }
  if (isFilling) {
    const hint = t('openingHint', {
      filled: format.withUnit(quantity.text(book.total_match_qty), quantity.unit),
      size: format.withUnit(quantity.text(book.total_qty), quantity.unit),
    });
    return <EmptyState title={t('opening')} hint={hint} />;
  }
  if (book.ask.length + book.bid.length === 0) return <EmptyState title={t('none')} />;
  return (
    <div className="grid gap-x-10 gap-y-4 py-4 md:grid-cols-2">
      <OrderSide side="buy" orders={book.bid} bot={bot} />
      <OrderSide side="sell" orders={book.ask} bot={bot} />
    </div>
  );
}

function OrderSide({
  side,
  orders,
  bot,
}: {
  readonly side: 'buy' | 'sell';
  readonly orders: readonly Order[];
  readonly bot: StrategyRow;
}) {
  const t = useTranslations('bots.orders');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const quantity = useQuantityText(bot);
  const [, quote = ''] = bot.market.split('_');
  const last = Number(bot.last_price);
  return (
    <section className="min-w-0">
      <h3 className={`mb-1 text-sm font-medium ${side === 'buy' ? 'text-rise' : 'text-fall'}`}>
        {t(side === 'buy' ? 'buys' : 'sells')} ({orders.length})
      </h3>
      <table className="w-full text-xs">
        <thead className="text-ink-3">
          <tr>
            <th scope="col" className="h-8 text-start font-normal">
              <FigureName figure="order_price" kind={bot.strategy_type}>
                {t('price', { unit: quote })}
              </FigureName>
            </th>
            <th scope="col" className="text-end font-normal">
              <FigureName figure="quantity" kind={bot.strategy_type}>
                {t('quantity', { unit: quantity.unit })}
              </FigureName>
            </th>
            <th scope="col" className="text-end font-normal">
              <FigureName figure="spread" bot={bot}>
                {t('distance')}
              </FigureName>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.price} className="border-t">
              <td className={`h-8 ${side === 'buy' ? 'text-rise' : 'text-fall'}`}>{price(order.price)}</td>
              <td className="text-end">{quantity.text(order.qty)}</td>
              <td className="text-end text-ink-2">
                {last > 0 ? format.percent((Number(order.price) / last - 1).toFixed(6)) : '--'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
