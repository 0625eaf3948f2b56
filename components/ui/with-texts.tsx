'use client';

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { useLive } from '#lib/client/use-call.ts';
import { fetchMessages } from '#lib/i18n/fetch-messages.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '#lib/i18n/languages.ts';
import type { Namespace } from '#lib/i18n/messages.ts';

/**
 * Texts of a part that many visitors never open: read with the part where the page came without them, `fallback`
 * meanwhile. Texts that cannot be loaded are asked for again, as every live call.
 */
export function WithTexts({
  namespaces,
  fallback,
  children,
}: {
  readonly namespaces: readonly Namespace[];
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}) {
  const locale = useLocale();
  const there = useMessages();
  const language = isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
  const missing = namespaces.filter((namespace) => there[namespace] === undefined);
  const { data } = useLive(
    missing.length === 0 ? null : `texts ${language} ${missing.join(' ')}`,
    () => fetchMessages(language, missing),
    { keepPreviousData: false, revalidateOnFocus: false, revalidateIfStale: false },
  );
  // The same object while the texts are: every text below is made anew for another.
  const messages = useMemo(() => ({ ...there, ...data }), [there, data]);
  if (missing.length === 0) return children;
  if (data === undefined) return fallback;
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
