// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dateOverTime } from '#components/earn/invest/date-over-time.ts';
import { PlanReplay } from '#components/earn/invest/plan-replay.tsx';
import { PlanRuns } from '#components/earn/invest/plan-runs.tsx';
import { type PlanOrder, pressed, sortQuery } from '#components/earn/invest/plan-sort.ts';
import { type PlanDetail, type PlanRow, pastVersionOf, rowActions } from '#components/earn/invest/plan-words.ts';
import { PlansTable } from '#components/earn/invest/plans-table.tsx';
import { RedeemDialog } from '#components/earn/invest/redeem-dialog.tsx';
import { redeemActionOf } from '#components/earn/invest/redeem-messages.ts';
import { timeText, viewerTimeZone } from '#lib/i18n/date-text.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';
import { marketRow } from '#tests/support/market-row.ts';
import { onOwnPage } from '#tests/support/own-page.ts';
import { screenOf } from '#tests/support/wide-screen.ts';

const HOW = 'How these figures are computed';
const COINS = ['BTC', 'ETH', 'SOL', 'ADA', 'XRP', 'LTC', 'DOT'];

function plan(changes: Partial<PlanRow> = {}): PlanRow {
  return {
    id: 500_001,
    name: '',
    status: 2,
    plan_version: 1,
    create_time: 1_779_271_200,
    money: 'USDT',
    amount: '50',
    yesterday_earnings: '-1.25',
    position_gain: '2.5',
    period: 3,
    cumulative_amount: '149.98',
    cum_hold: '149.98',
    pie_info: COINS.map((asset) => ({ asset, ratio: asset === 'BTC' ? '40' : '10' })),
    period_type: '1d',
    next_time: 0,
    waits_for: '',
    ...changes,
  };
}

let rows: PlanRow[];
let total: number;
let code: number;
/** Stretches of days that are not put together in time, by how often each is still asked for in vain. */
let late: Map<string, number>;
let lateTimes: number;
const ok = (data: unknown) => ({ code: 0, message: '', data });
const fake = fakeFetch(({ url }) => {
  if (url.includes('/capabilities')) return { code: 200, message: '', data: ['auto_invest'] };
  if (url.includes('/auto_invest_plans')) return { ...ok({ list: rows, total }), code };
  if (url.includes('/spot_markets')) return { code: 200, message: '', data: [marketRow('BTC_USDT')] };
  if (url.includes('/candles') && isLate(url)) return { code: 504, message: '' };
  if (url.includes('/candles'))
    return { code: 200, message: '', data: candlesOf(new URL(url, 'http://x').searchParams) };
  return { code: 404, message: '' };
});

function isLate(url: string): boolean {
  const left = late.get(url) ?? lateTimes;
  late.set(url, left - 1);
  return left > 0;
}

const DAY_S = 86_400;
/** Days of one coin: known since 400 days ago, at 100 until the last hundred days, at 50 then, and 80 at the end. */
function candlesOf(query: URLSearchParams): unknown[] {
  const todayS = Math.floor(Date.now() / 1_000 / DAY_S) * DAY_S;
  const candles: unknown[] = [];
  for (let time = Number(query.get('from')); time < Number(query.get('to')); time += DAY_S) {
    const age = (todayS - time) / DAY_S;
    const price = age > 100 ? '100' : '50';
    if (age <= 400) candles.push([time, price, price, price, age === 1 ? '80' : price, '1']);
  }
  return candles;
}
const asked = () =>
  fake.calls
    .filter(({ url }) => url.includes('/auto_invest_plans'))
    .map(({ url }) => new URL(url, 'http://x').searchParams);

/** Sizes that change by a test's hand: jsdom lays nothing out. */
const sizes = { changed: (): void => {} };
class HandSizes {
  private readonly look: () => void;
  constructor(look: () => void) {
    this.look = look;
    sizes.changed = look;
  }
  observe(): void {
    this.look();
  }
  disconnect(): void {
    sizes.changed = () => {};
  }
}

beforeEach(() => {
  // A day that does not end while a test runs.
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12), toFake: ['Date'] });
  onOwnPage();
  vi.stubGlobal('ResizeObserver', HandSizes);
  rows = [plan()];
  total = 1;
  code = 0;
  late = new Map();
  lateTimes = 0;
  fake.calls.length = 0;
  vi.stubGlobal('fetch', fake.fetch);
  vi.stubGlobal('open', vi.fn());
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a list of plans that cannot be drawn', () => {
  it('is the no-record view, and is reported (M-344, E-324)', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    rows = [plan({ pie_info: null as unknown as PlanRow['pie_info'] })];
    render(<PlansTable mode="inactive" isActive />, { wrapper: ComponentHost });
    await waitFor(() => expect(fake.calls.some(({ url }) => url === '/api/client-errors')).toBe(true));
    expect(screen.getByText('No plans here')).toBeTruthy();
    silent.mockRestore();
  });
});

