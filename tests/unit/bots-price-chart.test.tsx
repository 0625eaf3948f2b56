// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { BotPriceChart } from '#components/bots/detail/bot-price-chart.tsx';
import type { ChartSignal } from '#components/chart/mount-chart.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

/** The chart in a bot's detail: its life, its market or one of its markets, and only what may be seen of it. */

const canvas = vi.hoisted(() => ({ signals: [] as readonly unknown[], spans: [] as (readonly number[])[] }));
vi.mock('#components/chart/mount-chart.ts', () => {
  const nothing = (): void => undefined;
  return {
    mountChart: () => ({
      setBars: nothing,
      updateBar: nothing,
      setMarks: nothing,
      setSignals: (signals: readonly unknown[]) => {
        canvas.signals = signals;
      },
      showAll: nothing,
      showSpan: (fromS: number, toS: number) => void canvas.spans.push([fromS, toS]),
      restyle: nothing,
      destroy: nothing,
    }),
  };
});

const NOW_S = 1_800_000_000;
const DAY_S = 86_400;

let bot: StrategyRow;
let fills: object[];
let tradesCode: number;
/** Candles after the first. */
let later: readonly (readonly (number | string)[])[];

function answer({ url }: FakeCall): object | null {
  if (/[?&]period=/.test(url)) {
    const from = Number(new URL(url, 'http://test').searchParams.get('from'));
    return {
      code: 200,
      message: '',
      data: [[from, '60000', '60100', '59900', '60000', '5'], ...later],
    };
  }
  if (url.includes('spot_markets')) return { code: 200, message: '', data: ['BTC_USDT', 'ETH_USDT'].map(marketRow) };
  if (url.includes('strategyId=') && tradesCode !== 200) return { code: tradesCode, message: '' };
  if (url.includes('strategyId='))
    return { code: 200, message: '', data: { orders: fills }, page: 1, pagecount: 1, totalcount: fills.length };
  if (url.includes('strategy_detail')) return { code: 200, message: '', data: bot };
  if (url.includes('order_book')) return { code: 403, message: '' };
  return { code: 200, message: '', data: [] };
}

const fill = (market: string, match_price: string): object => ({
  finish_time: NOW_S - 5 * DAY_S,
  market,
  account: 'spot',
  side: 'buy',
  role: match_price === '-' ? '' : 'open',
  match_price,
  match_qty: match_price,
  match_amount: match_price,
  fee: match_price,
  fee_asset: '',
  result: '',
  profit: '',
  level: -1,
  signal_type: '',
});

async function open(): Promise<void> {
  render(
    <ComponentHost>
      <BotPriceChart bot={bot} />
    </ComponentHost>,
  );
  await pass(2_000);
}

const candlesAsked = (): URLSearchParams[] =>
  calls.filter(({ url }) => /[?&]period=/.test(url)).map(({ url }) => new URL(url, 'http://test').searchParams);
const words = (): string => screen.getByTestId('bot-drawing').textContent ?? '';

const calls = inOwnTime(
  answer,
  () => {
    bot = strategyRow({ params: gridParams(), create_time: NOW_S - 9 * DAY_S });
    fills = [fill('BTC_USDT', '60000')];
    tradesCode = 200;
    later = [];
    canvas.signals = [];
    canvas.spans = [];
  },
  NOW_S * 1000,
);

it('shows the whole life in a fitting period, and again when asked', async () => {
  await open();
  const [first] = candlesAsked();
  expect(first?.get('period')).toBe('1h');
  expect(Number(first?.get('from'))).toBe(NOW_S - 9 * DAY_S - 24 * 3_600);
  expect(canvas.spans).toEqual([[NOW_S - 9 * DAY_S, Number.POSITIVE_INFINITY]]);
  expect(words()).toContain('1 buy');
  fireEvent.click(screen.getByRole('button', { name: '1m' }));
  await pass(1_000);
  expect(candlesAsked().at(-1)?.get('period')).toBe('1m');
  fireEvent.click(screen.getByRole('button', { name: 'Whole life' }));
  await pass(1_000);
  expect(candlesAsked().at(-1)?.get('period')).toBe('1h');
  // What the trade page shows is another choice.
  expect(sessionStorage.getItem('chart_period')).toBeNull();
});

it('of a bot that has ended asks for nothing beyond its end, and not again', async () => {
  bot = { ...bot, status: 'finished', finish_time: NOW_S - 8 * DAY_S };
  await open();
  const asked = candlesAsked();
  for (const query of asked) expect(Number(query.get('to'))).toBeLessThan(NOW_S - 7 * DAY_S);
  await pass(20_000);
  expect(candlesAsked()).toHaveLength(asked.length);
  expect(canvas.spans.at(-1)).toEqual([NOW_S - 9 * DAY_S, NOW_S - 8 * DAY_S]);
});

it('of a bot that has ended tells the bar of its end, not one that came after', async () => {
  const endS = NOW_S - 8 * DAY_S;
  bot = { ...bot, status: 'finished', finish_time: endS };
  later = [
    [endS, '61000', '61000', '61000', '61000', '1'],
    [endS + 900, '62000', '62000', '62000', '62000', '1'],
  ];
  await open();
  expect(screen.getAllByText('61,000.0', { selector: 'span' })).toHaveLength(4);
  expect(screen.queryByText('62,000.0', { selector: 'span' })).toBeNull();
});

it('of several markets shows the fills of the one that is chosen', async () => {
  const coins = ['BTC', 'ETH'].map((asset) => ({ asset, rate: '0.5', amount: '' }));
  bot = { ...bot, strategy_type: 'smart-position', params: gridParams({ asset_info: coins }) };
  fills = [fill('BTC_USDT', '60000'), fill('ETH_USDT', '3000'), fill('ETH_USDT', '3001')];
  await open();
  expect(words()).toContain('1 buy,');
  fireEvent.change(screen.getByRole('combobox', { name: 'Market of the chart' }), {
    target: { value: 'ETH_USDT spot' },
  });
  await pass(2_000);
  expect(words()).toContain('2 buys');
  expect(candlesAsked().at(-1)?.get('market')).toBe('ETH_USDT');
});

it.each([
  ['hidden trades', 403, '60000', 'Its owner keeps its trades hidden'],
  ['trades by day', 200, '-', 'shown by day and without prices'],
])('of another trader’s bot with %s draws no fill and says so (H54)', async (_title, code, price, said) => {
  tradesCode = code;
  fills = [fill('BTC_USDT', price)];
  bot = { ...bot, params: null };
  await open();
  expect(canvas.signals as ChartSignal[]).toEqual([]);
  expect(words()).toContain(said);
  expect(words()).toContain('its parameters are not open');
});
