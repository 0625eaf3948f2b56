'use client';

import { useTranslations } from 'next-intl';
import { useReplyText } from '#components/ui/use-reply-text.ts';

/** The sentence for a reply code; undefined = there was no answer. */
export function useFailureText(): (code: number | undefined) => string {
  const t = useTranslations('common.error');
  const replyText = useReplyText();
  return (code) => (code === undefined ? t('network') : replyText({ code }));
}
