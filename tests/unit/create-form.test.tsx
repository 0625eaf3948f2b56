// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StrategyForm } from '#components/create/strategy-form.tsx';
import { formLinesAtom } from '#components/form/chart-marks.ts';
import { sentCreationsAtom } from '#components/form/form-state.ts';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { LiveNotice } from '#components/ui/stale-notice.tsx';
import { botsViewAtom, showBotsTab } from '#lib/client/bots-view.ts';
import { forgetViewer, rememberViewer } from '#lib/client/session-loss.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { confirmSheet, emptyForms } from '#tests/support/create-form-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT' }));

const SPEC = testSpec();
let calls: FakeCall[];
let isSigned: boolean;
/** Who is logged in. */
let viewer: number;
/** null = the exchange answers 500. */
let minimum: string | null;
let isBalanceDown: boolean;
let balance: string;
/** Answers of the create call, in order; null = the network is down. */
let creations: (object | null)[];

const ok = (data: unknown): object => ({ code: 200, message: '', data });

const ANSWERS: Readonly<Record<string, () => object | null>> = {
  '/api/apiw/v2/quant-trading/public/experience_markets': () => ok([]),
  '/api/session': () => ok({ logged_in: true, user_id: viewer, anonymous: '0123456789abcdef', nickname: 'demo' }),
  '/api/strategybot/last_price': () => ({ last_price: '60000' }),
  '/api/apiw/v2/quant-trading/public/grid-base': () => ok({ max_grid: 200 }),
  '/api/apiw/v2/quant-trading/strategybot/strategy_fee': () =>
    ok({ taker_fee: '0.001', futures_taker_fee: '0.0005', futures_maker_fee: '0.0005', vip_fee_discount: '1' }),
  '/api/apiw/v2/quant-trading/available_balance': () =>
    isBalanceDown
      ? { code: 500, message: 'internal' }
      : ok({ currency_outables: [{ asset: 'USDT', outable: balance }], max_outable: { outable: balance } }),
  '/api/apiw/v2/grid-trading/min_amount': () =>
    minimum === null
      ? { code: 500, message: '' }
      : ok({ min_amount: minimum, base: 'BTC', quote: 'USDT', unit_qty: '0.01' }),
  '/api/apiw/v2/quant-trading/private/bot_agreement': () => ok({ signed: isSigned, version: '1', url: '' }),
  '/api/apiw/v2/grid-trading/create': () => creations.shift() ?? null,
};

const asked = (path: string): FakeCall[] => calls.filter((call) => call.url.includes(path));
const toasts = (): string[] =>
  getDefaultStore()
    .get(toastsAtom)
    .map(({ text }) => text);
const input = (label: string): HTMLInputElement => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string): boolean => fireEvent.change(input(label), { target: { value } });
const createButton = (): HTMLButtonElement => screen.getByRole('button', { name: 'Create' }) as HTMLButtonElement;
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(onCreated = () => undefined): Promise<void> {
  render(
    <ComponentHost>
      <StrategyForm kind="spot_grid" spec={SPEC} onCreated={onCreated} />
      <PromptHost />
      <LiveNotice />
    </ComponentHost>,
  );
  await pass(100);
}

function fillWell(): void {
  type('Lower price', '50000');
  type('Upper price', '70000');
  type('Number of grids', '20');
  type('Investment', '1000');
}

