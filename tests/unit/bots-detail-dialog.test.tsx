// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { BotDetailDialog } from '#components/bots/detail/bot-detail-dialog.tsx';
import { OpenOrdersTab } from '#components/bots/detail/open-orders-tab.tsx';
import { LiveNotice } from '#components/ui/stale-notice.tsx';
import type { SessionInfo } from '#lib/client/session.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

const VIEWER = { anonymous: '0123456789abcdef' } as SessionInfo;
const PARAMS = gridParams({
  unit_qty: '0.0008',
  stop_upward_price: '105000',
  stop_downward_price: '25000',
  moving_average_momentum: '0.02',
});
const MARKET = marketRow('BTC_USDT');

let bot: StrategyRow;
/** False: the exchange answers, and has no such row. */
let hasRow: boolean;
let records: number;
let told: { op_type: string; from: string; to: string; explain: string }[];
let curvePages: number;
/** Of the points within its first days; 404 of an exchange that keeps none. */
let early: object;
/** The exchange answers 500 to what is told from all pages: curve and operation records. */
let areListsDown: boolean;
const onChanged = vi.fn();

const OF_ALL_PAGES = /\/rank\/strategy\/detail\/|operate_records/;

function answer(call: FakeCall): object | null {
  if (areListsDown && OF_ALL_PAGES.test(call.url)) return { code: 500, message: '' };
  if (call.url.includes('/rank/strategy/early/')) return early;
  const page = Number(new URL(call.url, 'http://test').searchParams.get('page') ?? '1');
  if (call.url.includes('get_all_strategy')) return { code: 200, message: '', data: hasRow ? [bot] : [] };
  if (call.url.includes('/rank/strategy/detail/')) {
    // The newest first, as the exchange answers; each day gained 1 %.
    const day = (n: number) => ({
      trading_date: `2026-01-0${n}`,
      profit_rate: `0.0${n}`,
      profit: '1',
      usdt_money: '1000',
    });
    const newest = (curvePages - page + 1) * 2;
    return {
      code: 200,
      message: '',
      data: [day(newest), day(newest - 1)],
      page,
      pagecount: curvePages,
      totalcount: curvePages * 2,
    };
  }
  if (call.url.includes('operate_records') && told.length > 0) {
    const data = told.map((record, index) => ({ ...record, create_time: 1_760_000_000 + index }));
    return { code: 200, message: '', data, page: 1, pagecount: 1, totalcount: data.length };
  }
  if (call.url.includes('operate_records')) {
    const data = Array.from({ length: records }, (_, index) => ({
      op_type: 'moving-up',
      create_time: 1_760_000_000 + index,
      from: `{"low_price":"${index}"}`,
      to: `{"low_price":"${index + 1}"}`,
      explain: '',
    }));
    return { code: 200, message: '', data, page: 1, pagecount: 1, totalcount: records };
  }
  if (call.url.includes('strategy_detail_comparison')) return { code: 404, message: 'unknown' };
  if (call.url.includes('order_book')) {
    const data = {
      ask: [{ price: '61000', qty: '0.0008' }],
      bid: [],
      total_qty: '0.02',
      total_match_qty: '0.005',
      total_match_cost: '300',
    };
    return { code: 200, message: '', data };
  }
  if (call.url.includes('/balance/')) return { code: 200, message: '', data: { assets: { balances: [], risk: '' } } };
  if (call.url.includes('spot_markets')) return { code: 200, message: '', data: [MARKET] };
  if (call.url.includes('capabilities')) return { code: 200, message: '', data: [] };
  return { code: 200, message: '', data: { orders: [] }, page: 1, pagecount: 1, totalcount: 0 };
}

const asked = (part: string): number => calls.filter((call) => call.url.includes(part)).length;

async function open(): Promise<HTMLElement> {
  render(
    <ComponentHost>
      <BotDetailDialog id={42} kind="spot_grid" viewer={VIEWER} onClose={() => undefined} onChanged={onChanged} />
    </ComponentHost>,
  );
  await pass(300);
  return screen.getByRole('dialog');
}

async function openTab(dialog: HTMLElement, name: string): Promise<void> {
  fireEvent.mouseDown(within(dialog).getByRole('tab', { name }), { button: 0 });
  await pass(300);
}

const calls = inOwnTime(answer, () => {
  bot = strategyRow({ params: PARAMS });
  hasRow = true;
  records = 25;
  told = [];
  curvePages = 2;
  early = { code: 404, message: '' };
  areListsDown = false;
  onChanged.mockReset();
});

