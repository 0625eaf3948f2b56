import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { directionOf, LANGUAGES, languageFacts } from '#lib/i18n/languages.ts';
import { NAMESPACES } from '#lib/i18n/messages.ts';
import { readIcu } from './icu.ts';
import { faultsOfText, messageFaults, textsIn } from './message-faults.ts';

const root = fileURLToPath(new URL('../../messages', import.meta.url));
const folders = readdirSync(root);

describe('faults of messages', () => {
  const GOOD = '{count, plural, one {# bot} other {# bots}} of <b>{name}</b>';
  it.each([
    ['ru', GOOD, '{count, plural, one {# бот} few {# бота} many {# ботов} other {# бота}} у <b>{name}</b>'],
    ['zh', GOOD, '<b>{name}</b>的 {count} 个机器人'],
    ['fr', GOOD, '{count, plural, one {# robot} other {# robots}} de <b>{name}</b>'],
    ['ja', '{count, plural, =1 {B} other {B ×#}}', '{count, plural, =1 {買} other {買 ×#}}'],
    ['de', '{count, plural, =1 {B} other {B ×#}}', '{count, plural, =1 {K} other {K ×#}}'],
    ['fr', "it's {name} of yesterday", "c'est l’{name} d'hier"],
    ['ru', 'MACD', 'MACD'],
    ['de', 'Spread', 'Spread'],
    ['de', 'from 0.1 to 60,000', 'von 0,1 bis 60.000'],
    ['ja', 'from 0.1 to 60,000', '0.1から60,000まで'],
    ['es', 'within 3%', 'a menos del 3\u00a0%'],
    ['tr', 'within {rate}%, −100%', '%{rate} içinde, −%100'],
    ['ar', 'within 3%', 'ضمن 3%'],
    ['ar', 'as 2026-01-31 09:00', 'بالشكل ⁨2026-01-31 09:00⁩'],
    ['ja', 'as a rate (%) of 3%', '割合（%）は3%'],
    ['de', '{minutes, number} · {at, date, short}', '{at, date, short} · {minutes, number}'],
  ])('are not found in %s where there are none', (language, english, said) => {
    expect(faultsOfText(language, english, said)).toEqual([]);
  });

  it.each([
    ['de', GOOD, ' ', 'is empty'],
    ['de', GOOD, '{count, plural, one {# Bot} other {# Bots}} von <b>{Name}</b>', 'fills {Name,count}'],
    ['de', GOOD, '{count, plural, one {# Bot} other {# Bots}} von {name}', 'has the tags'],
    ['de', GOOD, '{count, plural, other {# Bots}} von <b>{name}</b>', 'has no one of {count}'],
    ['ru', GOOD, '{count, plural, one {# бот} other {# бота}} у <b>{name}</b>', 'has no few of {count}'],
    ['ru', '{count, plural, =1 {B} other {B ×#}}', '{count, plural, =1 {П} other {П ×#}}', 'has no one'],
    ['ar', GOOD, '{count, plural, one {بوت} two {بوتان} few {#} many {#} other {#}} <b>{name}</b>', 'has no zero'],
    ['zh', GOOD, '<b>{name}</b>的 {count, plural, one {#} other {#}} 个机器人', 'the language does not know'],
    ['de', GOOD, '{count, plural, one {# Bot}} von <b>{name}</b>', 'no other of count'],
    ['de', GOOD, '{count, plural, one {# Bot other {# Bots}} <b>{name}</b>', 'begins no argument'],
    // An apostrophe before a brace takes it for a letter.
    ['fr', 'of {name} of yesterday', "c'est l'{name} d'hier", 'fills {} where'],
    ['de', 'Yes {name}', 'Ja {name', 'begins no argument'],
    ['de', 'Yes {name}', 'Ja name}', 'closes nothing'],
    ['de', 'Log in to see them', 'Log in to see them', 'is still English'],
    ['ru', 'Log in to see them', 'Please log in', 'has no letter of the language'],
    ['de', 'from 0.1', 'von 0.1', 'decimal sign of another language (0.1)'],
    ['zh', 'from 0.1', '从 0,1 起', 'decimal sign of another language (0,1)'],
    ['de', '{held, select, a {x} other {y}}', '{held, select, b {x} other {y}}', 'chooses by'],
    ['es', 'within 3%', 'a menos del 3%', 'percent written as in another language (3%)'],
    ['de', 'within {rate}%', 'um {rate} %', 'percent written as in another language (} %)'],
    ['tr', 'within 3%', '3% içinde', 'percent written as in another language (3%)'],
    ['ar', 'as 2026-01-31 09:00', 'بالشكل 2026-01-31 09:00', 'a date that its letters turn round (2026-01-31)'],
    ['zh', 'by {rate}%', '达 {rate} %', 'percent written as in another language (} %)'],
  ])('are found in %s: %s as %s', (language, english, said, fault) => {
    expect(faultsOfText(language, english, said).join()).toContain(fault);
  });
});

