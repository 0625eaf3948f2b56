import { createTranslator } from 'next-intl';
import { beforeEach, expect, it, vi } from 'vitest';
import { replayedUntil } from '#components/discovery/typical/compared-day.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { loadMessages } from '#lib/i18n/messages.ts';
import { kindOnMarketMetadata } from '../../app/[lang]/strategybot/[kind]/[[...list]]/kind-on-market.tsx';
import { generateMetadata as marketMetadata } from '../../app/[lang]/strategybot/market/[market]/page.tsx';

/** Search engines are told of the days that pages of markets have figures of, and no others. */

const shown = vi.hoisted(() => ({ language: 'en', days: [] as readonly number[] }));

vi.mock('#server/settings/env.ts', () => ({ publicUrl: () => 'https://bots.example' }));
vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace: 'public.kind' | 'pages.typical') => {
    const language = LANGUAGES.find((one) => one === shown.language) ?? 'en';
    const messages = await loadMessages(language, ['public', 'pages']);
    return createTranslator({ locale: language, messages, namespace } as Parameters<typeof createTranslator>[0]);
  },
}));
vi.mock('#server/bff/read-public.ts', () => ({
  PublicReadingFailed: class extends Error {},
  readDated: async (name: string) => ({
    reply: { code: 200, data: name === 'typicalReplays' ? [row()] : [], futures_contracts_data: [] },
    atMs: null,
  }),
}));

function row(): object {
  const windows = shown.days.map((days) => ({ days }));
  return { strategy_type: 'spot_grid', market: 'BTC_USDT', instrument_type: 'spot', to: 1_780_000_000, windows };
}

beforeEach(() => {
  shown.language = 'en';
});

async function told(language: (typeof LANGUAGES)[number]) {
  shown.language = language;
  const market = await marketMetadata({ params: Promise.resolve({ lang: language, market: 'BTC_USDT' }) });
  const kind = await kindOnMarketMetadata({ language, kind: 'spot_grid', market: 'BTC_USDT' });
  return [market.description, kind.title, kind.description].map(String);
}

it.each(LANGUAGES)('the days that are known, in %s', async (language) => {
  shown.days = [7, 30, 90];
  for (const text of await told(language)) expect(text).toContain('90');
  shown.days = [7, 30];
  for (const text of await told(language)) {
    expect(text).toContain('30');
    expect(text).not.toContain('90');
  }
});

it('in a sentence', async () => {
  shown.days = [7, 30];
  expect(await told('en')).toEqual([
    expect.stringContaining('earned or lost over 7 and 30 days, compared'),
    'Spot grid on BTC/USDT: results of the last 30 days',
    expect.stringContaining('earned or lost over 7 and 30 days, compared'),
  ]);
});

it('a page names the day that its rows are compared up to', () => {
  const day = (to: number) => ({ to: to * 86_400 });
  expect(replayedUntil([], 'en')).toBe('');
  expect(replayedUntil([day(20_001), day(20_000)], 'en')).toContain('Oct 5,');
  expect(replayedUntil([day(20_001), day(20_000), day(20_000)], 'en')).toContain('Oct 4,');
});
