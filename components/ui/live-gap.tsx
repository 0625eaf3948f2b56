'use client';

import { useTranslations } from 'next-intl';
import { isOutage, isUnknown, Refused } from '#lib/client/failures.ts';
import { buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';
import { useReplyText } from './use-reply-text.ts';

/** Whether the exchange has answered, and said no. A bad reply says nothing: it is asked again. */
function isRefusal(error: unknown): error is Refused {
  return error instanceof Refused && !isOutage(error.code);
}

/**
 * What stands where a live call has given nothing yet: it is on its way; or it failed and is asked again – which is not
 * "there is none" (H55); or the exchange said no: in the words of `unknown` where it knows no such thing, else in its own.
 * `isNone`: it has answered, and there is no such thing in the answer.
 */
export function LiveGap({
  error,
  unknown,
  isNone = false,
  className = 'mt-4 h-48 w-full',
}: {
  readonly error: unknown;
  readonly unknown?: string;
  readonly isNone?: boolean;
  /** Of the placeholder while it is on its way. */
  readonly className?: string;
}) {
  const state = useTranslations('common.state');
  const replyText = useReplyText();
  if (isNone && unknown !== undefined) return <EmptyState title={unknown} />;
  if (error === undefined) return <Skeleton className={className} />;
  if (!isRefusal(error)) return <EmptyState title={state('failedRetrying')} />;
  return <EmptyState title={isUnknown(error) && unknown !== undefined ? unknown : replyText(error.parts)} />;
}

/** The same where it is a page as a whole: who got nothing is shown another way. */
export function PageGap({
  error,
  unknown,
  className,
  way,
}: {
  readonly error: unknown;
  readonly unknown: string;
  readonly className: string;
  readonly way: { readonly href: string; readonly name: string };
}) {
  return (
    <>
      <LiveGap error={error} unknown={unknown} className={className} />
      {error !== undefined && (
        <p className="text-center">
          <a href={way.href} className={buttonClass('secondary')}>
            {way.name}
          </a>
        </p>
      )}
    </>
  );
}