describe('the head of the detail dialog', () => {
  it('shows market, owner and creation time, and the finish time only when the bot has ended (M-048, M-049, M-050)', async () => {
    const dialog = await open();
    expect(within(dialog).getAllByText(/^BTC/).length).toBeGreaterThan(0);
    expect(within(dialog).getByText('demo')).toBeTruthy();
    expect(within(dialog).getByText(/^Created /)).toBeTruthy();
    expect(within(dialog).queryByText(/^Ended /)).toBeNull();
    cleanup();
    bot = strategyRow({ status: 'finished', step: 'stopped', finish_as: 'cancelled', finish_time: 1_760_500_000 });
    expect(within(await open()).getByText(/^Ended /)).toBeTruthy();
    cleanup();
    // An exchange that does not say when.
    bot = strategyRow({ status: 'finished', step: 'stopped', finish_as: 'cancelled', finish_time: 0 });
    const unsaid = within(await open());
    expect(unsaid.getByText('User terminated')).toBeTruthy();
    expect(unsaid.queryByText(/1970/)).toBeNull();
  });

  it('of a bot that the exchange has no row of says that it is gone, and waits for none (C-360, M-283)', async () => {
    hasRow = false;
    const dialog = await open();
    expect(dialog.querySelector('.skeleton')).toBeNull();
    expect(dialog.textContent).toContain('This bot cannot be shown');
  });

  it('opens the provider page in a new tab (M-013, M-051)', async () => {
    const link = within(await open()).getByRole('link', { name: 'demo' });
    expect(link.getAttribute('href')).toBe('/en/strategybot/signaler-detail?anonymous=0123456789abcdef');
    expect(link.getAttribute('target')).toBe('_blank');
    cleanup();
    // Of whom the exchange does not name there is no such page.
    bot = { ...bot, user_info: { ...bot.user_info, anonymous: '' } };
    const dialog = await open();
    expect(within(dialog).getByText('demo')).toBeTruthy();
    expect(within(dialog).queryByRole('link', { name: 'demo' })).toBeNull();
  });

  it('tags a trailing grid up and down, and no other (M-047, M-100)', async () => {
    const dialog = await open();
    expect(within(dialog).getByText('Trailing up')).toBeTruthy();
    expect(within(dialog).getByText('Trailing down')).toBeTruthy();
    cleanup();
    bot = strategyRow({ params: { ...PARAMS, stop_upward_price: '0', stop_downward_price: '' } });
    const plain = await open();
    expect(within(plain).queryByText('Trailing up')).toBeNull();
    expect(within(plain).queryByText('Trailing down')).toBeNull();
  });

  it('links a copied bot to its source and says what the copy costs, and leads to its provider; who has no name is *** (C-350, M-012, M-046, M-051, M-067)', async () => {
    bot = strategyRow({
      params: PARAMS,
      follow_id: 7,
      follow_info: { anonymous: 'fedcba9876543210', nickname: 'Ann' },
    });
    const dialog = await open();
    const link = within(dialog).getByRole('link', { name: 'Open the bot it was copied from' });
    expect(link.getAttribute('href')).toBe('/en/strategybot/detail?id=7&type=spot_grid&name=fedcba9876543210');
    expect(within(dialog).getByText(/Copied from Ann.*5.00%/)).toBeTruthy();
    // And whose it is to that provider's page (M-051).
    const provider = within(dialog).getByRole('link', { name: 'Ann' });
    expect(provider.getAttribute('href')).toBe('/en/strategybot/signaler-detail?anonymous=fedcba9876543210');
    expect(provider.getAttribute('target')).toBe('_blank');
    cleanup();
    bot = { ...bot, follow_info: { anonymous: 'fedcba9876543210', nickname: ' ' } };
    expect(within(await open()).getByText(/Copied from \*\*\*.*5.00%/)).toBeTruthy();
  });

  it('shows the banner "service reconnecting" while a grid is retrying (M-068)', async () => {
    expect(within(await open()).queryByText('service reconnecting')).toBeNull();
    cleanup();
    bot = strategyRow({ params: PARAMS, behavior_status: 'retrying' });
    expect(within(await open()).getByText('service reconnecting')).toBeTruthy();
    cleanup();
    // Its market is there, and has no price for what it wants to open with.
    bot = strategyRow({ params: PARAMS, status: 'open', step: 'init-order-process', behavior_status: 'retrying' });
    expect(within(await open()).getByText(/^The opening order found no price within/)).toBeTruthy();
  });
});

