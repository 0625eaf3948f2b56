'use client';

import { useTranslations } from 'next-intl';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useMarkedRow } from '../use-marked.ts';
import { usePriceText } from '../use-price-text.ts';
import { LiquidationEstimate } from './liquidation-estimate.tsx';

/** M-170. */
const REFRESH_MS = 10_000;
/** A liquidation price nearer to the mark price than this is worth a warning (M-190). */
const NEAR = 0.01;

/** Whether one of the prices is within 1 % of the mark price; unknown prices are not. For a warning: floats will do. */
export function isNearLiquidation(markPrice: string, prices: readonly string[]): boolean {
  const mark = Number(markPrice);
  return mark > 0 && prices.some((price) => Number(price) > 0 && Math.abs(Number(price) / mark - 1) <= NEAR);
}

/** The position that a futures grid holds, with both liquidation prices (M-055, M-103, H39). */
export function HoldingsTab({ bot: row }: { readonly bot: StrategyRow }) {
  const bot = useMarkedRow(row);
  const t = useTranslations('bots.holdings');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const { data, error } = useCall(
    'gridPosition',
    { path: { id: String(bot.strategy_id) } },
    { refreshInterval: REFRESH_MS },
  );
  const held = data?.data;
  if (held === undefined) {
    return <LiveGap error={error} unknown={t('none')} />;
  }
  if (!/[1-9]/.test(held.size)) return <EmptyState title={t('none')} />;
  const isShort = held.size.startsWith('-');
  const asset = bot.money_asset;
  const size = t('contracts', { size: format.figure(held.size.replace('-', '')) });
  return (
    <div className="py-4">
      {isNearLiquidation(bot.mark_price, [held.liq_price, bot.full_liq_price]) && (
        <Notice tone="danger" className="mb-3">
          {t('near')}
        </Notice>
      )}
      <dl className="grid gap-x-12 md:grid-cols-2">
        <FigureLine size="normal" label={t('size')} figure="position" bot={bot} values={{ position: size }}>
          <span className={isShort ? 'text-fall' : 'text-rise'}>{t(isShort ? 'short' : 'long')}</span> {size}
        </FigureLine>
        <FigureLine size="normal" label={t('margin')} figure="margin" bot={bot}>
          {format.amount('margin', held.position_margin, asset)}
        </FigureLine>
        <FigureLine size="normal" label={t('entry')} figure="entry_price" bot={bot}>
          {price(held.base_price)}
        </FigureLine>
        <FigureLine size="normal" label={t('mark')} figure="mark_price" bot={bot}>
          {price(bot.mark_price)}
        </FigureLine>
        <FigureLine size="normal" label={t('liquidation')} figure="liquidation" bot={bot}>
          <span className="text-danger">{price(held.liq_price)}</span>
        </FigureLine>
        <FigureLine size="normal" label={t('fullLiquidation')} figure="full_liquidation" bot={bot}>
          <span className="text-danger">{price(bot.full_liq_price)}</span>
        </FigureLine>
        <FigureLine size="normal" label={t('unrealised')} figure="unrealised_profit" bot={bot}>
          <TrendText value={held.new_float_profit} text={format.profit(held.new_float_profit, asset)} />
        </FigureLine>
        <FigureLine size="normal" label={t('funding')} figure="funding" bot={bot}>
          <TrendText value={bot.funding} text={format.profit(bot.funding, asset)} />
        </FigureLine>
      </dl>
      <LiquidationEstimate bot={bot} />
    </div>
  );
}
