'use client';

import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type DualProduct, dualPath, loginPath } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { latePart } from '#lib/client/late-part.ts';
import { useSession } from '#lib/client/session.ts';
import { useSaysWhether } from '#lib/client/use-announces.ts';
import { DUAL_OFFERS } from '#lib/contract/dual-words.ts';
import { LiveOffers } from './live-offers.tsx';

function OrdersPlace() {
  return <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />;
}

// Guests have none.
const OwnOrders = dynamic(
  () => latePart('own-dual-orders', () => import('./own-orders.tsx').then((part) => part.OwnOrders)),
  { loading: () => <OrdersPlace /> },
);

interface Props {
  readonly product: DualProduct;
  readonly market: string;
  readonly days: number | null;
  /** The offers as the server made them, until they have come anew. */
  readonly children: ReactNode;
}

/** What is offered now, and below it the trader's own orders. */
export function DualSection({ product, market, days, children }: Props) {
  const t = useTranslations('dual');
  const language = useLocale();
  const { session } = useSession();
  // An exchange that has the documented calls alone lists orders, and takes none from here (H61).
  const isOffering = useSaysWhether(DUAL_OFFERS);
  return (
    <>
      {isOffering === undefined && children}
      {isOffering === false && <EmptyState title={t('offers.notHere')} hint={t('offers.notHereHint')} />}
      {isOffering === true && (
        <LiveOffers product={product} market={market} days={days}>
          {children}
        </LiveOffers>
      )}
      <section aria-label={t(`orders.title.${product}`)} className="panel mt-4 min-h-66 min-w-0 px-1 md:px-2">
        <h2 className="px-2 pt-3 text-base font-semibold">{t(`orders.title.${product}`)}</h2>
        {session === undefined && <OrdersPlace />}
        {session?.logged_in === true && <OwnOrders product={product} />}
        {session?.logged_in === false && (
          <EmptyState
            title={t('orders.guest')}
            hint={t('orders.guestHint')}
            action={
              <a
                href={loginPath(language, dualPath(language, product, market, days))}
                className={buttonClass('primary')}
              >
                {t('offers.login')}
              </a>
            }
          />
        )}
      </section>
      <PromptHost />
    </>
  );
}
