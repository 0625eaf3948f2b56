'use client';

import { useLocale } from 'next-intl';
import type { ComponentProps } from 'react';
import { DEFAULT_MARKET, dualPath } from '#components/addresses/paths.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { DualOrders } from './dual-orders.tsx';

/** Orders among the lists of the bots table: it brings its own texts. */
export function DualListPart(props: Omit<ComponentProps<typeof DualOrders>, 'offersPath'>) {
  const offersPath = dualPath(useLocale(), props.product, DEFAULT_MARKET);
  return (
    <WithTexts namespaces={['dual']} fallback={<Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />}>
      <DualOrders {...props} offersPath={offersPath} />
    </WithTexts>
  );
}
