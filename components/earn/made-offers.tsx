import { useLocale, useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { DualPlace } from './dual-place.tsx';
import type { DualQuestion, Offers } from './dual-product.ts';
import { noOffers } from './no-offers.tsx';
import { OFFER_COLUMNS, OFFER_FIGURES, shownOffers, wayIn } from './offer-rows.tsx';
import type { OffersShown, OfferWords, ToldRow } from './offers-shown.ts';
import { OrderHead } from './order-head.tsx';

/** The offers as the page comes with them, with the way in; null: the exchange has not said. Who can order, and what is new, is told later. */
export function MadeOffers({ offers, ...question }: DualQuestion & { readonly offers: Offers | null }) {
  const t = useTranslations('dual.offers');
  const words: OfferWords = { t, locale: useLocale() };
  const { product, market, days, addresses } = question;
  const { login, allTerms } = addresses;
  const told: OffersShown<ToldRow> =
    offers === null
      ? { facts: [], rows: [], empty: noOffers({ allTerms, offers }, words) }
      : shownOffers(offers, days, words, { allTerms, wayTo: () => wayIn(login, words, false) });
  const made = { ...told, rows: told.rows.map(({ key, says, write }) => ({ key, says, cells: write() })) };
  return (
    <DualPlace
      {...question}
      title={t(`title.${product}`, { market: market.replace('_', '/') })}
      columns={[
        ...OFFER_COLUMNS.map((column) => ({
          id: column,
          header: <FigureName figure={OFFER_FIGURES[column]}>{t(`column.${column}`)}</FigureName>,
          align: column === 'price' ? ('start' as const) : ('end' as const),
        })),
        { id: 'order', header: <OrderHead />, align: 'end', onPhone: 'foot' },
      ]}
      made={made}
    />
  );
}
