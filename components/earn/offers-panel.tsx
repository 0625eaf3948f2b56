import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';

/** The place of the offers, on the server and in the browser alike: nothing moves when the one takes over from the other. */
export function OffersPanel({
  product,
  market,
  facts,
  children,
}: {
  readonly product: DualProduct;
  readonly market: string;
  readonly facts: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useTranslations('dual.offers');
  return (
    <section aria-label={t(`title.${product}`, { market: market.replace('_', '/') })} className="panel min-w-0">
      <div className="flex min-h-11 items-center px-3 py-2">{facts}</div>
      {children}
    </section>
  );
}
