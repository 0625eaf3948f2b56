// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { beforeAll, describe, expect, it } from 'vitest';
import { BotDetailBody } from '#components/bots/detail/bot-detail-body.tsx';
import { draftIn, draftText, forkDraftAtom } from '#components/bots/fork/fork-draft.ts';
import { fieldsOf, forkModesOf } from '#components/bots/fork/fork-modes.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import { typedBefore } from '#lib/client/use-typed.ts';
import type { ForkComparison, ForkReply, ForkResult, ForkSide } from '#lib/contract/fork-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { FUTURES_PAYLOAD, futuresContract } from '#tests/support/futures-contract.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

/** The fork in a bot's detail: what is asked, how it is followed, what is said of it, and what applying it begins with. */

const RUNNABLE_KINDS = Object.keys(MACHINES);
const PARAMS = { current_low_price: '', current_high_price: '', trigger_price: '' } as unknown as NonNullable<
  StrategyRow['params']
>;
const PAYLOAD = {
  strategy_type: 'spot_grid',
  market: 'BTC_USDT',
  instrument_type: 'spot',
  low_price: '55000',
  high_price: '65000',
  grid_num: '10',
  price_type: '0',
  is_use_base: '0',
  qty_type: '0',
  qty_rate: '',
  money: '1000',
  leverage: '1',
  trigger_price: '',
  stop_loss: '',
  stop_profit: '',
  store_coin_flag: 0,
};
const SPOT_MARKET = {
  market: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  price_decimals: 1,
  amount_decimals: 6,
  min_base_amount: '0.000001',
  min_quote_amount: '3',
  taker_fee_rate: '0.001',
  maker_fee_rate: '0.001',
  max_grid: 200,
};
const CONTRACT = futuresContract();
/** A futures grid with five times its money. */
const ON_FUTURES = {
  strategy_type: 'futures_grid',
  settle: 'usdt',
  side: 'buy',
  leverage: '5',
  market: 'BTC_USDT',
} as const;
const FROM = 1_760_300_040;
const TO = 1_760_700_000;

const side = (changes: Partial<ForkSide> = {}): ForkSide => ({
  equity: '1010',
  profit: '10',
  max_draw_down: '0.02',
  fills: 30,
  fees: '1.5',
  finish_as: '',
  finish_time: 0,
  later: { made: 0, refused: 0, held: 0 },
  ...changes,
});
const COMPARISON: ForkComparison = {
  asset: 'USDT',
  from: FROM,
  to: TO,
  was: { low_price: '55000', high_price: '65000', grid_num: '10', stop_loss: '', stop_profit: '' },
  life: side(),
  fork: side({ equity: '990.5', profit: '-9.5', finish_as: 'stop_loss', finish_time: FROM + 3_600 }),
  real_equity: '1010',
  unknown_minutes: 0,
  is_tape_full: false,
  curve: [
    { time: FROM, life: '0', fork: '0' },
    { time: TO, life: '10', fork: '-9.5' },
  ],
};
const result = (changes: Partial<ForkResult> = {}): ForkResult => ({
  outcome: 'compared',
  refusal: null,
  known_from: 0,
  comparison: COMPARISON,
  took_ms: 300,
  ...changes,
});
const done = (changes: Partial<ForkResult> = {}): ForkReply => ({
  status: 'done',
  progress: 1,
  asked: { time: FROM, stop_loss: '54000' },
  result: result(changes),
});

let capabilities: readonly string[];
let fork: ForkReply;
/** What a start is answered. */
let started: object;
/** Bad replies that come before the first good one. */
let bad: number;

const ok = (data: unknown): object => ({ code: 200, message: '', data });

