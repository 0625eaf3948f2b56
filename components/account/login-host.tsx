'use client';

import { useAtomValue } from 'jotai';
import { NextIntlClientProvider, useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { type Prompt, promptsAtom } from '#lib/client/prompts.ts';
import { fetchMessages } from '#lib/i18n/fetch-messages.ts';
import type { Language } from '#lib/i18n/languages.ts';

/** The dialog with its texts, in a piece of its own: nobody loads it before his session has ended. */
async function loadDialog(prompt: Prompt, language: Language): Promise<ReactNode> {
  const [{ LoginDialog }, messages] = await Promise.all([
    import('./login-dialog.tsx'),
    fetchMessages(language, ['common', 'account', 'refusals']),
  ]);
  return (
    <NextIntlClientProvider locale={language} messages={messages} timeZone="UTC">
      <LoginDialog prompt={prompt} />
    </NextIntlClientProvider>
  );
}

/** Asks to log in again on whatever page the session ended (lib/client/session-loss.ts); one per page. */
export function LoginHost() {
  const language = useLocale();
  const prompt = useAtomValue(promptsAtom).find(({ kind }) => kind === 'login');
  const [dialog, setDialog] = useState<ReactNode>(null);
  useEffect(() => {
    setDialog(null);
    if (prompt === undefined) return;
    let isWanted = true;
    // A dialog that cannot be loaded: the calls are answered as they were, and the page says so.
    loadDialog(prompt, language).then(
      (loaded) => isWanted && setDialog(loaded),
      () => prompt.answer(null),
    );
    return () => {
      isWanted = false;
    };
  }, [prompt, language]);
  return dialog;
}