/** Opens the form, fills it in, presses Create and confirms the sheet. */
async function sendWell(): Promise<void> {
  await open();
  fillWell();
  await pass(600);
  fireEvent.click(createButton());
  await pass(50);
  await confirmSheet();
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
  isSigned = true;
  viewer = 7;
  minimum = '133.32';
  isBalanceDown = false;
  balance = '10000';
  creations = [];
  const fake = fakeFetch((call) => (ANSWERS[call.url.split('?')[0] ?? ''] ?? (() => ok({})))());
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  forgetViewer();
  // The frame that takes the form's lines back.
  vi.advanceTimersByTime(20);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the create form', () => {
  it('stands in its order: strategy block, amount block, collapsed advanced settings, Create button (C-054, C-063, C-066, C-074, C-075, C-076)', async () => {
    await open();
    const order = [
      screen.getByText('Lower price'),
      screen.getByText('Investment'),
      screen.getByText('Advanced settings'),
      createButton(),
    ];
    for (const [index, element] of order.slice(1).entries()) {
      const follows = (order[index] as HTMLElement).compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
      expect(follows).toBeTruthy();
    }
    expect(screen.queryByLabelText('Trigger price')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Advanced settings' }));
    for (const name of ['Keep coins', 'Show this bot in rankings', 'Hide trades', 'Stop loss', 'Take profit']) {
      expect(screen.getByRole('checkbox', { name })).toBeTruthy();
    }
    for (const label of ['Trigger price', 'Profit share', 'Bot name', 'Description']) expect(input(label)).toBeTruthy();
  });

  it('takes digits and one point, full-width ones and grouped thousands too, cuts decimals beyond the tick, and keeps what stood there before anything else (B2, C-339, C-231, M-234)', async () => {
    await open();
    type('Lower price', '５０，０００。1234');
    expect(input('Lower price').value).toBe('50000.1');
    for (const typed of ['50000,1', '5a', '-5', '1e5', '1.2.3']) {
      type('Lower price', typed);
      expect(input('Lower price').value).toBe('50000.1');
      expect(screen.getByText('Only digits and one decimal point')).toBeTruthy();
    }
    fireEvent.blur(input('Lower price'));
    expect(screen.queryByText('Only digits and one decimal point')).toBeNull();
    type('Number of grids', '2');
    type('Number of grids', '2.5');
    expect(input('Number of grids').value).toBe('2');
    expect(screen.getByText('Whole numbers only')).toBeTruthy();
    type('Investment', '5.12345');
    expect(input('Investment').value).toBe('5.1234');
  });

  it('refuses what follows a refused key at its place: 2.5 grids stay 2 and 100,5 stays 100, until one turns elsewhere (B2)', async () => {
    await open();
    const key = (label: string, character: string): void => {
      const before = input(label).value;
      type(label, before + character);
    };
    for (const character of '2.5') key('Number of grids', character);
    expect(input('Number of grids').value).toBe('2');
    for (const character of '100,5') key('Investment', character);
    expect(input('Investment').value).toBe('100');
    fireEvent.keyUp(input('Investment'), { key: 'End' });
    key('Investment', '5');
    expect(input('Investment').value).toBe('1005');
  });

  it('leaves what an input method composes alone until it is done (B2)', async () => {
    await open();
    const field = input('Investment');
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: 'yi' } });
    expect(field.value).toBe('yi');
    fireEvent.change(field, { target: { value: '１２' } });
    fireEvent.compositionEnd(field);
    expect(field.value).toBe('12');
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: '12一' } });
    fireEvent.compositionEnd(field);
    expect(field.value).toBe('12');
  });

  it('says at the field what is wrong while one types, and is silent about what is empty (C-251, C-252, C-254, C-230)', async () => {
    await open();
    expect(screen.queryByRole('alert')).toBeNull();
    type('Lower price', '0');
    expect(screen.getByText('Lower price should be between 0 and 99999999')).toBeTruthy();
    expect(input('Lower price').getAttribute('aria-invalid')).toBe('true');
    type('Lower price', '70000');
    type('Upper price', '60000');
    expect(screen.getByText('upper limit price must be greater than lower limit price')).toBeTruthy();
    type('Number of grids', '201');
    expect(screen.getByText('Number of grids should be between 2 and 200')).toBeTruthy();
    type('Investment', '99999999');
    expect(screen.getByText('available balance insufficient')).toBeTruthy();
    type('Investment', '');
    expect(screen.queryByText('available balance insufficient')).toBeNull();
  });

  it('asks for the minimum 500 ms after the last change, and the latest question wins (C-256, C-368, C-428)', async () => {
    await open();
    fillWell();
    await pass(400);
    expect(asked('min_amount')).toHaveLength(0);
    type('Number of grids', '30');
    await pass(499);
    expect(asked('min_amount')).toHaveLength(0);
    await pass(2);
    expect(asked('min_amount').map(({ url }) => new URLSearchParams(url.split('?')[1]).get('grid_num'))).toEqual([
      '30',
    ]);
    expect(screen.getByText('133.32')).toBeTruthy();
  });

  it('asks for the minimum again after a bad reply, and keeps the known one while only the money changes (D1, C-368)', async () => {
    minimum = null;
    await open();
    fillWell();
    await pass(600);
    expect(asked('min_amount')).toHaveLength(1);
    expect(screen.queryByText('133.32')).toBeNull();
    minimum = '133.32';
    await pass(30_000);
    expect(screen.getByText('133.32')).toBeTruthy();
    // A good answer is the last question until something is typed.
    const before = asked('min_amount').length;
    await pass(60_000);
    expect(asked('min_amount')).toHaveLength(before);
    minimum = null;
    type('Investment', '1500');
    await pass(600);
    expect(asked('min_amount')).toHaveLength(before + 1);
    expect(screen.getByText('133.32')).toBeTruthy();
  });

  it('disables Create for a typed zero and below the minimum, and leaves it enabled while the amount is empty (C-204, C-205, C-234)', async () => {
    await open();
    expect(createButton().disabled).toBe(false);
    fillWell();
    await pass(600);
    expect(createButton().disabled).toBe(false);
    type('Investment', '0');
    expect(createButton().disabled).toBe(true);
    type('Investment', '133.31');
    expect(createButton().disabled).toBe(true);
    expect(screen.getByText('investment insufficient')).toBeTruthy();
    type('Investment', '133.32');
    expect(createButton().disabled).toBe(false);
  });

  it('knows a balance and a minimum that an exchange counts finer than 1e-8: the one cut, the other in full (C-233, C-437, C-205)', async () => {
    balance = '10000.123456789012';
    minimum = '133.320000000001';
    await open();
    fillWell();
    await pass(600);
    expect(screen.getByText(/10,000\.123457/)).toBeTruthy();
    type('Investment', '10000.1235');
    expect(screen.getByText('available balance insufficient')).toBeTruthy();
    type('Investment', '133.32');
    expect(createButton().disabled).toBe(true);
    type('Investment', '133.3201');
    expect(createButton().disabled).toBe(false);
  });

  it('fills the amount from the balance: Max and quick shares, cut to the field’s decimals (C-236)', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Max' }));
    expect(input('Investment').value).toBe('10000');
    fireEvent.click(screen.getByRole('button', { name: '25%' }));
    expect(input('Investment').value).toBe('2500');
    fireEvent.change(screen.getByRole('slider'), { target: { value: '33' } });
    expect(input('Investment').value).toBe('3300');
  });

  it('says nothing anywhere about a balance that does not come, nor that the page is not up to date, and can be sent all the same (M-345, E-325)', async () => {
    isBalanceDown = true;
    await open();
    fillWell();
    for (let seconds = 0; seconds < 30; seconds += 1) {
      await pass(1_000);
      expect(screen.queryByTestId('live-notice')?.textContent).toBeUndefined();
    }
    expect(asked('available_balance').length).toBeGreaterThan(1);
    expect(toasts()).toEqual([]);
    expect(screen.queryAllByRole('alert')).toEqual([]);
    expect(createButton().disabled).toBe(false);
    isBalanceDown = false;
    await pass(60_000);
    expect(screen.getByText(/10,000/)).toBeTruthy();
  });

  it('clears stop-loss and take-profit prices when their boxes are unchecked (C-196)', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Advanced settings' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Stop loss' }));
    type('Stop-loss price', '40000');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Stop loss' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Stop loss' }));
    expect(input('Stop-loss price').value).toBe('');
  });

  it('offers 1 and 5 percent as slippage (C-101, C-408)', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Advanced settings' }));
    fireEvent.click(screen.getByRole('button', { name: '1%' }));
    expect(input('Opening slippage').value).toBe('1');
    fireEvent.click(screen.getByRole('button', { name: '5%' }));
    expect(input('Opening slippage').value).toBe('5');
    type('Opening slippage', '6');
    expect(screen.getByText('slippage should be between 0.1% and 5%')).toBeTruthy();
  });

  it('says in a toast that trailing needs the range first, and disables Create while the trailing block is invalid (C-197, C-409, C-206)', async () => {
    await open();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Trail up' }));
    expect(toasts()).toEqual(['please set the price range first']);
    fillWell();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Trail up' }));
    expect(screen.getByText(/105,000/)).toBeTruthy();
    type('Upper price', '110000');
    expect(createButton().disabled).toBe(true);
  });

  it('hides the phone’s keyboard 60 ms after Enter (E-379)', async () => {
    await open();
    input('Lower price').focus();
    fireEvent.keyDown(input('Lower price'), { key: 'Enter' });
    await pass(59);
    expect(document.activeElement).toBe(input('Lower price'));
    await pass(1);
    expect(document.activeElement).not.toBe(input('Lower price'));
  });

  it('hands its lines to the chart, once a frame, and takes them back when it goes', async () => {
    await open();
    const drawn: number[] = [];
    const stop = getDefaultStore().sub(formLinesAtom, () => drawn.push(getDefaultStore().get(formLinesAtom).length));
    fillWell();
    await pass(20);
    // 20 intervals, 21 lines, none at the price; and the two edges.
    expect(drawn).toEqual([22]);
    cleanup();
    await pass(20);
    expect(drawn.at(-1)).toBe(0);
    stop();
  });
});

