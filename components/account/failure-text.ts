'use client';

import { useTranslations } from 'next-intl';

const KNOWN_CODES = ['400', '401', '403', '404', '409', '422', '429', '500'] as const;

/** The sentence for a reply code; undefined = there was no answer. */
export function useFailureText(): (code: number | undefined) => string {
  const t = useTranslations('common.error');
  return (code) => {
    if (code === undefined) return t('network');
    const known = KNOWN_CODES.find((one) => one === String(code));
    return known === undefined ? t('generic') : t(`code.${known}`);
  };
}