function answer({ url, method }: FakeCall): object | null {
  if (url.includes('/api/session')) return ok({ logged_in: true, anonymous: '0123456789abcdef', user_id: 1 });
  if (url.includes('capabilities')) return ok(capabilities);
  if (url.includes('spot_markets')) return ok([SPOT_MARKET]);
  if (url.includes('last_price')) return { last_price: '60000', mark_price: '60000' };
  if (url.includes('grid-base')) return ok({ max_grid: 200 });
  if (url.includes('/futures/contracts')) {
    return { code: 200, message: '', data: null, futures_contracts_data: [CONTRACT] };
  }
  if (url.includes('strategy_detail') && url.includes('futures_grid')) {
    return ok({ ...strategyRow({ params: PARAMS, ...ON_FUTURES }), payload: FUTURES_PAYLOAD });
  }
  if (url.includes('strategy_detail')) return ok({ ...strategyRow({ params: PARAMS }), payload: PAYLOAD });
  if (url.includes('check_permissions')) {
    return ok({ spot_grid_modify_price_range: true, spot_grid_add_position: true, spot_grid_pause: true });
  }
  if (url.includes('available_balance')) {
    return ok({
      currency_outables: [{ asset: 'USDT', outable: '500' }],
      max_outable: { asset: 'USDT', outable: '500' },
    });
  }
  if (!url.includes('/fork/')) return { ...ok([]), page: 1, pagecount: 1, totalcount: 0 };
  if (method === 'POST' && url.includes('cancel')) {
    fork = { status: 'cancelled', progress: 0, asked: null, result: null };
    return ok({ strategy_id: 42 });
  }
  if (method === 'POST') return started;
  if (bad > 0) {
    bad -= 1;
    return { code: 500, message: '' };
  }
  return ok(fork);
}

async function open(changes: Partial<StrategyRow> = {}, isOwn = true): Promise<void> {
  render(
    <ComponentHost>
      <BotDetailBody bot={strategyRow({ params: PARAMS, money_asset: 'USDT', ...changes })} isOwn={isOwn} />
    </ComponentHost>,
  );
  await pass(1_000);
  const tab = screen.queryByRole('tab', { name: 'Fork' });
  if (tab !== null) fireEvent.mouseDown(tab, { button: 0 });
  await pass(1_500);
}

const sent = (): FakeCall[] => calls.filter(({ url, method }) => method === 'POST' && url.includes('/fork/'));
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });

beforeAll(() => import('#components/bots/fork/fork-tab.tsx'));
const calls = inOwnTime(answer, () => {
  capabilities = ['fork'];
  const kept = getDefaultStore().get(forkDraftAtom);
  getDefaultStore().set(forkDraftAtom, { ...kept, botId: 0 });
  fork = { status: 'none', progress: 0, asked: null, result: null };
  started = ok({ strategy_id: 42 });
  bad = 0;
});

describe('what a fork may change of a kind', () => {
  it.each(RUNNABLE_KINDS)(
    'is of %s what its owner may change while it runs, each of its fields in one dialog',
    (kind) => {
      const { range, stops, trades, takesMoney } = factsOf(kind);
      const spot = forkModesOf(strategyRow({ strategy_type: kind as RunnableKind, settle: '' }));
      const modes = forkModesOf(strategyRow({ strategy_type: kind as RunnableKind, settle: 'usdt' }));
      expect(spot.length > 0).toBe(range !== 'none' || stops !== null);
      expect([spot.includes('margin'), spot.includes('leverage')]).toEqual([false, false]);
      expect(spot.includes('deposit')).toBe(takesMoney !== 'never');
      expect(modes.includes('margin')).toBe(trades === 'market');
      expect(modes.includes('leverage')).toBe(range === 'prices' || kind === 'infinite_grid');
      const exits = [stops?.loss ?? '', stops?.profit ?? ''].filter((field) => field !== '');
      const fields = modes.flatMap((mode) => fieldsOf(kind, mode));
      expect(new Set(fields).size).toBe(fields.length);
      expect(fields).toEqual(expect.arrayContaining(exits));
    },
  );
});

