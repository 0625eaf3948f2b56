// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OVERVIEW_PAGE_SIZE } from '#components/create/order-overview-panel.tsx';
import { StrategyForm } from '#components/create/strategy-form.tsx';
import { formLinesAtom } from '#components/form/chart-marks.ts';
import { formDraftsAtom } from '#components/form/form-state.ts';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { promptsAtom } from '#lib/client/prompts.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import { CONTRACT } from '#lib/contract/contract.ts';
import { readReply } from '#lib/contract/read-reply.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { parseRows } from '#lib/kinds/martingale/definition/rows.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { leverageMarks } from '#lib/strategies/rules/leverage-marks.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { confirmSheet, draft as drafts, emptyForms } from '#tests/support/create-form-host.tsx';
import { marketRow } from '#tests/support/market-row.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { LINEAR } from './futures-fixture.ts';

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/futures/USDT/BTC_USDT',
  useRouter: () => ({ push() {} }),
}));

const SPOT = testSpec();
let calls: FakeCall[];
let batch: object;
let kindConfig: object;
let trial: readonly object[];
/** What a transfer is answered; null: nothing. */
let transferred: object | null;

const ok = (data: unknown): object => ({ code: 200, message: '', data });
const COINS = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'LTC', 'DOT', 'TRX', 'LINK'];

const ANSWERS: Readonly<Record<string, () => object | null>> = {
  '/api/session': () => ok({ logged_in: true, user_id: 7, uid: 'u7', anonymous: '0123456789abcdef', nickname: 'demo' }),
  '/api/strategybot/last_price': () => ({ last_price: '60000' }),
  '/api/apiw/v2/market/spot_markets': () => ok(COINS.map((coin) => marketRow(`${coin}_USDT`))),
  '/api/apiw/v2/market/tickers': () => ok(COINS.map((coin) => ({ market: `${coin}_USDT`, last: '60000' }))),
  '/api/apiw/v2/quant-trading/public/grid-base': () => ok({ max_grid: 200 }),
  '/api/apiw/v2/quant-trading/public/experience_markets': () =>
    ok([{ market: 'BTC_USDT', strategy_type: 'futures_grid' }]),
  '/api/apiw/v2/quant-trading/strategybot/experience_balance': () => ok({ available_experience: trial }),
  '/api/apiw/v2/quant-trading/strategybot/strategy_fee': () =>
    ok({ taker_fee: '0.001', futures_taker_fee: '0.0005', futures_maker_fee: '0.0005', vip_fee_discount: '1' }),
  '/api/apiw/v2/quant-trading/available_balance': () =>
    ok({ currency_outables: [{ asset: 'USDT', outable: '10000' }], max_outable: { outable: '10000' } }),
  '/api/apiw/v2/grid-trading/margin_pair': () =>
    ok({ max_multiple: 10, hourly_rate: '0', base_borrow_max: '1', quote_borrow_max: '1' }),
  '/api/apiw/v2/grid-trading/min_amount': () => ok({ min_amount: '100', base: 'BTC', quote: 'USDT', unit_qty: '1' }),
  '/api/apiw/v2/quant-trading/private/bot_agreement': () => ok({ signed: true, version: '1', url: '' }),
  ...Object.fromEntries(
    ['compose-indicator', 'macd', 'contract-martingale'].map((kind) => [
      `/api/apiw/v2/quant-trading/strategybot/config/${kind}`,
      () => kindConfig,
    ]),
  ),
  '/api/apiw/v2/quant-trading/strategy/run': () => ok({ strategy_id: 7 }),
  '/api/apiw/v2/quant-trading/strategy/batch_run': () => batch,
  '/api/apiw/v2/grid-trading/create': () => ok({ strategy_id: 8 }),
  '/api/apiw/v2/account/wallet': () =>
    ok([
      { account: 'spot', asset: 'USDT', available: '500', locked: '0' },
      { account: 'futures_usdt', asset: 'USDT', available: '10000', locked: '0' },
      { account: 'spot', asset: 'BTC', available: '1', locked: '0' },
    ]),
  '/api/apiw/v2/account/transfer': () => transferred,
};

const asked = (path: string): FakeCall[] => calls.filter((call) => call.url.includes(path));
const toasts = (): string[] =>
  getDefaultStore()
    .get(toastsAtom)
    .map(({ text }) => text);