async function openTable(mode = 'inactive'): Promise<HTMLElement> {
  render(<PlansTable mode={mode} isActive />, { wrapper: ComponentHost });
  return screen.findByRole('table');
}

describe('the plan table', () => {
  it('has its eleven columns, the first five coins and how many more, and a dash for no name (E-030, E-032, E-033, E-034, E-035, E-036, E-037, E-038, E-039, E-040, E-041, E-337)', async () => {
    const table = await openTable();
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual([
      ...['Portfolio', 'Created', 'Name', 'Investment coin', 'Amount per purchase', 'Yesterday’s earnings'],
      ...['Holding earnings', 'Purchases', 'Invested in all', 'Status', 'Actions'],
    ]);
    const [, row] = within(table).getAllByRole('row');
    const cells = within(row as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent ?? '');
    expect(cells[0]).toContain('+2');
    // Date and time stand on two lines.
    expect(cells[1]).toMatch(/^\S.*\n\d{2}:\d{2}$/);
    expect(cells.slice(2, 10)).toEqual([
      ...['-', 'USDT', '50.00 USDT', expect.stringContaining('1.2500 USDT'), expect.stringContaining('+2.5000 USDT')],
      ...['3', '149.98 USDT', 'Paused'],
    ]);
  });

  it('has the date over the time in every language, Vietnamese too, which says the time first (E-032)', () => {
    for (const language of LANGUAGES) {
      const [date = '', time] = dateOverTime(timeText(1_779_271_200, language, 'UTC')).split('\n');
      expect(time, language).toBe('10:00');
      expect(date, language).toMatch(/2026/);
      expect(date, language).toMatch(/20(?!\d)/);
      expect(date, language).not.toMatch(/:|[,،\s]$/);
    }
    expect(dateOverTime(timeText(0, 'vi', 'UTC'))).toBe('--');
  });

  it('takes code 0 as good; another one leaves the list empty (E-306, E-308)', async () => {
    await openTable();
    expect(await screen.findByText('149.98 USDT')).toBeDefined();
    for (const wrong of [1, 500]) {
      cleanup();
      code = wrong;
      fake.calls.length = 0;
      render(<PlansTable mode={wrong === 1 ? 'active' : 'history'} isActive />, { wrapper: ComponentHost });
      await waitFor(() => expect(asked().length).toBeGreaterThan(0));
      await act(async () => {});
      expect(screen.queryByText('149.98 USDT'), `${wrong}`).toBeNull();
    }
  });

  it('lists each coin with its percent in a tip of 228 (E-031)', async () => {
    const table = await openTable();
    fireEvent.click(
      within(table)
        .getAllByRole('button')
        .find((one) => one.textContent?.includes('+2')) as HTMLElement,
    );
    const tip = await screen.findByRole('tooltip');
    expect(tip.parentElement?.className).toContain('w-[228px]');
    expect(tip.textContent).toContain('BTC40%');
    expect(tip.textContent).toContain('DOT10%');
  });

  it('asks for the list that is meant, active ones where nothing is, 20 a page (E-140, E-141, E-260, E-326)', async () => {
    await openTable('history');
    expect(asked().at(-1)?.get('status')).toBe('4');
    cleanup();
    await openTable('');
    expect(asked().at(-1)?.get('status')).toBe('1');
    expect(asked().at(-1)?.get('page_size')).toBe('20');
  });

  it('sorts up, down and not at all, another column up first (E-042, E-043, E-044)', async () => {
    const table = await openTable();
    const press = async (name: RegExp) => {
      fireEvent.click(within(table).getByRole('button', { name }));
      await waitFor(() => expect(fake.calls.length).toBeGreaterThan(0));
    };
    const sorted = () =>
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.getAttribute('aria-sort'));
    const none = [null, null, null, null, 'none', 'none', 'none', null, 'none', null, null];
    expect(sorted()).toEqual(none);
    await press(/Sort by Amount/);
    await waitFor(() => expect(sorted()).toEqual(none.with(4, 'ascending')));
    await waitFor(() => expect(asked().at(-1)?.get('sort_column')).toBe('amount'));
    expect(asked().at(-1)?.get('sort_type')).toBe('asc');
    await press(/Amount per purchase, ascending/);
    await waitFor(() => expect(asked().at(-1)?.get('sort_type')).toBe('desc'));
    expect(sorted()).toEqual(none.with(4, 'descending'));
    const another = pressed({ column: 'amount', type: 'desc' }, 'position_gain');
    expect(another).toEqual({ column: 'position_gain', type: 'asc' });
    let order: PlanOrder = null;
    const seen = [1, 2, 3].map(() => {
      order = pressed(order, 'cumulative_amount');
      return sortQuery(order);
    });
    expect(seen.at(-1)).toEqual({});
  });

  it('says beside each head that sorts how its figure is computed, of any of its plans, and by one mark on a card', async () => {
    await import('#components/bots/figures/figure-tip.tsx');
    rows = [
      plan({ name: 'first' }),
      plan({ id: 500_002, name: 'second', yesterday_earnings: '', position_gain: '-7' }),
    ];
    const table = await openTable();
    // What a plan is set to is not reckoned.
    const marks = ['Yesterday’s earnings', 'Holding earnings', 'Invested in all'].map((name) => `${name}: ${HOW}`);
    const told = within(table).getAllByRole('button', { name: new RegExp(`: ${HOW}$`) });
    expect(told.map((mark) => mark.getAttribute('aria-label'))).toEqual(marks);
    fireEvent.click(told[1] as HTMLElement);
    const tip = await screen.findByRole('dialog', { name: 'Unrealised profit' });
    expect(tip.textContent).toContain('+2.5000 USDT');
    fireEvent.change(within(tip).getByRole('combobox'), { target: { value: '500002 1' } });
    expect(tip.textContent).toContain('7.0000 USDT');
    // The order of the list is another button's.
    expect(asked().at(-1)?.get('sort_column')).toBeNull();
    cleanup();
    vi.stubGlobal('matchMedia', screenOf(true));
    render(<PlansTable mode="inactive" isActive />, { wrapper: ComponentHost });
    const [card] = await screen.findAllByRole('listitem');
    fireEvent.click(within(card as HTMLElement).getByRole('button', { name: HOW }));
    const said = await screen.findByRole('dialog', { name: 'Yesterday' });
    expect(said.textContent).toContain('1.2500 USDT');
    fireEvent.change(within(said).getByRole('combobox', { name: 'Figure' }), { target: { value: 'invested' } });
    expect(said.textContent).toContain('149.98 USDT');
    expect(vi.mocked(window.open)).not.toHaveBeenCalled();
  });

  it('is sorted above its cards on a phone, whose names are no buttons', async () => {
    vi.stubGlobal('matchMedia', screenOf(true));
    rows = [plan(), plan({ id: 500_002 })];
    total = 2;
    render(<PlansTable mode="inactive" isActive />, { wrapper: ComponentHost });
    const choice = await screen.findByRole('combobox', { name: 'Sort by' });
    expect(within(screen.getByRole('list')).queryByRole('button', { name: /Sort by/ })).toBeNull();
    fireEvent.change(choice, { target: { value: 'position_gain desc' } });
    await waitFor(() => expect(asked().at(-1)?.get('sort_type')).toBe('desc'));
    expect(asked().at(-1)?.get('sort_column')).toBe('position_gain');
    fireEvent.change(choice, { target: { value: '' } });
    await waitFor(() => expect(asked().at(-1)?.get('sort_column')).toBeNull());
  });

  it('opens a plan in a window of its own, of history its version (E-012, E-045, E-046)', async () => {
    rows = [plan({ status: 4, plan_version: 3 })];
    const table = await openTable('history');
    fireEvent.click(within(table).getByText('Earlier version'));
    fireEvent.click(within(table).getByRole('button', { name: 'Details' }));
    const address = '/en/auto-investment/500001?is_history=1&version=3';
    expect(vi.mocked(window.open).mock.calls).toEqual([
      [address, '_blank', 'noopener'],
      [address, '_blank', 'noopener'],
    ]);
    expect(pastVersionOf({ status: 3, plan_version: 3 })).toBeUndefined();
  });

  it('offers nothing with one that runs, and redemption of what is closed or holds something (E-047, E-048, E-049)', () => {
    expect(rowActions({ status: 1, cum_hold: '5' })).toEqual({ hasActions: false, canRedeem: false });
    expect(rowActions({ status: 2, cum_hold: '0' })).toEqual({ hasActions: true, canRedeem: false });
    expect(rowActions({ status: 2, cum_hold: '0.01' })).toEqual({ hasActions: true, canRedeem: true });
    expect(rowActions({ status: 3, cum_hold: '0' })).toEqual({ hasActions: true, canRedeem: true });
  });

  it('has pages, scrolls to its top with another one, and says where there is nothing (E-052, E-053, E-055)', async () => {
    total = 45;
    await openTable();
    expect(screen.getByText('Page 1 of 3')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
    await waitFor(() => expect(asked().at(-1)?.get('page')).toBe('2'));
    cleanup();
    rows = [];
    total = 0;
    render(<PlansTable mode="active" isActive />, { wrapper: ComponentHost });
    expect(await screen.findByText('No plans here')).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Create plan' })).toHaveProperty(
      'href',
      expect.stringMatching(/\/en\/auto-investment\/new$/),
    );
  });
});

