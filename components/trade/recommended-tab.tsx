'use client';

import { useTranslations } from 'next-intl';
import { toCardItem } from '#components/discovery/card-item.ts';
import { RecommendedList } from '#components/discovery/recommended-list.tsx';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { useSaidOnce } from '#components/ui/use-said-once.ts';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** C-395: why the first page does not come, in a warning, as the list itself says it of the next ones. */
function useFailureSaid(error: unknown): void {
  const t = useTranslations('common.error');
  const replyText = useReplyText();
  useSaidOnce('warning', error === undefined ? null : error instanceof Refused ? replyText(error.parts) : t('network'));
}

/** The recommended bots of a kind on the market of the page (C-384). */
export function RecommendedTab({ kind, market }: { readonly kind: RunnableKind; readonly market: string }) {
  const t = useTranslations();
  const { data, error, mutate } = useCall(
    'recommendList',
    { query: listQuery(kind, 'default', 1, { market }) },
    { revalidateOnFocus: false, revalidateIfStale: false },
  );
  useFailureSaid(data?.data === undefined ? error : undefined);
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
