'use client';

import { useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '#lib/client/session.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { createPath, DEFAULT_MARKET, loginPath } from './paths.ts';

const MARKET = /^[A-Z0-9]{1,12}_[A-Z0-9]{1,12}$/;

/**
 * To the create form: for a trader at once, for a guest through login and back (C-049, C-173, C-342). Until the viewer
 * is known it is the guest's way, which works without JavaScript too. `?market=` of the page's address is taken over.
 */
export function CreateLink({
  kind,
  market = DEFAULT_MARKET,
  className,
  children,
}: {
  readonly kind: RunnableKind;
  readonly market?: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const language = useLocale();
  const { session } = useSession();
  const [asked, setAsked] = useState(market);
  useEffect(() => {
    const given = new URLSearchParams(window.location.search).get('market');
    if (given !== null && MARKET.test(given)) setAsked(given);
  }, []);
  const target = createPath(language, kind, asked);
  return (
    <a href={session?.logged_in === true ? target : loginPath(language, target)} className={className}>
      {children}
    </a>
  );
}