const input = (label: string | RegExp): HTMLInputElement => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string | RegExp, value: string): boolean => fireEvent.change(input(label), { target: { value } });
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const rows = () => parseRows(drafts('martingale').price_step_details ?? '') ?? [];

async function open(kind: RunnableKind, spec: MarketSpec): Promise<void> {
  render(
    <ComponentHost>
      <StrategyForm kind={kind} spec={spec} onCreated={() => undefined} />
      <PromptHost />
    </ComponentHost>,
  );
  await pass(100);
}

async function fillLadder(): Promise<void> {
  type('Price step', '1');
  type('Add orders', '3');
  type('Take profit per round', '1.5');
  type('Investment', '1000');
  await pass(600);
}

async function create(): Promise<void> {
  press('Create');
  await pass(50);
  if (screen.queryByRole('dialog') !== null) await confirmSheet();
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'Date'],
  });
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  );
  emptyForms();
  getDefaultStore().set(toastsAtom, []);
  trial = [];
  batch = ok([]);
  transferred = ok({});
  kindConfig = ok({ usdt: {}, btc: {}, period_config: [] });
  const fake = fakeFetch(({ url }) => {
    const answer = ANSWERS[url.split('?')[0] ?? ''];
    return answer === undefined ? { code: 404, message: 'unknown' } : answer();
  });
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(async () => {
  cleanup();
  // The frame that takes the form's lines back from the chart.
  await pass(50);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the leverage selector', () => {
  it('is collapsed, says its value, and opens to a number and a slider (C-058)', async () => {
    await open('futures_grid', LINEAR);
    const button = screen.getByRole('button', { name: /Leverage ?5X/ });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(button.textContent).toContain('5X');
    fireEvent.click(button);
    expect(screen.getByRole('slider', { name: 'Leverage' }).getAttribute('max')).toBe('50');
    fireEvent.change(screen.getByRole('slider', { name: 'Leverage' }), { target: { value: '20' } });
    expect(drafts('futures_grid').leverage).toBe('20');
  });

  it.each([
    [
      'futures_grid',
      LINEAR,
      [
        ['0', '2'],
        ['125', '50'],
        ['1', '1'],
      ],
    ],
    [
      'margin_grid',
      SPOT,
      [
        ['1', '2'],
        ['0', '2'],
        ['11', '10'],
        ['3', '3'],
      ],
    ],
  ] as const)(
    'of a %s snaps what was typed when it is left: below the least to 2, above the maximum to it (C-285, C-286, C-287, E-248)',
    async (kind, spec, left) => {
      await open(kind, spec);
      press(/^Leverage ?[\d-]/);
      for (const [typed, becomes] of left) {
        type(/Multiple/, typed);
        fireEvent.blur(input(/Multiple/));
        expect([typed, drafts(kind).leverage]).toEqual([typed, becomes]);
      }
    },
  );

  it('is never above what the contract allows, the default included (C-283, C-288)', async () => {
    const three = { ...LINEAR, contract: { ...LINEAR.contract, leverageMax: 3 } };
    await open('futures_grid', three);
    expect(drafts('futures_grid').leverage).toBe('3');
  });

  it('marks every integer below 6, five equal steps and 1X of a multiple of five, else the ends (E-347, M-197, M-198, M-199)', () => {
    expect(leverageMarks({ min: 1, max: 4 })).toEqual([1, 2, 3, 4]);
    expect(leverageMarks({ min: 1, max: 5 })).toEqual([1, 2, 3, 4, 5]);
    expect(leverageMarks({ min: 1, max: 6 })).toEqual([1, 6]);
    expect(leverageMarks({ min: 1, max: 50 })).toEqual([1, 10, 20, 30, 40, 50]);
    expect(leverageMarks({ min: 1, max: 33 })).toEqual([1, 33]);
    expect(leverageMarks({ min: 2, max: 10 })).toEqual([2, 4, 6, 8, 10]);
  });
});

