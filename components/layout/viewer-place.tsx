'use client';

import { useTranslations } from 'next-intl';
import { buttonClass } from '#components/ui/button.tsx';

/** Keeps the viewer's corner while nobody knows who looks: as wide as what a guest finds there, so that nothing beside it moves. */
export function ViewerPlace() {
  const t = useTranslations('common.nav');
  return (
    <div aria-hidden className="skeleton flex items-center gap-2 rounded-md *:invisible">
      <span className={buttonClass('ghost')}>{t('login')}</span>
      <span className={`${buttonClass('primary')} max-md:hidden`}>{t('register')}</span>
    </div>
  );
}