describe('messages', () => {
  it('of every language that is switched on are there, file by file', () => {
    for (const language of LANGUAGES) {
      expect(folders).toContain(language);
      const files = readdirSync(join(root, language)).toSorted();
      expect(files).toEqual(NAMESPACES.map((name) => `${name}.json`).toSorted());
    }
  });

  it.each(LANGUAGES)(
    'in %s have every key, the same blanks and tags, all its plurals, and nothing left in English',
    (language) => {
      expect(messageFaults(root, language)).toEqual([]);
    },
  );

  it.each(folders.filter((one) => !LANGUAGES.some((language) => language === one)))(
    'in %s, which is not switched on, may be too few and are right otherwise',
    (language) => {
      expect(messageFaults(root, language).filter((fault) => !fault.endsWith(': is missing'))).toEqual([]);
    },
  );

  it('get names of fields handed in: nothing is selected inside them but what advised parameters are held against', () => {
    const selecting = [...textsIn(join(root, 'en'))].filter(([, text]) => readIcu(text).selects.length > 0);
    expect(selecting.map(([key]) => key)).toEqual(['trade.json.ai.hold']);
  });

  it('have what is known of their language before one is read', () => {
    for (const language of LANGUAGES) {
      const { name, tag, openGraph } = languageFacts(language);
      expect(new Intl.DisplayNames([tag], { type: 'language' }).of(tag)?.toLowerCase()).toContain(name.toLowerCase());
      expect(openGraph).toMatch(new RegExp(`^${language}_[A-Z]{2}$`));
      expect(directionOf(language)).toBe(
        (new Intl.Locale(tag) as unknown as { getTextInfo(): { direction: string } }).getTextInfo().direction,
      );
    }
  });

  it('have a word for the part of a coin, or of an order, in what is held, and another for sharing with people', () => {
    const PARTS = [
      'bots.json.portfolio.share',
      'trade.json.coins.shareOf',
      'trade.json.coins.equal',
      'trade.json.freeParams.shareOf',
      'glossary.json.terms.coin_share.name',
      'glossary.json.terms.target_share.name',
      'glossary.json.terms.drift.text',
      'glossary.json.terms.rebalance.text',
      'help.json.formulas.purchase',
      'issues.json.pairs.total',
      'public.json.kind.smart-position.text',
      'pages.json.rankings.def.holdCoins',
    ];
    const SHARING = ['bots.json.action.share', 'books.json.poster.share', 'lab.json.picture'];
    const words: Readonly<Record<(typeof LANGUAGES)[number], readonly [part: RegExp, sharing: RegExp]>> = {
      en: [/weight/i, /share/i],
      zh: [/占比|份额|平均分配/, /分享/],
      es: [/proporci/i, /compart/i],
      pt: [/propor/i, /compartilh/i],
      ru: [/дол[яейию]/i, /поделиться/i],
      tr: [/pay(?!laş)/i, /paylaş/i],
      vi: [/tỷ trọng/i, /chia sẻ/i],
      ja: [/比率/, /共有/],
      ko: [/비중/, /공유/],
      de: [/anteil/i, /(?:^|\s)teilen$/i],
      fr: [/\bparts?\b/i, /partag/i],
      ar: [/حصة|حصص|الحصص/, /مشاركة/],
    };
    for (const language of LANGUAGES) {
      const texts = new Map(textsIn(join(root, language)));
      const [part, sharing] = words[language];
      for (const [keys, word, other] of [
        [PARTS, part, sharing],
        [SHARING, sharing, part],
      ] as const)
        for (const key of keys) {
          expect(texts.get(key), `${language} ${key}`).toMatch(word);
          expect(texts.get(key), `${language} ${key}`).not.toMatch(other);
        }
    }
  });

  it('name a kind that has a portfolio where that kind is meant, not where any portfolio is shown', () => {
    const namespaces = NAMESPACES.map((name) => `${name}.json`);
    const load = (lang: string, file: string) => JSON.parse(readFileSync(join(root, lang, file), 'utf8'));
    /** What is said of several kinds by their names. */
    const lists = ['public.json.landing.description', 'refusals.json.deposit-none'];
    const textsOf = (value: unknown, path: string): [string, string][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
        : [[path, String(value)]];
    for (const lang of ['en', 'zh']) {
      const texts = namespaces.flatMap((file) => textsOf(load(lang, file), file));
      for (const kind of ['smart-position', 'recurring-buy']) {
        const name = String(load(lang, 'bots.json').kind[kind]).toLowerCase();
        const found = texts.filter(([path, text]) => !path.includes(`.${kind}`) && text.toLowerCase().includes(name));
        expect(found.map(([path]) => path).filter((path) => !lists.includes(path))).toEqual([]);
      }
    }
  });
});