describe('creating a bot', () => {
  it('brings the first error into sight and focus (C-209, C-235)', async () => {
    await open();
    fireEvent.click(createButton());
    await pass(50);
    expect(document.activeElement).toBe(input('Lower price'));
    expect(screen.getByText('please enter the lower price')).toBeTruthy();
    expect(screen.getByText('please enter the investment amount')).toBeTruthy();
    expect(asked('grid-trading/create')).toHaveLength(0);
  });

  it('opens the advanced settings when the first error is among them (C-209)', async () => {
    await open();
    fillWell();
    fireEvent.click(screen.getByRole('button', { name: 'Advanced settings' }));
    type('Trigger price', '1');
    fireEvent.click(screen.getByRole('button', { name: 'Advanced settings' }));
    expect(screen.queryByLabelText('Trigger price')).toBeNull();
    fireEvent.click(createButton());
    await pass(50);
    expect(document.activeElement).toBe(input('Trigger price'));
  });

  it('brings the uppermost of several errors into focus, whichever is looked at first (C-209)', async () => {
    await open();
    fillWell();
    fireEvent.click(screen.getByRole('button', { name: 'Advanced settings' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Stop loss' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Take profit' }));
    fireEvent.click(createButton());
    await pass(50);
    expect(document.activeElement).toBe(input('Take-profit price'));
    type('Trigger price', '1');
    fireEvent.click(createButton());
    await pass(50);
    expect(document.activeElement).toBe(input('Trigger price'));
  });

  it('says of an amount that was changed after it was sent what it says while one types (C-230, C-232, C-235, X6)', async () => {
    await open();
    fireEvent.click(createButton());
    await pass(50);
    const missed = 'please enter the investment amount';
    expect(screen.getByText(missed)).toBeTruthy();
    type('Investment', '20000');
    expect(screen.getByText('available balance insufficient')).toBeTruthy();
    type('Investment', '');
    expect(screen.queryByText(missed)).toBeNull();
    expect(input('Investment').getAttribute('aria-invalid')).not.toBe('true');
    type('Investment', '0');
    expect(screen.getByText('total amount should be between 0 and 99999999')).toBeTruthy();
    // What else was missed is said all the while.
    expect(screen.getByText('please enter the lower price')).toBeTruthy();
    type('Investment', '');
    fireEvent.click(createButton());
    await pass(50);
    expect(screen.getByText(missed)).toBeTruthy();
  });

  it('says in a toast that the single-grid return is too low (C-257)', async () => {
    await open();
    fillWell();
    type('Upper price', '50050');
    fireEvent.click(createButton());
    await pass(50);
    expect(toasts()).toContain(
      'The single-grid return is too low. Please adjust the price range or the number of grids.',
    );
  });

  it('has the agreement signed once, sends the payload, says so, empties itself, and shows the running list after 600 ms (C-208, C-211, C-212, C-354, C-389, C-428)', async () => {
    isSigned = false;
    creations = [ok({ strategy_id: 7 })];
    const onCreated = vi.fn();
    showBotsTab('history');
    await open(onCreated);
    fillWell();
    await pass(600);
    fireEvent.click(createButton());
    const dialog = within(await vi.waitFor(() => screen.getByRole('dialog', { name: 'Bot agreement' })));
    fireEvent.click(dialog.getByRole('checkbox'));
    fireEvent.click(dialog.getByRole('button', { name: 'Agree and continue' }));
    await pass(50);
    expect(asked('grid-trading/create')).toHaveLength(0);
    await confirmSheet();
    expect(asked('bot_agreement').map(({ method }) => method)).toEqual(['GET', 'POST']);
    const [sent] = asked('grid-trading/create');
    expect(sent?.body).toMatchObject({
      strategy_type: 'spot_grid',
      market: 'BTC_USDT',
      low_price: '50000',
      money: '1000',
    });
    expect(sent?.headers['device-type']).toBe('web');
    expect(sent?.headers['idempotency-key']).toMatch(/^[\w-]{16,64}$/);
    expect(toasts()).toEqual(['Bot created']);
    expect(onCreated).toHaveBeenCalledOnce();
    expect(input('Investment').value).toBe('');
    expect(getDefaultStore().get(botsViewAtom).tab).toBe('history');
    await pass(600);
    expect(getDefaultStore().get(botsViewAtom).tab).toBe('running');
  });

  it('asks for the fund password when the exchange wants it, and sends the same creation again with it (C-210, C-388)', async () => {
    creations = [{ code: 423, message: '', require_fundpass: true }, ok({ strategy_id: 7 })];
    await sendWell();
    type('Fund password', 'paper-fund');
    await confirmSheet();
    const [first, second] = asked('grid-trading/create');
    expect(second?.body).toEqual({ ...(first?.body as object), fundpass: 'paper-fund' });
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(toasts()).toEqual(['Bot created']);
  });

  it('shows the exchange’s refusal of a field at that field until it changes (C-387)', async () => {
    creations = [{ code: 422, message: '', data: { field: 'money', issue: 'money.balance.create', values: {} } }];
    await sendWell();
    await pass(50);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('available balance insufficient')).toBeTruthy();
    expect(document.activeElement).toBe(input('Investment'));
    type('Investment', '999');
    expect(screen.queryByText('available balance insufficient')).toBeNull();
  });

  it('says any other refusal in its own words and reports it (C-387, M-333)', async () => {
    creations = [{ code: 409, message: '', data: { issue: 'price-unknown' } }];
    await sendWell();
    const sheet = within(screen.getByRole('dialog', { name: /^Review/ }));
    expect(sheet.getByText('the market has no price right now')).toBeTruthy();
    expect(input('Investment').value).toBe('1000');
    expect(asked('client-errors').map(({ body }) => body)).toMatchObject([
      { message: 'create refused 409 price-unknown' },
    ]);
  });

  it('has a wrong fund password corrected in the sheet, and creates once (H52, M-335, C-344)', async () => {
    creations = [
      { code: 423, message: '', require_fundpass: true },
      { code: 424, message: '', data: { issue: 'fundpass-wrong' } },
      ok({ strategy_id: 7 }),
    ];
    await sendWell();
    type('Fund password', 'wrong');
    await confirmSheet();
    expect(screen.getByText('wrong fund password')).toBeTruthy();
    expect(input('Fund password').value).toBe('');
    type('Fund password', 'paper-fund');
    await confirmSheet();
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = asked('grid-trading/create');
    expect(sent.map(({ body }) => (body as { fundpass?: string }).fundpass)).toEqual([
      undefined,
      'wrong',
      'paper-fund',
    ]);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(toasts()).toEqual(['Bot created']);
  });

  it.each([
    ['what was typed since, into the form that was opened again', '1500', '1500'],
    ['nothing else: what is word for word that of the bot is emptied', '1000', ''],
  ])('a late answer to a form that was left leaves %s', async (_name, typed, left) => {
    let answer: (reply: object) => void = () => undefined;
    creations = [
      new Promise<object>((resolve) => {
        answer = resolve;
      }),
    ];
    const created = vi.fn();
    await open(created);
    fillWell();
    await pass(600);
    fireEvent.click(createButton());
    await pass(50);
    fireEvent.submit(screen.getByRole('dialog', { name: /^Review/ }).querySelector('form') as HTMLFormElement);
    await pass(50);
    expect(asked('grid-trading/create')).toHaveLength(1);
    cleanup();
    await open(created);
    expect(createButton().disabled).toBe(true);
    expect(screen.getByText(/still being created/)).toBeTruthy();
    type('Investment', typed);
    await pass(600);
    answer(ok({ strategy_id: 7 }));
    await pass(50);
    expect(toasts()).toEqual(['Bot created']);
    expect(input('Investment').value).toBe(left);
    expect(createButton().disabled).toBe(false);
    // Nobody is taken back from the form that he has opened since.
    expect(created).not.toHaveBeenCalled();
  });

  it('opens the sheet on Enter in a field and creates nothing by it; closing it loses nothing (H52, B4)', async () => {
    creations = [ok({ strategy_id: 7 })];
    await open();
    fillWell();
    await pass(600);
    fireEvent.submit(screen.getByRole('form', { name: /./ }));
    await pass(50);
    const sheet = within(screen.getByRole('dialog', { name: /^Review/ }));
    expect(asked('grid-trading/create')).toHaveLength(0);
    fireEvent.click(sheet.getByRole('button', { name: 'Change it' }));
    await pass(20);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(input('Investment').value).toBe('1000');
    fireEvent.click(createButton());
    await pass(50);
    // The sheet's switch is the form's: the same words, the same sense (H57).
    const inSheet = within(screen.getByRole('dialog', { name: /^Review/ })).getByLabelText('Show this bot in rankings');
    expect((inSheet as HTMLInputElement).checked).toBe(true);
    fireEvent.click(inSheet);
    await confirmSheet();
    expect(asked('grid-trading/create').map(({ body }) => body)).toMatchObject([{ is_hide: 1 }]);
  });

  it('says network error when nothing was answered, keeps what was typed, and asks for that bot again before another (C-386, C-203, B15)', async () => {
    await sendWell();
    expect(toasts()).toEqual(['network error']);
    expect(input('Investment').value).toBe('1000');
    const askAgain = screen.getByRole('button', { name: 'Ask for it again' });
    expect(document.activeElement?.contains(askAgain)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    // Nothing else is created before it is settled, whatever is typed.
    expect(createButton().disabled).toBe(true);
    type('Investment', '1200');
    await pass(600);
    expect(createButton().disabled).toBe(true);
    fireEvent.click(askAgain);
    await pass(50);
    expect(screen.getByText(/We do not know whether the bot/)).toBeTruthy();
    creations = [ok({ strategy_id: 7 })];
    fireEvent.click(screen.getByRole('button', { name: 'Ask for it again' }));
    await pass(50);
    const bodies = asked('grid-trading/create').map(({ body }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBe(1);
    expect(screen.queryByText(/We do not know whether the bot/)).toBeNull();
    // What was typed since is another bot's.
    expect(input('Investment').value).toBe('1200');
    expect(createButton().disabled).toBe(false);
    expect(document.activeElement).not.toBe(document.body);
    expect(new Set(asked('grid-trading/create').map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(toasts()).toContain('Bot created');
  });

  it('tells another trader, who has logged in meanwhile, nothing of what the first one created, and creates nothing of it as him', async () => {
    viewer = 41;
    await sendWell();
    expect(toasts()).toEqual(['network error']);
    const askAgain = screen.getByRole('button', { name: 'Ask for it again' });
    let answer: (reply: object) => void = () => undefined;
    creations = [
      new Promise<object>((resolve) => {
        answer = resolve;
      }),
    ];
    fireEvent.click(askAgain);
    await pass(50);
    // In another place of the page the second one logs in.
    viewer = 42;
    rememberViewer(42);
    await act(() => mutate(() => true, undefined, { revalidate: true }));
    await pass(50);
    answer(ok({ strategy_id: 7 }));
    await pass(50);
    expect(screen.queryByText(/We do not know whether|still being created/)).toBeNull();
    expect(toasts()).toEqual(['network error']);
    expect(new Set(asked('grid-trading/create').map(({ headers }) => headers['trader-id']))).toEqual(new Set(['41']));
  });

  it('is not asked for again as the second trader while the page still shows the first', async () => {
    viewer = 41;
    await sendWell();
    rememberViewer(42);
    creations = [{ code: 409, message: '', data: { issue: 'owner-unknown' } }];
    fireEvent.click(screen.getByRole('button', { name: 'Ask for it again' }));
    await pass(50);
    expect(asked('grid-trading/create').at(-1)?.headers['trader-id']).toBe('41');
    // Nobody has settled it: it waits for the first one.
    expect(Object.values(getDefaultStore().get(sentCreationsAtom))).toMatchObject([{ userId: 41 }]);
  });

  it('Create keeps the focus while it is busy, and two presses open one sheet (C-203, H)', async () => {
    await open();
    fillWell();
    await pass(600);
    createButton().focus();
    fireEvent.click(createButton());
    fireEvent.click(createButton());
    expect(createButton().getAttribute('aria-busy')).toBe('true');
    expect(createButton().disabled).toBe(false);
    expect(document.activeElement).toBe(createButton());
    await pass(50);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(asked('bot_agreement')).toHaveLength(1);
  });

  it('asks before creating what looks odd (C-094, C-269)', async () => {
    await open();
    fillWell();
    type('Lower price', '61000');
    await pass(600);
    fireEvent.click(createButton());
    await pass(50);
    expect(screen.getByRole('region', { name: 'Please look again' })).toBeTruthy();
    expect(asked('grid-trading/create')).toHaveLength(0);
    creations = [ok({ strategy_id: 7 })];
    await confirmSheet();
    expect(asked('grid-trading/create')).toHaveLength(1);
  });
});
