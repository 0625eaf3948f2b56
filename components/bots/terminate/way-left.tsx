'use client';

import { useTranslations } from 'next-intl';
import { Notice, NoticeButton } from '#components/ui/notice.tsx';

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
      <NoticeButton isBusy={isBusy} onPress={onPutBack}>
        {t('putBack')}
      </NoticeButton>
    </Notice>
  );
}
