import { useTranslations } from 'next-intl';
import type { DualProduct } from '#components/addresses/paths.ts';
import { MadeTable } from '#components/discovery/made-table.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { type Offers, offerKey } from './dual-product.ts';
import { OFFER_COLUMNS, OfferCell, OfferFacts } from './offer-cell.tsx';
import { OffersPanel } from './offers-panel.tsx';

/** Offers as the page comes with them; null: the exchange has not said. */
export function MadeOffers({
  product,
  market,
  offers,
}: {
  readonly product: DualProduct;
  readonly market: string;
  readonly offers: Offers | null;
}) {
  const t = useTranslations('dual.offers');
  if (offers === null || offers.offers.length === 0) {
    return (
      <OffersPanel product={product} market={market} facts={null}>
        <EmptyState title={t(offers === null ? 'unknown' : 'none')} hint={t('noneHint')} />
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
            header: t(`column.${column}`),
            align: column === 'price' ? ('start' as const) : ('end' as const),
          })),
          { id: 'order', header: t('column.order'), align: 'end', onPhone: 'foot' },
        ]}
        rows={offers.offers.map((offer) => ({
          key: offerKey(offer),
          cells: [
            ...OFFER_COLUMNS.map((column) => <OfferCell key={column} {...{ column, offer, offers }} />),
            // Keeps the place of what orders, until that is there.
            <span key="order" aria-hidden className={`invisible ${buttonClass('primary', 'sm')}`}>
              {t('order')}
            </span>,
          ],
        }))}
      />
    </OffersPanel>
  );
}
