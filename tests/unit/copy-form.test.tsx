// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { copiedBot } from '#components/copy/copied-bot.ts';
import { CopyButton } from '#components/copy/copy-button.tsx';
import type { CopyTerms } from '#components/copy/copy-values.ts';
import { bringCopyForm } from '#components/copy/late-copy-form.tsx';
import { sentCreationsAtom } from '#components/form/form-state.ts';
import { ViewerTeller } from '#components/layout/viewer-teller.tsx';
import { ToastHost } from '#components/ui/toast-host.tsx';
import { toastsAtom } from '#lib/client/toasts.ts';
import type { CopyPreview } from '#lib/contract/copy-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import refusals from '#messages/en/refusals.json' with { type: 'json' };
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

const PAGE = '/en/strategybot/detail?id=42&type=spot_grid&name=0123456789abcdef';
const TERMS: CopyTerms = {
  strategy_type: 'spot_grid',
  market: 'BTC_USDT',
  settle: '',
  asset: 'USDT',
  min_amount: '25.12',
  available: '1000',
  trial_available: '0',
  leverage: '',
  leverage_min: 0,
  leverage_max: 0,
  stops: { of: '', stop_loss: 0, stop_profit: 0 },
  follow_fee_rate: '0.05',
  fee_rate: '0.001',
  liq_price: '--',
  short_liq_price: '--',
  is_open_params: 0,
  payload: null,
  issue: null,
};

const side = { profit_rate: '0.0412', max_draw_down: '0.0318', finish_as: '' } as const;
const DONE: CopyPreview = {
  status: 'done',
  progress: 1,
  outcome: 'compared',
  result: {
    from: 1_776_679_200,
    to: 1_779_271_200,
    original: side,
    copy: { ...side, profit_rate: '0.0381', share_rate: '0.002' },
    tracking_difference: '-0.0031',
    curve: null,
  },
};
const saying = (outcome: CopyPreview['outcome']): CopyPreview => ({ ...DONE, outcome, result: null });

let turn = 0;
let terms: CopyTerms;
/** What is said of a copy with an amount, in place of the terms; null: those. */
let typedTerms: (call: FakeCall) => object | null;
let trader: boolean;
/** Null: it does not answer. */
let announced: readonly string[] | null;
let refusesToSay: boolean;
let follow: (call: FakeCall) => object | null;
let signed: boolean;
let preview: (call: FakeCall) => object | null;

const ok = (data: unknown): object => ({ code: 200, message: '', data });

function answerTo(call: FakeCall): object | null {
  const { url } = call;
  if (url.endsWith('/api/session'))
    return ok(
      trader
        ? { logged_in: true, user_id: 7, uid: 'u7', anonymous: 'ffffffffffffffff', nickname: 'copier' }
        : { logged_in: false },
    );
  if (url.includes('/public/capabilities'))
    return refusesToSay ? { code: 404, message: 'unknown' } : announced === null ? null : ok(announced);
  if (url.includes('/follow_terms')) return typedTerms(call) ?? ok(terms);
  if (url.includes('/follow_preview')) return preview(call);
  if (url.includes('/bot_agreement')) {
    if (call.method === 'POST') signed = true;
    return ok({ signed, version: '1', url: '' });
  }
  if (url.includes('/grid-trading/follow')) return follow(call);
  if (url.includes('/spot_markets')) return ok([marketRow('BTC_USDT')]);
  return { code: 404, message: 'unknown' };
}

const calls = inOwnTime(answerTo, () => {
  terms = TERMS;
  typedTerms = () => null;
  trader = true;
  announced = ['copying', 'copy_preview'];
  refusesToSay = false;
  signed = true;
  preview = () => ok(DONE);
  follow = () => ok({ strategy_id: 77 });
  getDefaultStore().set(sentCreationsAtom, {});
  getDefaultStore().set(toastsAtom, []);
  window.sessionStorage.clear();
  // What is typed stays with its page.
  turn += 1;
  window.history.replaceState(null, '', `/en/turn-${turn}`);
});

const sent = (): readonly FakeCall[] => calls.filter(({ url }) => url.includes('/grid-trading/follow'));

async function show(bot: StrategyRow = strategyRow(), opensFromAddress = true): Promise<void> {
  render(
    <ComponentHost>
      <main>
        <CopyButton bot={copiedBot(bot)} name="BTC/USDT Spot grid" opensFromAddress={opensFromAddress} />
      </main>
      <ToastHost />
      <ViewerTeller />
    </ComponentHost>,
  );
  await pass(1_500);
}

