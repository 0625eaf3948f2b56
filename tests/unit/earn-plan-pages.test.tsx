// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewPlanPage } from '#components/earn/invest/new-plan-page.tsx';
import { PlanPage } from '#components/earn/invest/plan-page.tsx';
import type { PlanDetail } from '#components/earn/invest/plan-words.ts';
import { PlansPage } from '#components/earn/invest/plans-page.tsx';
import { RedeemPage } from '#components/earn/invest/redeem-page.tsx';
import { ViewerTeller } from '#components/layout/viewer-teller.tsx';
import common from '#messages/en/common.json' with { type: 'json' };
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';
import { marketRow } from '#tests/support/market-row.ts';

const PLAN: PlanDetail = {
  ...{ id: 500_001, name: 'Savings', status: 1, plan_version: 2, create_time: 1_779_271_200, money: 'USDT' },
  ...{ amount: '50', yesterday_earnings: '', position_gain: '-1.5', period: 2, cumulative_amount: '99.9' },
  ...{ cum_hold: '99.9', period_type: '1d', next_time: 1_779_357_600, waits_for: 'no-balance' },
  ...{ first_time: 1_779_271_200, until_time: 0, total_gain: '-1.5', gain_rate: '-0.015' },
  pie_info: [{ asset: 'BTC', ratio: '100' }],
  holdings: [{ asset: 'BTC', quantity: '0.002', cost: '99.9', average_price: '49950', worth: '98.4' }],
  lump_sum: { gain: '2.5', rate: '0.025' },
  executions: [],
  executions_total: 0,
  versions: [2, 1].map((version) => ({
    ...{ plan_version: version, status: version === 2 ? 1 : 4, from_time: 1_779_271_200, until_time: 0 },
    ...{ amount: '50', period_type: '1d', pie_info: [], cum_hold: '0' },
  })) as PlanDetail['versions'],
};

let isGuest: boolean;
let areMarketsDown: boolean;
let announced: readonly string[];
let plan: PlanDetail | null;
/** Posts get no answer. */
let isDown: boolean;
/** What posts are answered in place of a yes. */
let refusal: object | null;
const yes = (data: unknown) => ({ code: 200, message: '', data });
const earned = (data: unknown) => ({ code: 0, message: '', data });
const fake = fakeFetch(({ url, method }) => {
  if (url.includes('/api/session')) return yes(isGuest ? { logged_in: false } : { logged_in: true, user_id: 7 });
  if (url.includes('/capabilities')) return yes(announced);
  if (url.includes('/spot_markets') && areMarketsDown) return null;
  if (url.includes('/spot_markets')) return yes(['BTC', 'ETH'].map((coin) => marketRow(`${coin}_USDT`)));
  if (url.includes('/last_price')) return { last_price: '60000' };
  if (url.includes('/tickers')) return yes([]);
  if (url.includes('auto_invest_plan_detail')) return plan === null ? { code: 404, message: '' } : earned(plan);
  if (url.includes('auto_invest_plans')) return earned({ list: [], total: 0 });
  if (method === 'POST' && url.includes('/autoinvest_center/'))
    return isDown ? null : (refusal ?? earned({ plan_id: 500_001, plan_version: 3 }));
  return { code: 404, message: '' };
});
const sent = (end: string) => fake.calls.filter(({ url, method }) => method === 'POST' && url.endsWith(end));

