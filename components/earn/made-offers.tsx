import { useLocale, useTranslations } from 'next-intl';
import { type DualProduct, dualPath } from '#components/addresses/paths.ts';
import { MadeTable } from '#components/discovery/made-table.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { isAvailable, type Offers, offerKey, ofTerm } from './dual-product.ts';
import { NoOffers } from './no-offers.tsx';
import { NotAvailable, OFFER_COLUMNS, OfferCell, OfferFacts, OfferHead } from './offer-cell.tsx';
import { OffersPanel } from './offers-panel.tsx';
import { OrderHead } from './order-head.tsx';

/** Offers as the page comes with them; null: the exchange has not said. */
export function MadeOffers({
  product,
  market,
  days,
  offers,
}: {
  readonly product: DualProduct;
  readonly market: string;
  /** The term that is looked at; null: any. */
  readonly days: number | null;
  readonly offers: Offers | null;
}) {
  const t = useTranslations('dual.offers');
  const language = useLocale();
  const shown = ofTerm(offers?.offers ?? [], days);
  if (offers === null || shown.length === 0) {
    return (
      <OffersPanel product={product} market={market} facts={null}>
        <NoOffers allTerms={dualPath(language, product, market)} offers={offers} />
      </OffersPanel>
    );
  }
  return (
    <OffersPanel product={product} market={market} facts={<OfferFacts offers={offers} />}>
      <MadeTable
        label={t(`title.${product}`, { market: market.replace('_', '/') })}
        columns={[
          ...OFFER_COLUMNS.map((column) => ({
            id: column,
            header: <OfferHead column={column} />,
            align: column === 'price' ? ('start' as const) : ('end' as const),
          })),
          { id: 'order', header: <OrderHead />, align: 'end', onPhone: 'foot' },
        ]}
        rows={shown.map((offer) => ({
          key: offerKey(offer),
          cells: [
            ...OFFER_COLUMNS.map((column) => <OfferCell key={column} {...{ column, offer, offers }} />),
            isAvailable(offer) ? (
              // Keeps the place of what orders, until that is there.
              <span key="order" aria-hidden className={`invisible ${buttonClass('primary', 'sm')}`}>
                {t('order')}
              </span>
            ) : (
              <NotAvailable key="order" />
            ),
          ],
        }))}
      />
    </OffersPanel>
  );
}