describe('money that a fork puts in', () => {
  const mode = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
  const typeIn = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

  it('is asked in the words of the call; what was typed is there again after another way, and after another tab', async () => {
    await open();
    typeIn('Stop-loss price', '54000');
    mode('Investment');
    await pass(250);
    expect(button('Compare').disabled).toBe(true);
    typeIn('Investment to add then', '1500.5');
    await pass(250);
    mode('Range');
    await pass(250);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Stop-loss price' }).value).toBe('54000');
    mode('Investment');
    await pass(250);
    for (const name of ['Overview', 'Fork']) {
      fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 });
      await pass(1_500);
    }
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Investment to add then' }).value).toBe('1500.5');
    fireEvent.click(button('Compare'));
    await pass(500);
    expect(sent().map(({ body }) => body)).toEqual([{ time: expect.any(Number), money: '1500.5' }]);
    mode('Range');
    await pass(250);
    fireEvent.click(button('Compare'));
    await pass(500);
    // Only what stands in sight is asked.
    expect(sent()[1]?.body).toEqual({ time: expect.any(Number), stop_loss: '54000' });
  });

  it('is told beside what the bot had, stands at its field where it is refused, and opens its own dialog typed in', async () => {
    fork = done({ comparison: { ...COMPARISON, was: { ...COMPARISON.was, money: '0', margin: '0' } } });
    fork = { ...fork, asked: { time: FROM, money: '1500.5' } };
    await open();
    const changed = within(screen.getByRole('table', { name: 'What was changed' })).getAllByRole('row');
    expect(changed.slice(1).map((row) => row.textContent)).toEqual(['Investment addedNone1,500.5 USDT']);
    fireEvent.click(button('Make this change now'));
    await pass(1_500);
    const dialog = within(screen.getByRole('dialog', { name: 'Add investment' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('1500.5');
    cleanup();
    const refusal = { code: 422, field: 'money', issue: 'money.min.create' };
    fork = { ...done({ outcome: 'refused', comparison: null, refusal }), asked: { time: FROM, money: '3' } };
    await open();
    fireEvent.change(screen.getByRole('slider', { name: /Moment/ }), { target: { value: `${FROM}` } });
    mode('Investment');
    await pass(250);
    typeIn('Investment to add then', '3');
    await pass(250);
    expect(screen.getByRole('textbox', { name: 'Investment to add then' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('comes in with a leverage whose field can be emptied and typed in anew', async () => {
    await open(ON_FUTURES);
    mode('Leverage');
    await pass(250);
    typeIn('Margin to add then', '100');
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Leverage, 1 to 50' });
    expect(field().value).toBe('5');
    typeIn('Leverage, 1 to 50', '');
    await pass(250);
    expect([field().value, button('Compare').disabled]).toEqual(['', true]);
    typeIn('Leverage, 1 to 50', `${field().value}3`);
    await pass(250);
    fireEvent.click(button('Compare'));
    await pass(500);
    expect(sent().map(({ body }) => body)).toEqual([{ time: expect.any(Number), margin: '100', leverage: '3' }]);
  });

  it('is told with the leverage as leverages are written', async () => {
    fork = done({ comparison: { ...COMPARISON, was: { ...COMPARISON.was, margin: '0', leverage: '5' } } });
    fork = { ...fork, asked: { time: FROM, margin: '100', leverage: '3' } };
    await open(ON_FUTURES);
    const changed = within(screen.getByRole('table', { name: 'What was changed' })).getAllByRole('row');
    expect(changed.slice(1).map((row) => row.textContent)).toEqual(['Margin addedNone100 USDT', 'Leverage5X3X']);
  });

  it('has nowhere to come in of an arbitrage: the tab says why, and asks nothing', async () => {
    await open({ strategy_type: 'spot-future-arbitrage', params: { ...gridParams(), settle: 'usdt' } });
    expect(screen.getByText('Nothing of this bot can be changed while it runs')).toBeTruthy();
    expect(screen.getByText(/both of its legs would have to be traded again within the spread/)).toBeTruthy();
    expect(calls.some(({ url }) => url.includes('/fork/'))).toBe(false);
  });
});

describe('the fork in a bot’s detail', () => {
  it('asks for a moment and only for what was typed, is followed and ended', async () => {
    await open();
    expect(button('Compare').disabled).toBe(true);
    fireEvent.change(screen.getByRole('slider', { name: 'Moment of the bot’s life' }), {
      target: { value: `${FROM}` },
    });
    fireEvent.change(screen.getByRole('textbox', { name: 'Stop-loss price' }), { target: { value: '54000' } });
    await pass(250);
    fork = { status: 'running', progress: 0.25, asked: null, result: null };
    fireEvent.click(button('Compare'));
    await pass(1_500);
    expect(sent().map(({ body }) => body)).toEqual([{ time: FROM, stop_loss: '54000' }]);
    const bar = screen.getByRole('progressbar', { name: 'Progress of the comparison' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    fireEvent.click(button('Cancel'));
    await pass(1_500);
    expect(screen.getByText('The comparison was cancelled')).toBeTruthy();
  });

  it('finds what was typed again on the page in another language (B8)', async () => {
    await open();
    fireEvent.change(screen.getByRole('slider', { name: 'Moment of the bot’s life' }), {
      target: { value: `${FROM}` },
    });
    fireEvent.change(screen.getByRole('textbox', { name: 'Stop-loss price' }), { target: { value: '54000' } });
    await pass(250);
    expect(draftIn(typedBefore('fork 42'))).toEqual({
      ...{ mode: null, moment: FROM, fields: { stop_loss: '54000' }, amounts: {}, leverage: null },
    });
    cleanup();
    // As another page has it: nothing in memory but what was left for it.
    getDefaultStore().set(forkDraftAtom, { botId: 0, draft: draftIn('') });
    await open();
    expect((screen.getByRole('textbox', { name: 'Stop-loss price' }) as HTMLInputElement).value).toBe('54000');
    expect((screen.getByRole('slider', { name: 'Moment of the bot’s life' }) as HTMLInputElement).value).toBe(
      `${FROM}`,
    );
    const all = {
      mode: 'leverage',
      moment: 60,
      fields: { grid_num: '7' },
      amounts: { margin: '1.5' },
      leverage: '9',
    } as const;
    expect(draftIn(draftText(all))).toEqual(all);
  });

  it('says the difference in a sentence and both lives in figures, and how far the minutes are from what happened', async () => {
    fork = done({ comparison: { ...COMPARISON, real_equity: '1010.25', unknown_minutes: 3 } });
    await open();
    expect(
      screen.getByText(/^From .* to .* the bot would have made 19\.5000 USDT less with this change\.$/),
    ).toBeTruthy();
    expect(screen.getByRole('img', { name: /with the change -9\.5000 USDT, as it was \+10\.0000 USDT$/ })).toBeTruthy();
    const figures = within(screen.getByRole('table', { name: 'Both compared' }));
    const cells = (name: RegExp) =>
      within(figures.getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells(/^Profit/)).toEqual(['Profit', '+10.0000 USDT', '-9.5000 USDT']);
    expect(cells(/^End/)[1]).toBe('Still running');
    expect(cells(/^End/)[2]).toMatch(/^Stop loss reached, Oct/);
    expect(screen.getByText(/0\.2500 USDT less than the 1,010\.2500 USDT that it really had/)).toBeTruthy();
    expect(screen.getByText(/^3 minutes of this time have no price/)).toBeTruthy();
    const changed = within(screen.getByRole('table', { name: 'What was changed' })).getAllByRole('row');
    expect(changed.slice(1).map((row) => row.textContent)).toEqual(['Stop-loss priceNone54,000 USDT']);
  });

  it('says that a change makes no difference to the profit – other figures may differ –, and that the minutes come to what really happened', async () => {
    fork = done({ comparison: { ...COMPARISON, fork: side() } });
    await open();
    expect(screen.getByText(/this change would have made no difference to its profit\.$/)).toBeTruthy();
    expect(screen.getByText(/comes to exactly what it really had at the end: 1,010\.0000 USDT/)).toBeTruthy();
  });

  it('does not say that there is no difference where one of the two is not known', async () => {
    const curve = COMPARISON.curve.map((point, at) => (at === 1 ? { ...point, fork: '' } : point));
    fork = done({ comparison: { ...COMPARISON, curve, fork: side({ profit: '' }), life: side({ equity: '' }) } });
    await open();
    expect(screen.queryByText(/no difference/)).toBeNull();
    expect(document.querySelector('[data-fork="real"]')).toBeNull();
    expect(document.body.innerHTML).not.toContain('NaN');
  });

  it('opens the dialog of the same fields with the fork’s values typed in, by its own plan', async () => {
    fork = done();
    await open();
    fireEvent.click(button('Make this change now'));
    await pass(1_500);
    const dialog = within(screen.getByRole('dialog', { name: 'Edit price range' }));
    const value = (name: string) => (dialog.getByRole('textbox', { name }) as HTMLInputElement).value;
    expect([value('Stop-loss price'), value('Lower price')]).toEqual(['54000', '55000']);
    expect(calls.some(({ url }) => url.includes('change_grid_params'))).toBe(false);
  });

  it('says that the service is reconnecting in place of that dialog, while a grid is retrying (M-139, M-336)', async () => {
    fork = done();
    await open({ behavior_status: 'retrying' });
    getDefaultStore().set(toastsAtom, []);
    fireEvent.click(button('Make this change now'));
    await pass(1_500);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(
      getDefaultStore()
        .get(toastsAtom)
        .map(({ text }) => text),
    ).toEqual(['service reconnecting']);
  });

  it('has nothing to apply to a bot that has ended', async () => {
    fork = done();
    await open({ status: 'finished', step: 'stopped' });
    expect(screen.getByText(/19\.5000 USDT less/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make this change now' })).toBeNull();
  });

  it('says at its field, in the words of an edit, what was not possible at the moment', async () => {
    const refusal = { code: 422, field: 'stop_loss', issue: 'stop_loss.not_below_low' };
    fork = done({ outcome: 'refused', comparison: null, refusal });
    await open();
    const field = screen.getByRole('textbox', { name: 'Stop-loss price' });
    expect(screen.getByText(/^At .* this change would have been refused: /)).toBeTruthy();
    // Of the value that was refused, not of what stands there since.
    expect(field.getAttribute('aria-invalid')).toBeNull();
    fireEvent.change(screen.getByRole('slider'), { target: { value: `${FROM}` } });
    fireEvent.change(field, { target: { value: '54000' } });
    await pass(250);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(field, { target: { value: '53000' } });
    await pass(250);
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  it('says at its field what is wrong at any price, and does not send it', async () => {
    await open();
    const field = screen.getByRole('textbox', { name: 'Stop-loss price' });
    for (const text of ['9'.repeat(400), '54000']) {
      fireEvent.change(field, { target: { value: text } });
      await pass(250);
      const isWrong = text.length > 9;
      expect(field.getAttribute('aria-invalid')).toBe(isWrong ? 'true' : null);
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compare' }).disabled).toBe(isWrong);
    }
  });

  it('takes a stop of 0 for none, as the dialog of the same fields does (E-237)', async () => {
    await open();
    const field = screen.getByRole('textbox', { name: 'Stop-loss price' });
    fireEvent.change(screen.getByRole('slider'), { target: { value: `${FROM}` } });
    fireEvent.change(field, { target: { value: '0' } });
    await pass(250);
    expect(field.getAttribute('aria-invalid')).toBeNull();
    fireEvent.click(button('Compare'));
    await pass(1_500);
    expect(sent().map(({ body }) => body)).toEqual([{ time: FROM, stop_loss: '' }]);
  });

  it('lets a moment be typed key by key, and says at the field what is none of the bot’s life', async () => {
    await open();
    const moment = screen.getByLabelText<HTMLInputElement>('Moment');
    const slider = screen.getByRole<HTMLInputElement>('slider');
    const before = slider.value;
    fireEvent.change(screen.getByRole('textbox', { name: 'Stop-loss price' }), { target: { value: '54000' } });
    await pass(250);
    // The first key of a year makes the year 2.
    for (const text of ['0002-10-13T08:00', '']) {
      fireEvent.change(moment, { target: { value: text } });
      expect([moment.value, slider.value, moment.getAttribute('aria-invalid')]).toEqual([text, before, null]);
    }
    fireEvent.click(button('Compare'));
    await pass(500);
    expect(sent()).toEqual([]);
    expect(moment.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/choose a moment between/i)).toBeTruthy();
    const wanted = new Date((FROM + 3_600) * 1000);
    const local = new Date(wanted.getTime() - wanted.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    fireEvent.change(moment, { target: { value: local } });
    expect([slider.value, moment.getAttribute('aria-invalid')]).toEqual([`${FROM + 3_600}`, null]);
    fireEvent.click(button('Compare'));
    await pass(500);
    expect(sent()[0]?.body).toMatchObject({ time: FROM + 3_600 });
  });

  it('ends its curve where both have ended: nothing comes after', async () => {
    const end = FROM + 7_200;
    const ended = { finish_as: 'stop_loss', finish_time: end - 60 } as const;
    const curve = [0, 3_600, 7_200, 200_000, 400_000].map((at) => ({ time: FROM + at, life: '1', fork: '-1' }));
    fork = done({
      comparison: { ...COMPARISON, curve, life: side(ended), fork: side({ ...ended, finish_time: end, profit: '-9' }) },
    });
    await open({ status: 'finished', step: 'stopped' });
    const figure = screen.getByRole('figure', { name: 'Profit since the moment' });
    const days = figure.textContent?.match(/Oct \d+/g) ?? [];
    expect(new Set(days).size).toBe(1);
    expect(screen.getByText(/^From (Oct \d+).* to \1.* 19\.0000 USDT less/)).toBeTruthy();
  });

  it('says at the moment that it is none of the bot’s life, and in a message that another is under way', async () => {
    started = { code: 422, message: '', data: { field: 'time', issue: 'fork-time' } };
    await open();
    fireEvent.change(screen.getByRole('textbox', { name: 'Stop-loss price' }), { target: { value: '54000' } });
    await pass(250);
    fireEvent.click(button('Compare'));
    await pass(1_000);
    expect(screen.getByRole('alert').textContent).toMatch(/choose a moment between/);
  });

  it.each([
    ['no-tape', /began before tapes were kept/],
    ['tape-full', /tape was full before that moment/],
    ['off-tape', /does not follow this bot’s tape/],
    ['not-begun', /had not started at that moment/],
    ['over', /was over at that moment/],
    ['unkept', /what it was until then was not kept/],
    ['no-candles', /candles of that moment are not kept.*They are kept from/],
  ] as const)('says of %s that it is not known, and nothing of a result', async (outcome, words) => {
    fork = done({ outcome, comparison: null, known_from: outcome === 'no-candles' ? FROM : 0 });
    await open();
    expect(screen.getByText(words).closest('[role]')?.getAttribute('role')).toBe('note');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('comes after a bad first reply', async () => {
    bad = 1;
    fork = done();
    await open();
    await pass(6_000);
    expect(screen.getByText(/19\.5000 USDT less/)).toBeTruthy();
  });

  it('says of a bot that is younger than its first minutes that there is nothing behind it', async () => {
    await open({ run_times: 40 });
    expect(screen.getByText('There is nothing behind this bot yet')).toBeTruthy();
  });

  it.each([
    ['the exchange does not announce it', [], {}, true],
    ['it is another’s bot', ['fork'], {}, false],
    ['its parameters are closed', ['fork'], { params: null }, true],
  ] as const)('is neither shown nor asked for where %s', async (_case, announced, changes, isOwn) => {
    capabilities = announced;
    await open(changes as Partial<StrategyRow>, isOwn);
    expect(screen.queryByRole('tab', { name: 'Fork' })).toBeNull();
    expect(calls.some(({ url }) => url.includes('/fork/'))).toBe(false);
  });
});
