'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { type DualProduct, dualPath, loginPath } from '#components/addresses/paths.ts';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { useSession } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import { viewerTimeZone } from '#lib/i18n/date-text.ts';
import { type Offer, offerKey, typeOf } from './dual-product.ts';
import { OFFER_COLUMNS, OfferCell, OfferFacts } from './offer-cell.tsx';
import { OffersPanel } from './offers-panel.tsx';
import { OrderDialog } from './order-dialog.tsx';

/** Offers are made anew every minute. */
const REFRESH_MS = 10_000;

/** What is offered on a market now, and the way to order it. */
export function LiveOffers({ product, market }: { readonly product: DualProduct; readonly market: string }) {
  const t = useTranslations('dual');
  const language = useLocale();
  const { session } = useSession();
  const input = { query: { market, type: typeOf(product) } };
  const { data, error } = useCall('dualOffers', input, { refreshInterval: REFRESH_MS });
  const staleness = useStalenessOf(callUrl('dualOffers', input));
  const [chosen, setChosen] = useState<Offer | null>(null);
  const offers = data?.data;
  const columns = useMemo((): readonly TableColumn<Offer>[] => {
    const zone = viewerTimeZone();
    return [
      ...OFFER_COLUMNS.map(
        (column): TableColumn<Offer> => ({
          id: column,
          header: t(`offers.column.${column}`),
          align: column === 'price' ? 'start' : 'end',
          cell: (offer) => offers !== undefined && <OfferCell {...{ column, offer, offers, zone }} />,
        }),
      ),
      {
        id: 'order',
        header: t('offers.column.order'),
        align: 'end',
        onPhone: 'foot',
        // The way to order keeps its place while it is not known who looks: a trader is not told to log in.
        cell: (offer) =>
          session === undefined || session.logged_in ? (
            <Button
              size="sm"
              tone="primary"
              onClick={() => setChosen(offer)}
              className={session === undefined ? 'invisible' : undefined}
            >
              {t('offers.order')}
            </Button>
          ) : (
            <a
              href={loginPath(language, dualPath(language, product, market))}
              className={buttonClass('secondary', 'sm')}
            >
              {t('offers.login')}
            </a>
          ),
      },
    ];
  }, [offers, session, language, product, market, t]);
  const now = chosen === null ? undefined : offers?.offers.find((offer) => offerKey(offer) === offerKey(chosen));
  return (
    <OffersPanel product={product} market={market} facts={offers !== undefined && <OfferFacts offers={offers} />}>
      <DataTable
        label={t(`offers.title.${product}`, { market: market.replace('_', '/') })}
        columns={columns}
        rows={offers?.offers}
        error={error}
        rowKey={offerKey}
        notice={staleness !== null && <StaleMark staleness={staleness} className="px-3 py-1" />}
        empty={<EmptyState title={t('offers.none')} hint={t('offers.noneHint')} />}
      />
      {chosen !== null && offers !== undefined && (
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
