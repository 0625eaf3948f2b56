'use client';

import { useTranslations } from 'next-intl';
import { toCardItem } from '#components/discovery/card-item.ts';
import { RecommendedList } from '#components/discovery/recommended-list.tsx';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';

/** The recommended bots of a kind inside the panel: the same list as on its public page. */
export function RecommendedTab({ kind }: { readonly kind: RunnableKind }) {
  const t = useTranslations();
  const { data, error, mutate } = useCall(
    'recommendList',
    { query: listQuery(kind, 'default', 1) },
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
      kind={kind}
      title={t('public.list.title')}
      order="default"
      items={data.data.map(toCardItem)}
      page={1}
      pageCount={data.pagecount ?? 1}
      isAddressed={false}
    />
  );
}
