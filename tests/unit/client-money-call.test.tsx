// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { keyedCall } from '#lib/client/keyed-call.ts';
import { moneyCall } from '#lib/client/money-call.ts';
import { forgetViewer, rememberViewer } from '#lib/client/session-loss.ts';
import { KEYED_CHANGES } from '#lib/contract/endpoints.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { screenOf } from '#tests/support/wide-screen.ts';

const INPUT = { path: { id: '42' }, body: {} } as const;
const DONE = { code: 200, message: '', data: { strategy_id: 42 } };
const DEMAND = { code: 423, message: '', require_fundpass: true };

let calls: FakeCall[];
let replies: (object | null)[];

beforeEach(() => {
  const fake = fakeFetch(() => {
    const reply = replies.shift();
    return reply === undefined ? DONE : reply;
  });
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
  render(
    <ComponentHost>
      <PromptHost />
    </ComponentHost>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function typePassword(password: string): Promise<void> {
  const input = await screen.findByLabelText('Fund password', { selector: 'input' });
  fireEvent.change(input, { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
}

const keys = (): (string | undefined)[] => calls.map((call) => call.headers['idempotency-key']);

describe('a call that moves money', () => {
  it.each([
    [false, 'web'],
    [true, 'h5'],
  ])('says on which device it was made: on a phone %s, %s (C-354, M-330)', async (isPhone, expected) => {
    vi.stubGlobal('matchMedia', screenOf(isPhone));
    await moneyCall('followGrid', { body: { follow_id: 7, money: '100' } });
    expect(calls.at(-1)?.headers['device-type']).toBe(expected);
  });

  it('says for whom it asks, as it began: nobody else’s session may do it or look it up', async () => {
    rememberViewer(41);
    replies = [null, DEMAND, DONE];
    const outcome = moneyCall('cancelGrid', INPUT);
    await screen.findByLabelText('Fund password', { selector: 'input' });
    rememberViewer(42);
    await typePassword('paper-fund');
    expect((await outcome).state).toBe('answered');
    expect(calls.map(({ headers }) => headers['trader-id'])).toEqual(['41', '41', '41']);
    forgetViewer();
    await moneyCall('cancelGrid', INPUT);
    expect(calls.at(-1)?.headers['trader-id']).toBeUndefined();
  });

  it('is of whoever confirmed it, also when another has come before it goes out', async () => {
    rememberViewer(42);
    await moneyCall('cancelGrid', INPUT, { traderId: 41 });
    expect(calls.map(({ headers }) => headers['trader-id'])).toEqual(['41']);
    forgetViewer();
  });

  it.each([
    ['first', false, 'abandoned'],
    ['second', true, 'unknown'],
  ])('a fund password that comes too late is not used: its %s try', async (_name, wasSentBefore, state) => {
    replies = [DEMAND];
    let isInTime = true;
    const outcome = moneyCall('cancelGrid', INPUT, { wasSentBefore, isInTime: () => isInTime });
    await screen.findByLabelText('Fund password', { selector: 'input' });
    isInTime = false;
    await typePassword('paper-fund');
    expect((await outcome).state).toBe(state);
    expect(calls).toHaveLength(1);
  });

  it('opens the fund-password panel when asked to and sends the same request again with fundpass (C-096, C-210)', async () => {
    replies = [DEMAND, DONE];
    const outcome = moneyCall('cancelGrid', INPUT);
    await typePassword('paper-fund');
    expect(await outcome).toEqual({ state: 'answered', reply: DONE });
    expect(calls.map((call) => call.body)).toEqual([{}, { fundpass: 'paper-fund' }]);
    expect(calls[0]?.url).toBe(calls[1]?.url);
    expect(new Set(keys()).size).toBe(1);
  });

  it('reads the demand under data as well (C-344)', async () => {
    replies = [{ code: 423, message: '', data: { require_fundpass: true } }, DONE];
    const outcome = moneyCall('cancelGrid', INPUT);
    await typePassword('paper-fund');
    expect((await outcome).state).toBe('answered');
  });

  it('does not ask a second time: a refused password is an answer (M-335)', async () => {
    const wrong = { code: 424, message: '', require_fundpass: true };
    replies = [DEMAND, wrong];
    const outcome = moneyCall('cancelGrid', INPUT);
    await typePassword('wrong');
    expect(await outcome).toEqual({ state: 'answered', reply: wrong });
    expect(calls).toHaveLength(2);
  });

  it('is abandoned when the panel is closed, and nothing more is sent', async () => {
    replies = [DEMAND];
    const outcome = moneyCall('cancelGrid', INPUT);
    await screen.findByLabelText('Fund password', { selector: 'input' });
    await act(async () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }));
    expect(await outcome).toEqual({ state: 'abandoned' });
    expect(calls).toHaveLength(1);
  });

  it('is looked up under its key when no answer came, not started anew', async () => {
    replies = [null, DONE];
    expect(await moneyCall('cancelGrid', INPUT)).toEqual({ state: 'answered', reply: DONE });
    expect(new Set(keys()).size).toBe(1);
  });

  it('is unknown, not failed, while no look-up answers; its key is given back for the next try', async () => {
    replies = [null, null, null];
    const outcome = await moneyCall('cancelGrid', INPUT);
    expect(outcome).toEqual({ state: 'unknown', idempotencyKey: keys()[0] });
  });

  it('takes the gate’s word that the exchange did not answer in time as no answer', async () => {
    replies = [{ code: 504, message: '' }, DONE];
    expect(await moneyCall('cancelGrid', INPUT)).toEqual({ state: 'answered', reply: DONE });
  });

  it.each([429, 500, 502, 503, 504])('once an answer was lost, %i says nothing of the operation', async (code) => {
    const reply = { code, message: '' };
    replies = [null, reply, reply];
    expect((await moneyCall('cancelGrid', INPUT)).state).toBe('unknown');
    replies = [null, reply, DONE];
    expect(await moneyCall('cancelGrid', INPUT)).toEqual({ state: 'answered', reply: DONE });
  });

  it.each([429, 500, 502, 503])(
    'of a key that was sent before and not answered, %i is no answer either',
    async (code) => {
      const reply = { code, message: '' };
      replies = [reply, reply, reply];
      const outcome = await moneyCall('cancelGrid', INPUT, { idempotencyKey: 'sent-before', wasSentBefore: true });
      expect(outcome).toEqual({ state: 'unknown', idempotencyKey: 'sent-before' });
    },
  );

  it.each([429, 503])('%i to the first try is an answer: nothing was taken', async (code) => {
    const reply = { code, message: '' };
    replies = [reply];
    expect(await moneyCall('cancelGrid', INPUT)).toEqual({ state: 'answered', reply });
  });

  it.each([400, 409, 422])('a refusal (%i) settles it, at the first try and at a look-up', async (code) => {
    const reply = { code, message: '' };
    replies = [reply];
    expect(await moneyCall('cancelGrid', INPUT)).toEqual({ state: 'answered', reply });
    replies = [null, reply];
    expect(await moneyCall('cancelGrid', INPUT)).toEqual({ state: 'answered', reply });
  });

  it('remembers which keys were not answered: who repeats one of them gets no outage for an answer', async () => {
    const busy = { code: 503, message: '' };
    replies = [null, null, null];
    expect((await moneyCall('cancelGrid', INPUT, { idempotencyKey: 'lost' })).state).toBe('unknown');
    replies = [busy, busy, busy];
    expect((await moneyCall('cancelGrid', INPUT, { idempotencyKey: 'lost' })).state).toBe('unknown');
    replies = [DONE];
    expect((await moneyCall('cancelGrid', INPUT, { idempotencyKey: 'lost' })).state).toBe('answered');
  });

  it.each([
    ['a session that is over', { code: 401, message: '' }],
    ['another account’s session', { code: 422, message: '', data: { issue: 'owner-unknown' } }],
    [
      'another account’s session, for each of several bots',
      {
        code: 200,
        message: '',
        data: ['BTC_USDT', 'ETH_USDT'].map((bot) => ({ bot, code: 422, message: 'owner-unknown', strategy_id: 0 })),
      },
    ],
  ])('is not looked up as somebody else: %s ends it as unknown, at once', async (_name, reply) => {
    replies = [null, reply];
    expect((await moneyCall('cancelGrid', INPUT)).state).toBe('unknown');
    expect(calls).toHaveLength(2);
    replies = [reply];
    expect((await moneyCall('cancelGrid', INPUT, { idempotencyKey: 'sent-before', wasSentBefore: true })).state).toBe(
      'unknown',
    );
    expect(calls).toHaveLength(3);
  });
});

describe('a change that moves no money', () => {
  const PAUSE = { path: { id: '42' } } as const;
  const pause = () => keyedCall('pauseGrid', PAUSE, 'one-pause-0123456789');
  const REFUSED = { code: 409, message: '', data: { issue: 'bot-not-pausable' } };
  const announcing = (...data: string[]) => ({ code: 200, message: '', data });

  it.each([
    ['announces no such keys', announcing('candles'), 'unknown'],
    ['does not say what it has', null, 'unknown'],
    ['keeps keys of all changes', announcing(KEYED_CHANGES), 'answered'],
  ])('refused at a look-up by an exchange that %s', async (_name, capabilities, state) => {
    replies = [null, REFUSED, capabilities];
    expect((await pause()).state).toBe(state);
    expect(calls).toHaveLength(3);
    // The next try asks after the same pause: what was not answered is a repeat still.
    replies = [REFUSED, announcing()];
    expect((await pause()).state).toBe(state === 'unknown' ? 'unknown' : 'answered');
    replies = [DONE];
    expect(await pause()).toEqual({ state: 'answered', reply: DONE });
  });

  it('is refused where the first try is, and done where a look-up says so: nobody is asked what is announced', async () => {
    replies = [REFUSED];
    expect(await pause()).toEqual({ state: 'answered', reply: REFUSED });
    replies = [null, DONE];
    expect(await pause()).toEqual({ state: 'answered', reply: DONE });
    expect(calls).toHaveLength(3);
  });
});
