import { useLocale, useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { utcText } from '#lib/i18n/date-text.ts';
import { formatNumber, formatPercent, formatPrice, NO_FIGURE, withUnit } from '#lib/money/display.ts';
import { type Offer, type Offers, productOf } from './dual-product.ts';

/** Columns of the table of offers, in their order; made on the server and in the browser alike. */
export const OFFER_COLUMNS = ['price', 'distance', 'days', 'expiry', 'apr', 'worth'] as const;
export type OfferColumn = (typeof OFFER_COLUMNS)[number];

const FIGURES: Readonly<Record<OfferColumn, TermId | null>> = {
  price: 'exercise_price',
  distance: 'strike_distance',
  days: 'term',
  // A date is agreed, not reckoned.
  expiry: null,
  apr: 'offered_rate',
  worth: 'option_rate',
};

/** The name of a column, which says how its figure is computed. */
export function OfferHead({ column }: { readonly column: OfferColumn }) {
  const t = useTranslations('dual.offers');
  return <FigureName figure={FIGURES[column]}>{t(`column.${column}`)}</FigureName>;
}

/** A cell of the table of offers. An expiry is the exchange's, the same for everybody: in UTC, in the page as it comes and ever after. */
export function OfferCell({
  column,
  offer,
  offers,
}: {
  readonly column: OfferColumn;
  readonly offer: Offer;
  readonly offers: Pick<Offers, 'index_price'>;
}) {
  const t = useTranslations('dual.offers');
  const locale = useLocale();
  if (column === 'price')
    return (
      <span className="font-medium">
        {formatPrice(offer.exercise_price, undefined, locale)}
        {/* A card's head has no name of the column, which says it in the table. */}
        <span className="md:hidden"> USDT</span>
      </span>
    );
  if (column === 'distance') {
    const distance = Number(offer.exercise_price) / Number(offers.index_price) - 1;
    return formatPercent(distance.toFixed(6), { locale, isSigned: true });
  }
  if (column === 'days') return t('dayCount', { days: offer.invest_days });
  if (column === 'expiry') return utcText(offer.delivery_timest, locale);
  const rate = column === 'apr' ? offer.apy_display : offer.fair_apy;
  return (
    <span className={column === 'apr' ? 'font-medium text-rise' : 'text-ink-2'}>{formatPercent(rate, { locale })}</span>
  );
}

/** In the place of what orders an offer, while the house has nothing to set aside for it. */
export function NotAvailable() {
  const t = useTranslations('dual.offers');
  return <span className="inline-flex min-h-11 items-center text-xs text-ink-3 md:min-h-7">{t('full')}</span>;
}

/** What the rates are made of: the index price, and how much the market moves. */
export function OfferFacts({ offers }: { readonly offers: Offers }) {
  const t = useTranslations('dual.offers');
  const locale = useLocale();
  const facts = [
    [
      'index_price',
      t('index'),
      offers.index_price === '' ? NO_FIGURE : withUnit(formatNumber(offers.index_price, { locale }), 'USDT', locale),
    ],
    ['volatility', t('volatility'), formatPercent(offers.volatility, { locale, decimals: 1 })],
    ['house_share', t('share'), formatPercent(offers.house_share, { locale, decimals: 0 })],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs max-md:gap-y-6">
      {facts.map(([figure, label, text]) => (
        <div key={figure} className="flex gap-1.5">
          <dt className="text-ink-3">
            <FigureName figure={figure} kind={productOf(offers.type)} values={{ [figure]: text }}>
              {label}
            </FigureName>
          </dt>
          <dd className="tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
