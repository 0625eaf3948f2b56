'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext, useDeferredValue, useMemo, useState } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { ShownRowsContext } from '#components/bots/figures/shown-rows.ts';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { type SessionInfo, useSession } from '#lib/client/session.ts';
import { toldPart } from '#lib/client/told-part.ts';
import { useCall } from '#lib/client/use-call.ts';
import { type DualAddresses, isAvailable, type Offer, type Offers, offerKey, ofTerm, typeOf } from './dual-product.ts';
import { NoOffers } from './no-offers.tsx';
import { NotAvailable, OFFER_COLUMNS, OfferCell, OfferFacts, OfferHead } from './offer-cell.tsx';
import { OffersPanel } from './offers-panel.tsx';
import { OrderHead } from './order-head.tsx';
import { useOfferFigures } from './use-offer-figures.ts';
import { useTellShown } from './use-tell-shown.ts';

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
  /** Called as soon as they stand there. */
  readonly onShown: () => void;
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

/** Who looks, for what orders in each row: the rows around it are not drawn again when that is known. */
const ViewerContext = createContext<SessionInfo | undefined>(undefined);

interface OrderingProps {
  readonly offer: Offer;
  readonly login: string;
  readonly onChoose: (offer: Offer) => void;
}

/** The way to order an offer. */
function Ordering({ offer, login, onChoose }: OrderingProps) {
  const t = useTranslations('dual.offers');
  const session = useContext(ViewerContext);
  if (!isAvailable(offer)) return <NotAvailable />;
  if (session?.logged_in === false) {
    return (
      <a href={login} className={buttonClass('secondary', 'sm')}>
        {t('login')}
      </a>
    );
  }
  return (
    <Button
      size="sm"
      tone="primary"
      onPointerEnter={orderDialog.bring}
      onFocus={orderDialog.bring}
      onClick={() => onChoose(offer)}
      // It keeps its place while it is not known who looks: a trader is not told to log in.
      className={session === undefined ? 'invisible' : undefined}
    >
      {t('order')}
    </Button>
  );
}

function offerColumns(
  offers: Offers | undefined,
  ordering: Omit<OrderingProps, 'offer'>,
): readonly TableColumn<Offer>[] {
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
      cell: (offer) => <Ordering offer={offer} {...ordering} />,
    },
  ];
}

/** What is offered on a market now, and the way to order it. Nothing until the first answer: the offers of the page stand so long, so that nothing below them jumps. */
export function LiveOffers({ product, market, days, addresses, onShown }: Props) {
  const t = useTranslations('dual');
  const { offers, error, staleness } = useOffers(product, market);
  const { session } = useSession();
  const [chosen, setChosen] = useState<Offer | null>(null);
  const OrderDialog = orderDialog.usePart(chosen !== null);
  const columns = useMemo(
    () => offerColumns(offers, { login: addresses.login, onChoose: setChosen }),
    [offers, addresses.login],
  );
  const now = chosen === null ? undefined : offers?.offers.find((offer) => offerKey(offer) === offerKey(chosen));
  const shown = offers === undefined ? undefined : ofTerm(offers.offers, days);
  const figures = useOfferFigures(offers && { ...offers, offers: shown ?? [] });
  const isKnown = offers !== undefined || error !== undefined;
  useTellShown(isKnown, onShown);
  if (!isKnown) return null;
  return (
    <OffersPanel product={product} market={market} facts={offers !== undefined && <OfferFacts offers={offers} />}>
      <ViewerContext value={session}>
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
      </ViewerContext>
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
