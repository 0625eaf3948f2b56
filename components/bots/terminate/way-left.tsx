'use client';

import { useTranslations } from 'next-intl';
import { Notice } from '#components/ui/notice.tsx';

/** A bot did not end, and its way is saved all the same (bot-end.ts): what was saved before can be put back once more. */
export function WayLeft({
  isLeft,
  isBusy,
  onPutBack,
}: {
  readonly isLeft: boolean;
  readonly isBusy: boolean;
  readonly onPutBack: () => void;
}) {
  const t = useTranslations('bots.terminate');
  if (!isLeft) return null;
  return (
    <Notice tone="warn">
      {t('wayLeft')}
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={onPutBack}
        className="mt-1 block min-h-11 underline underline-offset-2 aria-disabled:opacity-45 md:min-h-0"
      >
        {t('putBack')}
      </button>
    </Notice>
  );
}
