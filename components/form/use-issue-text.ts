'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { issueText } from '#lib/client/issue-text.ts';
import { textAt, textsOf } from '#lib/client/keyed-texts.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { withDecimalSign } from '#lib/money/display.ts';
import type { Issue } from '#lib/strategies/definition.ts';

/** The sentence of an issue, the form's own or one that the exchange refused with, in the page's language; a general one with its code as reference when a newer exchange names one that we do not know (D5). */
export function useIssueText(): (issue: Pick<Issue, 'code' | 'values'>) => string {
  const t = useTranslations();
  const locale = useLocale();
  const refusalText = useReplyText();
  return useCallback(
    ({ code, values }) => {
      const texts = textsOf(t);
      return texts.has(`issues.${code}`)
        ? issueText(texts, code, withDecimalSign(values, locale))
        : refusalText({ code: CODE.field, data: { issue: code, values } });
    },
    [t, locale, refusalText],
  );
}

/** Words of a field: label, hint, placeholder. Undefined where there are none. */
export function useFieldText(): (key: string) => string | undefined {
  const t = useTranslations('fields');
  return useCallback((key) => textAt(t, key), [t]);
}
