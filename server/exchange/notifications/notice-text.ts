import { createTranslator } from 'use-intl/core';
import { type NotificationWords, notificationText, type Say } from '#lib/contract/notification-text.ts';
import enBots from '#messages/en/bots.json' with { type: 'json' };
import en from '#messages/en/notifications.json' with { type: 'json' };
import zhBots from '#messages/zh/bots.json' with { type: 'json' };
import zh from '#messages/zh/notifications.json' with { type: 'json' };
import type { Notice } from './notice.ts';
import type { Language } from './settings-book.ts';

/** A notification in words, for ways that show no screen of ours: the same sentences, put together at the same place. */
export interface NoticeText {
  readonly title: string;
  readonly sentence: string;
}

/** Texts as the screens have them, plurals and all. */
function sayIn(locale: Language, messages: typeof en | typeof enBots): Say {
  // The types of the messages know written keys alone.
  const t = createTranslator({ locale, messages, timeZone: 'UTC' }) as unknown as Say & { has(key: string): boolean };
  return (key, values) => (t.has(key) ? t(key, values) : undefined);
}

const WORDS: Readonly<Record<Language, NotificationWords>> = {
  en: { own: sayIn('en', en), bots: sayIn('en', enBots), locale: 'en' },
  zh: { own: sayIn('zh', zh), bots: sayIn('zh', zhBots), locale: 'zh' },
};

export function noticeText({ kind, code, name, market, botKind, values }: Notice, lang: Language): NoticeText {
  const told = { kind, code, name, market, strategy_type: botKind, values };
  const { title, sentence, result } = notificationText(told, WORDS[lang]);
  return { title, sentence: result === '' ? sentence : `${sentence} · ${result}` };
}

/** What is said of a code that was sent to an address. */
export function codeText(code: string, lang: Language): NoticeText {
  const { own } = WORDS[lang];
  return { title: own('mail.codeTitle') ?? '', sentence: own('mail.code', { code }) ?? '' };
}
