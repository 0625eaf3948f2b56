'use client';

import { useTranslations } from 'next-intl';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { isContractBot } from '../bot-instrument.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { useQuantityText } from '../use-quantity-text.ts';
import { orderTypeWords, type RoundOrder, roundOrderStatus } from './round-order-status.ts';

/** What each order asked for and what it got. */
function useOrderColumns(bot: StrategyRow): readonly TableColumn<RoundOrder>[] {
  const t = useTranslations('bots.rounds');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const [base = '', quote = ''] = bot.market.split('_');
  const { unit, text: quantity } = useQuantityText(bot);
  const valueAsset = isContractBot(bot) ? bot.money_asset : quote;
  // What is received pays the fee; a contract's is paid in what it is settled in.
  const feeAsset = ({ side }: RoundOrder): string => (!isContractBot(bot) && side === 'buy' ? base : valueAsset);
  const typeText = ({ order_type: type }: RoundOrder): string => {
    const { key, index } = orderTypeWords(type);
    return textAt(t, `orderType.${key}`, { index }) ?? type;
  };
  const statusText = (order: RoundOrder): string => {
    const status = roundOrderStatus(order);
    return status === null ? NO_FIGURE : t(`orderStatus.${status}`);
  };
  return [
    { id: 'type', header: t('order'), cell: typeText },
    {
      id: 'side',
      header: t('side'),
      cell: ({ side }) => <span className={side === 'buy' ? 'text-rise' : 'text-fall'}>{t(side)}</span>,
    },
    {
      id: 'price',
      header: figureHead('order_price', t('orderPrice'), bot.strategy_type),
      align: 'end',
      cell: (order) => price(order.order_price),
    },
    {
      id: 'match',
      header: figureHead('order_price', t('matchPrice'), bot.strategy_type),
      align: 'end',
      cell: (order) => (/[1-9]/.test(order.match_price) ? price(order.match_price) : '--'),
    },
    {
      id: 'qty',
      header: figureHead('quantity', t('quantity', { unit }), bot.strategy_type),
      align: 'end',
      cell: (order) => `${quantity(order.match_qty)} / ${quantity(order.qty)}`,
    },
    {
      id: 'amount',
      header: figureHead('order_value', t('amount', { unit: valueAsset }), bot.strategy_type, bot.settle),
      align: 'end',
      cell: (order) => format.amount('order-amount', order.match_amount, valueAsset, false),
    },
    {
      id: 'fee',
      header: figureHead('fees', t('fee'), bot.strategy_type),
      align: 'end',
      cell: (order) => format.amount('held-coin', order.fee, feeAsset(order)),
    },
    { id: 'status', header: t('status'), cell: statusText },
    { id: 'time', header: t('time'), align: 'end', cell: (order) => format.time(order.create_time, true) },
  ];
}

/** Orders of one round (M-107): what each is, what it asked for and what it got. */
export function RoundOrders({
  bot,
  orders,
  error,
  isLoading,
}: {
  readonly bot: StrategyRow;
  readonly orders: readonly RoundOrder[] | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
}) {
  const t = useTranslations('bots.rounds');
  const columns = useOrderColumns(bot);
  return (
    <DataTable
      label={t('orders')}
      columns={columns}
      rows={orders}
      error={error}
      isLoading={isLoading}
      rowKey={(order) => `${order.cycle_index}-${order.order_type}-${order.create_time}-${order.order_price}`}
      empty={<EmptyState title={t('noOrders')} className="min-h-24" />}
    />
  );
}
