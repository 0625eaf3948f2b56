'use client';

import type { ReactNode } from 'react';
import { isPhoneNow, useIsPhone } from './use-is-phone.ts';

/** One object: React would write another anew. */
const AS_SERVED = { __html: '' };

/**
 * One of two looks of the same thing, for phones or for wider screens. The page comes with both, for styles to choose from; once it is awake only that
 * of its screen is there. The other one is not brought to life before it goes: while the page wakes it stays as it was served, whatever is in it.
 */
export function OneOfTwo({ isForPhones, children }: { readonly isForPhones: boolean; readonly children: ReactNode }) {
  const isPhone = useIsPhone(null);
  // On paper a page is narrow: what alone is drawn is hidden from none.
  if (isPhone !== null) return isPhone === isForPhones && <div className="min-w-0">{children}</div>;
  const className = isForPhones ? 'min-w-0 md:hidden' : 'hidden min-w-0 md:block';
  if (isPhoneNow() === !isForPhones) {
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, what was served stays
      <div key="served" className={className} dangerouslySetInnerHTML={AS_SERVED} suppressHydrationWarning />
    );
  }
  return <div className={className}>{children}</div>;
}
