'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { textsOf } from '#lib/client/keyed-texts.ts';
import { type RefusalParts, reasonParts, replyText } from '#lib/client/reply-text.ts';

/** The sentence of a refusal in the page's language (lib/client/reply-text.ts). */
export function useReplyText(): (reply: RefusalParts) => string {
  const t = useTranslations();
  const locale = useLocale();
  return useCallback((reply) => replyText(textsOf(t), reply, locale), [t, locale]);
}

/** Why something is not offered to an account at all, in words. */
export function useReasonText(): (issue: string) => string {
  const text = useReplyText();
  return (issue) => text(reasonParts(issue));
}