beforeEach(() => {
  isGuest = false;
  areMarketsDown = false;
  announced = ['auto_invest', 'candles'];
  plan = PLAN;
  isDown = false;
  refusal = null;
  fake.calls.length = 0;
  vi.stubGlobal('fetch', fake.fetch);
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(page: React.ReactNode): void {
  render(
    <>
      <ViewerTeller />
      {page}
    </>,
    { wrapper: ComponentHost },
  );
}

// Before anybody has logged in: who was there once is no guest afterwards, but somebody whose session is over.
describe('a guest', () => {
  it('of the redeem frame is no loading either, and the way in leaves the frame (E-058)', async () => {
    isGuest = true;
    const told: unknown[] = [];
    vi.stubGlobal('parent', { postMessage: (data: unknown) => told.push(data) });
    open(<RedeemPage id={500_001} version={2} />);
    expect(await screen.findByRole('link', { name: 'Log in' })).toHaveProperty('target', '_top');
    expect(told).toEqual([{ kind: 'auto_investment_redeem', action: 'close_loading' }]);
  });

  it('is shown the way in, and back to the version that he looked for (E-054)', async () => {
    isGuest = true;
    open(<PlanPage id={500_001} version={3} focusesRuns={false} />);
    expect(await screen.findByText('Log in to see your plans')).toBeDefined();
    const back = encodeURIComponent('/en/auto-investment/500001?is_history=1&version=3');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveProperty('href', expect.stringContaining(back));
  });

  it('of the redeem page is led back to the address that he came by: without a version to what the plan is by then (E-013)', async () => {
    isGuest = true;
    for (const [version, path] of [
      [undefined, '/en/auto-investment/redeem?id=500001'],
      [2, '/en/auto-investment/redeem?id=500001&version=2'],
    ] as const) {
      open(<RedeemPage id={500_001} version={version} />);
      const way = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Log in' });
      expect(new URL(way.href).searchParams.get('return')).toBe(path);
      cleanup();
    }
  });
});

it('the page of a new plan, and the dialog of another version, say that their coins are asked for again while nobody tells them', async () => {
  areMarketsDown = true;
  open(<NewPlanPage />);
  expect(await screen.findByText(common.state.failedRetrying)).toBeDefined();
});

describe('the page of a plan (E-011, H21)', () => {
  it('says what it is set to do, what came of it, why a purchase waits, and its versions', async () => {
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    expect(await screen.findByRole('heading', { name: 'Savings' })).toBeDefined();
    expect(screen.getByText(/A purchase is due and waits: not enough USDT/)).toBeDefined();
    expect(screen.getByText('+2.5000 USDT (+2.50%)')).toBeDefined();
    expect(await screen.findByText('49,950.0 USDT')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Version 1' })).toHaveProperty(
      'href',
      expect.stringMatching(/\/en\/auto-investment\/500001\?is_history=1&version=1$/),
    );
  });

  it('says of each figure what it is made of: the parts of the total come to it, and what is held is its worth less its cost', async () => {
    await import('#components/bots/figures/figure-tip.tsx');
    plan = { ...PLAN, total_gain: '0.5', cumulative_amount: '120', yesterday_earnings: '0.25' };
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    const valuesOf = async (label: string, term: string): Promise<(string | null)[]> => {
      fireEvent.click(await screen.findByRole('button', { name: label }));
      const tip = await screen.findByRole('dialog', { name: term });
      const values = [...tip.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
      fireEvent.keyDown(tip, { key: 'Escape' });
      return values;
    };
    expect(await valuesOf('Total gain', 'Total profit')).toEqual([
      'Total profit+0.5000 USDT',
      'Completed profit+2.0000 USDT',
      'Position profit-1.5000 USDT',
    ]);
    expect(await valuesOf('Holding earnings', 'Unrealised profit')).toEqual([
      'Unrealised profit-1.5000 USDT',
      expect.stringMatching(/^Position value98\.40* USDT$/),
      expect.stringMatching(/^Cost99\.90* USDT$/),
    ]);
    expect(await valuesOf('Invested in all', 'Invested in all')).toEqual([
      expect.stringMatching(/^Invested in all120\.0* USDT$/),
    ]);
    expect(await valuesOf('All at once instead', 'All at once')).toEqual([
      'All at once+2.5000 USDT',
      expect.stringMatching(/^Invested in all120\.0* USDT$/),
    ]);
    expect(await valuesOf('Yesterday’s earnings', 'Yesterday')).toEqual([expect.stringMatching(/^Yesterday\+0\.25/)]);
  });

  it('pauses and ends what runs after a yes, and is asked anew', async () => {
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    const dialog = await screen.findByRole('dialog');
    const before = fake.calls.filter(({ url }) => url.includes('plan_detail')).length;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(sent('/pause_plan').at(-1)?.body).toEqual({ plan_id: 500_001 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(fake.calls.filter(({ url }) => url.includes('plan_detail')).length).toBeGreaterThan(before),
    );
  });

  it('offers what the exchange announces alone: without it redemption, which is the documents’ (H61)', async () => {
    announced = [];
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    expect(await screen.findByRole('button', { name: 'Redeem' })).toBeDefined();
    for (const name of ['Pause', 'Edit', 'End plan']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('sends another version as it was typed, of the version that was seen', async () => {
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const amount = await vi.waitFor(() => screen.getByLabelText('Amount of a purchase'), { timeout: 5_000 });
    fireEvent.change(amount, { target: { value: '75' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(sent('/edit_plan').at(-1)?.body).toEqual({
        ...{ plan_id: 500_001, version: 2, amount: '75', period_type: '1d' },
        coins: [{ asset: 'BTC', ratio: '100' }],
      }),
    );
  });

  it('sends another period whatever its coins cost by now: only what is changed has to be enough at today’s price', async () => {
    plan = { ...PLAN, amount: '5' };
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const amount = await vi.waitFor(() => screen.getByLabelText('Amount of a purchase'), { timeout: 5_000 });
    const confirm = within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm' });
    fireEvent.change(amount, { target: { value: '6' } });
    fireEvent.click(confirm);
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
    expect(sent('/edit_plan')).toEqual([]);
    fireEvent.change(amount, { target: { value: '5' } });
    fireEvent.click(confirm);
    await waitFor(() => expect(sent('/edit_plan').at(-1)?.body).toMatchObject({ amount: '5', version: 2 }));
  });

  it('says what is refused at the field that the call has another word for', async () => {
    refusal = { code: 422, message: '', data: { field: 'amount', issue: 'field-invalid' } };
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const amount = await vi.waitFor(() => screen.getByLabelText('Amount of a purchase'), { timeout: 5_000 });
    fireEvent.change(amount, { target: { value: '75' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent('/edit_plan')).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByLabelText('Amount of a purchase').getAttribute('aria-invalid')).toBe('true'),
    );
  });

  it('leads back to the lists of plans, also where it is the first page of its window', async () => {
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    const back = await screen.findByRole('link', { name: 'Auto-invest' });
    expect(back).toHaveProperty('href', expect.stringMatching(/\/en\/auto-investment$/));
  });

  it('writes an average cost with the decimals of its market, not with those of money', async () => {
    plan = { ...PLAN, holdings: [{ asset: 'PEPE', quantity: '9', cost: '0', average_price: '0.00123', worth: '0' }] };
    open(<PlanPage id={500_001} version={undefined} focusesRuns={false} />);
    expect(await screen.findByText('0.00123 USDT')).toBeDefined();
  });

  it('says of an unknown plan that there is none', async () => {
    plan = null;
    open(<PlanPage id={1} version={undefined} focusesRuns={false} />);
    expect(await screen.findByText('This exchange knows no such plan.')).toBeDefined();
  });
});

describe('the lists of plans', () => {
  const asked = () => fake.calls.filter(({ url }) => url.includes('auto_invest_plans')).at(-1)?.url;

  it('keep the one that was chosen in the address: it is read again with the page', async () => {
    open(<PlansPage />);
    fireEvent.click(await screen.findByLabelText('History'));
    await waitFor(() => expect(asked()).toContain('status=4'));
    expect(window.location.search).toBe('?list=history');
    cleanup();
    open(<PlansPage first="history" />);
    expect(await screen.findByLabelText('History')).toHaveProperty('checked', true);
    fireEvent.click(screen.getByLabelText('Active'));
    expect(window.location.search).toBe('');
  });
});

describe('the form of a plan (H20)', () => {
  it('names what is wrong at its field, and sends what was typed', async () => {
    open(<NewPlanPage />);
    const amount = await vi.waitFor(() => screen.getByLabelText('Amount of a purchase'), { timeout: 5_000 });
    fireEvent.change(amount, { target: { value: '5' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create plan' }));
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
    expect(sent('/create_plan')).toEqual([]);
    fireEvent.change(amount, { target: { value: '40' } });
    fireEvent.change(screen.getByLabelText('Plan name'), { target: { value: 'Mine' } });
    fireEvent.change(screen.getByLabelText('First purchase (UTC)'), { target: { value: '2027-01-31 09:00' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create plan' }));
    await waitFor(() =>
      expect(sent('/create_plan').at(-1)?.body).toEqual({
        ...{ name: 'Mine', amount: '40', period_type: '1d', first_time: Date.UTC(2027, 0, 31, 9) / 1_000 },
        coins: [{ asset: 'BTC', ratio: '100' }],
      }),
    );
    expect(sent('/create_plan').at(-1)?.headers['idempotency-key']).toBeDefined();
    // The plans are on their way: another press meanwhile makes no other plan.
    await waitFor(() => expect(screen.getByLabelText('Amount of a purchase').closest('fieldset')?.disabled).toBe(true));
    const form = screen.getByRole('button', { name: 'Create plan' }).closest('form') as HTMLFormElement;
    fireEvent.submit(form);
    await new Promise(requestAnimationFrame);
    expect(sent('/create_plan')).toHaveLength(1);
    // A browser that shows this page again has it as it was.
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() =>
      expect(screen.getByLabelText('Amount of a purchase').closest('fieldset')?.disabled).toBe(false),
    );
  });

  it('is not shown where the exchange has no such call (H61)', async () => {
    announced = [];
    open(<NewPlanPage />);
    expect(await screen.findByText('This is not offered here')).toBeDefined();
    cleanup();
    open(<PlansPage />);
    expect(await screen.findByText('No plans here')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Create plan' })).toBeNull();
  });
});

describe('the redeem page', () => {
  it('sends the version and the way, tells its frame, and says when it is done (E-059)', async () => {
    const told: unknown[] = [];
    const around = { postMessage: (data: unknown, origin: string) => told.push([data, origin]) };
    vi.stubGlobal('parent', around);
    open(<RedeemPage id={500_001} version={2} />);
    expect(await screen.findByText('0.002 BTC')).toBeDefined();
    const message = (action: string) => [{ kind: 'auto_investment_redeem', action }, window.location.origin];
    expect(told).toEqual([message('close_loading')]);
    fireEvent.click(await screen.findByLabelText('Sell'));
    const confirm = screen.getByRole('button', { name: 'Confirm' });
    confirm.focus();
    fireEvent.click(confirm);
    await waitFor(() => expect(sent('/redeem').at(-1)?.body).toEqual({ plan_id: 500_001, version: 2, way: 'sell' }));
    expect(await screen.findByText('View executions')).toBeDefined();
    // The button that was pressed is gone: the next key is pressed in what came in its place.
    expect(document.activeElement?.contains(screen.getByText('View executions'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(told.at(-1)).toEqual(message('redeem_success'));
    fireEvent.click(screen.getByRole('button', { name: 'View executions' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(told.slice(-2)).toEqual([message('view_detail'), message('close_modal')]);
  });

  it('holds the way that went out without an answer, and asks what became of it', async () => {
    open(<RedeemPage id={500_001} version={2} />);
    await screen.findByText('0.002 BTC');
    fireEvent.click(await screen.findByLabelText('Sell'));
    isDown = true;
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    const again = await screen.findByRole('button', { name: common.held.askAgain });
    expect(screen.getByText(new RegExp(common.held.unanswered))).toBeDefined();
    expect(screen.getByLabelText('Sell').matches(':disabled')).toBe(true);
    isDown = false;
    fireEvent.click(again);
    expect(await screen.findByText('View executions')).toBeDefined();
    expect(
      new Set(sent('/redeem').map(({ body, headers }) => JSON.stringify([body, headers['idempotency-key']]))).size,
    ).toBe(1);
  });

  it('has the dialog around closed by Escape, which that does not hear (E-057)', async () => {
    const told: unknown[] = [];
    vi.stubGlobal('parent', { postMessage: (data: unknown) => told.push(data) });
    open(<RedeemPage id={500_001} version={2} />);
    await screen.findByText('0.002 BTC');
    told.length = 0;
    const taken = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    taken.preventDefault();
    document.body.dispatchEvent(taken);
    expect(told).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(told).toEqual([{ kind: 'auto_investment_redeem', action: 'close_modal' }]);
  });

  it('asks another exchange in the documents’ words alone, and nothing of a plan that holds nothing', async () => {
    announced = [];
    open(<RedeemPage id={500_001} version={2} />);
    await screen.findByText('0.002 BTC');
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent('/redeem').at(-1)?.body).toEqual({ plan_id: 500_001, version: 2 }));
    cleanup();
    plan = { ...PLAN, holdings: [], cum_hold: '0' };
    open(<RedeemPage id={500_001} version={2} />);
    expect(await screen.findByText('This plan holds no coins.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true);
  });
});
