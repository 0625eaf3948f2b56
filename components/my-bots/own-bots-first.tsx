'use client';

import { NextIntlClientProvider, useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fetchMessages } from '#lib/i18n/fetch-messages.ts';
import type { Language } from '#lib/i18n/languages.ts';

async function loadStrip(language: Language): Promise<ReactNode> {
  const [{ OwnBotsStrip }, messages] = await Promise.all([
    import('./own-bots-strip.tsx'),
    fetchMessages(language, ['common', 'bots']),
  ]);
  return (
    <NextIntlClientProvider locale={language} messages={messages} timeZone="UTC">
      <OwnBotsStrip />
    </NextIntlClientProvider>
  );
}

/**
 * Before all else, the bots of whoever is logged in. The page is the same for everybody: the place is there from the first paint where this
 * browser was last used by a trader (lib/appearance-script.ts), of a height of its own, and what stands in it comes late. Visitors see and load nothing of it.
 */
export function OwnBotsFirst() {
  const language = useLocale();
  const [strip, setStrip] = useState<ReactNode>(null);
  useEffect(() => {
    if (document.documentElement.dataset.trader === undefined) return;
    let isWanted = true;
    // A strip that cannot be loaded leaves its place: the list of all own bots stands further down.
    loadStrip(language).then(
      (loaded) => isWanted && setStrip(loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return (
    <div className="mb-6 hidden h-44 [[data-trader]_&]:block">{strip ?? <Skeleton className="h-full w-full" />}</div>
  );
}
