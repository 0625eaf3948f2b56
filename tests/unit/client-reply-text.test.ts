import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import type { Texts } from '#lib/client/issue-text.ts';
import { replyText } from '#lib/client/reply-text.ts';
import { isWords } from '#lib/contract/refusal-words.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import deIssues from '#messages/de/issues.json' with { type: 'json' };
import enCommon from '#messages/en/common.json' with { type: 'json' };
import enIssues from '#messages/en/issues.json' with { type: 'json' };
import enRefusals from '#messages/en/refusals.json' with { type: 'json' };
import zhCommon from '#messages/zh/common.json' with { type: 'json' };
import zhIssues from '#messages/zh/issues.json' with { type: 'json' };
import zhRefusals from '#messages/zh/refusals.json' with { type: 'json' };
import { DOOR_CODE } from '#server/bff/answers.ts';

/** D5: no machine's word reaches a trader. */

const LANGUAGES = {
  en: { common: enCommon, issues: enIssues, refusals: enRefusals },
  zh: { common: zhCommon, issues: zhIssues, refusals: zhRefusals },
} as const;

function textsOf(language: keyof typeof LANGUAGES): Texts {
  const messages = LANGUAGES[language] as never;
  return createTranslator({ locale: language, messages, onError: () => undefined }) as unknown as Texts;
}

/** The ways in which the door's source names what it refuses. */
const SPELLINGS = [
  /(?:doorRefusal|refusalOf)\([^,]+,\s*'([\w.-]+)'/g,
  /\breason: '([\w.-]+)'/g,
  /\bissue: '([\w.-]+)'/g,
  /\bmessage: '([\w.-]+)'/g,
];

function codesIn(folder: string): Set<string> {
  const root = fileURLToPath(new URL(`../../${folder}/`, import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const sources = files.map((name) => readFileSync(root + name, 'utf8'));
  return new Set(
    sources.flatMap((source) => SPELLINGS.flatMap((one) => [...source.matchAll(one)].map(([, code]) => code ?? ''))),
  );
}

/** Reasons of log lines, never of replies. */
const LOGGED_ONLY = new Set(['too-long', 'deadline', 'connection']);

describe.each(['en', 'zh'] as const)('refusals in %s', (language) => {
  const t = textsOf(language);

  it('says the words of another exchange, and ours where it names what we have words for (M-333)', () => {
    const words = 'The matching engine sleeps today';
    expect(replyText(t, { code: 409, message: words }, language)).toBe(words);
    expect(replyText(t, { code: 409, message: 'E_1042' }, language)).toContain('409-E_1042');
    expect(replyText(t, { code: 409, data: { issue: 'bot-finished' } }, language)).toBe(t('refusals.bot-finished'));
  });

  it('has a sentence for every word that the door’s source can say', () => {
    const codes = [...codesIn('server/bff')].filter((code) => !LOGGED_ONLY.has(code));
    expect(codes.length).toBeGreaterThan(12);
    const missing = codes.filter((code) => !t.has(`refusals.${code}`) && !t.has(`issues.${code}`));
    expect(missing).toEqual([]);
    const values = { max: '5', min: '1', asset: 'BTC', field: 'money' };
    for (const issue of codes) {
      const text = replyText(t, { code: 400, data: { issue, values } }, language);
      // A code that is a plain word ("busy") may stand in its sentence.
      if (/[-_.]/.test(issue)) expect(text, issue).not.toContain(issue);
      else expect(text, issue).not.toBe(issue);
    }
  });

  it('has a sentence for every code of the exchange and of the door', () => {
    for (const code of [...Object.values(CODE), ...Object.values(DOOR_CODE), 405, 503]) {
      if (code === CODE.ok) continue;
      const text = replyText(t, { code, message: '' }, language);
      expect(text.length, String(code)).toBeGreaterThan(2);
      expect(text, String(code)).not.toMatch(/common\.|\d{3}/);
    }
  });

  it('says unknown words and codes in general, with a reference', () => {
    for (const refusal of [
      { code: 422, message: '', data: { issue: 'brand_new_rule' } },
      { code: 422, message: 'brand_new_rule' },
      { code: 599, message: '' },
      // A sentence whose figure is missing is no sentence.
      { code: 409, message: '', data: { issue: 'too-many-bots' } },
    ]) {
      const text = replyText(t, refusal, language);
      expect(text).toContain(String(refusal.code));
      expect(text.length).toBeGreaterThan(20);
    }
  });
});

it('the exchange’s own words win where they are words, and only there (C-387, M-333)', () => {
  const t = textsOf('en');
  const say = (message: string, data?: unknown): string => replyText(t, { code: 409, message, data }, 'en');
  expect(say('This market closes for maintenance at 09:00.')).toBe('This market closes for maintenance at 09:00.');
  expect(say('该市场维护中')).toBe('该市场维护中');
  expect(say('Balance too low', { issue: 'bot-unknown' })).toBe('Balance too low');
  expect(say('upstream-invalid')).toBe(enRefusals['upstream-invalid']);
  expect(say('ERR_BAL_01', { issue: 'bot-unknown' })).toBe(enRefusals['bot-unknown']);
  for (const odd of [
    '',
    'internal',
    'too_many',
    '<b>hello you</b>',
    'at f (x.js:1)\n at g',
    'a\u202eb cd',
    'x '.repeat(400),
  ]) {
    expect(isWords(odd), odd).toBe(false);
  }
});

it('bounds of a form that the exchange refuses have the decimal sign of the page, as the form’s own have', () => {
  const t = createTranslator({ locale: 'de', messages: { issues: deIssues } as never }) as unknown as Texts;
  const say = (values: Readonly<Record<string, unknown>>) =>
    replyText(t, { code: 422, data: { field: 'slippage', issue: 'slippage.range', values } }, 'de');
  expect(say({ min: '0.1', max: '5' })).toMatch(/0,1\D+5/);
  expect(say({ min: 0.1, max: 5 })).toMatch(/0,1\D+5/);
});

it('figures of a refusal are grouped, whatever else stands in it stays', () => {
  const t = textsOf('en');
  const say = (issue: string, values: Readonly<Record<string, unknown>>) =>
    replyText(t, { code: 422, data: { issue, values } }, 'en');
  expect(say('usdt-between', { least: '1', most: '1000000000' })).toContain('from 1 to 1,000,000,000 USDT');
  expect(say('margin-most', { max: '12345.00000001', asset: 'USDT' })).toContain('at most 12,345.00000001 USDT');
  // An exchange that is not ours may send a number.
  expect(say('too-many-bots', { max: 1000 })).toMatch(/1,?000/);
});
