'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { FigureId } from '#lib/figures/figures.ts';
import { isContractBot } from '../bot-instrument.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { useQuantityText } from '../use-quantity-text.ts';
import { RoundOrders } from './round-orders.tsx';

const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;
/** What is not here is what the round's terms or its money are. */
const ROUND_FIGURES: Readonly<Record<string, FigureId>> = {
  held: 'position',
  averageCost: 'average_cost',
  takeProfit: 'take_profit_price',
  liquidation: 'liquidation',
  fullLiquidation: 'full_liquidation',
  margin: 'margin',
};

/** The round that runs (M-291). */
const PRESENT = -1;

/** The round that runs: what it holds and where it will end, and its orders (M-109, M-291). */
export function CurrentRoundTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.rounds');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const quantity = useQuantityText(bot);
  const [page, setPage] = useState(1);
  const pageInput = (number: number) => ({
    query: {
      strategy_id: String(bot.strategy_id),
      strategy_type: bot.strategy_type,
      cycle_index: PRESENT,
      page: number,
      page_size: PAGE_SIZE,
    },
  });
  // What the round holds stands on every page alike: a page that fails takes its orders alone (one request while both are page 1).
  const { data, error } = useCall('cycleOrders', pageInput(1), { refreshInterval: REFRESH_MS });
  const turned = useCall('cycleOrders', pageInput(page), { refreshInterval: REFRESH_MS });
  if (error instanceof Refused && error.code === CODE.forbidden) return <EmptyState title={t('hidden')} />;
  const round = data?.data;
  if (round === undefined) {
    return <LiveGap error={error} unknown={t('noOrders')} />;
  }
  const [base = '', quote = ''] = bot.market.split('_');
  const onContract = isContractBot(bot);
  const asset = onContract ? bot.money_asset : quote;
  const priceOr = (text: string): string => (/[1-9]/.test(text) ? price(text) : '--');
  const held = onContract
    ? format.withUnit(quantity.text(round.base_hold_amount), quantity.unit)
    : format.amount('quantity', round.base_hold_amount, base);
  const figures: readonly (readonly [Parameters<typeof t>[0], string])[] = [
    ['held', held],
    ['invested', format.investment(round.invest_total_amount, asset, bot.market)],
    ['averageCost', priceOr(round.average_hold_cost)],
    ['takeProfit', priceOr(round.take_profit_price)],
    ['stopLoss', priceOr(round.stop_loss_price)],
    ...(onContract
      ? ([
          ['liquidation', priceOr(round.liq_price)],
          ['fullLiquidation', priceOr(bot.full_liq_price)],
          ['margin', format.amount('margin', round.margin, asset)],
          ['marginRatio', round.margin_ratio === '' ? '--' : format.percent(round.margin_ratio, false)],
        ] as const)
      : ([['quoteHeld', format.amount('order-amount', round.quote_hold_amount, asset)]] as const)),
  ];
  return (
    <div className="flex flex-col gap-4 py-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
        {figures.map(([label, text]) => (
          <div key={label}>
            <dt className="text-xs text-ink-3">
              <FigureName figure={ROUND_FIGURES[label] ?? null} bot={bot}>
                {t(label)}
              </FigureName>
            </dt>
            <dd className="text-sm">{text}</dd>
          </div>
        ))}
      </dl>
      <RoundOrders bot={bot} orders={turned.data?.data?.orders} error={turned.error} isLoading={turned.isLoading} />
      <Pagination page={page} pages={turned.data?.pagecount} onChange={setPage} />
    </div>
  );
}
