'use client';

import { useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { createPathOn } from '#components/addresses/create-path-on.ts';
import { DEFAULT_MARKET, loginPath } from '#components/addresses/paths.ts';
import { leavePrefill } from '#components/form/leave-prefill.ts';
import { useViewer } from '#lib/client/viewer.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import type { KindFacts } from '#lib/strategies/kind-facts.ts';

const MARKET = /^[A-Z0-9]{1,12}_[A-Z0-9]{1,12}$/;

export interface CreateLinkProps {
  readonly kind: RunnableKind;
  readonly market?: string;
  readonly type?: MarketKind;
  /** Parameters that the form is to open with; they wait in the session, through a login too. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * To the create form: for a trader at once, for a guest through login and back (C-049, C-173, C-342). Until the viewer
 * is known it is the guest's way, which works without JavaScript too. `?market=` of the page's address is taken over.
 * `page`: where the kind is made.
 */
export function CreateAnchor({
  kind,
  page,
  market = DEFAULT_MARKET,
  type = 'spot',
  payload,
  className,
  children,
}: CreateLinkProps & { readonly page: KindFacts['page'] }) {
  const language = useLocale();
  const viewer = useViewer();
  const [asked, setAsked] = useState(market);
  useEffect(() => {
    const given = new URLSearchParams(window.location.search).get('market');
    if (given !== null && MARKET.test(given)) setAsked(given);
  }, []);
  const target = createPathOn(page, language, kind, asked, type);
  return (
    <a
      href={viewer?.logged_in === true ? target : loginPath(language, target)}
      className={className}
      onClick={() => {
        // C-221: the form, whichever tab was looked at last.
        if (payload !== undefined) leavePrefill({ kind, payload, isShared: true });
      }}
    >
      {children}
    </a>
  );
}
