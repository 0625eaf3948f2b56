'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { ShownRowsContext } from '#components/bots/figures/shown-rows.ts';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { useSession } from '#lib/client/session.ts';
import { toldPart } from '#lib/client/told-part.ts';
import { useCall } from '#lib/client/use-call.ts';
import { type DualAddresses, isAvailable, type Offer, type Offers, offerKey, ofTerm, typeOf } from './dual-product.ts';
import { NoOffers } from './no-offers.tsx';
import { NotAvailable, OFFER_COLUMNS, OfferCell, OfferFacts, OfferHead } from './offer-cell.tsx';
import { OffersPanel } from './offers-panel.tsx';
import { OrderHead } from './order-head.tsx';
import { useOfferFigures } from './use-offer-figures.ts';

// Most visitors order nothing: the dialog, its picture and what sends money are asked for when somebody is near the button.
const orderDialog = toldPart('order-dialog', () => import('./order-dialog.tsx').then((part) => part.OrderDialog));

/** Offers are made anew every minute. */
const REFRESH_MS = 10_000;
/** While the volatility is being measured, which takes seconds. */
const SOON_MS = 2_000;

interface Props {
  readonly product: DualProduct;
  readonly market: string;
  /** The term that is looked at; null: any. */
  readonly days: number | null;
  readonly addresses: DualAddresses;
}

function useOffers(product: DualProduct, market: string) {
  const input = { query: { market, type: typeOf(product) } };
  const { data, error } = useCall('dualOffers', input, {
    refreshInterval: (latest) => (latest?.data?.volatility === '' ? SOON_MS : REFRESH_MS),
  });
  const staleness = useStalenessOf(callUrl('dualOffers', input));
  // Drawn piece by piece, as other lists of many cells: what was there stands until then.
  return { offers: useDeferredValue(data?.data), error, staleness };
}

function useOfferColumns(
  { addresses }: Props,
  offers: Offers | undefined,
  onChoose: (offer: Offer) => void,
): readonly TableColumn<Offer>[] {
  const t = useTranslations('dual');
  const { session } = useSession();
  return useMemo((): readonly TableColumn<Offer>[] => {
    return [
      ...OFFER_COLUMNS.map(
        (column): TableColumn<Offer> => ({
          id: column,
          header: <OfferHead column={column} />,
          align: column === 'price' ? 'start' : 'end',
          cell: (offer) => offers !== undefined && <OfferCell {...{ column, offer, offers }} />,
        }),
      ),
      {
        id: 'order',
        header: <OrderHead />,
        align: 'end',
        onPhone: 'foot',
        // The way to order keeps its place while it is not known who looks: a trader is not told to log in.
        cell: (offer) =>
          !isAvailable(offer) ? (
            <NotAvailable />
          ) : session === undefined || session.logged_in ? (
            <Button
              size="sm"
              tone="primary"
              onPointerEnter={orderDialog.bring}
              onFocus={orderDialog.bring}
              onClick={() => onChoose(offer)}
              className={session === undefined ? 'invisible' : undefined}
            >
              {t('offers.order')}
            </Button>
          ) : (
            <a href={addresses.login} className={buttonClass('secondary', 'sm')}>
              {t('offers.login')}
            </a>
          ),
      },
    ];
  }, [offers, session, addresses, onChoose, t]);
}

/** What is offered on a market now, and the way to order it. `children`: the offers of the page, which stand until the first answer, so that nothing below them jumps. */
export function LiveOffers({ children, ...props }: Props & { readonly children: ReactNode }) {
  const { product, market, days, addresses } = props;
  const t = useTranslations('dual');
  const { offers, error, staleness } = useOffers(product, market);
  const [chosen, setChosen] = useState<Offer | null>(null);
  const OrderDialog = orderDialog.usePart(chosen !== null);
  const columns = useOfferColumns(props, offers, setChosen);
  const now = chosen === null ? undefined : offers?.offers.find((offer) => offerKey(offer) === offerKey(chosen));
  const shown = offers === undefined ? undefined : ofTerm(offers.offers, days);
  const figures = useOfferFigures(offers && { ...offers, offers: shown ?? [] });
  if (offers === undefined && error === undefined) return children;
  return (
    <OffersPanel product={product} market={market} facts={offers !== undefined && <OfferFacts offers={offers} />}>
      <ShownRowsContext value={figures}>
        <DataTable
          label={t(`offers.title.${product}`, { market: market.replace('_', '/') })}
          columns={columns}
          rows={shown}
          error={error}
          rowKey={offerKey}
          notice={staleness !== null && <StaleMark staleness={staleness} className="px-3 py-1" />}
          empty={<NoOffers allTerms={addresses.allTerms} offers={offers ?? null} />}
        />
      </ShownRowsContext>
      {shown?.every(isAvailable) === false && <Notice>{t('offers.fullHint')}</Notice>}
      {chosen !== null && offers !== undefined && OrderDialog !== undefined && (
        <OrderDialog
          offers={offers}
          offer={now ?? chosen}
          isOffered={now !== undefined}
          onClose={() => setChosen(null)}
        />
      )}
    </OffersPanel>
  );
}
