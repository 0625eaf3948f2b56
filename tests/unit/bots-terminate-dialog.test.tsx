// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TerminateDialog } from '#components/bots/terminate/terminate-dialog.tsx';
import { promptsAtom } from '#lib/client/prompts.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import bots from '#messages/en/bots.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { strategyRow } from '#tests/support/strategy-row.ts';

interface World {
  bot: StrategyRow;
  enquiry: string;
  enquiryCode: number;
  last: string;
  held: string;
  saved: readonly object[];
  preview: object | null;
  /** Until what an end brings is told. */
  told?: Promise<object>;
  refusal: number | null;
  records?: readonly object[];
  /** Until when an end's answer is on its way. */
  isAnswered?: Promise<void>;
  /** Ends that get no answer. */
  lostEnds?: number;
  /** What becomes of the next saves of stop options: they come in and their answer is lost, or comes too late; they do not even come in; they are refused. */
  fates?: readonly ('saved' | 'lost' | 'late' | 'missed' | 'refused')[];
}

/** Whenever it was written: an outcome says itself of which plan it is. */
const RECORD = { create_time: 1, from: '', to: '', explain: '' };

let world: World;
let calls: FakeCall[];
const onClose = vi.fn();

interface SavedBody {
  readonly stop_options: readonly object[];
}

function save({ stop_options }: SavedBody): object | null {
  const [fate, ...later] = world.fates ?? [];
  world.fates = later;
  if (fate !== 'missed' && fate !== 'refused') world.saved = stop_options;
  if (fate === 'lost' || fate === 'missed') return null;
  return { code: { late: 504, refused: 409, saved: 200 }[fate ?? 'saved'], message: '', data: {} };
}

function answer(call: FakeCall): object | null | Promise<object> {
  if (call.url.includes('get_all_strategy')) return { code: 200, message: '', data: [world.bot] };
  if (call.url.includes('/balance/')) {
    const balances = [
      { currency: 'USDT', available: '400', locked: '0' },
      { currency: 'BTC', available: world.held, locked: '0' },
    ];
    return { code: 200, message: '', data: { assets: { balances, risk: '' }, margin_asset: null } };
  }
  if (call.url.includes('enquiry_price')) {
    return { code: world.enquiryCode, message: '', data: { price: world.enquiry, last_price: world.last } };
  }
  if (call.url.includes('spot_markets')) {
    return { code: 200, message: '', data: [{ market: 'BTC_USDT', price_decimals: 1 }] };
  }
  if (call.url.includes('stop-options') && call.method === 'GET') return { code: 200, message: '', data: world.saved };
  if (call.url.includes('operate_records')) return { code: 200, message: '', data: world.records ?? [] };
  if (call.url.includes('close_preview')) {
    if (world.told !== undefined) return world.told;
    return world.preview === null ? { code: 404, message: '' } : { code: 200, message: '', data: world.preview };
  }
  if (call.url.includes('stop-options')) return save(call.body as SavedBody);
  if (call.url.includes('/cancel/') && world.isAnswered !== undefined) {
    return world.isAnswered.then(() => ({ code: 200, message: '', data: { strategy_id: 42 } }));
  }
  if (call.url.includes('/cancel/') && (world.lostEnds ?? 0) > 0) {
    world.lostEnds = (world.lostEnds ?? 0) - 1;
    return null;
  }
  if (world.refusal !== null && call.method === 'POST' && call.url.includes('/cancel/')) {
    return { code: world.refusal, message: '', ...(world.refusal === 423 ? { require_fundpass: true } : {}) };
  }
  return { code: 200, message: '', data: { strategy_id: 42 } };
}

/** Lets time pass second by second, so that the screen keeps up as it does for a person. */
async function settle(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) await act(() => vi.advanceTimersByTimeAsync(Math.min(1000, left)));
}

