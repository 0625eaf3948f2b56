'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { MouseEvent } from 'react';
import { type ListFilters, listPath } from '#components/addresses/list-filters.ts';
import type { ListKind, SortOrder } from '#components/addresses/paths.ts';
import { classNames } from '#components/ui/class-names.ts';

/** The sort selector (C-050): links, so that each order is a page of its own; with JavaScript the list changes in place. */
export function SortLinks({
  kind,
  filters,
  orders,
  order,
  onSort,
  isPlainClick,
}: {
  readonly kind: ListKind;
  readonly filters: ListFilters | undefined;
  /** Those that the list has (sort-orders.ts). */
  readonly orders: readonly SortOrder[];
  readonly order: SortOrder;
  readonly onSort: (order: SortOrder) => void;
  readonly isPlainClick: (event: MouseEvent) => boolean;
}) {
  const t = useTranslations('public.list');
  const language = useLocale();
  return (
    <nav
      aria-label={t('sort')}
      className="flex max-w-full overflow-x-auto rounded-md border bg-surface-1 p-0.5 max-md:w-full"
    >
      {orders.map((one) => (
        <a
          key={one}
          href={listPath(language, { kind, filters, order: one })}
          aria-current={one === order ? 'true' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onSort(one);
          }}
          className={classNames(
            'flex min-h-10 flex-1 items-center justify-center rounded px-3 text-xs whitespace-nowrap md:min-h-7',
            one === order ? 'bg-surface-3 font-medium text-ink-1' : 'text-ink-2 hover:text-ink-1',
          )}
        >
          {t(`order.${one}`)}
        </a>
      ))}
    </nav>
  );
}
