// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TableBoundary } from '#components/bots/table-boundary.tsx';
import { BotsMemory } from '#components/my-bots/bots-memory.tsx';
import { BotsSection } from '#components/my-bots/bots-section.tsx';
import { listsOf } from '#components/my-bots/lists.tsx';
import { botsViewAtom, listBotsOf, showBotsTab, watchBotsClosely } from '#lib/client/bots-view.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { screenOf } from '#tests/support/wide-screen.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT' }));

let isLoggedIn: boolean;
let rows: StrategyRow[];
let ended: StrategyRow[];
let pages: number;
let isDown: boolean;
/** What the exchange announces. */
let announced: readonly string[];
let numbers: readonly { key: string; num: number }[];

const lists = (status: string): FakeCall[] =>
  calls.filter((call) => call.url.includes('get_all_strategy') && call.url.includes(`status=${status}`));

function answer(call: FakeCall): object | null {
  if (call.url === '/api/session') {
    return { code: 200, message: '', data: { logged_in: isLoggedIn, anonymous: '0123456789abcdef', nickname: 'demo' } };
  }
  if (isDown) return null;
  if (call.url.includes('/balance/') || call.url.includes('enquiry_price')) return { code: 404, message: '' };
  if (call.url.includes('get_all_strategy') && call.url.includes('strategy_id='))
    return { code: 200, message: '', data: rows.slice(0, 1) };
  if (call.url.includes('get_all_strategy')) {
    return {
      code: 200,
      message: '',
      data: call.url.includes('running') ? rows : ended,
      page: 1,
      pagecount: pages,
      totalcount: rows.length,
    };
  }
  if (call.url.includes('/public/capabilities')) return { code: 200, message: '', data: announced };
  if (call.url.includes('backtest_group_count'))
    return { code: 200, message: '', data: { running: 0, stopped: 0, abnormal: 0, total: 0 } };
  if (call.url.includes('get_strategy_number')) return { code: 200, message: '', data: numbers };
  return { code: 200, message: '', data: [] };
}

async function open(): Promise<void> {
  render(
    <ComponentHost>
      <BotsMemory />
      <BotsSection />
    </ComponentHost>,
  );
  await pass(200);
}

// Tables and dialogs are loaded when they are wanted: reading them takes real time, which these tests do not have.
beforeAll(async () => {
  await Promise.all([
    import('#components/backtests/backtests-table.tsx'),
    import('#components/bots/bots-table.tsx'),
    import('#components/bots/detail/bot-detail-dialog.tsx'),
    import('#components/bots/terminate/terminate-dialog.tsx'),
  ]);
});
const calls = inOwnTime(answer, () => {
  getDefaultStore().set(botsViewAtom, { tab: 'running', kind: null, sort: '', refreshToken: 0, fastUntilMs: null });
  getDefaultStore().set(toastsAtom, []);
  isLoggedIn = true;
  rows = [strategyRow()];
  ended = [];
  pages = 1;
  isDown = false;
  numbers = [];
  announced = [];
  window.sessionStorage.clear();
});