describe('liquidation in front of one’s eyes', () => {
  it('both prices are summary rows and chart lines; one inside the range is a red alert (C-411)', async () => {
    await open('futures_grid', LINEAR);
    type('Lower price', '50000');
    type('Upper price', '70000');
    type('Number of grids', '20');
    type('Investment', '2000');
    press(/^Leverage ?[\d-]/);
    type(/Multiple/, '50');
    await pass(700);
    const figure = document.querySelector('[data-summary="summary.liquidation_long"]');
    expect(figure?.textContent).toMatch(/\d.* \/ .*\d/);
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent ?? '');
    expect(alerts.some((text) => /liquidation/i.test(text))).toBe(true);
    expect(screen.getAllByRole('alert').some(({ className }) => className.includes('danger'))).toBe(true);
    await pass(100);
    const lines = getDefaultStore().get(formLinesAtom);
    expect(lines.filter(({ role }) => role === 'liquidation').length).toBeGreaterThan(0);
  });
});

describe('the free-parameter table', () => {
  beforeEach(async () => {
    await open('martingale', SPOT);
    await fillLadder();
    fireEvent.click(screen.getByLabelText('Custom parameters'));
  });

  it('is rebuilt when it is turned on, multiplier 1, its first row locked (C-067, C-190, C-304, E-228)', () => {
    expect(rows()).toHaveLength(4);
    expect(drafts('martingale').amount_multiplier).toBe('1');
    expect(input('Weight of order 0').disabled).toBe(true);
    expect(screen.queryByLabelText('Price step of order 0')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove order 0' })).toBeNull();
  });

  it('takes steps and shares of each row, two decimals (C-303, C-305)', () => {
    type('Price step of order 2', '2.555');
    type('Weight of order 2', '3');
    expect(rows()[2]).toEqual({ price_steps: '2.55', increasing_share: '3' });
    type('Weight of order 2', '0.5');
    expect(screen.getByRole('alert').textContent).toBe('quantity cannot be less than 1');
  });

  it('keeps at least one add order and warns (C-306)', () => {
    press('Remove order 3');
    press('Remove order 2');
    press('Remove order 1');
    expect(rows()).toHaveLength(2);
    expect(toasts()).toContain('at least one add order is needed');
  });

  it('takes at most thirty add orders and warns beyond (C-307)', () => {
    for (let index = 0; index < 30; index += 1) press(/Add an order/);
    expect(rows()).toHaveLength(31);
    expect(toasts()).toContain('at most 30 add orders are possible');
  });
});

describe('the order overview', () => {
  it('lists every order of a round, eight a page, with the first 1 % from the price (C-056, M-040, C-433, E-354, M-347, M-381)', async () => {
    await open('contract-martingale', LINEAR);
    type('Price step', '1');
    type('Add orders', '9');
    type('Take profit per round', '1.5');
    type('Investment', '5000');
    await pass(600);
    press('Order overview');
    const dialog = within(screen.getByRole('dialog'));
    const table = within(dialog.getByRole('table'));
    expect(table.getAllByRole('row')).toHaveLength(OVERVIEW_PAGE_SIZE + 1);
    expect(OVERVIEW_PAGE_SIZE).toBe(8);
    const [, first] = table.getAllByRole('row');
    expect(first?.textContent).toContain('59,400.0');
    expect(table.getByText('Liquidation')).toBeTruthy();
  });
});

describe('the terms of a kind', () => {
  const config = (terms: object) => ({ usdt: { BTC_USDT: terms }, btc: {}, period_config: [] });

  it('are the exchange’s: leverage of an indicator bot from config/{type}, 10 at most; its minimum too (B3, B12, C-375, E-195, X21)', async () => {
    kindConfig = ok(config({ min_total_amount: '37.5', leverage_max: 8 }));
    for (const kind of ['compose-indicator', 'macd'] as const) {
      await open(kind, LINEAR);
      expect(asked(`config/${kind}`).length).toBeGreaterThan(0);
      press(/^Leverage ?[\d-]/);
      expect(screen.getByText('Multiple (1–8)')).toBeTruthy();
      type('Multiple (1–8)', '9');
      expect(screen.getByText('Leverage should be between 1 and 8')).toBeTruthy();
      fireEvent.blur(input('Multiple (1–8)'));
      expect(input('Multiple (1–8)').value).toBe('8');
      type('Investment', '37.4');
      await pass(600);
      expect(screen.getByText('investment insufficient')).toBeTruthy();
      cleanup();
    }
  });

  it('do not narrow what an exchange says nothing of: the documented config has no leverage (E-287, C-287, C-291)', async () => {
    const documented = { code: 200, message: '', data: { usdt: { BTC_USDT: { min_total_amount: '10' } } } };
    const reading = readReply(CONTRACT.kindConfig.reply, JSON.stringify(documented));
    kindConfig = (reading.ok ? reading.value : {}) as object;
    for (const [kind, most] of [
      ['contract-martingale', 50],
      ['compose-indicator', 10],
    ] as const) {
      await open(kind, LINEAR);
      expect(asked(`config/${kind}`).length).toBeGreaterThan(0);
      press(/^Leverage ?[\d-]/);
      expect(screen.getByText(`Multiple (1–${most})`)).toBeTruthy();
      cleanup();
    }
  });

  it('name the K-line periods of its conditions, for all markets or for one (C-148, C-375)', async () => {
    const only = [{ period: '4h', name: '4 hours' }];
    const market = { min_total_amount: '10' };
    for (const data of [
      { usdt: { BTC_USDT: market }, btc: {}, period_config: only },
      { usdt: { BTC_USDT: { ...market, period_config: only } }, btc: {}, period_config: [] },
    ]) {
      kindConfig = ok(data);
      await open('compose-indicator', LINEAR);
      expect(screen.getByText('Open: please choose the K-line period')).toBeTruthy();
      cleanup();
    }
    kindConfig = ok({ usdt: { BTC_USDT: market }, btc: {}, period_config: [] });
    await open('compose-indicator', LINEAR);
    expect(screen.queryByText(/please choose the K-line period/)).toBeNull();
  });

  it('never are more than the definition’s: an exchange that says 50 leaves an indicator bot its 10 (X21)', async () => {
    kindConfig = ok(config({ min_total_amount: '10', leverage_max: 50 }));
    await open('compose-indicator', LINEAR);
    press(/^Leverage ?[\d-]/);
    expect(screen.getByText('Multiple (1–10)')).toBeTruthy();
  });
});

describe('the spot martingale on several coins', () => {
  beforeEach(async () => {
    await open('martingale', SPOT);
    await fillLadder();
    fireEvent.click(screen.getByLabelText('Multiple coins'));
    await pass(50);
  });
  const toggle = (coin: string): boolean => press(new RegExp(`^${coin}`));

  it('forces percent steps of 0.1 and begins with the page’s coin (C-052, C-182, C-189)', () => {
    expect(drafts('martingale')).toMatchObject({
      create_mode: '1',
      price_step_type: 'rate',
      price_steps: '0.1',
      pairs: 'BTC_USDT',
    });
  });

  it('wants two coins at least and takes ten at most (C-309)', async () => {
    await create();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      'please add at least two coins',
    );
    expect(asked('batch_run')).toHaveLength(0);
    for (const coin of COINS.slice(1)) toggle(coin);
    expect(drafts('martingale').pairs?.split(',')).toHaveLength(10);
    expect(toasts()).toContain('maximum ten markets');
  });

  it('refuses a coin whose market is not known: what is shown is sent, or nothing (C-309)', async () => {
    toggle('ETH');
    getDefaultStore().set(formDraftsAtom, (all) =>
      Object.fromEntries(
        Object.entries(all).map(([key, one]) => [
          key,
          { ...one, values: { ...one?.values, pairs: 'BTC_USDT,GONE_USDT,ETH_USDT' }, asset: one?.asset ?? '' },
        ]),
      ),
    );
    await create();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      'the market of GONE is not known at the moment: take it out, or try again later',
    );
    expect(asked('batch_run')).toHaveLength(0);
  });

  it('sends one bot a pair by one call and says that all are there (C-358, C-390)', async () => {
    batch = ok(['BTC_USDT', 'ETH_USDT'].map((bot) => ({ bot, code: 200, message: '', strategy_id: 1 })));
    toggle('ETH');
    await create();
    const [sent] = asked('batch_run');
    const body = sent?.body as { bots: { params: { pair: string; price_steps: string } }[] };
    expect(body.bots.map(({ params }) => params.pair)).toEqual(['BTC_USDT', 'ETH_USDT']);
    expect(body.bots[0]?.params.price_steps).toBe('0.001');
    expect(toasts()).toContain('strategy created successfully');
  });

  it('says how many are there when only some are (C-391)', async () => {
    batch = ok([
      { bot: 'BTC_USDT', code: 200, message: '', strategy_id: 1 },
      { bot: 'ETH_USDT', code: 422, message: 'money.balance.create', strategy_id: 0 },
    ]);
    toggle('ETH');
    await create();
    expect(toasts()).toContain('1 of 2 bots were created');
    // B7: which, and why; it stays in the form with everything that was typed, and is tried again alone.
    expect(drafts('martingale')).toMatchObject({ pairs: 'ETH_USDT', money: '1000', create_mode: '1' });
    expect(screen.getByText('ETH: available balance insufficient')).toBeTruthy();
    await create();
    expect(asked('batch_run')).toHaveLength(1);
    expect(asked('strategy/run').at(-1)?.body).toMatchObject({ params: { pair: 'ETH_USDT' } });
  });

  it('has the most that the balance gives each of them, and no steps or triggers that they do not have in common (B7, C-189)', async () => {
    toggle('ETH');
    press('Max');
    await pass(50);
    expect(drafts('martingale').money).toBe('5000');
    expect(screen.queryByLabelText('Price difference')).toBeNull();
    expect(screen.queryByLabelText('Trigger price')).toBeNull();
  });

  it('says what each of them needs, and of which the investment is too small (B7)', async () => {
    toggle('ETH');
    type('Investment', '1');
    await pass(600);
    const minima = [...document.querySelectorAll('[data-minimum]')].map((one) => one.getAttribute('data-minimum'));
    expect(minima).toEqual(['BTC', 'ETH']);
    expect(
      screen.getAllByRole('alert').some(({ textContent }) => /^(BTC|ETH) needs at least/.test(textContent ?? '')),
    ).toBe(true);
  });

  it('says so when none is there, and keeps what was typed (C-392)', async () => {
    batch = ok(['BTC_USDT', 'ETH_USDT'].map((bot) => ({ bot, code: 422, message: '', strategy_id: 0 })));
    toggle('ETH');
    await create();
    expect(toasts()).toContain('None of the bots was created');
    expect(drafts('martingale').money).toBe('1000');
  });

  it('asks for money for all of them together (C-233)', async () => {
    toggle('ETH');
    type('Investment', '6000');
    await pass(600);
    expect(screen.getAllByRole('alert').some(({ textContent }) => /available balance/i.test(textContent ?? ''))).toBe(
      true,
    );
  });
});

