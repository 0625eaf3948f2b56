import { formatNumber } from '#lib/money/display.ts';
import enBots from '#messages/en/bots.json' with { type: 'json' };
import en from '#messages/en/notifications.json' with { type: 'json' };
import zhBots from '#messages/zh/bots.json' with { type: 'json' };
import zh from '#messages/zh/notifications.json' with { type: 'json' };
import type { Notice } from './notice.ts';
import type { Language } from './settings-book.ts';

/** A notification in words, for ways that show no screen of ours: the same sentences, of the same files. */
export interface NoticeText {
  readonly title: string;
  readonly sentence: string;
}

type Words = Readonly<Record<string, string>>;
const WORDS = { en: { own: en, bots: enBots }, zh: { own: zh, bots: zhBots } } as const;

/** Values of a sentence that are figures; the others are words. */
const FIGURES: ReadonlySet<string> = new Set(['quantity', 'price', 'count', 'bots', 'percent', 'limit', 'tries']);

export function noticeText({ kind, code, name, market, botKind, values }: Notice, lang: Language): NoticeText {
  const { own, bots } = WORDS[lang];
  const [base = '', quote = ''] = market.split('_');
  const figure = (text: string): string => formatNumber(text, { locale: lang });
  const said: Record<string, string> = { base, quote };
  for (const [key, value] of Object.entries(values)) said[key] = FIGURES.has(key) ? figure(value) : value;
  const { side, reason, where, profit, asset } = values;
  if (side !== undefined) said.side = wordOf(own.side, side);
  if (where !== undefined) said.where = wordOf(own.where, where);
  if (reason !== undefined) said.reason = wordOf(bots.reason, reason);
  const sentence = fill(wordOf(own.code, code), said);
  const result =
    profit === undefined || asset === undefined ? '' : ` ${fill(own.result, { profit: `${figure(profit)} ${asset}` })}`;
  const about = [name === '' ? wordOf(bots.kind, botKind) : name, market.replace('_', '/')].filter(
    (part) => part !== '',
  );
  return { title: about.length === 0 ? wordOf(own.kind, kind) : about.join(' · '), sentence: `${sentence}${result}` };
}

/** What is said of a code that was sent to an address. */
export function codeText(code: string, lang: Language): NoticeText {
  const { own } = WORDS[lang];
  return { title: own.mail.codeTitle, sentence: fill(own.mail.code, { code }) };
}

function wordOf(words: Words, key: string): string {
  return words[key] ?? '';
}

/** The texts of these parts have plain places alone, no plurals. */
function fill(text: string, values: Words): string {
  return Object.entries(values).reduce((said, [key, value]) => said.replaceAll(`{${key}}`, () => value), text);
}
