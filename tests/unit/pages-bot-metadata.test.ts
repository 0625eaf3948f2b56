import { createTranslator } from 'next-intl';
import { expect, it, vi } from 'vitest';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { loadMessages } from '#lib/i18n/messages.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';
import { generateMetadata } from '../../app/[lang]/strategybot/detail/[type]/[id]/page.tsx';

/** What search engines and messengers show of a bot's page is what the page says. */

const shown = vi.hoisted(() => ({ language: 'en', row: {} as object }));

vi.mock('#server/settings/env.ts', () => ({ publicUrl: () => 'https://bots.example' }));
vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace: 'public' | 'common.duration') => {
    const language = LANGUAGES.find((one) => one === shown.language) ?? 'en';
    const messages = await loadMessages(language, ['public', 'common']);
    return createTranslator({ locale: language, messages, namespace } as Parameters<typeof createTranslator>[0]);
  },
}));
vi.mock('#server/bff/read-public.ts', () => ({
  PublicReadingFailed: Error,
  readDated: async () => ({ reply: { code: 200, data: shown.row }, atMs: null }),
}));

const described = async (language: string, row: Partial<StrategyRow>) =>
  String((await headOf(language, row)).description);

async function headOf(language: string, row: Partial<StrategyRow>) {
  shown.language = language;
  shown.row = strategyRow({ strategy_type: 'spot_grid', market: 'BTC_USDT', run_times: 2 * 86_400, ...row });
  const params = Promise.resolve({ lang: language, type: row.strategy_type ?? 'spot_grid', id: '42' });
  return generateMetadata({ params });
}

it('a bot that has ended is not said to be running', async () => {
  expect(await described('en', {})).toContain('Spot grid on BTC/USDT. Running 2d 0h: yield ');
  const ended = { finish_time: 1_780_000_000, finish_as: 'liquidated' } as const;
  expect(await described('en', ended)).toContain('Spot grid on BTC/USDT. Ran 2d 0h: yield ');
});

it('says how often it traded as its page does: pairs of grids, fills of all others', async () => {
  expect(await described('en', { match_times: 3, total_trade_count: 9 })).toContain(', 3 matches. ');
  const other = { match_times: 0, total_trade_count: 9, trade_num: 5 };
  expect(await described('en', { ...other, strategy_type: 'martingale' })).toContain(', 9 trades. ');
  expect(await described('en', { ...other, strategy_type: 'smart-position' })).toContain(', 5 trades. ');
});

it('names a portfolio by its coins, as its page and its card do: its market is that of the first alone', async () => {
  const coins = ['SOL', 'DOGE', 'BNB', 'ETH', 'BTC', 'ADA', 'XRP'];
  const ofCoins = (count: number): Partial<StrategyRow> => ({
    ...{ strategy_type: 'smart-position', market: 'SOL_USDT' },
    params: gridParams({ asset_info: coins.slice(0, count).map((asset) => ({ asset, rate: '0.1', amount: '' })) }),
  });
  const { title, description } = await headOf('en', ofCoins(4));
  expect(title).toContain('SOL · DOGE · BNB · ETH Smart position: yield');
  expect(description).toContain('Smart position on SOL · DOGE · BNB · ETH. ');
  // E-030: five stand for all.
  expect((await headOf('en', ofCoins(7))).title).toContain('SOL · DOGE · BNB · ETH · BTC +2 Smart position');
  // Of a hidden one the coins are not known here.
  expect((await headOf('en', { ...ofCoins(4), params: null })).title).toContain('SOL/USDT Smart position');
});

it.each(LANGUAGES)('says how long a bot runs or ran, in %s', async (language) => {
  const { card } = (await loadMessages(language, ['public'])).public ?? { card: { ran: '', ranUntilEnd: '' } };
  const start = (text: string) => text.split('{')[0] ?? '';
  expect(await described(language, {})).toContain(start(card.ran));
  expect(await described(language, { finish_time: 1_780_000_000 })).toContain(start(card.ranUntilEnd));
});
