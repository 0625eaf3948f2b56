import { NextIntlClientProvider } from 'next-intl';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { DEFAULT_LANGUAGE, isLanguage } from '#lib/i18n/languages.ts';
import { loadMessages, type Namespace, partsOf } from '#lib/i18n/messages.ts';

/**
 * Gives client components below the texts of these namespaces, and no more: texts are weight in the first load.
 * `publicParts` names those parts of the public pages' texts that run in the browser ('kind.*.name': of every kind).
 */
export async function PageMessages({
  namespaces,
  publicParts = [],
  children,
}: {
  readonly namespaces: readonly Namespace[];
  readonly publicParts?: readonly string[];
  readonly children: ReactNode;
}) {
  const locale = await getLocale();
  const language = isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
  const messages: Record<string, unknown> = { ...(await loadMessages(language, namespaces)) };
  if (publicParts.length > 0) {
    messages.public = partsOf((await loadMessages(language, ['public'])).public as object, publicParts);
  }
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
