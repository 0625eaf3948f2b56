'use client';

import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import { useEffect } from 'react';

/** C-177. */
export const QUERY_TYPE_DELAY_MS = 600;

/** Applies a strategy type given in the query, after 600 ms (C-031, C-177). */
export function QueryStrategyType() {
  const router = useRouter();
  const language = useLocale();
  useEffect(() => {
    const { search, hash } = window.location;
    if (!new URLSearchParams(search).has('strategyType')) return;
    let isHere = true;
    // Which kinds there are is known to whoever comes with one alone.
    const go = async (): Promise<void> => {
      const { leadToType } = await import('./strategy-type-target.ts');
      const target = isHere ? leadToType(language, search, hash) : null;
      if (target !== null) router.replace(target);
    };
    const timer = setTimeout(() => void go(), QUERY_TYPE_DELAY_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [router, language]);
  return null;
}