describe('the bots section', () => {
  it('comes alive as the server drew it, when what was remembered has been taken up before (E-029)', async () => {
    isLoggedIn = false;
    const section = (
      <ComponentHost>
        <BotsSection />
      </ComponentHost>
    );
    const container = document.createElement('div');
    container.innerHTML = renderToString(section);
    document.body.append(container);
    // A type whose lists are others than those of the first one.
    listBotsOf('custom-strategy');
    const mismatches: unknown[] = [];
    render(section, { container, hydrate: true, onRecoverableError: (error) => mismatches.push(error) });
    await pass(200);
    expect(mismatches).toEqual([]);
    const tabs = within(container).getAllByRole('tab');
    expect(tabs).toHaveLength(listsOf('custom-strategy').length);
  });

  it('shows a guest a not-logged-in state and asks for no data (M-022, M-264)', async () => {
    isLoggedIn = false;
    await open();
    expect(screen.getByText('You are not logged in')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/en/login?return=%2Fen%2Ftrade%2FBTC_USDT',
    );
    expect(lists('running')).toHaveLength(0);
  });

  it('sorts by what is chosen, from the first page, and remembers kind, tab and order in the session (C9, E-027, E-029)', async () => {
    pages = 3;
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await pass(100);
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'profit_desc' } });
    await pass(100);
    expect(lists('running').at(-1)?.url).toMatch(/sort=profit_desc/);
    expect(lists('running').at(-1)?.url).toMatch(/page=1(&|$)/);
    fireEvent.click(screen.getByRole('radio', { name: /Futures grid/ }));
    await pass(100);
    cleanup();
    getDefaultStore().set(botsViewAtom, { tab: 'running', kind: null, sort: '', refreshToken: 0, fastUntilMs: null });
    await open();
    expect(lists('running').at(-1)?.url).toContain('strategy_type=futures_grid');
    expect(lists('running').at(-1)?.url).toContain('sort=profit_desc');
  });

  it('asks for the order that it shows: one that another list has and this one does not offer is the newest first (C9, E-027)', async () => {
    window.sessionStorage.setItem(
      'bots_view',
      JSON.stringify({ tab: 'running', kind: 'spot_grid', sort: 'create_time_asc' }),
    );
    await open();
    expect(lists('running').at(-1)?.url).toContain('sort=create_time_asc');
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'History' }), { button: 0 });
    await pass(200);
    expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('');
    expect(lists('finished').at(-1)?.url).not.toContain('sort=');
    // What was chosen for the other list is still its own.
    fireEvent.mouseDown(screen.getByRole('tab', { name: /^Running/ }), { button: 0 });
    await pass(200);
    expect(lists('running').at(-1)?.url).toContain('sort=create_time_asc');
  });

  it('has a tab for each kind, with the number of its running bots (M-018, E-019, E-135, E-267, M-001)', async () => {
    numbers = [
      { key: 'spot_grid', num: 3 },
      { key: 'futures_grid', num: 12 },
    ];
    await open();
    expect(calls.filter(({ url }) => url.includes('get_strategy_number?status=running'))).not.toHaveLength(0);
    expect(screen.getByRole('radio', { name: 'Spot grid (3)' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Futures grid (12)' })).toBeTruthy();
    for (const kind of ['Margin grid', 'Infinite grid', 'Smart position', 'Spot martingale', 'Futures martingale'])
      expect(screen.getByRole('radio', { name: kind })).toBeTruthy();
  });

  it('lists running or ended bots, or backtest records, each from its first page; what memory has that is none of them is the running ones (E-021, E-023, E-025, E-026, E-028, E-149, E-150)', async () => {
    window.sessionStorage.setItem('bots_view', JSON.stringify({ tab: 'return', kind: 'no_such_kind', sort: '' }));
    pages = 3;
    await open();
    expect(screen.getByRole('tab', { name: /^Running/ }).getAttribute('aria-selected')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await pass(100);
    expect(lists('running').at(-1)?.url).toMatch(/page=2(&|$)/);
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'History' }), { button: 0 });
    await pass(100);
    expect(lists('finished').at(-1)?.url).toMatch(/page=1(&|$)/);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await pass(100);
    fireEvent.click(screen.getByRole('radio', { name: /Margin grid/ }));
    await pass(100);
    expect(lists('finished').at(-1)?.url).toMatch(/page=1(&|$).*strategy_type=margin_grid/);
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Backtests' }), { button: 0 });
    await pass(100);
    expect(calls.some(({ url }) => url.includes('get_backtest_list'))).toBe(true);
  });

  it('has the lists of what is earned without a bot where the exchange has it: counted by type and not on a list that has some of it alone, a default, each with lists of its own (E-020, E-024, E-109, H61)', async () => {
    window.sessionStorage.setItem('bots_view', JSON.stringify({ tab: 'inactive', kind: 'auto-investment', sort: '' }));
    numbers = [
      { key: 'finance-auto-invest', num: 2 },
      { key: 'macd', num: 1 },
    ];
    announced = ['auto_invest'];
    await open();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Auto-invest (2)' }).checked).toBe(true);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Active', 'Inactive', 'History']);
    expect(screen.getByRole('tab', { name: 'Inactive', selected: true })).toBeTruthy();
  });

  it('has no tab of it, and no default, where the exchange does not say that it has it, whatever is counted (E-020, H61)', async () => {
    window.sessionStorage.setItem('bots_view', JSON.stringify({ tab: 'active', kind: 'auto-investment', sort: '' }));
    numbers = [
      { key: 'finance-auto-invest', num: 2 },
      { key: 'macd', num: 1 },
    ];
    await open();
    expect(screen.queryByRole('radio', { name: /Auto-invest/ })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MACD (1)' }).checked).toBe(true);
    expect(screen.getByRole('tab', { name: 'Running (1)', selected: true })).toBeTruthy();
  });

  it('has the tab chosen that the address names, before what is remembered, of a kind and of what is earned without a bot; another word chooses nothing (E-017)', async () => {
    numbers = [{ key: 'spot_grid', num: 1 }];
    announced = ['auto_invest'];
    const chosenAt = async (search: string): Promise<unknown> => {
      cleanup();
      getDefaultStore().set(botsViewAtom, { tab: 'running', kind: null, sort: '', refreshToken: 0, fastUntilMs: null });
      window.sessionStorage.setItem('bots_view', JSON.stringify({ tab: 'running', kind: 'martingale', sort: '' }));
      window.history.replaceState(null, '', `/en/trade/BTC_USDT${search}`);
      await open();
      window.history.replaceState(null, '', '/');
      return screen.getByRole('radio', { checked: true }).getAttribute('value');
    };
    expect(await chosenAt('?strategyType=auto-investment')).toBe('auto-investment');
    expect(await chosenAt('?strategyType=sell-high')).toBe('sell-high');
    expect(await chosenAt('?strategyType=margin_grid')).toBe('margin_grid');
    expect(await chosenAt('?strategyType=__proto__')).toBe('martingale');
  });

  it('opens a bot of a kind without a panel in a tab of its own, running and ended (M-010, M-011, M-021, M-027)', async () => {
    const opened = vi.fn();
    vi.stubGlobal('open', opened);
    getDefaultStore().set(botsViewAtom, (view) => ({ ...view, kind: 'smart-position' }));
    rows = [strategyRow({ strategy_type: 'smart-position', strategy_id: 77 })];
    await open();
    fireEvent.click(screen.getAllByRole('row')[1] as HTMLElement);
    expect(opened.mock.calls[0]?.[0]).toBe('/en/strategybot/underwayStrategy?type=smart-position&id=77');
    expect(opened.mock.calls[0]?.[1]).toBe('_blank');
    expect(screen.queryByRole('dialog')).toBeNull();
    ended = rows;
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'History' }), { button: 0 });
    await pass(200);
    const table = screen.getByRole('table', { name: 'History' });
    fireEvent.click(within(table).getAllByRole('row')[1] as HTMLElement);
    expect(opened.mock.calls[1]?.[0]).toBe('/en/strategybot/historyStrategy?type=smart-position&id=77');
  });

  it('lists what another screen has put in place while it was not shown, as on a phone (C-213, E-029)', async () => {
    const Phone = ({ isShown }: { readonly isShown: boolean }) => (
      <ComponentHost>
        <BotsMemory />
        {isShown && <BotsSection />}
      </ComponentHost>
    );
    window.sessionStorage.setItem('bots_view', JSON.stringify({ tab: 'running', kind: 'spot_grid', sort: '' }));
    const { rerender } = render(<Phone isShown={false} />);
    await pass(100);
    act(() => showBotsTab('history', 'martingale'));
    rerender(<Phone isShown />);
    await pass(200);
    const listed = calls.filter(({ url }) => url.includes('get_all_strategy')).map(({ url }) => url);
    expect(new Set(listed)).toEqual(
      new Set([expect.stringMatching(/status=finished.*strategy_type=martingale/) as unknown as string]),
    );
    expect(screen.getByRole('tab', { name: 'History', selected: true })).toBeTruthy();
  });

  it('begins with the first kind that has running bots, and follows the form that is open (C9, E-020)', async () => {
    numbers = [
      { key: 'martingale', num: 2 },
      { key: 'macd', num: 1 },
    ];
    await open();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Spot martingale (2)' }).checked).toBe(true);
    expect(screen.getByRole('radio', { name: /MACD.*\(1\)/ })).toBeTruthy();
    act(() => listBotsOf('macd'));
    await pass(100);
    expect(lists('running').at(-1)?.url).toContain('strategy_type=macd');
  });

  it('stays with the kind that it began with when its last bot ends, and another kind has some: a bot that is open stays open (E-020)', async () => {
    numbers = [{ key: 'spot_grid', num: 1 }];
    await open();
    fireEvent.click(within(screen.getByRole('table')).getByText('My grid'));
    await pass(300);
    expect(screen.getByRole('heading', { name: 'My grid' })).toBeTruthy();
    numbers = [
      { key: 'spot_grid', num: 0 },
      { key: 'martingale', num: 2 },
    ];
    await pass(11_000);
    expect(screen.getByRole('heading', { name: 'My grid' })).toBeTruthy();
    expect(lists('running').at(-1)?.url).toContain('strategy_type=spot_grid');
  });

  it('has no list of a kind of ours that the exchange does not announce (E2, H61)', async () => {
    const radio = () => screen.queryByRole('radio', { name: 'Recurring buy' });
    await open();
    expect(screen.getByRole('radio', { name: 'Spot martingale' })).toBeTruthy();
    expect(radio()).toBeNull();
    cleanup();
    announced = ['kind:recurring-buy'];
    await open();
    expect(radio()).not.toBeNull();
  });

  it('says of each indicator bot which of the kinds it is, and of no other list (C9)', async () => {
    rows = [
      strategyRow({ strategy_id: 1, strategy_type: 'macd' }),
      strategyRow({ strategy_id: 2, strategy_type: 'keltner' }),
    ];
    await open();
    expect(screen.queryByRole('columnheader', { name: 'Kind' })).toBeNull();
    act(() => listBotsOf('compose-indicator'));
    await pass(100);
    expect(screen.getByRole('columnheader', { name: 'Kind' })).toBeTruthy();
    const [, macd, keltner] = screen.getAllByRole('row');
    expect(within(macd as HTMLElement).getByText('MACD')).toBeTruthy();
    expect(within(keltner as HTMLElement).getByText('Keltner channel')).toBeTruthy();
  });

  it('asks for 20 rows a page and turns pages (M-019, M-346)', async () => {
    pages = 3;
    await open();
    expect(lists('running')[0]?.url).toContain('page_size=20');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await pass(200);
    expect(lists('running').some((call) => call.url.includes('page=2'))).toBe(true);
  });

  it('shows a no-record state that says what to do next when there is no bot (M-023)', async () => {
    rows = [];
    await open();
    expect(screen.getByText('No records')).toBeTruthy();
    expect(screen.getByText(/create your first bot/)).toBeTruthy();
  });

  it('says that the list could not be loaded and is tried again, and shows it then; nothing else is said of it (H55, D3, M-343, E-307)', async () => {
    isDown = true;
    await open();
    await pass(1000);
    // No bots and no answer are two things.
    expect(screen.queryByText('No records')).toBeNull();
    expect(screen.getByText('This could not be loaded – trying again')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    // Who has bots is not told to create the first one.
    expect(screen.queryByText(/create your first bot/)).toBeNull();
    // Silently: the table is empty and no message comes over the page.
    expect(screen.queryByText('My grid')).toBeNull();
    expect(getDefaultStore().get(toastsAtom)).toEqual([]);
    isDown = false;
    await pass(11_000);
    expect(within(screen.getByRole('table')).getByText('My grid')).toBeTruthy();
  });

  it('keeps the rows that it has when a refresh fails, and says that they are old, with their age (H55, D3)', async () => {
    await open();
    isDown = true;
    await pass(11_000);
    expect(within(screen.getByRole('table')).getByText('My grid')).toBeTruthy();
    expect(screen.getByText(/^Not up to date – reconnecting · 1\d sec old$/)).toBeTruthy();
    isDown = false;
    await pass(11_000);
    expect(screen.queryByText(/Not up to date/)).toBeNull();
  });

  it.each([
    ['the termination from its own button', 'Terminate', false],
    ['the detail from the whole card', /My grid/, true],
  ])('opens %s on a phone (M-020)', async (_, name, isDetail) => {
    vi.stubGlobal('matchMedia', screenOf(true));
    await open();
    expect(screen.queryByRole('table', { name: 'Running' })).toBeNull();
    const card = within(screen.getByRole('list', { name: 'Running' }));
    fireEvent.click(card.getByRole('button', { name }));
    await pass(600);
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'My grid' }) !== null).toBe(isDetail);
  });

  it('shows a skeleton, not an empty table, until it knows who is looking and what there is', async () => {
    render(
      <ComponentHost>
        <BotsSection />
      </ComponentHost>,
    );
    expect(document.querySelector('.skeleton')).toBeTruthy();
    expect(screen.queryByText('No records')).toBeNull();
    await pass(200);
  });

  it('refreshes every 10 s (M-169, M-349, E-331)', async () => {
    await open();
    const before = lists('running').length;
    await pass(9_000);
    expect(lists('running')).toHaveLength(before);
    await pass(2_000);
    expect(lists('running').length).toBeGreaterThan(before);
  });

  it('refreshes every 2 s after an action while a row is in transition, for a minute at most (M-169, M-349, E-331)', async () => {
    rows = [strategyRow({ step: 'init-order-process', status: 'open' })];
    await open();
    act(() => watchBotsClosely(Date.now()));
    await pass(200);
    const before = lists('running').length;
    await pass(6_500);
    expect(lists('running').length - before).toBe(3);
    await pass(60_000);
    expect(getDefaultStore().get(botsViewAtom).fastUntilMs).toBeNull();
  });

  it('is at the fast pace for a minute at most, whichever list is shown by then (M-169, M-349, E-331)', async () => {
    rows = [strategyRow({ step: 'init-order-process', status: 'open' })];
    await open();
    act(() => watchBotsClosely(Date.now()));
    await pass(200);
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'History' }), { button: 0 });
    await pass(62_000);
    const before = lists('finished').length;
    await pass(9_000);
    expect(lists('finished').length - before).toBeLessThanOrEqual(1);
    expect(getDefaultStore().get(botsViewAtom).fastUntilMs).toBeNull();
  });

  it('counts anew what runs when something was done, and as often as the list meanwhile (M-169)', async () => {
    rows = [strategyRow({ step: 'init-order-process', status: 'open' })];
    await open();
    const counted = () => calls.filter(({ url }) => url.includes('get_strategy_number')).length;
    const before = counted();
    act(() => watchBotsClosely(Date.now()));
    await pass(500);
    expect(counted() - before).toBe(1);
    await pass(6_500);
    expect(counted() - before).toBe(4);
  });

  it('goes back to the slow pace once every row has settled (M-169)', async () => {
    await open();
    act(() => watchBotsClosely(Date.now()));
    await pass(14_000);
    expect(getDefaultStore().get(botsViewAtom).fastUntilMs).toBeNull();
  });

  it('opens the detail panel of a spot grid on a row click, titled with its name (M-020, M-045)', async () => {
    await open();
    const table = screen.getByRole('table');
    fireEvent.click(within(table).getByText('My grid'));
    await pass(300);
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByRole('heading', { name: 'My grid' })).toBeTruthy();
    expect(
      within(dialog)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['Overview', 'Open orders', 'Trade history', 'Parameters']);
  });

  it('shows open orders only while the bot runs (M-054)', async () => {
    rows = [strategyRow({ status: 'finished', step: 'stopped', finish_as: 'stop_loss', finish_time: 1_760_100_000 })];
    await open();
    fireEvent.click(within(screen.getByRole('table')).getByText('My grid'));
    await pass(300);
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).queryByRole('tab', { name: 'Open orders' })).toBeNull();
    expect(within(dialog).getByText(/Stop loss reached/)).toBeTruthy();
  });

  it('pages history by 20 in the same table (M-025)', async () => {
    await open();
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'History' }), { button: 0 });
    await pass(200);
    expect(lists('finished')[0]?.url).toContain('page_size=20');
  });
});

