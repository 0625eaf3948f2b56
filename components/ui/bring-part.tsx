'use client';

import { NextIntlClientProvider, useLocale } from 'next-intl';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { latePart } from '#lib/client/late-part.ts';
import { fetchMessages } from '#lib/i18n/fetch-messages.ts';
import type { Language } from '#lib/i18n/languages.ts';
import type { Namespace } from '#lib/i18n/messages.ts';

type WithTexts = (children: ReactNode) => ReactNode;

/**
 * A part of a public page that few visitors open, with texts of its own: both are loaded when they are first wanted, once a language. What
 * did not come is asked for again the next time.
 */
export function bringPart<P>(
  namespaces: readonly Namespace[],
  load: (withTexts: WithTexts) => Promise<P>,
): (language: Language) => Promise<P> {
  const parts = new Map<Language, Promise<P>>();
  return (language) => {
    const known = parts.get(language);
    if (known !== undefined) return known;
    const texts = fetchMessages(language, namespaces);
    const part = texts.then((messages) =>
      load((children) => (
        <NextIntlClientProvider locale={language} messages={messages} timeZone="UTC">
          {children}
        </NextIntlClientProvider>
      )),
    );
    parts.set(language, part);
    part.catch(() => parts.delete(language));
    return part;
  };
}

/**
 * A part that is brought once the page is alive, and draws itself then; null until it is there: what the page came with stays so long. One that does
 * not come is asked for again as every live call, and the page says that it is late.
 */
export function useBroughtPart<P extends (props: never) => ReactNode>(
  name: string,
  part: (language: Language) => Promise<P>,
): P | null {
  const language = useLocale();
  const [draw, setDraw] = useState<P | null>(null);
  useEffect(() => {
    let isWanted = true;
    latePart(`${name}-${language}`, () => part(language)).then(
      // Drawn piece by piece: it may have a whole table to draw.
      (brought) => isWanted && startTransition(() => setDraw(() => brought)),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [name, part, language]);
  return draw;
}
