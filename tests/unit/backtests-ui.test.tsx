// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#components/backtests/backtest-dialog.tsx';
import '#components/backtests/backtest-drawer.tsx';
import '#components/backtests/backtests-table.tsx';
import '#components/conditions/condition-editor.tsx';
import { SHOW_BACKTESTS_DELAY_MS } from '#components/backtests/use-backtest-start.ts';
import { StrategyForm } from '#components/create/strategy-form.tsx';
import { prefilledValues } from '#components/create/use-prefill.ts';
import { leavePrefill } from '#components/form/leave-prefill.ts';
import { takePrefill } from '#components/form/prefill.ts';
import { BotsSection } from '#components/my-bots/bots-section.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { draft, emptyForms } from '#tests/support/create-form-host.tsx';
import { marketRow } from '#tests/support/market-row.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';
import { screenOf } from '#tests/support/wide-screen.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useRouter: () => ({ push: () => undefined, prefetch: () => undefined }),
}));
/** What the drawer hands to the canvas, which jsdom has none of. */
const drawn = vi.hoisted(() => ({ signals: [] as readonly { shape: string }[], bars: 0 }));
vi.mock('#components/chart/mount-chart.ts', () => ({
  mountChart: () => ({
    setBars: (bars: readonly object[]) => {
      drawn.bars = bars.length;
    },
    setSignals: (signals: readonly { shape: string }[]) => {
      drawn.signals = signals;
    },
    showAll: () => undefined,
    destroy: () => undefined,
  }),
}));

const SPOT = testSpec();
const KIND = 'spot-compose-indicator';
const ok = (data: unknown, more: object = {}): object => ({ code: 200, message: '', data, ...more });
const PAYLOAD = definitionOf(KIND).encode(KIND_CASES[KIND].good, SPOT);
const conditions = PAYLOAD.params.compose_conditions;

function record(changes: Partial<BacktestRecord> = {}): BacktestRecord {
  return {
    id: 7,
    create_time: 1_795_000_000,
    begin_time: Date.UTC(2026, 9, 1) / 1000,
    end_time: Date.UTC(2026, 9, 31) / 1000,
    strategy_type: KIND,
    bot_type: KIND,
    market: 'BTC_USDT',
    status: 'stopped',
    progress: 1,
    is_queued: false,
    reason: '',
    payload: PAYLOAD,
    bot_params: gridParams({
      period: '1h',
      begin_money_amount: '1000',
      compose_conditions: conditions,
      preset_args: {},
    }),
    params: {
      pair: 'BTC_USDT',
      period: '1h',
      settle: '',
      begin_money_amount: '1000',
      begin_money_currency: 'USDT',
      compose_conditions: conditions,
    },
    result: {
      profit_rate: '0.05',
      total_profit: '50',
      un_pnl: '1',
      orders_cnt: 12,
      win_num: 2,
      loss_num: 1,
      max_gains: '30',
      max_loss: '-8',
      max_draw_down: '0.03',
      sharpe_rate: '1.5',
    },
    ...changes,
  };
}

const REPORT: BacktestReport = {
  profit_asset: 'USDT',
  start_value: '1000',
  end_value: '1050',
  fees: '3.25',
  funding: '-0.5',
  interest: '0',
  hold_rate: '0.02',
  annual_rate: '0.6',
  compound_rate: '0.82',
  expectancy: '1.5',
  expectancy_ratio: '0.6027',
  profit_factor: '2.5',
  exposure: '0.4',
  worst_run: { losses: 2, amount: '-9' },
  max_draw_down: '0.03',
  sharpe_rate: '',
  finish_as: '',
  through_ticks: 0,
  other_fills: null,
  gaps: [],
  curve: [0, 1, 2].map((day) => ({
    time: Date.UTC(2026, 9, 1 + day) / 1000,
    rate: `0.0${day}`,
    profit: `${day * 10}`,
    hold_rate: '0.01',
    draw_down: '0',
  })),
  monte_carlo: [
    { part: '0.5', p5: '-0.01', p50: '0.02', p95: '0.05' },
    { part: '1', p5: '-0.02', p50: '0.05', p95: '0.11' },
  ],
  band_of: 'trades',
  neighbours: null,
};

const ORDERS: NonNullable<ReplyOf<'backtestOrders'>['data']> = [
  {
    create_time: 1_793_000_000,
    market: 'BTC_USDT',
    side: 'buy',
    price: '60000',
    amount: '0.01',
    profit: '',
    fee: '0.6',
    fee_asset: 'USDT',
    signal_type: 'open',
  },
  {
    create_time: 1_793_003_600,
    market: 'BTC_USDT',
    side: 'sell',
    price: '61000',
    amount: '0.01',
    profit: '8.8',
    fee: '0.61',
    fee_asset: 'USDT',
    signal_type: 'ptn-stoprofit',
  },
];

