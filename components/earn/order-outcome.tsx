'use client';

import { useTranslations } from 'next-intl';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { usePriceText } from '#components/bots/use-price-text.ts';
import { Notice } from '#components/ui/notice.tsx';
import { formatAmount } from '#lib/money/amount.ts';
import { assetsOf, type Offer, type Offers, productOf } from './dual-product.ts';
import type { OrderFigures } from './order-figures.ts';
import { sixDigits } from './payoff.ts';
import { PayoffPicture } from './payoff-picture.tsx';

/** A line of what can happen. */
function Line({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-t py-1.5 first:border-t-0">
      <dt className="text-ink-2">{label}</dt>
      <dd className="ms-auto text-end font-medium tabular-nums">{children}</dd>
    </div>
  );
}

/** What comes of an order, before it is made: as a picture, in figures, at worst, and what the option in it is worth. */
export function OrderOutcome({
  offers,
  offer,
  figures,
}: {
  readonly offers: Offers;
  readonly offer: Offer;
  readonly figures: OrderFigures;
}) {
  const t = useTranslations('dual.outcome');
  const format = useBotFormat();
  const product = productOf(offers.type);
  const { coin, invested, exchanged } = assetsOf(offers);
  const price = `${format.figure(offer.exercise_price)} USDT`;
  const exact = (units: bigint, asset: string) => format.amount('held-coin', formatAmount(units), asset);
  const about = (figure: number, asset: string) =>
    format.amount(asset === 'USDT' ? 'portfolio-money' : 'quantity', figure.toFixed(8), asset);
  const priceText = usePriceText({ market: offers.pair, settle: '', money_asset: 'USDT' });
  const likely = (at: number) => ({ price: `${priceText(sixDigits(at))} USDT` });
  const { low, high, index, payoff } = figures;
  const ends = { low: Math.min(low, payoff.strike) * 0.94, high: Math.max(high, payoff.strike) * 1.06 };
  return (
    <>
      <PayoffPicture payoff={payoff} index={index} {...ends} />
      <section aria-label={t('title')}>
        <h3 className="mb-1 text-sm font-medium">{t('title')}</h3>
        <dl className="rounded-md bg-surface-2 px-3 py-1 text-xs">
          <Line label={t(`kept.${product}`, { price })}>{exact(figures.kept, invested)}</Line>
          <Line label={t(`exchanged.${product}`, { price })}>{exact(figures.exchanged, exchanged)}</Line>
        </dl>
      </section>
      <section aria-label={t('worst')}>
        <h3 className="mb-1 text-sm font-medium">{t('worst')}</h3>
        <dl className="rounded-md bg-surface-2 px-3 py-1 text-xs" data-worst>
          <Line label={t('lowUsdt', likely(low))}>{about(figures.lowWorth, 'USDT')}</Line>
          <Line label={t('nothing', { coin })}>{about(0, 'USDT')}</Line>
          <Line label={product === 'sell-high' ? t('highCoins', likely(high)) : t('lowCoins')}>
            {about(figures.coins, coin)}
          </Line>
        </dl>
      </section>
      <section aria-label={t('option')}>
        <h3 className="mb-1 text-sm font-medium">{t('option')}</h3>
        <dl className="rounded-md bg-surface-2 px-3 py-1 text-xs" data-option>
          <Line label={t('offered', { rate: format.percent(offer.apy_display, false) })}>
            {exact(figures.interest, invested)}
          </Line>
          <Line label={t('fair', { rate: format.percent(offer.fair_apy, false) })}>
            {exact(figures.fairInterest, invested)}
          </Line>
        </dl>
        <p className="mt-1 text-2xs text-ink-3">
          {t('model', {
            volatility: format.percent(offers.volatility, false),
            share: format.percent(offers.house_share, false),
          })}
        </p>
      </section>
      <Notice>{t('cancel', { time: format.time(offers.start_timest) })}</Notice>
    </>
  );
}
