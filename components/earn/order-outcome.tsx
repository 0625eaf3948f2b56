'use client';

import { useTranslations } from 'next-intl';
import type { DualProduct } from '#components/addresses/paths.ts';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureValues } from '#components/bots/figures/figure-of.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { usePriceText } from '#components/bots/use-price-text.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { assetsOf, type Offer, type Offers, productOf } from './dual-product.ts';
import type { OrderFigures } from './order-figures.ts';
import { isExchangedAt, sixDigits, worthAt } from './payoff.ts';
import { PayoffPicture } from './payoff-picture.tsx';
import { useOfferValues } from './use-offer-figures.ts';

/** A line of what can happen. */
function Line({
  label,
  figure,
  product,
  values,
  children,
}: {
  readonly label: string;
  readonly figure: TermId;
  readonly product: DualProduct;
  readonly values: FigureValues;
  readonly children: string;
}) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-t py-1.5 first:border-t-0">
      <dt className="text-ink-2">
        <FigureName figure={figure} kind={product} values={{ ...values, [figure]: children }}>
          {label}
        </FigureName>
      </dt>
      <dd className="ms-auto text-end font-medium tabular-nums">{children}</dd>
    </div>
  );
}

interface Outcome {
  readonly offers: Offers;
  readonly offer: Offer;
  readonly figures: OrderFigures;
}

/** The pay-off with its figures as they are written below it. */
function Picture({ offers, offer, figures }: Outcome) {
  const format = useBotFormat();
  const { low, high, index, payoff } = figures;
  // Its level part is what comes in USDT: of a call what its coins are sold for, of a put what comes back.
  const level = offers.type === 'call' ? figures.exchanged : figures.kept;
  const words = {
    index: format.figure(offers.index_price),
    strike: format.figure(offer.exercise_price),
    worth: format.amount('held-coin', formatAmount(level), 'USDT', false),
  };
  const ends = { low: Math.min(low, payoff.strike) * 0.94, high: Math.max(high, payoff.strike) * 1.06 };
  return <PayoffPicture payoff={payoff} index={index} words={words} {...ends} />;
}

/** What comes of an order, before it is made: as a picture, in figures, at worst, and what the option in it is worth. */
export function OrderOutcome({ offers, offer, figures }: Outcome) {
  const t = useTranslations('dual.outcome');
  const format = useBotFormat();
  const product = productOf(offers.type);
  const offerValues = useOfferValues()(offers, offer);
  const { invested, exchanged } = assetsOf(offers);
  const price = format.withUnit(format.figure(offer.exercise_price), 'USDT');
  const exact = (units: bigint, asset: string) => format.amount('held-coin', formatAmount(units), asset);
  const exchange = product === 'sell-high' ? 'dual_sold' : 'dual_bought';
  const values = {
    ...offerValues,
    amount_in: exact(figures.amount, invested),
    dual_kept: exact(figures.kept, invested),
    [exchange]: exact(figures.exchanged, exchanged),
  };
  return (
    <>
      <Picture {...{ offers, offer, figures }} />
      <section aria-label={t('title')}>
        <h3 className="mb-1 text-sm font-medium">{t('title')}</h3>
        <dl className="rounded-md bg-surface-2 px-3 py-1 text-xs">
          <Line product={product} figure="dual_kept" values={values} label={t(`kept.${product}`, { price })}>
            {exact(figures.kept, invested)}
          </Line>
          <Line product={product} figure={exchange} values={values} label={t(`exchanged.${product}`, { price })}>
            {exact(figures.exchanged, exchanged)}
          </Line>
        </dl>
      </section>
      <Worst {...{ offers, figures, values }} />
      <section aria-label={t('option')}>
        <h3 className="mb-1 text-sm font-medium">{t('option')}</h3>
        <dl className="rounded-md bg-surface-2 px-3 py-1 text-xs" data-option>
          <Line
            product={product}
            figure="dual_interest"
            values={values}
            label={t('offered', { rate: format.percent(offer.apy_display, false) })}
          >
            {exact(figures.interest, invested)}
          </Line>
          <Line
            product={product}
            figure="fair_interest"
            values={values}
            label={t('fair', { rate: format.percent(offer.fair_apy, false) })}
          >
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
      <Notice>{t('cancel', { time: format.utc(offers.start_timest) })}</Notice>
    </>
  );
}

/** What an order would come to where the market goes against it. */
function Worst({ offers, figures, values }: Omit<Outcome, 'offer'> & { readonly values: FigureValues }) {
  const t = useTranslations('dual.outcome');
  const format = useBotFormat();
  const product = productOf(offers.type);
  const { coin } = assetsOf(offers);
  const priceText = usePriceText({ market: offers.pair, settle: '', money_asset: 'USDT' });
  const exact = (units: bigint, asset: string) => format.amount('held-coin', formatAmount(units), asset);
  // What is only likely; an amount that comes in any case is exact, as it is above.
  const about = (figure: number, asset: string) =>
    format.amount(asset === 'USDT' ? 'portfolio-money' : 'quantity', figure.toFixed(8), asset);
  const likely = (at: number) => ({ price: format.withUnit(priceText(sixDigits(at)), 'USDT') });
  const { low, high, payoff } = figures;
  // Below the exercise price a sell-high order pays its coins back, a buy-low order has bought some.
  const coinsAtLow = exact(product === 'sell-high' ? figures.kept : figures.exchanged, coin);
  // USDT that come back whatever the price is are no guess.
  const isLikelyAtLow = product === 'sell-high' || isExchangedAt(payoff, low);
  const isSoldAtHigh = isExchangedAt(payoff, high);
  return (
    <section aria-label={t('worst')}>
      <h3 className="mb-1 text-sm font-medium">{t('worst')}</h3>
      <dl className="rounded-md bg-surface-2 px-3 py-1 text-xs" data-worst>
        <Line
          product={product}
          figure={isLikelyAtLow ? 'worst_money' : 'dual_kept'}
          values={{ ...values, likely_price: likely(low).price, amount: coinsAtLow }}
          label={t('lowUsdt', likely(low))}
        >
          {isLikelyAtLow ? about(figures.lowWorth, 'USDT') : exact(figures.kept, 'USDT')}
        </Line>
        <Line product={product} figure="worst_money" values={{ amount: coinsAtLow }} label={t('nothing', { coin })}>
          {about(0, 'USDT')}
        </Line>
        {product === 'sell-high' ? (
          <Line
            product={product}
            figure="worst_coins"
            values={{
              likely_price: likely(high).price,
              value: isSoldAtHigh ? exact(figures.exchanged, 'USDT') : about(worthAt(payoff, high), 'USDT'),
            }}
            label={t('highCoins', likely(high))}
          >
            {isSoldAtHigh ? about(figures.coins, coin) : exact(figures.kept, coin)}
          </Line>
        ) : (
          <Line product={product} figure="dual_bought" values={values} label={t('lowCoins')}>
            {coinsAtLow}
          </Line>
        )}
      </dl>
    </section>
  );
}
