'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useSession } from '#lib/client/session.ts';
import { toldPart } from '#lib/client/told-part.ts';
import { useSaysWhether } from '#lib/client/use-announces.ts';
import { DUAL_OFFERS } from '#lib/contract/dual-words.ts';
import type { DualQuestion } from './dual-product.ts';
import { LiveOffers } from './live-offers.tsx';
import type { TellOffers } from './offers-shown.ts';

function OrdersPlace() {
  return <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />;
}

// Guests have none.
const ownOrders = toldPart('own-dual-orders', () => import('./own-orders.tsx').then((part) => part.OwnOrders));

interface Props extends DualQuestion {
  readonly onOffers: TellOffers;
}

/** In the place of offers that there are none of; draws nothing itself. */
function NotOffered({ onOffers }: Pick<Props, 'onOffers'>) {
  const t = useTranslations('dual.offers');
  useEffect(() => {
    onOffers({ facts: [], rows: [], empty: <EmptyState title={t('notHere')} hint={t('notHereHint')} /> }, null);
  }, [onOffers, t]);
  return null;
}

/** What is offered now, and below it the trader's own orders. */
export function DualSection({ onOffers, ...question }: Props) {
  const { product, addresses } = question;
  const t = useTranslations('dual');
  const { session } = useSession();
  const OwnOrders = ownOrders.usePart(session?.logged_in === true);
  // An exchange that has the documented calls alone lists orders, and takes none from here (H61).
  const isOffering = useSaysWhether(DUAL_OFFERS);
  return (
    <>
      {isOffering === false && <NotOffered onOffers={onOffers} />}
      {isOffering === true && <LiveOffers {...question} onOffers={onOffers} />}
      <section aria-label={t(`orders.title.${product}`)} className="panel mt-4 min-h-66 min-w-0 px-1 md:px-2">
        <h2 className="px-2 pt-3 text-base font-semibold">{t(`orders.title.${product}`)}</h2>
        {session?.logged_in === false ? (
          <EmptyState
            title={t('orders.guest')}
            hint={t('orders.guestHint')}
            action={
              <a href={addresses.login} className={buttonClass('primary')}>
                {t('offers.login')}
              </a>
            }
          />
        ) : session === undefined || OwnOrders === undefined ? (
          <OrdersPlace />
        ) : (
          <OwnOrders product={product} />
        )}
      </section>
      <PromptHost />
    </>
  );
}
