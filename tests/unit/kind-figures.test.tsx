import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { KindFigures } from '#components/discovery/typical/kind-figures.tsx';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { loadMessages } from '#lib/i18n/messages.ts';

/** What the page of a kind says of its typical bots: each period over all markets and on each, as the exchange replayed them. */

const WINDOW = { max_draw_down: '0.1', matches: 3, fills: 7, finish_as: '' } as const;

function row(market: string, rates: Readonly<Record<number, readonly [bot: string, hold: string]>>): TypicalRow {
  return {
    ...{ strategy_type: 'spot_grid', market, instrument_type: 'spot', to: 1_764_374_400, params: {} },
    windows: Object.entries(rates).map(([days, [rate, hold_rate]]) => ({
      ...WINDOW,
      ...{ days: Number(days), rate, hold_rate },
    })),
  } as TypicalRow;
}

const ROWS = [
  row('AAA_USDT', { 7: ['-0.01', '0.04'], 30: ['0.02', '0.01'], 90: ['0.3', '0.2'] }),
  row('BBB_USDT', { 7: ['0.05', '-0.02'], 30: ['-0.1', '-0.2'], 90: ['-0.4', '-0.5'] }),
  // Traded for two months alone.
  row('CCC_USDT', { 7: ['0', '0.01'], 30: ['0.12', '0.3'] }),
];

async function cells(rows: readonly TypicalRow[]): Promise<string[][]> {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={await loadMessages('en', ['pages', 'public'])} timeZone="UTC">
      <KindFigures rows={rows} day="Nov 29, 2026" />
    </NextIntlClientProvider>,
  );
  const texts = (line: string) =>
    [...line.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''));
  return [...html.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/g)].map(([, line = '']) => texts(line));
}

it('has the middle market of the last 7, 30 and 90 days, and how many gained, of those of which as much is known', async () => {
  expect((await cells(ROWS)).slice(0, 4)).toEqual([
    ['Period', 'Bot', 'Holding', 'Markets with a gain'],
    ['7 days', '0.00%', '+1.00%', '1 of 3'],
    ['30 days', '+2.00%', '+1.00%', '2 of 3'],
    // Of two in the middle their mean.
    ['90 days', '-5.00%', '-15.00%', '1 of 2'],
  ]);
});

it('has the three periods of each market, none of one of which less is known', async () => {
  expect((await cells(ROWS)).slice(4)).toEqual([
    ['Market', '7 days', '30 days', '90 days'],
    ['AAA/USDT', '-1.00%', '+2.00%', '+30.00%'],
    ['BBB/USDT', '+5.00%', '-10.00%', '-40.00%'],
    ['CCC/USDT', '0.00%', '+12.00%', '--'],
  ]);
});

it('has nothing of a market that is not replayed up to the newest day yet', async () => {
  const late = {
    ...row('DDD_USDT', { 7: ['9', '9'], 30: ['9', '9'], 90: ['9', '9'], 365: ['9', '9'] }),
    to: ROWS[0]!.to - 86_400,
  };
  const all = await cells([late, ...ROWS]);
  expect(all.slice(0, 4)).toEqual((await cells(ROWS)).slice(0, 4));
  expect(all.slice(4, 6)).toEqual([
    ['Market', '7 days', '30 days', '90 days'],
    ['DDD/USDT', '--', '--', '--'],
  ]);
});

it('stays with the day before while most markets have come no farther: the first one of a day is not all of them', async () => {
  const before = await cells(ROWS);
  const first = { ...row('AAA_USDT', { 7: ['9', '9'], 30: ['9', '9'], 90: ['9', '9'] }), to: ROWS[0]!.to + 86_400 };
  const begun = await cells([first, ...ROWS.slice(1)]);
  expect(begun[1]).toEqual(['7 days', '+2.50%', '-0.50%', '1 of 2']);
  expect(begun.slice(6)).toEqual(before.slice(6));
  expect(begun[5]).toEqual(['AAA/USDT', '--', '--', '--']);
});

it('takes the middle exactly, as decimals', async () => {
  const rates = ['-0.1', '0.2', '0.1', '-10', '0.0001', '10'];
  const rows = rates.map((rate, at) => row(`C${at}_USDT`, { 7: [rate, rate] }));
  expect((await cells(rows))[1]).toEqual(['7 days', '+5.01%', '+5.01%', '4 of 6']);
});

it('stands nowhere while nothing was replayed', async () => {
  expect(await cells([])).toEqual([]);
});