describe('the redeem dialog', () => {
  const own = window.location.origin;

  it('hears its own frame alone (E-056)', () => {
    const frame = {};
    const data = { kind: 'auto_investment_redeem', action: 'close_modal' };
    const heard = (changes: object) => redeemActionOf({ origin: own, source: frame, data, ...changes }, frame, own);
    expect(heard({})).toBe('close_modal');
    expect(heard({ origin: 'https://elsewhere.test' })).toBeNull();
    expect(heard({ origin: `${own}.evil.test` })).toBeNull();
    expect(heard({ source: {} })).toBeNull();
    expect(redeemActionOf({ origin: own, source: null, data }, null, own)).toBeNull();
    for (const malformed of [
      null,
      'close_modal',
      [data],
      { ...data, kind: 'other' },
      { ...data, action: 'x' },
      { kind: data.kind },
      { ...data, action: ['close_modal'] },
    ])
      expect(heard({ data: malformed })).toBeNull();
  });

  it('shows the redeem page, and does what it says (E-013, E-014, E-050, E-057 … E-060, M-398)', async () => {
    const onClose = vi.fn();
    const onChanged = vi.fn();
    render(<RedeemDialog plan={plan()} onClose={onClose} onChanged={onChanged} />, { wrapper: ComponentHost });
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    expect(frame.getAttribute('src')).toBe('/en/auto-investment/redeem?id=500001&version=1');
    expect(frame.parentElement?.getAttribute('aria-busy')).toBe('true');
    const say = (action: string, changes: object = {}) =>
      act(() => {
        const data = { kind: 'auto_investment_redeem', action };
        window.dispatchEvent(
          new MessageEvent('message', { origin: own, source: frame.contentWindow, data, ...changes }),
        );
      });
    say('close_loading');
    expect(frame.parentElement?.getAttribute('aria-busy')).toBe('false');
    say('redeem_success', { origin: 'https://elsewhere.test' });
    expect(onChanged).not.toHaveBeenCalled();
    say('redeem_success');
    expect(onChanged).toHaveBeenCalledOnce();
    say('view_detail');
    expect(window.open).toHaveBeenCalledWith('/en/auto-investment/500001?focusHistory=1', '_blank', 'noopener');
    say('close_modal', { source: window });
    expect(onClose).not.toHaveBeenCalled();
    say('close_modal');
    expect(onClose).toHaveBeenCalledOnce();
    // Its answer may have been lost, or be under way: what is around asks anew.
    expect(onChanged).toHaveBeenCalledTimes(2);
  });

  it('looks who is here when its frame has lost the session, and tells it afterwards', async () => {
    render(<RedeemDialog plan={plan()} onClose={() => {}} onChanged={() => {}} />, { wrapper: ComponentHost });
    const source = (document.querySelector('iframe') as HTMLIFrameElement).contentWindow as Window;
    const told = vi.spyOn(source, 'postMessage').mockImplementation(() => {});
    const data = { kind: 'session', word: 'lost' };
    act(() => void window.dispatchEvent(new MessageEvent('message', { origin: own, source, data })));
    await waitFor(() => expect(told).toHaveBeenCalledWith({ kind: 'session', word: 'looked' }, own));
    expect(fake.calls.filter(({ url }) => url.includes('/api/session'))).toHaveLength(1);
  });

  it('lets the keyboard into its frame: Tab goes on from the last control before it', () => {
    render(<RedeemDialog plan={plan()} onClose={() => {}} onChanged={() => {}} />, { wrapper: ComponentHost });
    const close = screen.getByRole('button', { name: 'Close' });
    close.focus();
    // Not turned round, so the browser goes on to what comes next.
    expect(fireEvent.keyDown(close, { key: 'Tab' })).toBe(true);
    expect(fireEvent.keyDown(close, { key: 'Tab', shiftKey: true })).toBe(false);
    expect(document.activeElement?.tagName).toBe('IFRAME');
  });

  it('is as high as the page in its frame, at most 420, and so high while that page asks something', async () => {
    render(<RedeemDialog plan={plan()} onClose={() => {}} onChanged={() => {}} />, { wrapper: ComponentHost });
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const page = document.implementation.createHTMLDocument();
    Object.defineProperty(frame, 'contentDocument', { value: page });
    page.body.innerHTML = '<main data-framed></main>';
    const main = page.querySelector('main') as HTMLElement;
    const grow = (height: number): void => {
      main.getBoundingClientRect = () => new DOMRect(0, 0, 300, height);
      act(() => sizes.changed());
    };
    fireEvent.load(frame);
    const seen: (string | undefined)[] = [];
    const see = () => seen.push(frame.parentElement?.style.height);
    grow(180.4);
    see();
    grow(600);
    see();
    grow(200);
    // A prompt has no other room than the frame.
    const prompt = page.createElement('div');
    prompt.setAttribute('role', 'dialog');
    await act(async () => page.body.append(prompt));
    see();
    await act(async () => prompt.remove());
    see();
    // A page that says nothing of itself has the whole of it.
    page.body.innerHTML = '<main>Bad gateway</main>';
    fireEvent.load(frame);
    see();
    expect(seen).toEqual(['181px', '420px', '420px', '200px', '420px']);
  });

  it('shows a page that will never say that it is there: an error’s (E-058)', () => {
    render(<RedeemDialog plan={plan()} onClose={() => {}} onChanged={() => {}} />, { wrapper: ComponentHost });
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const page = document.implementation.createHTMLDocument();
    Object.defineProperty(frame, 'contentDocument', { value: page });
    page.body.innerHTML = '<main data-framed></main>';
    fireEvent.load(frame);
    expect(frame.parentElement?.getAttribute('aria-busy')).toBe('true');
    page.body.innerHTML = '<main>Bad gateway</main>';
    fireEvent.load(frame);
    expect(frame.parentElement?.getAttribute('aria-busy')).toBe('false');
    expect(frame.className).not.toContain('invisible');
  });

  it('has the table asked anew when something was redeemed (E-051)', async () => {
    const table = await openTable();
    fireEvent.click(within(table).getByRole('button', { name: 'Redeem' }));
    const frame = await vi.waitFor(() => {
      const found = document.querySelector('iframe');
      if (found === null) throw new Error('no frame yet');
      return found;
    });
    const before = asked().length;
    const data = { kind: 'auto_investment_redeem', action: 'redeem_success' };
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { origin: own, source: frame.contentWindow, data }));
    });
    await waitFor(() => expect(asked().length).toBeGreaterThan(before));
  });
});

