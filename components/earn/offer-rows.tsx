import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { utcText } from '#lib/i18n/date-text.ts';
import { formatNumber, formatPercent, formatPrice, NO_FIGURE, withUnit } from '#lib/money/display.ts';
import { isAvailable, type Offer, type Offers, offerKey, ofTerm, strikeDistance } from './dual-product.ts';
import { noOffers } from './no-offers.tsx';
import type { OfferFact, OffersShown, OfferWords, ToldRow } from './offers-shown.ts';

/**
 * The offers in words, on the server and in the browser alike. What is drawn of them is plain elements with their words in them: what is new stands
 * in the place of what the page came with, and React changes the texts that are others.
 */

/** Columns of the table of offers, in their order. */
export const OFFER_COLUMNS = ['price', 'distance', 'days', 'expiry', 'apr', 'worth'] as const;
export type OfferColumn = (typeof OFFER_COLUMNS)[number];

export const OFFER_FIGURES: Readonly<Record<OfferColumn, TermId | null>> = {
  price: 'exercise_price',
  distance: 'strike_distance',
  days: 'term',
  // A date is agreed, not reckoned.
  expiry: null,
  apr: 'offered_rate',
  worth: 'option_rate',
};

/** The way to order: what it is, and how it is drawn. */
export interface OrderWay {
  readonly says: string;
  readonly draw: () => ReactNode;
}

/** Which offer it is says these: as the page came with them they stay. */
const LASTING: ReadonlySet<OfferColumn> = new Set(['price', 'expiry']);

/**
 * The way in. As the page comes with it, it is out of sight where a trader has used the browser: it is not known yet who looks, and he is not told
 * to log in.
 */
export function wayIn(login: string, { t }: OfferWords, isGuest: boolean): OrderWay {
  const className = `${buttonClass('secondary', 'sm')}${isGuest ? '' : ' [[data-trader]_&]:invisible'}`;
  const draw = () => (
    <a key="login" href={login} className={className}>
      {t('login')}
    </a>
  );
  return { says: isGuest ? 'guest' : 'login', draw };
}

/** An expiry is the exchange's, the same for everybody: in UTC, in the page as it comes and ever after. */
function cellText(column: OfferColumn, offer: Offer, index: string, { t, locale }: OfferWords): string {
  switch (column) {
    case 'price':
      return formatPrice(offer.exercise_price, undefined, locale);
    case 'distance': {
      const distance = strikeDistance(offer, index);
      return distance === null ? NO_FIGURE : formatPercent(distance, { locale, isSigned: true });
    }
    case 'days':
      return t('dayCount', { days: offer.invest_days });
    case 'expiry':
      return utcText(offer.delivery_timest, locale);
    default:
      return formatPercent(column === 'apr' ? offer.apy_display : offer.fair_apy, { locale });
  }
}

function cellOf(column: OfferColumn, text: string): ReactNode {
  if (column === 'apr' || column === 'worth') {
    return (
      <span key={column} className={column === 'apr' ? 'font-medium text-rise' : 'text-ink-2'}>
        {text}
      </span>
    );
  }
  if (column !== 'price') return text;
  return (
    <span key={column} className="font-medium">
      {text}
      {/* A card's head has no name of the column, which says it in the table. */}
      <span className="md:hidden"> USDT</span>
    </span>
  );
}

/** In the place of what orders an offer, while the house has nothing to set aside for it. */
function notAvailable({ t }: OfferWords): OrderWay {
  const draw = () => (
    <span key="full" className="inline-flex min-h-11 items-center text-xs text-ink-3 md:min-h-7">
      {t('full')}
    </span>
  );
  return { says: 'full', draw };
}

/** What the rates are made of: the index price, and how much the market moves. */
function factsOf(offers: Offers, { t, locale }: OfferWords): readonly OfferFact[] {
  const { index_price: index, volatility, house_share: share } = offers;
  const price = index === '' ? NO_FIGURE : withUnit(formatNumber(index, { locale }), 'USDT', locale);
  return [
    { figure: 'index_price', label: t('index'), text: price },
    { figure: 'volatility', label: t('volatility'), text: formatPercent(volatility, { locale, decimals: 1 }) },
    { figure: 'house_share', label: t('share'), text: formatPercent(share, { locale, decimals: 0 }) },
  ];
}

/** What is shown of the offers of a term (null: of any); `wayTo`: how one that can be ordered is. */
export function shownOffers(
  offers: Offers,
  days: number | null,
  words: OfferWords,
  { allTerms, wayTo }: { readonly allTerms: string; readonly wayTo: (offer: Offer) => OrderWay },
): OffersShown<ToldRow> {
  const shown = ofTerm(offers.offers, days);
  const { index_price: index } = offers;
  const rows = shown.map((offer): ToldRow => {
    const way = isAvailable(offer) ? wayTo(offer) : notAvailable(words);
    const { invest_days: term, apy_display: offered, fair_apy: fair } = offer;
    const cell = (column: OfferColumn): ReactNode => cellOf(column, cellText(column, offer, index, words));
    return {
      key: offerKey(offer),
      says: [index, term, offered, fair, way.says].join(' '),
      write: (known) => [
        ...OFFER_COLUMNS.map((column, at) => (known !== undefined && LASTING.has(column) ? known[at] : cell(column))),
        way.draw(),
      ],
    };
  });
  return {
    facts: factsOf(offers, words),
    rows,
    empty: noOffers({ allTerms, offers }, words),
    ...(shown.every(isAvailable) ? {} : { hint: words.t('fullHint') }),
  };
}
