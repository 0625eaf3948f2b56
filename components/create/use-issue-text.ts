'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Issue } from '#lib/strategies/definition.ts';

/** The sentence of an issue in the page's language; its code when a newer exchange names one that we do not know. */
export function useIssueText(): (issue: Pick<Issue, 'code' | 'values'>) => string {
  const t = useTranslations('issues');
  return useCallback(
    ({ code, values }) => (t.has(code as never) ? t(code as never, (values ?? {}) as never) : code),
    [t],
  );
}

/** Words of a field: label, hint, placeholder. Undefined where there are none. */
export function useFieldText(): (key: string) => string | undefined {
  const t = useTranslations('fields');
  return useCallback((key) => (t.has(key as never) ? t(key as never) : undefined), [t]);
}