let isLoggedIn: boolean;
let rows: BacktestRecord[];
let report: BacktestReport;
let announced: string[];
let replies: Record<string, () => object | null>;
let calls: FakeCall[];
let went: string[];

const MARKET = marketRow('BTC_USDT');

function answer(call: FakeCall): object | null {
  const path = call.url.split('?')[0] ?? '';
  const own = Object.keys(replies).find((part) => path.includes(part));
  if (own !== undefined) return replies[own]?.() ?? null;
  if (path === '/api/session') return ok({ logged_in: isLoggedIn, anonymous: '0123456789abcdef', nickname: 'demo' });
  if (path.endsWith('/spot_markets')) return ok([MARKET]);
  if (path.endsWith('/capabilities')) return ok(announced);
  if (path.endsWith('/get_backtest_list')) return ok(rows, { page: 1, pagecount: 3, totalcount: 41 });
  if (path.endsWith('/backtest_group_count')) return ok({ running: 1, stopped: 2, abnormal: 3, total: 6 });
  if (path.includes('/backtest/report/')) return ok(report);
  if (path.includes('/backtest/order/')) return ok(ORDERS, { page: 1, pagecount: 1, totalcount: 2 });
  if (path.endsWith('/available_balance')) {
    return ok({ currency_outables: [{ asset: 'USDT', outable: '10000' }], max_outable: { outable: '10000' } });
  }
  if (path.endsWith('/last_price')) return { last_price: '60000' };
  if (path.endsWith('/create_backtest')) return ok({ id: 9 });
  if (path.endsWith('/candles')) return ok([[1_793_000_000, '1', '1', '1', '1', '1']]);
  if (path.endsWith('/min_amount')) return ok({ min_amount: '10', base: 'BTC', quote: 'USDT', unit_qty: '1' });
  return ok([]);
}

const asked = (part: string): FakeCall[] => calls.filter(({ url }) => url.includes(part));
const toasts = (): string[] =>
  getDefaultStore()
    .get(toastsAtom)
    .map(({ text }) => text);
const press = (name: string | RegExp): boolean =>
  fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement);