describe('the call and the account of a kind', () => {
  it('a martingale is created by strategy/run with its params (C-158, C-159, C-381, H13)', async () => {
    await open('martingale', SPOT);
    await fillLadder();
    await create();
    const [sent] = asked('/strategy/run');
    expect(sent?.body).toMatchObject({
      user_id: '7',
      strategy_type: 'martingale',
      params: { pair: 'BTC_USDT', begin_money_amount: '1000', max_order_amount: '3', is_ai: 0 },
    });
    expect(toasts()).toContain('strategy created successfully');
  });

  it('futures bots show the balance of the futures account, spot bots that of the spot account (E-341)', async () => {
    await open('futures_grid', LINEAR);
    expect(asked('available_balance').at(-1)?.url).toContain('account=futures_usdt');
    cleanup();
    calls.length = 0;
    await open('spot_grid', SPOT);
    expect(asked('available_balance').at(-1)?.url).not.toContain('account=');
  });

  it('money is brought over from another account that holds the asset, once per operation', async () => {
    await open('futures_grid', LINEAR);
    press(/^Transfer/);
    await pass(50);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Spot account')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '600' } });
    expect(dialog.getByRole('alert').textContent).toBe('More than is available');
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '250' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Transfer' }));
    await pass(50);
    const [sent] = asked('account/transfer');
    expect(sent?.body).toEqual({ from: 'spot', to: 'futures_usdt', asset: 'USDT', amount: '250' });
    expect(sent?.headers['idempotency-key']).toMatch(/^[\w-]{16,64}$/);
    expect(toasts()).toContain('Transferred');
  });

  it('money is brought over once by two presses within one frame', async () => {
    await open('futures_grid', LINEAR);
    press(/^Transfer/);
    await pass(50);
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '250' } });
    const button = dialog.getByRole('button', { name: 'Transfer' });
    act(() => {
      button.click();
      button.click();
    });
    await pass(50);
    expect(asked('account/transfer')).toHaveLength(1);
  });

  it('money that was sent over without an answer keeps its key until there is one, also where its repeat is given no fund password', async () => {
    transferred = null;
    await open('futures_grid', LINEAR);
    press(/^Transfer/);
    await pass(50);
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '250' } });
    const send = async (name: string): Promise<void> => {
      fireEvent.click(dialog.getByRole('button', { name }));
      await pass(50);
    };
    await send('Transfer');
    transferred = { code: 423, message: '', require_fundpass: true };
    await send(common.held.askAgain);
    await act(async () => getDefaultStore().get(promptsAtom)[0]?.answer(null));
    transferred = ok({});
    await send(common.held.askAgain);
    const went = asked('account/transfer').map(({ headers, body }) =>
      JSON.stringify([headers['idempotency-key'], body]),
    );
    expect([went.length, new Set(went).size]).toEqual([5, 1]);
    expect(toasts()).toEqual([common.error.unknown, 'Transferred']);
  });

  it('money that was sent over without an answer holds what was typed until there is one, or its trader says that he has looked', async () => {
    transferred = null;
    await open('futures_grid', LINEAR);
    press(/^Transfer/);
    await pass(50);
    const dialog = within(screen.getByRole('dialog'));
    const amount = dialog.getByLabelText<HTMLInputElement>('Amount');
    const isHeld = (): boolean[] =>
      [amount, dialog.getByLabelText('From'), dialog.getByRole('button', { name: /max/i })].map((part) =>
        part.matches(':disabled'),
      );
    fireEvent.change(amount, { target: { value: '250' } });
    amount.focus();
    expect(isHeld()).toEqual([false, false, false]);
    fireEvent.click(dialog.getByRole('button', { name: 'Transfer' }));
    expect(isHeld()).toEqual([true, true, true]);
    await pass(50);
    expect(isHeld()).toEqual([true, true, true]);
    expect(dialog.getByText(new RegExp(common.held.unanswered))).toBeTruthy();
    // What is held keeps the focus near it, and gives it back.
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    fireEvent.click(dialog.getByRole('button', { name: common.held.looked }));
    expect([...isHeld(), document.activeElement === amount]).toEqual([false, false, false, true]);
    expect(dialog.queryByText(new RegExp(common.held.unanswered))).toBeNull();
    transferred = ok({});
    fireEvent.change(amount, { target: { value: '300' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Transfer' }));
    await pass(50);
    const went = asked('account/transfer').map(({ headers, body }) => [
      headers['idempotency-key'],
      (body as { readonly amount: string }).amount,
    ]);
    expect(went.map(([, money]) => money)).toEqual(['250', '250', '250', '300']);
    expect(new Set(went.map(([key]) => key)).size).toBe(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('trial funds are offered where the market is listed, and used when the trader says so (C-022, M-042)', async () => {
    trial = [{ experience_type: 'signal', available: '100' }];
    await open('futures_grid', LINEAR);
    const box = screen.getByLabelText('Use trial funds');
    fireEvent.click(box);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Use trial funds' }));
    type('Lower price', '50000');
    type('Upper price', '70000');
    type('Number of grids', '5');
    type('Investment', '1000');
    await pass(700);
    await create();
    expect(asked('grid-trading/create')[0]?.body).toMatchObject({
      uid: 'u7',
      strategy_type: 'futures_grid',
      use_experience: 1,
    });
  });

  it('trial funds of either type come on top of the balance once they are used (C-151, E-134, C-233)', async () => {
    trial = [
      { experience_type: 'follow', available: '60' },
      { experience_type: 'signal', available: '40' },
    ];
    await open('futures_grid', LINEAR);
    type('Investment', '10000.01');
    expect(screen.getByText('available balance insufficient')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Use trial funds'));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Use trial funds' }));
    await pass(50);
    type('Investment', '10100');
    expect(screen.queryByText('available balance insufficient')).toBeNull();
    type('Investment', '10100.01');
    expect(screen.getByText('available balance insufficient')).toBeTruthy();
  });
});
