// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { beforeAll, expect, it, vi } from 'vitest';
import { ChartToggle } from '#components/bots/chart/chart-toggle.tsx';
import type { PriceMark } from '#components/chart/grid-lines-primitive.ts';
import type { ChartSignal } from '#components/chart/mount-chart.ts';
import { PriceChart } from '#components/chart/price-chart.tsx';
import { formLinesAtom } from '#components/form/chart-marks.ts';
import { TradeMarks } from '#components/trade/trade-marks.tsx';
import { chartedBotAtom, unchartBot } from '#lib/client/charted-bot.ts';
import type { InstrumentRow } from '#lib/client/market-rows.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

/** A bot of the table on the page's chart: what is drawn, who gives way, how it is taken off again. */

const canvas = vi.hoisted(() => ({ marks: [] as readonly unknown[], signals: [] as readonly unknown[] }));
vi.mock('#components/chart/mount-chart.ts', () => {
  const nothing = (): void => undefined;
  return {
    mountChart: () => ({
      setBars: nothing,
      updateBar: nothing,
      setMarks: (marks: readonly unknown[]) => {
        canvas.marks = marks;
      },
      setSignals: (signals: readonly unknown[]) => {
        canvas.signals = signals;
      },
      showAll: nothing,
      showSpan: nothing,
      restyle: nothing,
      destroy: nothing,
    }),
  };
});

const NOW_S = 1_800_000_000;
const MARKET = marketRow('BTC_USDT');

let bot: StrategyRow;
let fills: object[];
let failsOnce: Set<string>;
let isTradesHidden: boolean;

function answer({ url }: FakeCall): object | null {
  const failing = [...failsOnce].find((part) => url.includes(part));
  if (failing !== undefined) {
    failsOnce.delete(failing);
    return { code: 500, message: '' };
  }
  if (url === '/api/session')
    return { code: 200, message: '', data: { logged_in: true, user_id: 1, anonymous: 'me', nickname: 'demo' } };
  if (/[?&]period=/.test(url))
    return { code: 200, message: '', data: [[NOW_S - 900, '60000', '60100', '59900', '60000', '5']] };
  if (url.includes('get_all_strategy')) return { code: 200, message: '', data: [bot] };
  if (url.includes('detail')) return { code: 200, message: '', data: bot };
  if (url.includes('spot_markets')) return { code: 200, message: '', data: [MARKET] };
  if (url.includes('order_book'))
    return {
      code: 200,
      message: '',
      data: {
        ask: [{ price: '61000', qty: '1' }],
        bid: [],
        total_qty: '1',
        total_match_qty: '0',
        total_match_cost: '0',
      },
    };
  if (url.includes('strategyId=') && isTradesHidden) return { code: 403, message: '' };
  if (url.includes('strategyId='))
    return { code: 200, message: '', data: { orders: fills }, page: 1, pagecount: 1, totalcount: fills.length };
  return { code: 200, message: '', data: [] };
}

const fill = (side: string, seconds: number): object => ({
  finish_time: NOW_S - 900 + seconds,
  market: 'BTC_USDT',
  account: 'spot',
  side,
  role: 'grid',
  match_price: '60000',
  match_qty: '0.001',
  match_amount: '60',
  fee: '0',
  fee_asset: 'USDT',
  result: '',
  profit: '',
  level: 1,
  signal_type: '',
});

const roles = (): string[] => (canvas.marks as PriceMark[]).map(({ role }) => role);
const shapes = (): (string | undefined)[] =>
  (canvas.signals as ChartSignal[]).map(({ shape, label }) => `${shape} ${label}`);

async function open(market = 'BTC_USDT'): Promise<void> {
  render(
    <ComponentHost>
      <ChartToggle row={bot} viewer="me" />
      <PriceChart row={{ ...MARKET, type: 'spot', market } as InstrumentRow} drawer={TradeMarks} />
    </ComponentHost>,
  );
  await pass(1_000);
}

const toggle = () => screen.getByRole('button', { name: 'Show on the chart' });

// The part that loads late takes longer than any of the fake time when it is loaded first.
beforeAll(() => import('#components/bots/chart/bot-on-chart.tsx'));
inOwnTime(
  answer,
  () => {
    sessionStorage.clear();
    unchartBot();
    getDefaultStore().set(formLinesAtom, [{ id: 'low', ticks: 500_000, role: 'range', label: 'lines.low' }]);
    bot = strategyRow({ params: gridParams(), avg_hold_cost: '60500' });
    fills = [fill('buy', 10), fill('buy', 20), fill('sell', 30)];
    failsOnce = new Set();
    isTradesHidden = false;
    canvas.marks = [];
    canvas.signals = [];
  },
  NOW_S * 1000,
);

it('draws its lines, its orders and its fills in place of the form’s lines, and says what stands there', async () => {
  await open();
  expect(roles()).toEqual(['range']);
  fireEvent.click(toggle());
  await pass(2_000);
  expect(toggle().getAttribute('aria-pressed')).toBe('true');
  expect(roles()).toContain('sell');
  expect(roles()).toContain('cost');
  expect(roles().filter((role) => role === 'range')).toHaveLength(2);
  expect(shapes()).toEqual(['down S', 'up B ×2']);
  const chip = screen.getByTestId('charted-bot');
  expect(chip.textContent).toContain(bot.strategy_name);
  expect(chip.textContent).toContain('2 buys, 1 sell');
  expect(screen.getByText('Average cost 60,500.0')).toBeTruthy();
});

