'use client';

import { useTranslations } from 'next-intl';
import { buttonClass } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useViewer } from '#lib/client/viewer.ts';
import { useReturnPath } from './use-return-path.ts';

/** Says that there is a session already, with the way on; nothing for guests. */
export function AlreadyLoggedIn() {
  const t = useTranslations('account.login');
  const viewer = useViewer();
  const target = useReturnPath();
  if (viewer?.logged_in !== true) return null;
  return (
    <Notice className="mb-4">
      <p>{t('already', { name: viewer.nickname })}</p>
      <a href={target} className={`${buttonClass('secondary', 'sm')} mt-2`}>
        {t('goOn')}
      </a>
    </Notice>
  );
}
