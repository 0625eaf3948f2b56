'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { isSessionGone } from '#lib/client/session-loss.ts';
import { loginPath } from './paths.ts';

/** Who has just lost his session had the focus in what this stands in the place of: it goes on to the way back. A guest who comes has it where the page begins. */
function useLostFocus() {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isSessionGone() && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, []);
  return link;
}

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
  const link = useLostFocus();
  return (
    <EmptyState
      title={t('state.guest')}
      hint={hint}
      action={
        <a
          ref={link}
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