/** React holds a part that was waited for back for a moment of real time, of which no test can turn the clock. */
const thereSoon = (look: () => HTMLElement): Promise<HTMLElement> => vi.waitFor(look, { timeout: 10_000 });

// Late parts and their texts come in real time, which tests that turn the clock do not wait for.
beforeAll(async () => {
  await import('#components/copy/trader-copy.tsx');
  await bringCopyForm('en');
});

async function openForm(money?: string, bot = strategyRow()): Promise<HTMLElement> {
  await show(bot);
  fireEvent.click(await thereSoon(() => screen.getByRole('button', { name: 'Copy this bot' })));
  await pass(2_000);
  const form = screen.getByRole('dialog', { name: 'Copy BTC/USDT Spot grid' });
  if (money !== undefined) {
    fireEvent.change(within(form).getByLabelText('Investment'), { target: { value: money } });
    await pass(1_500);
  }
  return form;
}

async function openReview(money = '100', bot = strategyRow()): Promise<HTMLElement> {
  const form = await openForm(money, bot);
  fireEvent.click(within(form).getByRole('button', { name: 'Review' }));
  await pass(1_500);
  return screen.getByRole('dialog', { name: /^Review your copy/ });
}

describe('the way to a copy', () => {
  it('leads a guest through login and back to the same bot with the form open, without a word (C-019, C-341, C-412)', async () => {
    trader = false;
    await show();
    const href = screen.getByRole('link', { name: 'Copy this bot' }).getAttribute('href') ?? '';
    expect(href).toBe(`/en/login?return=${encodeURIComponent(`${PAGE}&copy=1`)}`);
    expect(getDefaultStore().get(toastsAtom)).toEqual([]);
  });

  it('opens the form when the address asks for it, once', async () => {
    window.history.replaceState(null, '', `${PAGE}&copy=1`);
    await show();
    await thereSoon(() => screen.getByRole('dialog', { name: /^Copy BTC/ }));
    expect(`${window.location.pathname}${window.location.search}`).toBe(PAGE);
  });

  it.each([
    ['one’s own bot', strategyRow({ user_info: { ...strategyRow().user_info, anonymous: 'ffffffffffffffff' } })],
    ['a bot that is over', strategyRow({ finish_time: 1_700_000_000 })],
    ['a copy', strategyRow({ follow_id: 3 })],
  ])('is not there for %s', async (_what, bot) => {
    await show(bot);
    expect(screen.queryByText('Copy this bot')).toBeNull();
  });

  it('is not there where the exchange announces no copying (H61)', async () => {
    announced = [];
    await show();
    expect(screen.queryByText('Copy this bot')).toBeNull();
  });
});

describe('the place of the button', () => {
  const place = () => document.querySelector('[data-place="copy"]');

  it('is kept, as large as the button, until it is known whether one can copy', async () => {
    announced = null;
    await show();
    expect(screen.queryByRole('button', { name: 'Copy this bot' })).toBeNull();
    expect(place()?.textContent).toBe('Copy this bot');
    const looks = place()?.firstElementChild?.classList ?? [];
    announced = ['copying', 'copy_preview'];
    await pass(30_000);
    expect(place()).toBeNull();
    const button = screen.getByRole('button', { name: 'Copy this bot' });
    for (const size of [...looks].filter((name) => /min-h|px-|text-base/.test(name)))
      expect(button.classList.contains(size), size).toBe(true);
  });

  it.each([
    ['says that one cannot', []],
    ['refuses to say', null],
  ])('is given up where the exchange %s', async (_how, said) => {
    announced = said;
    refusesToSay = said === null;
    await show();
    expect(place()).toBeNull();
    expect(screen.queryByText('Copy this bot')).toBeNull();
  });
});

