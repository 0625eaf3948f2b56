'use client';

import { useTranslations } from 'next-intl';
import { toCardItem } from '#components/discovery/card-item.ts';
import { RecommendedList } from '#components/discovery/recommended-list.tsx';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** The recommended bots of a kind on the market of the page (C-384). */
export function RecommendedTab({ kind, market }: { readonly kind: RunnableKind; readonly market: string }) {
  const t = useTranslations();
  const { data, error, mutate } = useCall(
    'recommendList',
    { query: listQuery(kind, 'default', 1, { market }) },
    { revalidateOnFocus: false, revalidateIfStale: false },
  );
  if (data?.data === undefined) {
    if (error === undefined) {
      return (
        <div aria-busy className="flex flex-col gap-3">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} className="h-52 w-full" />
          ))}
        </div>
      );
    }
    return (
      <EmptyState
        title={t('common.state.error')}
        action={<Button onClick={() => void mutate()}>{t('common.action.retry')}</Button>}
      />
    );
  }
  return (
    <RecommendedList
      key={`${kind}-${market}`}
      kind={kind}
      market={market}
      order="default"
      items={data.data.map(toCardItem)}
      page={1}
      pageCount={data.pagecount ?? 1}
      isAddressed={false}
      hasBotAddresses={false}
    />
  );
}
