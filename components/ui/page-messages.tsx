import { NextIntlClientProvider } from 'next-intl';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { DEFAULT_LANGUAGE, isLanguage } from '#lib/i18n/languages.ts';
import { loadMessages, type Namespace } from '#lib/i18n/messages.ts';

/** Gives client components below the texts of these namespaces, and no more: texts are weight in the first load. */
export async function PageMessages({
  namespaces,
  children,
}: {
  readonly namespaces: readonly Namespace[];
  readonly children: ReactNode;
}) {
  const locale = await getLocale();
  const messages = await loadMessages(isLanguage(locale) ? locale : DEFAULT_LANGUAGE, namespaces);
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