describe('the copy form', () => {
  it('says what the share is taken of, what is hidden, and the least amount (C-003, C-021, M-008)', async () => {
    const text = (await openForm()).textContent ?? '';
    for (const part of [
      '5% of your profit',
      'only on realised profit',
      'Never on a loss',
      'keeps the parameters hidden',
      'At least 25.12',
    ])
      expect(text).toContain(part);
  });

  it('keeps what was typed when it is closed, and for the page in another language, until the copy is made (B8)', async () => {
    const amount = (form: HTMLElement) => (within(form).getByLabelText('Investment') as HTMLInputElement).value;
    await openForm('123');
    cleanup();
    const link = document.body.appendChild(document.createElement('a'));
    Object.assign(link, { href: '/de/turn', hreflang: 'de', onclick: () => false });
    fireEvent.click(link);
    expect(window.sessionStorage.getItem('typed')).toMatch(/^\/de\/turn\?\ncopy\+42=money%3D123/);
    expect(amount(await openForm())).toBe('123');
    cleanup();
    fireEvent.click(within(await openReview('124')).getByRole('button', { name: 'Copy' }));
    await pass(1_500);
    expect(sent()).toHaveLength(1);
    cleanup();
    expect(amount(await openForm())).toBe('');
  });

  it('lends trial funds after a yes to their terms alone, as the create form does (C-022, C-093, M-042)', async () => {
    terms = { ...TERMS, trial_available: '100' };
    const form = await openForm('1050');
    const box = () => within(form).getByLabelText(/Use trial funds/) as HTMLInputElement;
    expect(form.textContent).toContain('insufficient available balance');
    for (const answer of ['Not now', 'Use trial funds']) {
      fireEvent.click(box());
      await pass(300);
      expect(box().checked, answer).toBe(false);
      const question = screen.getByRole('dialog', { name: 'Use trial funds' });
      for (const part of ['100 USDT is lent', 'out of your own money', 'The profit is yours', 'cannot keep them'])
        expect(question.textContent).toContain(part);
      fireEvent.click(within(question).getByRole('button', { name: answer }));
      await pass(1_500);
    }
    expect(box().checked).toBe(true);
    expect(form.textContent).not.toContain('insufficient available balance');
    fireEvent.click(box());
    await pass(300);
    expect(screen.queryByRole('dialog', { name: 'Use trial funds' })).toBeNull();
    expect(box().checked).toBe(false);
  });

  it('brings a leverage beyond its bounds back to them when it is left, and leaves an empty one the original’s (E-248, X20)', async () => {
    terms = { ...TERMS, leverage: '5', leverage_min: 1, leverage_max: 20 };
    const form = await openForm('100');
    const leverage = within(form).getByLabelText('Leverage') as HTMLInputElement;
    for (const [typed, left] of [
      ['0', '2'],
      ['1', '1'],
      ['21', '20'],
      ['', ''],
    ]) {
      fireEvent.change(leverage, { target: { value: typed } });
      fireEvent.blur(leverage);
      await pass(100);
      expect(leverage.value, typed).toBe(left);
    }
  });

  it('rounds the least amount up to what can be typed (M-008)', async () => {
    terms = { ...TERMS, min_amount: '27.98431442' };
    expect((await openForm()).textContent).toContain('At least 27.9844 USDT');
  });

  it('says what is wrong with the amount as the copy screen says it (M-254, M-255, M-256)', async () => {
    const form = await openForm('5');
    expect(form.textContent).toContain('insufficient investment');
    fireEvent.change(within(form).getByLabelText('Investment'), { target: { value: '1001' } });
    await pass(500);
    expect(form.textContent).toContain('insufficient available balance');
    expect((within(form).getByRole('button', { name: 'Review' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('asks for the amount when somebody goes on without one, and takes no zero (M-256, X6)', async () => {
    const form = await openForm();
    const review = within(form).getByRole<HTMLButtonElement>('button', { name: 'Review' });
    expect(within(form).queryByText('please enter the investment amount')).toBeNull();
    fireEvent.click(review);
    await pass(500);
    expect(within(form).getByText('please enter the investment amount')).toBeTruthy();
    expect(document.activeElement).toBe(within(form).getByLabelText('Investment'));
    expect(screen.queryByRole('dialog', { name: /^Review your copy/ })).toBeNull();
    fireEvent.change(within(form).getByLabelText('Investment'), { target: { value: '0' } });
    await pass(500);
    expect(within(form).queryByText('please enter the investment amount')).toBeNull();
    expect(review.disabled).toBe(true);
    fireEvent.change(within(form).getByLabelText('Investment'), { target: { value: '100' } });
    await pass(1_500);
    expect(review.disabled).toBe(false);
    expect(sent()).toHaveLength(0);
  });

  it('says why there is nothing to review: a bot that is over meanwhile, or not to be copied any more', async () => {
    typedTerms = ({ body }) =>
      (body as { readonly money?: string }).money === undefined
        ? null
        : { code: 409, message: '', data: { issue: 'follow-not-now' } };
    const form = await openForm('100');
    expect(within(form).getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(true);
    expect(within(form).getByText(refusals['follow-not-now'])).toBeTruthy();
    typedTerms = () => null;
    await pass(26_000);
    expect(within(form).queryByText(refusals['follow-not-now'])).toBeNull();
    expect(within(form).getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(false);
  });

  it('does not open when somebody turned away from it by Escape while it was loaded', async () => {
    await show();
    const button = await thereSoon(() => screen.getByRole('button', { name: 'Copy this bot' }));
    fireEvent.click(button);
    fireEvent.keyDown(button, { key: 'Escape' });
    await pass(2_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(button);
    await pass(2_000);
    expect(screen.getByRole('dialog', { name: 'Copy BTC/USDT Spot grid' })).toBeTruthy();
  });

  it('says nothing against a copy while the exchange is away: what was told of it stands', async () => {
    const form = await openForm('100');
    const isReviewable = (): boolean =>
      !within(form).getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled;
    expect(isReviewable()).toBe(true);
    typedTerms = () => ({ code: 503, message: 'No figures now', data: null });
    await pass(26_000);
    expect(within(form).queryByText('No figures now')).toBeNull();
    expect(isReviewable()).toBe(true);
  });

  it('says at a stop of its own what it may be (M-259)', async () => {
    terms = { ...TERMS, stops: { of: 'investment', stop_loss: 1, stop_profit: 1 } };
    const form = await openForm('100');
    fireEvent.click(within(form).getByRole('checkbox', { name: /stops/i }));
    for (const [stop, typed, words] of [
      ['Stop loss', '100.5', '0-100'],
      ['Take profit', '0', '>0'],
    ] as const) {
      const input = within(form).getByLabelText(stop);
      fireEvent.change(input, { target: { value: typed } });
      await pass(500);
      expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toContain(words);
    }
  });

  it.each([
    [{ code: 409, field: '', issue: 'follow-not-now' }, 'cannot be copied at the present price'],
    [
      { code: 422, field: 'money', issue: 'order.min', values: { n: '0.0001', unit: 'BTC' } },
      'The minimum order amount is: 0.0001BTC',
    ],
    [
      { code: 422, field: 'money', issue: 'order.max', values: { n: '12', unit: 'BTC' } },
      'The maximum order amount is: 12BTC',
    ],
    [
      { code: 422, field: 'money', issue: 'money.too_large', values: { max: '1500000', unit: 'USDT' } },
      'investment too large',
    ],
  ])(
    'says of a copy that the exchange would refuse, and why: %j (M-257, M-260, M-261, M-262)',
    async (issue, words) => {
      terms = { ...TERMS, issue };
      const form = await openForm('100');
      expect(form.textContent).toContain(words);
      expect((within(form).getByRole('button', { name: 'Review' }) as HTMLButtonElement).disabled).toBe(true);
    },
  );

  it('reviews a closed bot by what a copier may know, sends what was reviewed, and shows the way to the copy (H52, H54, M-330, C-389)', async () => {
    const sheet = await openReview();
    const text = sheet.textContent ?? '';
    for (const part of ['Taken from your account', '100', 'The most you can lose', 'Share of your profit', '5%'])
      expect(text).toContain(part);
    expect(within(sheet).queryByText('Parameters')).toBeNull();
    expect(sent()).toHaveLength(0);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Copy' }));
    await pass(1_500);
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.body).toEqual({ uid: 'u7', follow_id: 42, is_hide: 1, money: '100' });
    expect(sent()[0]?.headers).toMatchObject({ 'trader-id': '7', 'device-type': 'web' });
    // C-389: the word of the call, as of every bot that it makes.
    expect(
      getDefaultStore()
        .get(toastsAtom)
        .map(({ tone, text }) => [tone, text]),
    ).toEqual([['success', 'Bot created']]);
    expect(screen.getByRole('link', { name: 'See it run' }).getAttribute('href')).toBe(
      '/en/strategybot/underwayStrategy?type=spot_grid&id=77',
    );
  });

  it('says of a portfolio which coins it trades: its market is that of the first alone', async () => {
    const asset_info = ['SOL', 'DOGE'].map((asset) => ({ asset, rate: '0.5', amount: '' }));
    const traded = { strategy_type: 'smart-position', market: 'SOL_USDT', params: gridParams({ asset_info }) } as const;
    const text = (await openReview('100', strategyRow(traded))).textContent ?? '';
    expect(text).toContain('SOL · DOGE');
    expect(text).not.toContain('SOL/USDT');
  });

  it('says why it names no liquidation price of a closed bot with leverage, and nothing of it where there is one (H52, H54)', async () => {
    const why = 'Where your copy would be liquidated is told once you have copied this bot';
    terms = { ...TERMS, leverage: '5', leverage_min: 1, leverage_max: 10 };
    expect((await openReview()).textContent).toContain(why);
    cleanup();
    terms = { ...terms, liq_price: '50000', held_liq_price: '49000' };
    const told = (await openReview()).textContent ?? '';
    expect(told).toContain('49,000');
    expect(told).not.toContain(why);
    cleanup();
    // Without leverage nothing is liquidated.
    terms = TERMS;
    expect((await openReview()).textContent).not.toContain(why);
  });

  it('asks for the agreement before the sheet', async () => {
    signed = false;
    const form = await openForm('100');
    fireEvent.click(within(form).getByRole('button', { name: 'Review' }));
    await pass(1_000);
    expect(screen.queryByRole('dialog', { name: /^Review your copy/ })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: /agree|read/i }));
    fireEvent.click(screen.getAllByRole('button', { name: /sign|agree/i }).at(-1) as HTMLElement);
    await pass(1_000);
    expect(screen.getByRole('dialog', { name: /^Review your copy/ })).toBeTruthy();
  });

  it('asks for the fund password in the sheet and sends the same copy with it', async () => {
    let times = 0;
    follow = () => {
      times += 1;
      return times === 1 ? { code: 423, message: '', require_fundpass: true } : ok({ strategy_id: 77 });
    };
    const sheet = await openReview();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Copy' }));
    await pass(1_000);
    fireEvent.change(within(sheet).getByLabelText('Fund password', { selector: 'input' }), {
      target: { value: 'secret' },
    });
    fireEvent.click(within(sheet).getByRole('button', { name: 'Copy' }));
    await pass(1_000);
    const [first, second] = sent();
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.body).toMatchObject({ fundpass: 'secret', money: '100' });
  });

  it('asks for a copy whose answer was lost under its key, and makes no second one', async () => {
    follow = () => null;
    const sheet = await openReview();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Copy' }));
    await pass(60_000);
    const form = screen.getByRole('dialog', { name: 'Copy BTC/USDT Spot grid' });
    const key = sent()[0]?.headers['idempotency-key'];
    expect((within(form).getByRole('button', { name: 'Review' }) as HTMLButtonElement).disabled).toBe(true);
    follow = () => ok({ strategy_id: 78 });
    fireEvent.click(within(form).getByRole('button', { name: /again/i }));
    await pass(3_000);
    expect(new Set(sent().map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([key]));
    expect(screen.getByRole('link', { name: 'See it run' }).getAttribute('href')).toContain('id=78');
  });

  it('says a refusal of a field at it, and another in the sheet', async () => {
    follow = () => ({ code: 422, message: '', data: { field: 'money', issue: 'money.min.copy' } });
    const sheet = await openReview();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Copy' }));
    await pass(1_000);
    const form = screen.getByRole('dialog', { name: 'Copy BTC/USDT Spot grid' });
    expect(form.textContent).toContain('insufficient investment');
    follow = () => ({ code: 409, message: '', data: { issue: 'follow-ended' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Review' }));
    await pass(1_000);
    const again = screen.getByRole('dialog', { name: /^Review your copy/ });
    fireEvent.click(within(again).getByRole('button', { name: 'Copy' }));
    await pass(1_000);
    expect(again.textContent).toContain('cannot be copied any more');
  });
});
describe('the preview of a copy', () => {
  it('is not there, and not asked for, where the exchange announces copying alone (H61)', async () => {
    announced = ['copying'];
    const form = await openForm('100');
    expect(within(form).queryByText(/^How closely a copy/)).toBeNull();
    fireEvent.click(within(form).getByRole('button', { name: 'Review' }));
    await pass(1_500);
    const sheet = screen.getByRole('dialog', { name: /^Review your copy/ });
    expect(within(sheet).queryByText(/^How closely a copy/)).toBeNull();
    expect(calls.filter(({ url }) => url.includes('/follow_preview'))).toHaveLength(0);
  });

  const shown = (form: HTMLElement): HTMLElement => within(form).getByRole('region', { name: /^How closely a copy/ });

  it('says by how much it would have missed the original, beside it, for the amount and choice that stand there', async () => {
    terms = { ...TERMS, leverage: '5', leverage_min: 1, leverage_max: 10 };
    const form = await openForm();
    expect(shown(form).textContent).toContain('Type an amount');
    expect(calls.filter(({ url }) => url.includes('/follow_preview'))).toHaveLength(0);
    fireEvent.change(within(form).getByLabelText('Investment'), { target: { value: '100' } });
    fireEvent.change(within(form).getByLabelText('Leverage'), { target: { value: '3' } });
    await pass(1_500);
    expect(calls.filter(({ url }) => url.includes('/follow_preview')).map(({ body }) => body)).toEqual([
      { follow_id: 42, money: '100', leverage: '3' },
    ]);
    const text = shown(form).textContent ?? '';
    for (const part of [
      'Over the last 30 days such a copy would have ended 0.31% (percentage points) behind the original',
      '+3.81%',
      '+4.12%',
      '0.2%',
      '3.18%',
    ])
      expect(text).toContain(part);
    expect(shown(form).querySelector('svg')).toBeNull();
    fireEvent.click(within(form).getByRole('button', { name: 'Review' }));
    await pass(1_500);
    const sheet = screen.getByRole('dialog', { name: /^Review your copy/ });
    expect(shown(sheet).textContent).toContain('0.31% (percentage points) behind the original');
  });

  it('asks again while it is replayed, and no more when it is done', async () => {
    let asked = 0;
    preview = () => {
      asked += 1;
      return ok(asked < 4 ? { ...saying(''), status: asked < 2 ? 'queued' : 'running', progress: 0.3 } : DONE);
    };
    const form = await openForm('100');
    expect(shown(form).textContent).toContain('being replayed');
    await pass(6_000);
    expect(shown(form).textContent).toContain('behind the original');
    expect(asked).toBe(4);
  });

  it.each([
    ['below-least', 'the amount is below the minimum'],
    ['too-young', 'has not run for a whole day'],
    ['margin-added', 'margin was added to the original'],
    ['closed-choice', 'for its own leverage and stops alone'],
    ['too-often', 'in the last hour'],
  ] as const)('says that it cannot be said: %s', async (outcome, part) => {
    preview = () => ok(saying(outcome));
    const text = shown(await openForm('100')).textContent ?? '';
    expect(text).toContain('cannot be said');
    expect(text).toContain(part);
    expect(text).not.toContain('%');
  });

  it('tells what failed from what is not known, and both from nothing', async () => {
    preview = () => ok({ ...saying(''), status: 'failed' });
    expect(shown(await openForm('100')).textContent).toContain('The replay failed');
    cleanup();
    preview = () => null;
    const form = await openForm('101');
    expect(shown(form).textContent).not.toMatch(/%|cannot be said/);
    expect(shown(form).textContent).toContain('again');
    preview = () => ok({ ...DONE, result: { ...DONE.result, tracking_difference: '0' } });
    await pass(40_000);
    expect(shown(form).textContent).toContain('level with the original');
  });

  it('says that it is not on its way any more when questions after a good one fail, or are refused', async () => {
    const running = ok({ ...saying(''), status: 'running', progress: 0.3 });
    preview = () => running;
    const form = await openForm('100');
    expect(shown(form).textContent).toContain('being replayed');
    preview = () => null;
    await pass(10_000);
    expect(shown(form).textContent).not.toContain('being replayed');
    expect(shown(form).textContent).toContain('again');
    preview = () => ok(saying(''));
    await pass(40_000);
    expect(shown(form).textContent).toContain('The replay failed');
  });

  it('draws both, where parameters are shown, and says of a copy that would have ended that it would', async () => {
    const curve = [0, 1, 2].map((day) => ({ time: 1_776_679_200 + day * 86_400, original: `0.0${day}`, copy: '0' }));
    const copy = { ...side, share_rate: '0', finish_as: 'liquidated' };
    preview = () => ok({ ...DONE, result: { ...DONE.result, curve, copy, tracking_difference: '0.01' } });
    const form = await openForm('100');
    expect(within(shown(form)).getByRole('img', { name: /Your copy .*the original/ })).toBeTruthy();
    expect(shown(form).textContent).toContain('ahead of the original');
    expect(shown(form).textContent).toContain('would have ended by itself');
  });
});
vi.mock('next/navigation', () => ({ usePathname: () => '/en', useRouter: () => ({ push: () => undefined }) }));