describe('the foot of the detail dialog', () => {
  it('has a share button, and a terminate button for the owner (M-060, M-062, M-139)', async () => {
    const dialog = await open();
    expect(within(dialog).getByRole('button', { name: 'Share' })).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Terminate' }));
    await vi.dynamicImportSettled();
    await pass(500);
    const end = screen.getByRole('dialog', { name: 'Terminate bot' });
    fireEvent.click(within(end).getByRole('button', { name: 'Cancel' }));
    expect(onChanged).toHaveBeenCalled();
  });

  it('has no terminate button on another trader’s bot, nor once the bot has ended (M-266)', async () => {
    bot = strategyRow({ user_info: { ...bot.user_info, anonymous: 'aaaaaaaaaaaaaaaa' } });
    expect(within(await open()).queryByRole('button', { name: 'Terminate' })).toBeNull();
    cleanup();
    bot = strategyRow({ status: 'finished', step: 'stopped' });
    expect(within(await open()).queryByRole('button', { name: 'Terminate' })).toBeNull();
  });
});

describe('the overview', () => {
  it('keeps curve and records that were there through an outage, asks again at their pace however long it was, and says so (D1, D2, H55)', async () => {
    render(
      <ComponentHost>
        <LiveNotice />
      </ComponentHost>,
    );
    const dialog = await open();
    // Ten records and their header, and the curve.
    const isWhole = (): boolean =>
      within(dialog).getAllByRole('row').length > 10 && within(dialog).queryByRole('img', { name: /return/i }) !== null;
    expect(isWhole()).toBe(true);
    areListsDown = true;
    // Longer than a back-off without an end takes to wait for minutes.
    await pass(400_000);
    expect(isWhole()).toBe(true);
    expect(screen.getByTestId('live-notice').textContent).toContain('Not up to date');
    const before = { curve: asked('/rank/strategy/detail/'), records: asked('operate_records') };
    await pass(60_000);
    expect(asked('/rank/strategy/detail/')).toBeGreaterThan(before.curve);
    expect(asked('operate_records')).toBeGreaterThan(before.records + 1);
    areListsDown = false;
    await pass(60_000);
    expect(screen.queryByTestId('live-notice')).toBeNull();
  });

  it('that could not be loaded at all is said to be tried again, not to be without records (H55)', async () => {
    areListsDown = true;
    const dialog = await open();
    expect(within(dialog).getAllByText('This could not be loaded – trying again')).toHaveLength(2);
    areListsDown = false;
    // The curve's own pace.
    await pass(60_000);
    expect(within(dialog).queryByText('This could not be loaded – trying again')).toBeNull();
    expect(within(dialog).getByRole('table', { name: 'Operation records' })).toBeTruthy();
  });

  it('has a statistics card whose account check is exact (M-057)', async () => {
    const dialog = await open();
    expect(within(dialog).getByText('+12.5000 USDT')).toBeTruthy();
    expect(within(dialog).getByText('+1.25%')).toBeTruthy();
    expect(within(dialog).getByText('exact to the last unit')).toBeTruthy();
  });

  it('draws the curve of its first day from the first minute where the exchange keeps it (issue 10)', async () => {
    const startS = Date.UTC(2026, 0, 1, 10) / 1000;
    bot = strategyRow({ params: PARAMS, create_time: startS, run_times: 3_600 });
    curvePages = 0;
    early = {
      code: 200,
      message: '',
      data: [{ time: startS + 300, profit_rate: '-0.01', profit: '-1', usdt_money: '999' }],
    };
    await open();
    const curve = screen.getByRole('img', { name: /Cumulative return from .*10:00.* to .*11:00/ });
    const drawn = curve.querySelector('path[stroke="currentColor"]')?.getAttribute('d') ?? '';
    expect([...drawn.matchAll(/,/g)].length).toBeGreaterThanOrEqual(2);
  });

  it('draws the cumulative return from the oldest day to the newest, from all pages, 100 a page (C2, M-058, M-290, M-384, E-330)', async () => {
    const dialog = await open();
    const figure = within(dialog).getByRole('img', {
      name: /Cumulative return from Jan 1, 2026 to Jan 4, 2026: \+4.00%/,
    });
    const drawn = figure.querySelector('path[stroke="currentColor"]')?.getAttribute('d') ?? '';
    const heights = [...drawn.matchAll(/([\d.]+),([\d.]+)/g)].map(([, , y]) => Number(y));
    // A gain rises: on the screen towards smaller y.
    expect(heights).toHaveLength(5);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    const pages = calls.filter((call) => call.url.includes('/rank/strategy/detail/42'));
    expect(
      pages.map((call) => call.url).every((url) => url.includes('page_size=100') && url.includes('type=home_curve')),
    ).toBe(true);
    expect(pages).toHaveLength(2);
  });

  it('says operation records in words, prices with the market’s decimals (M-111, M-393)', async () => {
    told = [
      { op_type: 'create', from: '', to: '{"investment":"3000","asset":"USDT","price":"60000"}', explain: '' },
      { op_type: 'catch_up', from: '{"time":1760000000}', to: '{"time":1760003600}', explain: 'path-replayed' },
      { op_type: 'terminate', from: '', to: '{"close":"no_close"}', explain: 'stop_loss' },
      { op_type: 'stop', from: '', to: '{"reason":"stop_loss"}', explain: 'stop_loss' },
    ];
    const dialog = await open();
    const table = within(dialog).getByRole('table', { name: 'Operation records' });
    expect(within(table).getByText('investment: 3,000, asset: USDT, price: 60,000.0')).toBeTruthy();
    expect(
      within(table).getByText(/time: .+ → time: .+ · The market path that was missed has been replayed/),
    ).toBeTruthy();
    expect(within(table).getByText('close: coins kept · Stop loss reached')).toBeTruthy();
    expect(within(table).getByText('reason: Stop loss reached')).toBeTruthy();
  });

  it('shows ten operation records at a time out of all (M-059, M-293, M-348)', async () => {
    const dialog = await open();
    const table = within(dialog).getByRole('table', { name: 'Operation records' });
    expect(within(table).getAllByRole('row')).toHaveLength(11);
    expect(within(table).getByText('low: 0.0 → low: 1.0')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(within(within(dialog).getByRole('table', { name: 'Operation records' })).getAllByRole('row')).toHaveLength(
      6,
    );
  });
});

describe('open orders', () => {
  it('are refreshed every 30 s (M-173, M-351)', async () => {
    const dialog = await open();
    await openTab(dialog, 'Open orders');
    const before = asked('order_book');
    await pass(29_000);
    expect(asked('order_book')).toBe(before);
    await pass(2_000);
    expect(asked('order_book')).toBe(before + 1);
  });

  it('say "no orders yet" with filled volume and size while the position is opening, and are not polled then (M-069, M-171, M-352)', async () => {
    bot = strategyRow({ status: 'open', step: 'init-order-process', params: PARAMS });
    const dialog = await open();
    await openTab(dialog, 'Open orders');
    expect(within(dialog).getByText('no orders yet')).toBeTruthy();
    expect(within(dialog).getByText(/0.005.*0.02/)).toBeTruthy();
    const before = asked('order_book');
    const details = asked('get_all_strategy');
    await pass(61_000);
    expect(asked('order_book')).toBe(before);
    expect(asked('get_all_strategy')).toBeGreaterThanOrEqual(details + 5);
  });

  it('say so where the step stands in the params alone, and show what rests of an infinite grid all the same (M-069)', async () => {
    bot = strategyRow({ params: { ...PARAMS, step: 'create' } });
    const dialog = await open();
    await openTab(dialog, 'Open orders');
    expect(within(dialog).getByText('no orders yet')).toBeTruthy();
    cleanup();
    const infinite = strategyRow({ strategy_type: 'infinite_grid', status: 'open', step: 'create', params: PARAMS });
    render(
      <ComponentHost>
        <OpenOrdersTab bot={infinite} />
      </ComponentHost>,
    );
    await pass(300);
    expect(screen.queryByText('no orders yet')).toBeNull();
    expect(screen.getByText('61,000.0')).toBeTruthy();
  });

  it('say that the trigger price is not reached while trigger_status is 1 (M-070, M-097)', async () => {
    bot = strategyRow({ status: 'open', step: 'wait-touch', params: { ...PARAMS, trigger_status: 1 } });
    const dialog = await open();
    await openTab(dialog, 'Open orders');
    expect(within(dialog).getByText(/trigger price has not been reached/)).toBeTruthy();
  });
});

describe('the parameters', () => {
  it('are listed as the definition names them', async () => {
    const dialog = await open();
    await openTab(dialog, 'Parameters');
    const shown = [...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent);
    // The bot's market has prices of one decimal, as its trades do (C10).
    for (const text of ['50,000.0 – 70,000.0 USDT', '1,000.00 USDT', '2%']) expect(shown).toContain(text);
  });

  it('are read in their tab, where nothing can be typed (M-071)', async () => {
    const dialog = await open();
    await openTab(dialog, 'Parameters');
    for (const role of ['textbox', 'checkbox', 'combobox', 'switch'])
      expect(within(dialog).queryAllByRole(role)).toEqual([]);
    // Editing is the owner's, in dialogs of its own.
    expect(within(dialog).getByRole('button', { name: 'Manage' })).toBeTruthy();
  });

  it('give way to a notice with the abstract when the viewer may not see them (C-346, M-279, M-074, E-250)', async () => {
    bot = strategyRow({ params: null, abstract: 'buys the dip' });
    const dialog = await open();
    await openTab(dialog, 'Parameters');
    expect(within(dialog).getByText('The parameters of this bot are hidden')).toBeTruthy();
    expect(within(dialog).getByText('buys the dip')).toBeTruthy();
  });
});
