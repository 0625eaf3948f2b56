'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Issue } from '#lib/strategies/definition.ts';

/** The sentence of an issue, the form's own or one that the exchange refused with, in the page's language; its code when a newer exchange names one that we do not know. */
export function useIssueText(): (issue: Pick<Issue, 'code' | 'values'>) => string {
  const issues = useTranslations('issues');
  const refusals = useTranslations('refusals');
  return useCallback(
    ({ code, values }) => {
      const t = issues.has(code as never) ? issues : refusals;
      return t.has(code as never) ? t(code as never, (values ?? {}) as never) : code;
    },
    [issues, refusals],
  );
}

/** Words of a field: label, hint, placeholder. Undefined where there are none. */
export function useFieldText(): (key: string) => string | undefined {
  const t = useTranslations('fields');
  return useCallback((key) => (t.has(key as never) ? t(key as never) : undefined), [t]);
}
