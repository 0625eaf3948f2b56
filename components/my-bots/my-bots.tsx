'use client';

import { NextIntlClientProvider, useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { markTrader } from '#lib/client/trader-mark.ts';
import { useViewer } from '#lib/client/viewer.ts';
import { fetchMessages } from '#lib/i18n/fetch-messages.ts';
import type { Language } from '#lib/i18n/languages.ts';

/** The bots table with its texts and prompts, in pieces of their own: visitors never load them. */
async function loadSection(language: Language): Promise<ReactNode> {
  const [{ BotsMemory }, { BotsSection }, { PromptHost }, messages] = await Promise.all([
    import('./bots-memory.tsx'),
    import('./bots-section.tsx'),
    import('#components/ui/prompt-host.tsx'),
    fetchMessages(language, ['common', 'bots', 'backtests', 'conditions', 'fields', 'issues', 'refusals']),
  ]);
  return (
    <NextIntlClientProvider locale={language} messages={messages} timeZone="UTC">
      <BotsMemory />
      <BotsSection />
      <PromptHost />
    </NextIntlClientProvider>
  );
}

/** The trader's own bots below the public lists (H2); nothing for a visitor. */
export function MyBots() {
  const language = useLocale();
  const viewer = useViewer();
  const [section, setSection] = useState<ReactNode>(null);
  const isTrader = viewer?.logged_in === true;
  const isKnown = viewer !== undefined;
  useEffect(() => {
    if (isKnown) markTrader(isTrader);
  }, [isKnown, isTrader]);
  useEffect(() => {
    if (!isTrader) return setSection(null);
    let isWanted = true;
    // A section that cannot be loaded leaves the page as a visitor sees it.
    loadSection(language).then(
      (loaded) => isWanted && setSection(loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [isTrader, language]);
  return section === null ? null : (
    <div id="my-bots" className="mx-auto mt-8 max-w-[1440px] px-4">
      {section}
    </div>
  );
}