/** Returns what takes the dialog away again, and leaves the page. */
async function open(): Promise<() => void> {
  const { rerender } = render(
    <ComponentHost>
      <TerminateDialog bot={world.bot} onClose={onClose} />
    </ComponentHost>,
  );
  await settle(50);
  return () => rerender(<ComponentHost>{null}</ComponentHost>);
}

beforeEach(() => {
  getDefaultStore().set(toastsAtom, []);
  vi.useFakeTimers();
  world = {
    bot: strategyRow(),
    enquiryCode: 200,
    enquiry: '59990',
    last: '60000',
    held: '0.01',
    saved: [],
    preview: null,
    refusal: null,
  };
  const fake = fakeFetch(answer);
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
  onClose.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const chosen = (): string | undefined =>
  screen.getAllByRole<HTMLInputElement>('radio').find((radio) => radio.checked)?.value;

describe('the terminate dialog', () => {
  it('reminds of 7 and 27 days before a bot younger than 168 hours is ended (M-081, M-082, M-148, M-356)', async () => {
    world.bot = strategyRow({ run_times: 168 * 3600 - 1 });
    await open();
    expect(screen.getByText(/7 days.*27 days/)).toBeTruthy();
    fireEvent.click(screen.getByText('Continue holding'));
    expect(onClose).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByText('Terminate anyway'));
    await settle(50);
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    cleanup();
    world.bot = strategyRow({ run_times: 168 * 3600 });
    await open();
    expect(screen.queryByText(/7 days/)).toBeNull();
  });

  it('offers market close, limit close and keeping the coins at once for an older bot (M-030, M-083, M-088)', async () => {
    await open();
    expect(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.value)).toEqual([
      'market',
      'limit',
      'no_close',
    ]);
  });

  it('preselects by the spread: low market, middle limit, high keep with market refused (M-156, M-157, M-159)', async () => {
    await open();
    expect(chosen()).toBe('market');
    world.enquiry = '58900';
    await settle(10_050);
    expect(chosen()).toBe('limit');
    world.enquiry = '50000';
    await settle(10_050);
    expect(chosen()).toBe('no_close');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Market close/ }).disabled).toBe(true);
  });

  it.each(['', '.', '1.', '0.05', '5.1', '１。５', '  ', '9'.repeat(400), '1,5', 'abc'])(
    'takes %j as a slippage without falling over: a message, or a slippage within 0.1 and 5 (C1, M-235)',
    async (typed) => {
      await open();
      fireEvent.click(screen.getByRole('radio', { name: /Limit close/ }));
      const slippage = screen.getByLabelText<HTMLInputElement>('Slippage');
      fireEvent.change(slippage, { target: { value: typed } });
      const isTaken = Number(slippage.value) >= 0.1 && Number(slippage.value) <= 5;
      expect(screen.queryByText(/between 0.1% and 5%/) === null).toBe(isTaken);
      // What it brings is asked for first.
      await settle(1_000);
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Terminate' }).disabled).toBe(!isTaken);
    },
  );

  it('saves the stop option first and stops then, with an idempotency key (M-004, M-149)', async () => {
    world.enquiry = '58900';
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await settle(50);
    const posts = calls.filter((call) => call.method === 'POST');
    expect(posts.map((call) => call.url)).toEqual([
      '/api/apiw/v2/quant-trading/private/stop-options',
      '/api/apiw/v2/grid-trading/cancel/42',
    ]);
    expect(posts[0]?.body).toEqual({
      strategy_id: 42,
      strategy_type: 'spot_grid',
      stop_options: [
        { account: 'spot', type: 'limit', market: 'BTC_USDT', price: 'lastprice', slip: '0.01', expiration: 60 },
      ],
    });
    expect(posts[1]?.headers['idempotency-key']).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('only saves in adjust mode (M-004, M-150)', async () => {
    world.bot = strategyRow({ status: 'stopping', step: 'stopping' });
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await settle(50);
    expect(calls.filter((call) => call.method === 'POST').map((call) => call.url)).toEqual([
      '/api/apiw/v2/quant-trading/private/stop-options',
    ]);
    expect(
      getDefaultStore()
        .get(toastsAtom)
        .map(({ tone, text }) => [tone, text]),
    ).toEqual([['success', common.success.operation]]);
  });

  it('does not remind who adjusts the end of a young bot (M-148)', async () => {
    world.bot = strategyRow({ run_times: 3600, status: 'stopping', step: 'stopping' });
    await open();
    expect(screen.queryByText(/7 days/)).toBeNull();
    expect(screen.getAllByRole('radio')).toHaveLength(3);
  });

  it('asks a simple confirm when no position is held, and saves no option (M-030, M-151)', async () => {
    world.held = '0';
    await open();
    expect(screen.queryAllByRole('radio')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await settle(50);
    expect(calls.filter((call) => call.method === 'POST').map((call) => call.url)).toEqual([
      '/api/apiw/v2/grid-trading/cancel/42',
    ]);
  });

  it('counts down 10 s and fetches balances and spread anew (M-084, M-152, M-355)', async () => {
    await open();
    const asked = (): number => calls.filter((call) => call.url.includes('enquiry_price')).length;
    const before = asked();
    await settle(9_000);
    expect(screen.getByRole('timer').textContent).toContain('1 s');
    expect(asked()).toBe(before);
    await settle(1_050);
    expect(asked()).toBe(before + 1);
  });

  it('times out after 60 s; refreshing resets the choices (M-085, M-153, M-355)', async () => {
    await open();
    fireEvent.click(screen.getByRole('radio', { name: /Keep held coins/ }));
    expect(chosen()).toBe('no_close');
    await settle(60_000);
    expect(screen.queryAllByRole('radio')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await settle(50);
    expect(chosen()).toBe('market');
  });

  it.each([503, 409])('asks nothing more once it has timed out, also of what failed with %d (M-153)', async (code) => {
    world.enquiryCode = code;
    await open();
    await settle(60_000);
    const asked = () => calls.filter(({ url }) => /enquiry_price|\/balance\//.test(url)).length;
    const before = asked();
    expect(before).toBeGreaterThan(6);
    await settle(120_000);
    expect(asked()).toBe(before);
    world.enquiryCode = 200;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await settle(2_000);
    expect(chosen()).toBe('market');
    expect(asked()).toBeGreaterThan(before);
  });

  it('polls the bot every 5 s and says when it has ended, with a close button only (M-086, M-154, M-172, M-352)', async () => {
    await open();
    world.bot = strategyRow({ status: 'finished', step: 'stopped' });
    await settle(5_100);
    expect(screen.getByText('This bot has been terminated')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Terminate' })).toBeNull();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(onClose).toHaveBeenCalled();
  });

  it('goes with the answer to its end, also where the bot is heard to have ended first, and closes nothing that was opened since', async () => {
    for (const isLeft of [false, true]) {
      cleanup();
      onClose.mockReset();
      const { promise, resolve } = Promise.withResolvers<void>();
      world.bot = strategyRow();
      world.isAnswered = promise;
      const leave = await open();
      fireEvent.click(screen.getByRole('radio', { name: /Keep held coins/ }));
      await settle(50);
      await press('Terminate');
      world.bot = strategyRow({ status: 'finished', step: 'stopped' });
      await settle(5_100);
      expect(screen.getByText('This bot has been terminated')).toBeTruthy();
      if (isLeft) leave();
      resolve();
      await settle(1_000);
      expect(onClose).toHaveBeenCalledTimes(isLeft ? 0 : 1);
    }
  });

  it('refuses a closing slippage outside 0.1 to 5 percent (M-235)', async () => {
    world.enquiry = '58900';
    await open();
    fireEvent.change(screen.getByLabelText('Slippage'), { target: { value: '6' } });
    expect(screen.getByText('slippage should be between 0.1% and 5%')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Terminate' }).disabled).toBe(true);
  });

  it('warns in yellow when market is chosen at a low spread, in red at a middle one (M-161)', async () => {
    await open();
    expect(screen.getByText(/may differ slightly/)).toBeTruthy();
    world.enquiry = '58900';
    await settle(10_050);
    fireEvent.click(screen.getByRole('radio', { name: /Market close/ }));
    expect(screen.getByText(/book is thin/)).toBeTruthy();
  });

  const PREVIEW = {
    debts: [{ currency: 'BTC', amount: '0.0356' }],
    trades: [
      {
        market: 'BTC_USDT',
        account: 'spot',
        side: 'buy',
        price: '60010',
        qty: '0.0356',
        amount: '2136.36',
        fee: '0.0000356',
        fee_asset: 'BTC',
      },
    ],
    rests: null,
    returns: [{ currency: 'USDT', amount: '863.64' }],
    profit: '-136.36',
    profit_rate: '-0.13636',
    profit_asset: 'USDT',
  };

  it('sends the fingerprint of the end that is shown, and shows the new one when that is stale', async () => {
    world.preview = { ...PREVIEW, fingerprint: 'a'.repeat(32) };
    world.refusal = 409;
    await open();
    await settle(1000);
    const asked = (): number => calls.filter((call) => call.url.includes('close_preview')).length;
    const before = asked();
    world.preview = { ...PREVIEW, returns: [{ currency: 'USDT', amount: '799.5' }], fingerprint: 'b'.repeat(32) };
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await settle(1000);
    const stops = (): unknown[] => calls.filter(({ url }) => url.includes('/cancel/')).map(({ body }) => body);
    expect(stops()).toEqual([{ fingerprint: 'a'.repeat(32) }]);
    expect(asked()).toBeGreaterThan(before);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('region', { name: 'What you get' }).textContent).toContain('799.5 USDT');
    world.refusal = null;
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await settle(1000);
    expect(stops()[1]).toEqual({ fingerprint: 'b'.repeat(32) });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('waits for what the chosen end brings: none goes out without the plan that is about to be shown', async () => {
    let say: (plan: object) => void = () => {};
    world.preview = { ...PREVIEW, fingerprint: 'a'.repeat(32) };
    await open();
    await settle(1000);
    world.told = new Promise((resolve) => {
      say = resolve;
    });
    const terminate = () => screen.getByRole('button', { name: 'Terminate' }) as HTMLButtonElement;
    expect(terminate().disabled).toBe(false);
    fireEvent.click(screen.getByRole('radio', { name: /Limit/ }));
    await settle(1000);
    expect(terminate().disabled).toBe(true);
    say({ code: 200, message: '', data: { ...PREVIEW, fingerprint: 'b'.repeat(32) } });
    await settle(1000);
    expect(terminate().disabled).toBe(false);
    fireEvent.click(terminate());
    await settle(1000);
    expect(calls.filter(({ url }) => url.includes('/cancel/')).map(({ body }) => body)).toEqual([
      { fingerprint: 'b'.repeat(32) },
    ]);
  });

  it('says in its toast what of the end came otherwise, once the bot has ended by it', async () => {
    world.preview = { ...PREVIEW, fingerprint: 'a'.repeat(32) };
    const figures = [{ name: 'fees', currency: 'USDT', planned: '0.5', happened: '0.4', difference: '-0.1' }];
    const more = () => getDefaultStore().get(toastsAtom)[0]?.more;
    // Of a limit that rests there is none yet; what an act before came to is no word of it, nor is what names no plan.
    const outcome = { figures: [], remarks: [] };
    world.records = [
      { ...RECORD, op_type: 'increase_margin', outcome: { ...outcome, fingerprint: 'b'.repeat(32) } },
      { ...RECORD, op_type: 'stop', outcome },
    ];
    await open();
    await settle(1000);
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await settle(1000);
    expect(more()).toBeUndefined();
    cleanup();
    world.records = [{ ...RECORD, op_type: 'stop', outcome: { fingerprint: 'a'.repeat(32), figures, remarks: [] } }];
    await open();
    await settle(1000);
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await settle(1000);
    expect(more()?.text).toBe('Other than planned: Fees of it: -0.1 USDT');
    expect(more()?.link.href).toMatch(/\/historyStrategy\?type=spot_grid&id=42#records$/);
  });

  it('says what of the closing order rests where the book has not so much, and what becomes of it (C4)', async () => {
    world.preview = { ...PREVIEW, rests: { price: '59400', qty: '0.02' } };
    await open();
    await settle(1000);
    const result = screen.getByRole('region', { name: 'What you get' });
    expect(result.textContent).toContain('0.020000 BTC rest at 59,400.0: the book has not so much at this limit.');
    expect(result.textContent).toContain('coins are given back as coins');
  });

  it('says what a margin grid owes, what is bought for it at which side of the book, what comes back and the result (C3)', async () => {
    world.bot = strategyRow({ strategy_type: 'margin_grid', side: 'sell' });
    world.held = '0';
    world.preview = PREVIEW;
    await open();
    await settle(1000);
    const result = screen.getByRole('region', { name: 'What you get' });
    expect(result.textContent).toContain('Buys 0.035600 BTC at about 60,010.0 for 2,136.36 USDT');
    expect(result.textContent).toContain('Paid back first0.0356 BTC');
    expect(result.textContent).toContain('Comes back to your account863.64 USDT');
    expect(result.textContent).toContain('-136.3600 USDT (-13.64%)');
    expect(screen.getByText('BTC · Owed')).toBeTruthy();
    expect(screen.getByText('Book price, buying')).toBeTruthy();
    // Borrowed money is no coin to keep: a position is closed.
    expect(screen.getByText('How should the position be closed?')).toBeTruthy();
  });

  it('shows what the chosen close brings, and nothing while the choice is none or another one’s answer (C1)', async () => {
    world.enquiry = '58900';
    world.preview = PREVIEW;
    await open();
    await settle(1000);
    const result = (): HTMLElement | null => screen.queryByRole('region', { name: 'What you get' });
    expect(result()).not.toBeNull();
    const slip = (value: string) => fireEvent.change(screen.getByLabelText('Slippage'), { target: { value } });
    slip('6');
    expect(result()).toBeNull();
    await settle(2000);
    expect(result()).toBeNull();
    slip('2');
    await settle(2000);
    expect(result()).not.toBeNull();
    // The exchange has nothing to say of keeping the coins: the limit's figures go at once.
    world.preview = null;
    fireEvent.click(screen.getAllByRole('radio')[2] as HTMLElement);
    expect(result()).toBeNull();
  });

  it('works without the preview where an exchange has none', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'What you get' })).toBeNull();
    expect(screen.getAllByRole('radio')).toHaveLength(3);
  });

  it('opens with what is saved: a limit with its slippage and time (C11, M-311)', async () => {
    world.saved = [
      { account: 'spot', type: 'limit', market: 'BTC_USDT', price: 'lastprice', slip: '0.025', expiration: 600 },
    ];
    await open();
    expect(chosen()).toBe('limit');
    expect(screen.getByLabelText<HTMLInputElement>('Slippage').value).toBe('2.5');
    expect(screen.getByLabelText<HTMLSelectElement>('Cancel after').value).toBe('10');
  });

  it('saves again what was saved before when the bot is not stopped: nothing stays behind (C11)', async () => {
    world.refusal = 424;
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await settle(50);
    const saves = calls.filter((call) => call.method === 'POST' && call.url.includes('stop-options'));
    expect(saves).toHaveLength(2);
    expect(saves[1]?.body).toMatchObject({ stop_options: [] });
    expect(onClose).not.toHaveBeenCalled();
  });

  const LIMIT = {
    account: 'spot',
    type: 'limit',
    market: 'BTC_USDT',
    price: 'lastprice',
    slip: '0.02',
    expiration: 60,
  };
  const press = async (name: string, ms = 1_000): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name }));
    await settle(ms);
  };
  const ends = (): unknown[] =>
    calls
      .filter(({ url }) => url.includes('/cancel/'))
      .map(({ body, headers }) => JSON.stringify([headers['idempotency-key'], body]));
  const toasts = (): string[] =>
    getDefaultStore()
      .get(toastsAtom)
      .map(({ text }) => text);

  it('puts back what was saved before where the new option may have been saved and no answer came: the end never went out', async () => {
    world.saved = [LIMIT];
    world.fates = ['lost'];
    await open();
    await press('Terminate');
    expect([ends(), world.saved, toasts()]).toEqual([[], [LIMIT], [common.error.network]]);
    expect(onClose).not.toHaveBeenCalled();
    await press('Terminate');
    expect([ends().length, onClose.mock.calls.length]).toEqual([1, 1]);
  });

  it.each([
    ['late', 2],
    ['refused', 1],
  ] as const)(
    'puts back what a save may have changed whose answer comes %s, and nothing where it was refused',
    async (fate, saves) => {
      world.saved = [LIMIT];
      world.fates = [fate];
      await open();
      await press('Terminate');
      expect([ends(), world.saved]).toEqual([[], [LIMIT]]);
      expect(calls.filter(({ url, method }) => method === 'POST' && url.includes('stop-options'))).toHaveLength(saves);
    },
  );

  it('remembers what was saved before until it stands there again, whatever is read meanwhile', async () => {
    world.saved = [LIMIT];
    world.fates = ['lost', 'missed'];
    world.refusal = 409;
    await open();
    fireEvent.click(screen.getByRole('radio', { name: /Keep held coins/ }));
    await settle(50);
    await press('Terminate');
    expect(world.saved).toMatchObject([{ type: 'no_close' }]);
    // Refused: all of the bot is asked anew, its options too.
    await press('Terminate', 3_000);
    expect([ends().length, world.saved]).toEqual([1, [LIMIT]]);
  });

  it('says that what was saved before could not be put back, and puts it back once more for whoever asks', async () => {
    world.saved = [LIMIT];
    world.fates = ['saved', 'missed', 'missed'];
    world.refusal = 409;
    await open();
    fireEvent.click(screen.getByRole('radio', { name: /Keep held coins/ }));
    await settle(50);
    await press('Terminate', 3_000);
    expect(world.saved).toMatchObject([{ type: 'no_close' }]);
    expect(screen.getByRole('alert').textContent).toContain(bots.terminate.wayLeft);
    await press(bots.terminate.putBack, 3_000);
    expect(world.saved).toMatchObject([{ type: 'no_close' }]);
    expect([toasts().at(-1), screen.getByRole('alert').textContent]).toEqual([
      bots.terminate.notPutBack,
      expect.stringContaining(bots.terminate.wayLeft),
    ]);
    await press(bots.terminate.putBack, 3_000);
    expect([world.saved, toasts().at(-1)]).toEqual([[LIMIT], common.success.operation]);
    expect(screen.queryByText(new RegExp(bots.terminate.wayLeft))).toBeNull();
    expect(ends()).toHaveLength(1);
  });

  it('is another end for who says that he has looked: its way can be chosen again', async () => {
    world.lostEnds = 3;
    await open();
    await press('Terminate');
    expect(screen.queryAllByRole('radio')).toEqual([]);
    await press(common.held.looked);
    fireEvent.click(screen.getByRole('radio', { name: /Keep held coins/ }));
    await settle(50);
    await press('Terminate');
    expect([ends().length, new Set(ends()).size, world.saved]).toEqual([
      4,
      2,
      [expect.objectContaining({ type: 'no_close' })],
    ]);
  });

  it('that was carried out without an answer is not changed by who has looked, nor by ending it once more', async () => {
    world.saved = [];
    world.lostEnds = 3;
    await open();
    await press('Terminate');
    const saves = (): number =>
      calls.filter(({ url, method }) => method === 'POST' && url.includes('stop-options')).length;
    const before = saves();
    // Lost was the answer alone.
    world.bot = strategyRow({ status: 'stopping', step: 'stopping' });
    await press(common.held.looked);
    expect([saves() - before, screen.queryByText(new RegExp(bots.terminate.wayLeft))]).toEqual([0, null]);
    world.refusal = 409;
    await press('Terminate');
    // Its way is said once more, as it was, and nothing of before is put back.
    expect(world.saved).toMatchObject([{ type: 'market' }]);
    expect(screen.queryByText(new RegExp(bots.terminate.wayLeft))).toBeNull();
  });

  it('that was not carried out leaves nothing of it behind for who has looked', async () => {
    world.saved = [];
    world.lostEnds = 3;
    await open();
    await press('Terminate');
    await press(common.held.looked);
    expect(world.saved).toEqual([]);
    expect(screen.queryByText(new RegExp(bots.terminate.wayLeft))).toBeNull();
  });

  it('knows no second end before the first is answered: nothing else can be chosen, and it is asked for as it was sent', async () => {
    world.preview = { ...PREVIEW, fingerprint: 'a'.repeat(32) };
    world.lostEnds = 3;
    await open();
    await settle(1_000);
    await press('Terminate');
    expect(toasts()).toEqual([common.error.unknown]);
    expect(screen.getByRole('alert').textContent).toContain(common.held.unanswered);
    expect(screen.queryAllByRole('radio')).toEqual([]);
    const saves = (): number =>
      calls.filter(({ url, method }) => method === 'POST' && url.includes('stop-options')).length;
    const before = saves();
    world.preview = { ...PREVIEW, fingerprint: 'b'.repeat(32) };
    // The figures are too old to choose by long since: what was chosen was sent.
    await settle(90_000);
    const figures = [{ name: 'fees', currency: 'USDT', planned: '0.5', happened: '0.5', difference: '0' }];
    world.records = [{ ...RECORD, op_type: 'stop', outcome: { fingerprint: 'a'.repeat(32), figures, remarks: [] } }];
    await press(common.held.askAgain);
    expect([ends().length, new Set(ends()).size, saves() - before]).toEqual([4, 1, 0]);
    expect(onClose).toHaveBeenCalledOnce();
    // What came of it is told of the plan that went out.
    expect(getDefaultStore().get(toastsAtom).at(-1)?.more?.text).toBe('As planned');
  });

  it('is not settled by a fund password that the question after it was not given: its way stays as it was saved', async () => {
    world.lostEnds = 3;
    await open();
    await press('Terminate');
    world.refusal = 423;
    await press(common.held.askAgain);
    getDefaultStore().get(promptsAtom)[0]?.answer(null);
    await settle(1_000);
    expect(world.saved).toMatchObject([{ type: 'market' }]);
    expect(screen.getByRole('alert').textContent).toContain(common.held.unanswered);
    world.refusal = null;
    await press(common.held.askAgain);
    expect([ends().length, new Set(ends()).size]).toEqual([5, 1]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    ['spot_grid', /Grids earn from swings/],
    ['martingale', /A martingale earns when a round/],
    ['smart-position', /A few days say little/],
    ['macd', /A few days say little/],
  ] as const)('reminds of what a %s earns from (C11)', async (kind, words) => {
    world.bot = strategyRow({ strategy_type: kind, run_times: 3600 });
    await open();
    expect(screen.getByText(words)).toBeTruthy();
  });
});
