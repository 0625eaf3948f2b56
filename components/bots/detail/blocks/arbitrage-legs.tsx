'use client';

import { useTranslations } from 'next-intl';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { isEnded } from '../../bot-state.ts';
import { useBotFormat } from '../../use-bot-format.ts';
import { usePriceText } from '../../use-price-text.ts';

/** M-170, M-285. */
const REFRESH_MS = 10_000;

/** Both legs of an arbitrage: the coins that are held, the contract that is sold against them, and what funding has brought. */
export function ArbitrageLegs({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.arbitrage');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const isLive = !isEnded(bot);
  const { data, error } = useCall('gridPosition', isLive ? { path: { id: String(bot.strategy_id) } } : null, {
    refreshInterval: REFRESH_MS,
  });
  const [base = '', quote = ''] = bot.market.split('_');
  const priceOr = (text: string): string => (/[1-9]/.test(text) ? price(text) : '--');
  const position = data?.data;
  if (isLive && position === undefined && error === undefined) return <Skeleton className="h-32 w-full" />;
  const isSold = position !== undefined && /[1-9]/.test(position.size);
  // Of the contract the row says nothing: its position is the coins.
  const sold = isSold ? t('contracts', { size: format.figure(position.size.replace('-', '')) }) : NO_FIGURE;
  const worth = format.amount('order-amount', bot.position_value, quote);
  return (
    <div className="grid gap-x-12 gap-y-4 md:grid-cols-2">
      <dl aria-label={t('spotLeg')}>
        <FigureLine size="small" label={t('spotLeg')} figure="coins_held" bot={bot}>
          {format.amount('quantity', bot.position, base)}
        </FigureLine>
        <FigureLine
          size="small"
          label={t('spotValue')}
          figure="position_value"
          bot={bot}
          values={{ position_value: worth }}
        >
          {worth}
        </FigureLine>
        <FigureLine size="small" label={t('averageCost')} figure="average_cost" bot={bot}>
          {priceOr(bot.avg_hold_cost)}
        </FigureLine>
        <FigureLine size="small" label={t('funding')} figure="funding" bot={bot}>
          <TrendText value={bot.funding} text={format.profit(bot.funding, quote)} />
        </FigureLine>
      </dl>
      <dl aria-label={t('contractLeg')}>
        <FigureLine size="small" label={t('contractLeg')} figure="position" bot={bot} values={{ position: sold }}>
          {isSold && (
            <>
              <span className="text-fall">{t('short')}</span>{' '}
            </>
          )}
          {sold}
        </FigureLine>
        <FigureLine size="small" label={t('margin')} figure="margin" bot={bot}>
          {isSold ? format.amount('margin', position.position_margin, quote) : '--'}
        </FigureLine>
        <FigureLine size="small" label={t('mark')} figure="mark_price" bot={bot}>
          {priceOr(bot.mark_price)}
        </FigureLine>
        <FigureLine size="small" label={t('liquidation')} figure="liquidation" bot={bot}>
          <span className="text-danger">{priceOr(bot.liq_price)}</span>
        </FigureLine>
      </dl>
    </div>
  );
}
