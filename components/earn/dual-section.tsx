'use client';

import { useTranslations } from 'next-intl';
import type { DualProduct } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useSession } from '#lib/client/session.ts';
import { toldPart } from '#lib/client/told-part.ts';
import { useSaysWhether } from '#lib/client/use-announces.ts';
import { DUAL_OFFERS } from '#lib/contract/dual-words.ts';
import type { DualAddresses } from './dual-product.ts';
import { LiveOffers } from './live-offers.tsx';
import { useTellShown } from './use-tell-shown.ts';

function OrdersPlace() {
  return <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />;
}

// Guests have none.
const ownOrders = toldPart('own-dual-orders', () => import('./own-orders.tsx').then((part) => part.OwnOrders));

interface Props {
  readonly product: DualProduct;
  readonly market: string;
  readonly days: number | null;
  readonly addresses: DualAddresses;
  /** Called as soon as it shows offers, or that there are none: until then those of the page stand above it. */
  readonly onShown: () => void;
}

/** What is offered now, and below it the trader's own orders. */
export function DualSection({ product, market, days, addresses, onShown }: Props) {
  const t = useTranslations('dual');
  const { session } = useSession();
  const OwnOrders = ownOrders.usePart(session?.logged_in === true);
  // An exchange that has the documented calls alone lists orders, and takes none from here (H61).
  const isOffering = useSaysWhether(DUAL_OFFERS);
  useTellShown(isOffering === false, onShown);
  return (
    <>
      {isOffering === false && <EmptyState title={t('offers.notHere')} hint={t('offers.notHereHint')} />}
      {isOffering === true && (
        <LiveOffers product={product} market={market} days={days} addresses={addresses} onShown={onShown} />
      )}
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
