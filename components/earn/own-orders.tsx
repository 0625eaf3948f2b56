'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { Tabs } from '#components/ui/tabs.tsx';
import { DUAL_LISTS, type DualList } from '#lib/contract/dual-words.ts';
import { DualOrders } from './dual-orders.tsx';

/** A trader's own orders below the offers: those that run, and those that have ended. */
export function OwnOrders({ product }: { readonly product: DualProduct }) {
  const t = useTranslations('dual.orders');
  const [list, setList] = useState<DualList>('PROCESSING');
  return (
    <Tabs
      label={t(`title.${product}`)}
      value={list}
      onChange={setList}
      className="px-2"
      items={DUAL_LISTS.map((value) => ({
        value,
        label: t(`list.${value}`),
        content: <DualOrders product={product} list={value} isActive={list === value} />,
      }))}
    />
  );
}