describe('a table that fails to render', () => {
  it('is the section’s own table: a row that cannot be drawn leaves the no-record view, and the rest of the page (M-024, M-344, E-324)', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    rows = [strategyRow({ market: null as unknown as string })];
    await open();
    expect(screen.getByText('No records')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'History' })).toBeTruthy();
    expect(calls.find(({ url }) => url === '/api/client-errors')?.body).toMatchObject({ screen: 'bots-running' });
    silent.mockRestore();
  });

  it('is that list alone: another kind’s is drawn, and each that fails is reported (M-024, M-344)', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const sound = rows;
    rows = [strategyRow({ market: null as unknown as string })];
    await open();
    expect(screen.getByText('No records')).toBeTruthy();
    rows = sound;
    act(() => listBotsOf('infinite_grid'));
    await pass(500);
    expect(screen.queryByText('No records')).toBeNull();
    expect(within(screen.getByRole('table')).getByText('My grid')).toBeTruthy();
    silent.mockRestore();
  });

  it('shows the no-record view and reports the error (M-024, M-344)', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    function Broken(): never {
      throw new Error('a row that cannot be drawn');
    }
    render(
      <TableBoundary screen="bots-running" fallback={<p>No records</p>}>
        <Broken />
      </TableBoundary>,
    );
    await pass(100);
    expect(screen.getByText('No records')).toBeTruthy();
    const report = calls.find((call) => call.url === '/api/client-errors');
    expect(report?.body).toMatchObject({ message: 'a row that cannot be drawn', screen: 'bots-running' });
    silent.mockRestore();
  });
});
