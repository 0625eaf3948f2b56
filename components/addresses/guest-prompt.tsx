'use client';

import { useLocale, useTranslations } from 'next-intl';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { loginPath } from './paths.ts';

/** What a guest sees in the place of what only a trader has: the way in, and back to `path`. */
export function GuestPrompt({
  hint,
  path,
  leavesFrame = false,
}: {
  readonly hint: string;
  readonly path: string;
  /** The page stands in a frame, which the login may not. */
  readonly leavesFrame?: boolean;
}) {
  const t = useTranslations('common');
  const language = useLocale();
  return (
    <EmptyState
      title={t('state.guest')}
      hint={hint}
      action={
        <a
          href={loginPath(language, path)}
          target={leavesFrame ? '_top' : undefined}
          className={buttonClass('primary')}
        >
          {t('nav.login')}
        </a>
      }
    />
  );
}
