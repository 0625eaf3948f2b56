import { readFileSync } from 'node:fs';
import { createTranslator } from 'next-intl';

import type { Language } from '#lib/i18n/languages.ts';

export type { Language };
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The words of one namespace. Throws where there are none: nothing on a page has a name that is none, and a story that waits for its absence would pass. */
export function wordsOf(language: Language, namespace: string): Say {
  const messages = JSON.parse(readFileSync(`messages/${language}/${namespace}.json`, 'utf8'));
  const onError = (error: unknown): void => {
    throw error;
  };
  return createTranslator({ locale: language, messages, onError }) as Say;
}

/** The product's own words, so that a test finds what a person reads. */
export interface Words {
  readonly account: Say;
  readonly bots: Say;
  readonly common: Say;
  readonly trade: Say;
}

export function wordsIn(language: Language): Words {
  return {
    account: wordsOf(language, 'account'),
    bots: wordsOf(language, 'bots'),
    common: wordsOf(language, 'common'),
    trade: wordsOf(language, 'trade'),
  };
}
