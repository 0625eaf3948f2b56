'use client';

import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import { useEffect } from 'react';
import { kindPath } from '#components/addresses/paths.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';

/** C-177. */
export const QUERY_TYPE_DELAY_MS = 600;

/** Where `?strategyType=` leads from the landing page; market and hash are kept. Null when it names no kind on offer. */
export function strategyTypeTarget(language: string, search: string, hash: string): string | null {
  const query = new URLSearchParams(search);
  const kind = query.get('strategyType') ?? '';
  if (!isCreatable(kind)) return null;
  const market = query.get('market');
  return `${kindPath(language, kind)}${market === null ? '' : `?market=${encodeURIComponent(market)}`}${hash}`;
}

/** Applies a strategy type given in the query, after 600 ms (C-031, C-177). */
export function QueryStrategyType() {
  const router = useRouter();
  const language = useLocale();
  useEffect(() => {
    const target = strategyTypeTarget(language, window.location.search, window.location.hash);
    if (target === null) return;
    const timer = setTimeout(() => router.replace(target), QUERY_TYPE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [router, language]);
  return null;
}
