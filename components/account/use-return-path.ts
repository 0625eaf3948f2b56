'use client';

import { useSearchParams } from 'next/navigation';
import { useLocale } from 'next-intl';
import { safeReturnPath } from '#lib/return-path.ts';

/** Where to go after login or registration: the page's `return`, if it stays on this site, else the strategies. */
export function useReturnPath(): string {
  return safeReturnPath(useSearchParams().get('return'), `/${useLocale()}/strategybot`);
}