describe('the executions of a plan', () => {
  it('say what came of each date, and why', async () => {
    type Run = PlanDetail['executions'][number];
    const run: Run = {
      ...{
        time: 1_779_271_201,
        due_time: 1_779_271_200,
        result: 'bought',
        reason: '',
        dates: 1,
        amount: '49.87654321',
      },
      coins: [],
    };
    const coin: Run['coins'][number] = {
      asset: 'BTC',
      quantity: '0.001',
      price: '50000',
      amount: '50',
      fee: '0',
      fee_asset: 'BTC',
      reason: '',
    };
    const detail: PlanDetail = {
      ...plan(),
      ...{ first_time: 0, until_time: 0, holdings: [], lump_sum: null, total_gain: '', gain_rate: '', versions: [] },
      executions: [
        { ...run, result: 'bought', coins: [coin] },
        {
          ...run,
          time: 2,
          result: 'partly',
          coins: [coin, { ...coin, asset: 'ETH', price: '', quantity: '0', reason: 'too-small' }],
        },
        { ...run, time: 1_779_357_600, result: 'failed', reason: 'away', dates: 4, amount: '0' },
        { ...run, time: 1_779_271_500, result: 'failed', reason: 'no-balance', amount: '0' },
        { ...run, time: 4, due_time: 0, result: 'redeemed', amount: '0' },
      ],
      executions_total: 5,
    };
    render(<PlanRuns plan={detail} page={1} onPage={() => {}} hasFocus />, { wrapper: ComponentHost });
    const table = screen.getByRole('table');
    // What was paid is money, and a price has the decimals of its market.
    expect(within(table).getByRole('columnheader', { name: 'Amount (USDT)' })).toBeDefined();
    expect(within(table).getAllByText('49.88')).toHaveLength(2);
    await waitFor(() => expect(within(table).getAllByText('0.001 BTC at 50,000.0 USDT')).toHaveLength(2));
    expect(within(table).getByText('ETH: less than the market takes')).toBeDefined();
    expect(within(table).getByText('the exchange was not running')).toBeDefined();
    expect(within(table).getByText('4 dates')).toBeDefined();
    // Of which date it was, where it was done at another time; what was no date's says none.
    const due = timeText(1_779_271_200, 'en', viewerTimeZone(), 'minute');
    const moments = [...table.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);
    expect(moments[0]).toBe(due);
    expect(moments[2]?.endsWith(`due from ${due}`)).toBe(true);
    expect(moments[3]?.endsWith(`due ${due}`)).toBe(true);
    expect(moments[4]).not.toMatch(/due/);
    // Who comes from a redemption looks at them first.
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  });
});

