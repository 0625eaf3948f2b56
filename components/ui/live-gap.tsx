'use client';

import { useTranslations } from 'next-intl';
import { isOutage } from '#lib/client/call.ts';
import { Refused } from '#lib/client/use-call.ts';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';

/** Whether the exchange has answered, and said no. A bad reply says nothing: it is asked again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Refused && !isOutage(error.code);
}

/**
 * What stands where a live call has given nothing yet: it is on its way; or it failed and is asked again – which is not
 * "there is none" (H55); or the exchange said no, in the words of `refused`.
 */
export function LiveGap({
  error,
  refused,
  className = 'mt-4 h-48 w-full',
}: {
  readonly error: unknown;
  readonly refused?: string;
  /** Of the placeholder while it is on its way. */
  readonly className?: string;
}) {
  const state = useTranslations('common.state');
  if (error === undefined) return <Skeleton className={className} />;
  return <EmptyState title={isRefusal(error) ? (refused ?? state('error')) : state('failedRetrying')} />;
}
