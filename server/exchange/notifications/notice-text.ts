import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator } from 'use-intl/core';
import type { Language } from '#lib/contract/languages.ts';
import { type NotificationWords, notificationText, type Say } from '#lib/contract/notification-text.ts';
import type { Notice } from './notice.ts';

/** A notification in words, for ways that show no screen of ours: the same sentences, put together at the same place. */
export interface NoticeText {
  readonly title: string;
  readonly sentence: string;
}

const MESSAGES = join(import.meta.dirname, '../../../messages');

/** Texts as the screens have them, plurals and all. */
function sayIn(locale: Language, namespace: 'bots' | 'invest' | 'notifications'): Say {
  const messages = JSON.parse(readFileSync(join(MESSAGES, locale, `${namespace}.json`), 'utf8'));
  // The types of the messages know written keys alone.
  const t = createTranslator({ locale, messages, timeZone: 'UTC' }) as unknown as Say & { has(key: string): boolean };
  return (key, values) => (t.has(key) ? t(key, values) : undefined);
}

const known = new Map<Language, NotificationWords>();

/** Read when something is first said in the language: a start needs none. */
function wordsOf(locale: Language): NotificationWords {
  const words = known.get(locale) ?? {
    own: sayIn(locale, 'notifications'),
    bots: sayIn(locale, 'bots'),
    plans: sayIn(locale, 'invest'),
    locale,
  };
  known.set(locale, words);
  return words;
}

export function noticeText({ kind, code, name, market, botKind, values }: Notice, lang: Language): NoticeText {
  const told = { kind, code, name, market, strategy_type: botKind, values };
  const { title, sentence, result } = notificationText(told, wordsOf(lang));
  return { title, sentence: result === '' ? sentence : `${sentence} · ${result}` };
}

/** What is said of a code that was sent to an address. */
export function codeText(code: string, lang: Language): NoticeText {
  const { own } = wordsOf(lang);
  return { title: own('mail.codeTitle') ?? '', sentence: own('mail.code', { code }) ?? '' };
}