const pass = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= 250) await act(() => vi.advanceTimersByTimeAsync(Math.min(250, left)));
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) });
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  );
  isLoggedIn = true;
  rows = [record()];
  report = REPORT;
  announced = ['backtest_report', 'backtest_cancel'];
  replies = {};
  went = [];
  drawn.signals = [];
  drawn.bars = 0;
  window.sessionStorage.clear();
  const store = getDefaultStore();
  emptyForms();
  store.set(toastsAtom, []);
  store.set(botsViewAtom, { tab: 'backtests', kind: KIND, sort: '', refreshToken: 0, fastUntilMs: null });
  const fake = fakeFetch(answer);
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
  vi.stubGlobal('location', {
    href: 'http://localhost:3000/',
    search: '',
    hash: '#depth',
    assign: (path: string) => went.push(path),
    toString: () => 'http://localhost:3000/',
  });
});
afterEach(async () => {
  cleanup();
  await pass(50);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openList(): Promise<void> {
  render(
    <ComponentHost>
      <BotsSection />
    </ComponentHost>,
  );
  await pass(500);
}

const table = () => within(screen.getByRole('table', { name: 'Backtest records' }));

describe('the backtest records', () => {
  it('have the documents’ columns and figures (E-081, E-082, E-083, E-084, E-085, E-086, E-368, E-369)', async () => {
    await openList();
    const heads = table()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    for (const head of [
      'Backtest time',
      'Data period',
      'Pair / Period',
      'Initial investment',
      'Strategy profit',
      'Annualised',
      'Trades',
      'Win rate / Loss rate',
      'Max gain / Max loss',
      'Status',
      'Actions',
    ]) {
      expect(heads).toContain(head);
    }
    const text = table().getAllByRole('row')[1]?.textContent ?? '';
    for (const figure of [
      'Oct 1, 2026',
      'Oct 30, 2026',
      '1h',
      '1,000.00 USDT',
      '+50',
      '+5.00%',
      '60.83%',
      '366.67%',
      '66.67%',
      '33.33%',
    ]) {
      expect(text).toContain(figure);
    }
    expect(screen.getByText('6 in all · 1 running · 2 finished · 3 abnormal')).toBeTruthy();
  });

  it('say on a phone by one mark of a card that opens how its figures are computed; one that does not has their names for it', async () => {
    await import('#components/bots/figures/figure-tip.tsx');
    vi.stubGlobal('matchMedia', screenOf(true));
    rows = [record(), record({ id: 8, status: 'abnormal', result: null })];
    await openList();
    const [done, failed] = within(screen.getByRole('list', { name: 'Backtest records' })).getAllByRole('listitem');
    const how = { name: 'How these figures are computed' };
    expect(within(failed as HTMLElement).queryByRole('button', how)).toBeNull();
    expect(within(failed as HTMLElement).getByRole('button', { name: 'Annualised' })).toBeTruthy();
    fireEvent.click(within(done as HTMLElement).getByRole('button', how));
    await pass(500);
    const tip = screen.getByRole('dialog', { name: 'Investment' });
    fireEvent.change(within(tip).getByRole('combobox', { name: 'Figure' }), { target: { value: 'win_rate' } });
    expect(tip.textContent).toContain('66.67%');
  });

  it('name no period where no kind among them has one', async () => {
    rows = [record({ params: { ...record().params, period: '' } })];
    await openList();
    expect(table().getAllByRole('columnheader')[0]?.textContent).toBe('Pair');
  });

  it('name a portfolio by its coins, in the list, in the result and where one is deleted: its market is that of the first alone', async () => {
    const asset_info = ['SOL', 'DOGE'].map((asset) => ({ asset, rate: '0.5', amount: '' }));
    const params = { ...record().params, pair: 'SOL_USDT', period: '', compose_conditions: null };
    const kind = { strategy_type: 'smart-position', bot_type: 'smart-position', market: 'SOL_USDT' } as const;
    rows = [record({ ...kind, params, bot_params: gridParams({ asset_info }) })];
    await openList();
    expect(table().getAllByRole('cell')[0]?.textContent).toContain('SOL · DOGE');
    press('Delete');
    expect(screen.getByRole('dialog').textContent).toContain('SOL · DOGE');
    press('Keep it');
    await pass(300);
    press('Result');
    await pass(1_500);
    const text = screen.getByRole('dialog').textContent ?? '';
    expect(text).toContain('SOL · DOGE');
    expect(text).not.toContain('SOL/USDT');
  });

  it('say brought coins as coins, and what they won in what it is counted in (E-082, E-115)', async () => {
    const [first] = rows;
    rows = [
      {
        ...(first as BacktestRecord),
        params: { ...record().params, begin_money_amount: '0.05', begin_money_currency: 'BTC' },
      },
    ];
    await openList();
    const text = table().getAllByRole('row')[1]?.textContent ?? '';
    for (const figure of ['0.050000 BTC', '+50.0000 USDT', '-8.0000 USDT']) expect(text).toContain(figure);
  });

  it('are asked for by kind, all statuses, 20 a page, and turn pages; all kinds at a choice (E-088, E-268)', async () => {
    await openList();
    const first = asked('get_backtest_list')[0]?.url ?? '';
    for (const part of [`strategy_type=${KIND}`, 'status=all', 'page=1', 'page_size=20']) expect(first).toContain(part);
    press('Next');
    await pass(300);
    expect(asked('get_backtest_list').at(-1)?.url).toContain('page=2');
    fireEvent.change(screen.getByRole('combobox', { name: 'Which records' }), { target: { value: 'all' } });
    await pass(300);
    expect(asked('get_backtest_list').at(-1)?.url).not.toContain('strategy_type');
    expect(asked('get_backtest_list').at(-1)?.url).toContain('page=1');
  });

  it('are looked at every 10 s, every 2 s while the fast timer is on (E-147)', async () => {
    rows = [record({ status: 'running', result: null, progress: 0.4 })];
    await openList();
    const slow = asked('get_backtest_list').length;
    await pass(9_000);
    expect(asked('get_backtest_list').length).toBe(slow);
    await pass(1_500);
    expect(asked('get_backtest_list').length).toBe(slow + 1);
    act(() =>
      getDefaultStore().set(botsViewAtom, (view) => ({ ...view, fastUntilMs: Date.now() + 60_000, refreshToken: 1 })),
    );
    await pass(500);
    const fast = asked('get_backtest_list').length;
    await pass(6_000);
    expect(asked('get_backtest_list').length - fast).toBe(3);
  });

  it('say backtesting with the progress, queued, finished, and abnormal with the reason (E-144)', async () => {
    rows = [
      record({ id: 1, status: 'running', result: null, progress: 0.42 }),
      record({ id: 2, status: 'running', is_queued: true, result: null, progress: 0 }),
      record({ id: 3 }),
      record({ id: 4, status: 'abnormal', result: null, reason: 'prices-unknown' }),
    ];
    await openList();
    const texts = table()
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent ?? '');
    expect(texts[0]).toContain('Backtesting42%');
    expect(table().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42');
    expect(texts[1]).toContain('Queued');
    expect(texts[2]).toContain('Finished');
    expect(texts[3]).toContain('Abnormalthere are no prices for this period');
  });

  it('offer nothing but Cancel while one runs, and no result of an abnormal one (E-145, E-146)', async () => {
    rows = [
      record({ id: 1, status: 'running', result: null }),
      record({ id: 4, status: 'abnormal', result: null, reason: 'cancelled' }),
    ];
    await openList();
    const [, running, abnormal] = table().getAllByRole('row') as HTMLElement[];
    const names = (row: HTMLElement | undefined): (string | null)[] =>
      within(row as HTMLElement)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(names(running)).toEqual(['Cancel']);
    expect(names(abnormal)).toEqual(['Create bot', 'Result', 'Delete']);
    const result = within(abnormal as HTMLElement).getByRole('button', { name: 'Result' });
    expect((result as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(within(running as HTMLElement).getByRole('button', { name: 'Cancel' }));
    await pass(300);
    expect(asked('backtest/cancel/1')[0]?.method).toBe('POST');
    expect(toasts()).toContain('Backtest cancelled');
  });

  it('open their result by a click or Enter on the row, where there is one; its buttons stay their own (H)', async () => {
    rows = [record({ id: 3 }), record({ id: 1, status: 'running', result: null })];
    await openList();
    const [, finished, running] = table().getAllByRole('row') as HTMLElement[];
    const cell = (row: HTMLElement | undefined): HTMLElement =>
      within(row as HTMLElement).getAllByRole('cell')[2] as HTMLElement;
    expect([finished?.tabIndex, running?.tabIndex]).toEqual([0, -1]);
    fireEvent.click(cell(running));
    expect(screen.queryByRole('dialog')).toBeNull();
    press('Delete');
    // What is clicked in the question is no click on the row that it came from.
    press('Keep it');
    await pass(300);
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(finished as HTMLElement, { key: 'Enter' });
    await pass(1_500);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    cleanup();
    await openList();
    fireEvent.click(cell((table().getAllByRole('row') as HTMLElement[])[1]));
    await pass(1_500);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('are deleted after a question, and a refusal is said in the server’s words (E-087, E-269, E-309)', async () => {
    await openList();
    press('Delete');
    expect(asked('delete_backtest')).toHaveLength(0);
    press('Keep it');
    await pass(100);
    press('Delete');
    replies = { delete_backtest: () => ({ code: 409, message: 'not now' }) };
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await pass(300);
    expect(asked('delete_backtest/7')).toHaveLength(1);
    expect(getDefaultStore().get(toastsAtom).at(-1)).toMatchObject({ tone: 'warning', text: 'not now' });
    replies = {};
    press('Delete');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await pass(300);
    expect(toasts()).toContain('Record deleted');
  });

  it('show a guest a not-logged-in state, ask for nothing and warn of nothing (E-089, E-310)', async () => {
    isLoggedIn = false;
    replies = { backtest_group_count: () => ({ code: 500, message: '' }) };
    await openList();
    expect(screen.getByText('You are not logged in')).toBeTruthy();
    expect(asked('backtest')).toHaveLength(0);
    expect(toasts()).toEqual([]);
  });

  it('warn a trader when their number cannot be loaded (E-310)', async () => {
    replies = { backtest_group_count: () => ({ code: 500, message: '' }) };
    await openList();
    expect(toasts()).toContain('The number of backtests could not be loaded');
  });

  it('warn of nothing when the session has ended and nobody logs in again: he is a guest by then (E-310)', async () => {
    replies = { backtest_group_count: () => ({ code: 401, message: 'login-required' }) };
    await openList();
    expect(asked('backtest_group_count').length).toBeGreaterThan(0);
    expect(toasts()).toEqual([]);
  });

  it('say what to do when there are none, and that it failed when they cannot be read', async () => {
    rows = [];
    await openList();
    expect(screen.getByText('No backtests yet')).toBeTruthy();
    cleanup();
    replies = { get_backtest_list: () => null };
    await openList();
    expect(screen.queryByText('No backtests yet')).toBeNull();
    expect(screen.getByText('This could not be loaded – trying again')).toBeTruthy();
  });

  it('lead to the form of their kind on its page, filled in, with one click and the address’ hash (C-025, E-004, E-086)', async () => {
    await openList();
    press('Create bot');
    expect(went).toEqual([`/en/trade/BTC_USDT?tradModel=strategybot&strategyType=${KIND}#depth`]);
    expect(takePrefill(KIND)).toEqual({ kind: KIND, payload: PAYLOAD });
    expect(takePrefill(KIND)).toBeNull();
  });
});

describe('the result of a backtest', () => {
  async function openResult(): Promise<HTMLElement> {
    await openList();
    press('Result');
    await pass(1_500);
    return screen.getByRole('dialog');
  }

  it('says what was tried: parameters and the conditions as sentences (E-090)', async () => {
    const dialog = await openResult();
    const part = within(within(dialog).getByRole('region', { name: 'Parameters' }));
    expect(part.getByText('K-line period').parentElement?.textContent).toContain('1h');
    expect(part.getByText(/^Open with .* when /)).toBeTruthy();
    expect(part.getByText(/^Close everything when /)).toBeTruthy();
  });

  it('draws the equity against just holding, and says both in words (E-091)', async () => {
    const dialog = await openResult();
    expect(
      within(dialog).getByRole('img', { name: /The bot ends at \+2\.00%, just holding at \+1\.00%/ }),
    ).toBeTruthy();
    expect(within(dialog).getByRole('img', { name: /Drawdown over time/ })).toBeTruthy();
  });

  it('has every trade with the reason for it, asked for 500 at a time, and marks it on the candles (E-092, E-117, E-272, E-329, E-375)', async () => {
    const dialog = await openResult();
    const trades = within(within(dialog).getByRole('table', { name: 'Executed orders' }));
    const texts = trades.getAllByRole('row').map(({ textContent }) => textContent ?? '');
    expect(texts[1]).toContain('BuyOpen60,000.0');
    expect(texts[1]?.endsWith('--')).toBe(true);
    expect(texts[2]).toContain('SellPosition take profit61,000.0');
    expect(texts[2]).toContain('+8.8');
    expect(asked('/quant-trading/backtest/order/7')[0]?.url).toContain('page_size=500');
    expect(drawn.signals.map(({ shape }) => shape)).toEqual(['up', 'down']);
    expect(drawn.bars).toBe(1);
  });

  it('says where its trades end, of which more were executed than are kept (E-092)', async () => {
    const said = /^Of 45,000 executed orders the first 20,000 are kept/;
    rows = [record({ result: { ...(record().result as NonNullable<BacktestRecord['result']>), orders_cnt: 45_000 } })];
    replies = { '/backtest/order/': () => ok(ORDERS, { page: 1, pagecount: 40, totalcount: 20_000 }) };
    const dialog = await openResult();
    expect(within(dialog).getByText(said)).toBeTruthy();
    cleanup();
    rows = [record({ result: { ...(record().result as NonNullable<BacktestRecord['result']>), orders_cnt: 20_000 } })];
    await openResult();
    expect(screen.queryByText(/are kept/)).toBeNull();
  });

  it('gives each metric its definition, and -- where there is none', async () => {
    const dialog = await openResult();
    const metric = (id: string): HTMLElement => dialog.querySelector(`[data-metric=${id}]`) as HTMLElement;
    expect(metric('sharpe_rate').textContent).toContain('--');
    expect(metric('profit_factor').textContent).toContain('2.50');
    expect(metric('exposure').textContent).toContain('40.00%');
    // A11: expectancy and the compound rate; A10: orders and trades are two words and two numbers.
    expect(metric('expectancy').textContent).toContain('+1.5000 USDT');
    expect(metric('expectancy_ratio').textContent).toContain('0.60');
    expect(metric('compound_rate').textContent).toContain('+82.00%');
    expect(metric('trades').textContent).toContain('Trades3');
    expect(metric('orders').textContent).toContain('Executed orders');
    expect(metric('worst_run').textContent).toContain('in 2 trades');
    for (const element of dialog.querySelectorAll<HTMLElement>('[data-metric]')) {
      fireEvent.click(within(element).getByRole('button'));
      await vi.dynamicImportSettled();
      await pass(250);
      const said = document.querySelector('[data-figure]');
      expect(said?.textContent?.length).toBeGreaterThan(10);
      fireEvent.keyDown(window, { key: 'Escape' });
      expect(document.querySelector('[data-figure]')).toBeNull();
    }
  });

  it('keeps fees, funding and interest apart, each with its sign', async () => {
    const dialog = await openResult();
    const cost = (id: string): string => dialog.querySelector(`[data-cost=${id}] dd`)?.textContent ?? '';
    expect(cost('fees')).toBe('-3.2500 USDT');
    expect(cost('funding')).toBe('-0.5000 USDT');
    // Nothing is borrowed by such a bot, and none was paid: no line.
    expect(cost('interest')).toBe('');
  });

  it('looks again until the neighbours are there, and names what they vary', async () => {
    const dialog = await openResult();
    expect(within(dialog).getByText('Being computed …')).toBeTruthy();
    const before = asked('backtest/report/7').length;
    report = { ...REPORT, neighbours: [{ field: 'open.0.1', value: '28', rate: '0.07' }] };
    await pass(2_500);
    expect(asked('backtest/report/7').length).toBeGreaterThan(before);
    const row = within(within(dialog).getByRole('table', { name: 'With slightly different parameters' }));
    expect(row.getAllByRole('row')[1]?.textContent).toBe('Entry 1: Slow period28+7.00%+2.00%');
    const after = asked('backtest/report/7').length;
    await pass(6_000);
    expect(asked('backtest/report/7').length).toBe(after);
  });

  it('writes a varied price to the tick of the market, and a share with the decimals of the others (C10)', async () => {
    const neighbours = [{ field: 'low_price', value: '64388', rate: '0.07' }];
    report = { ...REPORT, exposure: '1', neighbours };
    const dialog = await openResult();
    const row = within(within(dialog).getByRole('table', { name: 'With slightly different parameters' }));
    expect(row.getAllByRole('row')[1]?.textContent).toContain('64,388.0');
    expect(dialog.querySelector('[data-metric=exposure]')?.textContent).toContain('100.00%');
  });

  it('lists the costs that its kind can have: none but fees for one that owns what it trades', async () => {
    report = { ...REPORT, funding: '0' };
    const dialog = await openResult();
    expect([...dialog.querySelectorAll('[data-cost]')].map((line) => line.getAttribute('data-cost'))).toEqual(['fees']);
  });

  it('ends its curve on the day that its header ends on', async () => {
    const end = Date.UTC(2026, 9, 31) / 1000;
    report = { ...REPORT, curve: REPORT.curve.map((point, at) => (at === 2 ? { ...point, time: end } : point)) };
    const dialog = await openResult();
    expect(within(dialog).getAllByText('Oct 30, 2026').length).toBeGreaterThan(0);
    expect(within(dialog).queryByText('Oct 31, 2026')).toBeNull();
    expect(within(dialog).getAllByText('Oct 1, 2026').length).toBeGreaterThan(0);
  });

  it('says an early end and missing prices before the figures', async () => {
    report = {
      ...REPORT,
      finish_as: 'stop_loss',
      gaps: [{ from: Date.UTC(2026, 9, 2) / 1000, to: Date.UTC(2026, 9, 2, 5) / 1000 }],
    };
    const dialog = await openResult();
    const [early, gap] = within(dialog).getAllByRole('alert');
    expect(early?.textContent).toContain('ended before the last day');
    expect(gap?.textContent).toContain('1 stretch without prices');
    expect(gap?.textContent).toContain('Oct 2, 2026, 05:00');
  });

  it('shows the band of resampled trades in words too', async () => {
    const dialog = await openResult();
    expect(
      within(dialog).getByText(/the end lies between -2\.00% and \+11\.00%, half of them end above \+5\.00%/),
    ).toBeTruthy();
  });

  it('offers to try again when it cannot be read', async () => {
    replies = { '/backtest/report/': () => ({ code: 500, message: '' }) };
    const dialog = await openResult();
    expect(within(dialog).getByText('The result could not be loaded')).toBeTruthy();
    replies = {};
    fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await pass(500);
    expect(within(dialog).getByRole('region', { name: 'Costs' })).toBeTruthy();
  });

  it('makes a bot of it with one click (E-093)', async () => {
    const dialog = await openResult();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create bot' }));
    expect(went[0]).toContain(`strategyType=${KIND}`);
  });
});

describe('a backtest of an exchange that knows the documents alone (H61)', () => {
  const points = [3, 1, 2].map((day) => ({ back_time: Date.UTC(2026, 9, day) / 1000, profit: `${day * 10}` }));
  beforeEach(() => {
    announced = [];
    rows = [record({ payload: null, bot_params: gridParams({ compose_conditions: null, preset_args: {} }) })];
    replies = {
      '/backtest/pnls/': () => ok(points, { page: 1, pagecount: 1, totalcount: 3 }),
    };
  });

  it('offers nothing at all while it runs (E-145)', async () => {
    rows = [record({ status: 'running', result: null, payload: null })];
    await openList();
    expect(within(table().getAllByRole('row')[1] as HTMLElement).queryAllByRole('button')).toEqual([]);
  });

  it('has its parameters, its curve – 200 points at a time, in whatever order they come – and its trades, by documented calls alone (E-090, E-091, E-092, E-118, E-270, E-329)', async () => {
    await openList();
    press('Result');
    await pass(1_500);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('img', { name: 'Total profit: +30.0000 USDT' })).toBeTruthy();
    expect(asked('/strategybot/backtest/pnls/7')[0]?.url).toContain('page_size=200');
    expect(dialog.getByText('Oct 3, 2026, 00:00', { selector: 'p *' })).toBeTruthy();
    expect(within(dialog.getByRole('table', { name: 'Executed orders' })).getAllByRole('row')).toHaveLength(3);
    const parameters = within(dialog.getByRole('region', { name: 'Parameters' }));
    expect(parameters.getByText('K-line period').parentElement?.textContent).toContain('1h');
    expect(parameters.getByText(/^Open with .* when /)).toBeTruthy();
    // Not told is not unset.
    expect(parameters.queryByText('--')).toBeNull();
    expect(asked('/backtest/report/')).toEqual([]);
    expect(dialog.getByRole('button', { name: 'Orders as CSV' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'All as JSON' })).toBeNull();
  });

  it('becomes a bot of what its record says, and of the form’s own beginning for the rest (E-004, E-093, E-115)', async () => {
    await openList();
    press('Create bot');
    const prefill = takePrefill(KIND);
    expect(prefill?.isPartial).toBe(true);
    const definition = definitionOf(KIND);
    const values = prefilledValues(definition, prefill as NonNullable<typeof prefill>, SPOT);
    expect(values).toEqual({
      ...definition.defaults(SPOT),
      money: '1000',
      conditions: definition.decode(PAYLOAD as never, SPOT).conditions,
    });
  });
});

describe('a backtest from the form', () => {
  async function openForm(kind: RunnableKind = KIND): Promise<void> {
    render(
      <ComponentHost>
        <StrategyForm kind={kind} spec={SPOT} onCreated={() => undefined} />
        <PromptHost />
      </ComponentHost>,
    );
    await pass(700);
  }
  const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name }) as HTMLButtonElement;
  const money = (value: string): boolean =>
    fireEvent.change(screen.getByLabelText('Investment'), { target: { value } });

  it('is disabled exactly when Create is (C-207)', async () => {
    await openForm();
    for (const value of ['', '0', '1', '1000']) {
      money(value);
      await pass(700);
      expect([value, button('Backtest').disabled]).toEqual([value, button('Create').disabled]);
    }
    expect(button('Backtest').disabled).toBe(false);
  });

  it('asks for the dates only when nothing in the form is wrong (C-055, C-097, C-310, E-184)', async () => {
    await openForm();
    press('Backtest');
    await pass(100);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('please enter the investment amount')).toBeTruthy();
    money('1000');
    press('Backtest');
    await pass(100);
    expect(screen.getByRole('dialog', { name: 'Backtest' })).toBeTruthy();
    expect((screen.getByLabelText('To (included)') as HTMLInputElement).value).toBe('2026-11-21');
    expect((screen.getByLabelText('From') as HTMLInputElement).max).toBe('2026-11-21');
  });

  it('needs both dates and says at each what is wrong (C-319, C-320, E-193)', async () => {
    await openForm();
    money('1000');
    press('Backtest');
    await pass(100);
    const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
    set('From', '');
    expect(screen.getByText('please choose the first day')).toBeTruthy();
    expect(button('Start backtest').disabled).toBe(true);
    set('From', '2025-01-01');
    expect(screen.getByText('a backtest covers at most 366 days')).toBeTruthy();
    press('7 days');
    expect(button('Start backtest').disabled).toBe(false);
    set('To (included)', '2026-11-22');
    expect(screen.getByText('the last day can be today at the latest')).toBeTruthy();
  });

  it('is sent once with an idempotency key, and 600 ms later the list of its kind is shown (C-213, C-359, E-163)', async () => {
    getDefaultStore().set(botsViewAtom, { tab: 'running', kind: null, sort: '', refreshToken: 0, fastUntilMs: null });
    await openForm();
    money('1000');
    press('Backtest');
    await pass(100);
    press('Start backtest');
    await pass(250);
    const [sent] = asked('create_backtest');
    expect(sent?.headers['idempotency-key']).toMatch(/^[\w-]{16,64}$/);
    expect(sent?.body).toMatchObject({
      strategy_type: KIND,
      begin_time: Date.UTC(2026, 9, 22) / 1000,
      end_time: Date.UTC(2026, 10, 22) / 1000,
      // What a fill costs here; what else a backtest reckons with is the exchange's (C-318).
      params: { fee: '0.001' },
    });
    expect(toasts()).toContain('Backtest created');
    expect(getDefaultStore().get(botsViewAtom).tab).toBe('running');
    await pass(SHOW_BACKTESTS_DELAY_MS);
    expect(getDefaultStore().get(botsViewAtom)).toMatchObject({ tab: 'backtests', kind: KIND });
    expect(getDefaultStore().get(botsViewAtom).fastUntilMs).not.toBeNull();
  });

  it.each([
    ['the server’s message', 'C-393, E-311', { code: 409, message: 'too many' }, 'too many'],
    [
      'what is said of a fund password',
      'C-394, E-312',
      // The door has put an exchange's `msg` there (contract-tolerant-replies.test.ts).
      { code: 424, message: 'wrong password' },
      'wrong password',
    ],
    [
      'our words for its issue',
      'C-393',
      { code: 422, message: '', data: { field: 'begin_time', issue: 'backtest.too-long', values: { max: '366' } } },
      'a backtest covers at most 366 days',
    ],
  ])('says %s when it is refused (%s)', async (_what, _ids, reply, text) => {
    replies = { create_backtest: () => reply };
    await openForm();
    money('1000');
    press('Backtest');
    await pass(100);
    press('Start backtest');
    await pass(300);
    expect(toasts()).toContain(text);
    expect(screen.getByRole('dialog', { name: 'Backtest' })).toBeTruthy();
  });

  it('asks for the fund password when the exchange does, and sends the same once more (C-359)', async () => {
    let times = 0;
    replies = {
      create_backtest: () => {
        times += 1;
        return times === 1 ? { code: 423, message: '', require_fundpass: true } : ok({ id: 9 });
      },
    };
    await openForm();
    money('1000');
    press('Backtest');
    await pass(100);
    press('Start backtest');
    const password = await vi.waitFor(() => screen.getByLabelText('Fund password', { selector: 'input' }));
    fireEvent.change(password, { target: { value: 'secret' } });
    fireEvent.submit(password.closest('form') as HTMLFormElement);
    await pass(300);
    const [first, second] = asked('create_backtest');
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.body).toMatchObject({ fundpass: 'secret' });
    expect(toasts()).toContain('Backtest created');
  });

  it('becomes a bot: the form opens with what the record was made of (E-004, E-093)', async () => {
    const values: FormValues = { ...KIND_CASES[KIND].good, money: '432', stop_rate: '35' };
    leavePrefill({ kind: KIND, payload: definitionOf(KIND).encode(values, SPOT) });
    await openForm();
    expect((screen.getByLabelText('Investment') as HTMLInputElement).value).toBe('432');
    expect(draft(KIND)).toMatchObject({
      stop_rate: '35',
      conditions: values.conditions,
    });
    expect(takePrefill(KIND)).toBeNull();
  });

  it('leaves the form of another kind alone', async () => {
    leavePrefill({ kind: 'macd', payload: {} });
    await openForm();
    expect((screen.getByLabelText('Investment') as HTMLInputElement).value).toBe('');
    expect(takePrefill('macd')).not.toBeNull();
  });
});

describe('the entries of the form', () => {
  it('say Entry, Exit, Increase and Reduce with their sentences, and open the editor on their side (C-070, E-006)', async () => {
    render(
      <ComponentHost>
        <StrategyForm kind={KIND} spec={SPOT} onCreated={() => undefined} />
      </ComponentHost>,
    );
    await pass(300);
    expect(screen.getByRole('button', { name: /^Entry ?Open with 10% of the capital when / })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Exit ?Close everything when / })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Reduce ?Not set$/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Increase ?Not set$/ }));
    await pass(300);
    const editor = within(screen.getByRole('dialog', { name: 'Conditions' }));
    expect(editor.getByRole('tab', { name: /^Increase/ }).getAttribute('aria-selected')).toBe('true');
    fireEvent.click(editor.getByRole('button', { name: 'Set conditions: Increase' }));
    fireEvent.click(editor.getByRole('button', { name: 'Confirm' }));
    await pass(100);
    expect(screen.getByRole('button', { name: /^Increase ?Increase with 10% of the capital when / })).toBeTruthy();
  });
});
