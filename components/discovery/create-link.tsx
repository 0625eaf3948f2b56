'use client';

import { useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { createPath } from '#components/addresses/create-path.ts';
import { MODE_KEY } from '#components/addresses/panel-mode.ts';
import { DEFAULT_MARKET, loginPath } from '#components/addresses/paths.ts';
import { leavePrefill } from '#components/form/prefill.ts';
import { writeStored } from '#lib/client/browser-storage.ts';
import { useViewer } from '#lib/client/viewer.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';

const MARKET = /^[A-Z0-9]{1,12}_[A-Z0-9]{1,12}$/;

/**
 * To the create form: for a trader at once, for a guest through login and back (C-049, C-173, C-342). Until the viewer
 * is known it is the guest's way, which works without JavaScript too. `?market=` of the page's address is taken over.
 */
export function CreateLink({
  kind,
  market = DEFAULT_MARKET,
  type = 'spot',
  payload,
  className,
  children,
}: {
  readonly kind: RunnableKind;
  readonly market?: string;
  readonly type?: MarketKind;
  /** Parameters that the form is to open with; they wait in the session, through a login too. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const language = useLocale();
  const viewer = useViewer();
  const [asked, setAsked] = useState(market);
  useEffect(() => {
    const given = new URLSearchParams(window.location.search).get('market');
    if (given !== null && MARKET.test(given)) setAsked(given);
  }, []);
  const target = createPath(language, kind, asked, type);
  return (
    <a
      href={viewer?.logged_in === true ? target : loginPath(language, target)}
      className={className}
      onClick={() => {
        if (payload === undefined) return;
        leavePrefill({ kind, payload, isShared: true });
        // C-221: the form, whichever tab was looked at last.
        writeStored('session', MODE_KEY, 'create');
      }}
    >
      {children}
    </a>
  );
}