describe('the replay of a plan', () => {
  const plan = {
    coins: [{ asset: 'BTC', shareE8: 100_000_000n }],
    amount: 1_000_000_000n,
    every: '1d',
    feeE8: 0n,
  } as const;

  it('says what it would have come to, beside the same money at once', async () => {
    render(<PlanReplay plan={plan} />, { wrapper: ComponentHost });
    fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
    // 265 purchases at 100 and 100 at 50: 26.5 and 20 coins for 3,650, worth 80 each; at once 36.5 coins.
    expect(await screen.findByText('+70.0000 USDT (+1.92%)')).toBeDefined();
    expect(screen.getByText(/730\.0000 USDT \(.20\.00%\)/)).toBeDefined();
    expect(screen.getByText('365')).toBeDefined();
    // Which line is which.
    expect(screen.getByText('The plan')).toBeDefined();
    expect(screen.queryByText(/knows all of these coins since/)).toBeNull();
  });

  it('of five years begins on the same date, leap days and all, and says what it leaves out', async () => {
    render(<PlanReplay plan={plan} />, { wrapper: ComponentHost });
    expect(
      screen.getByText(/Purchases at the market cost slightly more than the last price; that is left out/),
    ).toBeDefined();
    fireEvent.click(screen.getByLabelText('5 years'));
    fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
    await screen.findByText(/knows all of these coins since/);
    const from = fake.calls
      .filter(({ url }) => url.includes('/candles'))
      .map(({ url }) => Number(new URL(url, 'http://x').searchParams.get('from')));
    const today = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
    const then = new Date(Math.min(...from) * 1_000);
    expect(today.getUTCFullYear() - then.getUTCFullYear()).toBe(5);
    expect(then.getUTCMonth()).toBe(today.getUTCMonth());
    expect([today.getUTCDate(), 28]).toContain(then.getUTCDate());
  });

  it('asks again for days that an exchange has not put together in time, and says so where they never come', async () => {
    lateTimes = 2;
    render(<PlanReplay plan={plan} />, { wrapper: ComponentHost });
    fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('365')).toBeDefined();
    cleanup();
    late = new Map();
    lateTimes = 3;
    render(<PlanReplay plan={plan} />, { wrapper: ComponentHost });
    fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('This could not be loaded')).toBeDefined();
  });

  it('of another plan or other years is not shown beside what stands there now', async () => {
    const { rerender } = render(<PlanReplay plan={plan} />, { wrapper: ComponentHost });
    fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('365')).toBeDefined();
    rerender(<PlanReplay plan={{ ...plan }} />);
    expect(screen.getByText('365')).toBeDefined();
    rerender(<PlanReplay plan={{ ...plan, every: '1w' }} />);
    expect(screen.queryByText('365')).toBeNull();
    rerender(<PlanReplay plan={plan} />);
    fireEvent.click(screen.getByLabelText('5 years'));
    expect(screen.queryByText('365')).toBeNull();
  });

  it('begins where the exchange knows its coins, and says so', async () => {
    render(<PlanReplay plan={plan} />, { wrapper: ComponentHost });
    fireEvent.click(screen.getByLabelText('5 years'));
    fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText(/knows all of these coins since/)).toBeDefined();
    expect(screen.getByText('400')).toBeDefined();
  });
});