it('gives the chart back with the cross, with Escape and with a second choice; the focus goes back to where it was chosen', async () => {
  await open();
  const isBack = (): void => {
    expect(getDefaultStore().get(chartedBotAtom)).toBeNull();
    expect(canvas.signals).toEqual([]);
    expect(roles()).toEqual(['range']);
    expect(canvas.marks).toHaveLength(1);
  };
  toggle().focus();
  fireEvent.click(toggle());
  await pass(1_000);
  fireEvent.click(screen.getByRole('button', { name: `Take ${bot.strategy_name} off the chart` }));
  await pass(500);
  isBack();
  expect(document.activeElement).toBe(toggle());
  fireEvent.click(toggle());
  await pass(1_000);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await pass(500);
  isBack();
  fireEvent.click(toggle());
  await pass(1_000);
  fireEvent.click(toggle());
  await pass(500);
  isBack();
});

it('follows the bot: a fill that comes, orders and cost that change', async () => {
  await open();
  fireEvent.click(toggle());
  await pass(1_000);
  fills = [fill('sell', 800), ...fills];
  bot = { ...bot, avg_hold_cost: '60700' };
  await pass(11_000);
  expect(shapes()).toContain('down S ×2');
  expect((canvas.marks as PriceMark[]).find(({ role }) => role === 'cost')?.price).toBe(60_700);
});

it('of another market draws nothing, keeps the form’s lines and offers its own market’s page', async () => {
  await open('ETH_USDT');
  fireEvent.click(toggle());
  await pass(1_000);
  expect(roles()).toEqual(['range']);
  expect(canvas.signals).toEqual([]);
  const link = screen.getByRole('link', { name: 'Trades BTC/USDT: open its chart' });
  expect(link.getAttribute('href')).toBe('/en/trade/BTC_USDT?tradModel=strategybot');
});

it('of several markets is drawn by what its exchange tells of this one, and of the other on the other’s page', async () => {
  const coin = (asset: string) => ({ asset, rate: '0.5', amount: '' });
  const line = (market: string, role: string, price: string) => ({ market, settle: '', role, price });
  const lines = [
    line('BTC_USDT', 'cost', '60500'),
    line('BTC_USDT', 'rebalance', '66000'),
    line('ETH_USDT', 'cost', '3000'),
    { ...line('BTC_USDT', 'liquidation', '90000'), settle: 'usdt' },
  ];
  const params = { ...gridParams(), asset_info: [coin('BTC'), coin('ETH')] };
  bot = { ...bot, strategy_type: 'smart-position', params, lines } as StrategyRow;
  await open();
  fireEvent.click(toggle());
  await pass(2_000);
  expect((canvas.marks as PriceMark[]).map(({ role, price }) => [role, price])).toEqual([
    ['cost', 60_500],
    ['trigger', 66_000],
  ]);
  expect(screen.getByText('Rebalance, others unchanged 66,000.0')).toBeTruthy();
  cleanup();
  await open('ETH_USDT');
  await pass(2_000);
  expect((canvas.marks as PriceMark[]).map(({ price }) => price)).toEqual([3_000]);
});

it('stays chosen on the next page of this session, for the same trader alone', async () => {
  await open('ETH_USDT');
  fireEvent.click(toggle());
  await pass(500);
  cleanup();
  getDefaultStore().set(chartedBotAtom, null);
  await open();
  expect(screen.getByTestId('charted-bot').textContent).toContain(bot.strategy_name);
  cleanup();
  getDefaultStore().set(chartedBotAtom, null);
  sessionStorage.setItem('charted_bot', JSON.stringify({ id: 1, kind: 'spot_grid', viewer: 'another' }));
  await open();
  expect(screen.queryByTestId('charted-bot')).toBeNull();
  expect(sessionStorage.getItem('charted_bot')).toBeNull();
});

it('whose trades are hidden, and whose parameters are closed, is drawn without them and that is said', async () => {
  isTradesHidden = true;
  bot = { ...bot, params: null, avg_hold_cost: '-' };
  await open();
  fireEvent.click(toggle());
  await pass(1_000);
  expect(canvas.signals).toEqual([]);
  const text = screen.getByTestId('charted-bot').textContent ?? '';
  expect(text).toContain('Its owner keeps its trades hidden');
  expect(text).toContain('its parameters are not open');
});

it('survives a bad first reply of each of its calls', async () => {
  failsOnce = new Set(['get_all_strategy', 'strategyId=', 'order_book']);
  await open();
  fireEvent.click(toggle());
  await pass(500);
  // No answer is not the answer that there is none.
  expect(screen.getByTestId('charted-bot').textContent).toBe('Loading the bot');
  await pass(60_000);
  expect(shapes()).toEqual(['down S', 'up B ×2']);
  expect(roles()).toContain('sell');
});
