// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginHost } from '#components/account/login-host.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { call } from '#lib/client/call.ts';
import { moneyCall } from '#lib/client/money-call.ts';
import { answerFrame } from '#lib/client/page-around.ts';
import { forgetViewer, rememberViewer } from '#lib/client/session-loss.ts';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { SAMPLES } from '#tests/support/sample-requests.ts';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(), usePathname: () => '/en/trade' }));

/** D4: a session that ends while somebody works. */

const MONEY_CALLS = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].money);
const LOST = { code: 401, message: 'login-required' };
const DONE = { code: 200, message: '', data: { strategy_id: 42 } };
let calls: FakeCall[];
let isOpen: boolean;
let userId: number;

beforeEach(() => {
  isOpen = false;
  userId = 7;
  const fake = fakeFetch(({ url, method, body }) => {
    if (url === '/api/session' && method === 'POST') {
      if ((body as { password: string }).password !== 'right') return { code: 401, message: '' };
      isOpen = true;
      return { code: 200, message: '', data: { logged_in: true, user_id: userId } };
    }
    if (url === '/api/session')
      return { code: 200, message: '', data: { logged_in: isOpen, user_id: isOpen ? userId : 0 } };
    if (!isOpen) return LOST;
    const isPaid = (body as { fundpass?: string } | undefined)?.fundpass !== undefined;
    return method !== 'GET' && !isPaid ? { code: 423, message: '', require_fundpass: true } : DONE;
  });
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
  rememberViewer(7);
  render(
    <ComponentHost>
      <PromptHost />
      <LoginHost />
    </ComponentHost>,
  );
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  forgetViewer();
  vi.unstubAllGlobals();
});

async function logIn(password: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Account', { selector: 'input' }), { target: { value: 'ida' } });
  fireEvent.change(screen.getByLabelText('Password', { selector: 'input' }), { target: { value: password } });
  await act(async () => fireEvent.submit(document.querySelector('form') as HTMLFormElement));
}

/** The first call that goes to this path is answered when it is released; it reaches the door at once. */
function holdBack(part: string): { release(): void } {
  const direct = globalThis.fetch;
  const held = Promise.withResolvers<void>();
  let isFirst = true;
  vi.stubGlobal('fetch', async (...input: Parameters<typeof fetch>) => {
    const isHeld = isFirst && String(input[0]).includes(part);
    if (isHeld) isFirst = false;
    const answer = await direct(...input);
    if (isHeld) await held.promise;
    return answer;
  });
  return { release: held.resolve };
}

function windowOfFrame(): Window {
  const frame = document.body.appendChild(document.createElement('iframe'));
  if (frame.contentWindow === null) throw new Error('no window');
  return frame.contentWindow;
}

const sent = (part: string): FakeCall[] => calls.filter(({ url }) => url.includes(part));

describe('a lost session', () => {
  it('opens one dialog for all calls that find it out; after logging in they all go on', async () => {
    const first = call('strategyNumber', { query: { status: 'running' } });
    const second = call('wallet');
    await screen.findByRole('dialog');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await logIn('wrong');
    expect(screen.getByRole('alert').textContent).not.toContain('login');
    await logIn('right');
    expect((await first).code).toBe(200);
    expect((await second).code).toBe(200);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each(MONEY_CALLS)(
    'lets %s go on with its idempotency key, and asks for the fund password as always',
    async (name) => {
      const outcome = moneyCall(name, SAMPLES[name] as never);
      await logIn('right');
      fireEvent.change(await screen.findByLabelText('Fund password', { selector: 'input' }), {
        target: { value: 'paid' },
      });
      fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
      expect(await outcome).toMatchObject({ state: 'answered', reply: DONE });
      const tries = calls.filter(({ headers }) => headers['idempotency-key'] !== undefined);
      expect(tries).toHaveLength(3);
      expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      // What was asked for is what is asked for again, with the password and nothing else.
      expect(tries[1]?.body).toEqual(tries[0]?.body);
      expect(tries[2]?.body).toEqual({ ...(tries[0]?.body as object | undefined), fundpass: 'paid' });
    },
  );

  it('sends nothing again that a login was waited for too long', async () => {
    const outcome = moneyCall('cancelGrid', SAMPLES.cancelGrid as never, { isInTime: () => false });
    await logIn('right');
    expect(await outcome).toMatchObject({ state: 'answered', reply: LOST });
    expect(sent('cancel')).toHaveLength(1);
  });

  it('in the middle of the fund password keeps the operation: log in, and the same request goes out again', async () => {
    isOpen = true;
    const outcome = moneyCall('cancelGrid', { path: { id: '42' }, body: {} });
    const field = await screen.findByLabelText('Fund password', { selector: 'input' });
    fireEvent.change(field, { target: { value: 'paid' } });
    isOpen = false;
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await logIn('right');
    expect(await outcome).toMatchObject({ state: 'answered', reply: DONE });
    expect(new Set(sent('cancel').map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('found out by another call leaves an open fund password and what was typed into it', async () => {
    isOpen = true;
    const outcome = moneyCall('cancelGrid', { path: { id: '42' }, body: {} });
    const field = await screen.findByLabelText('Fund password', { selector: 'input' });
    fireEvent.change(field, { target: { value: 'half-ty' } });
    isOpen = false;
    const poll = call('wallet');
    await screen.findByLabelText('Account', { selector: 'input' });
    expect((field as HTMLInputElement).value).toBe('half-ty');
    const form = screen.getByLabelText('Account', { selector: 'input' }).closest('form') as HTMLFormElement;
    fireEvent.change(screen.getByLabelText('Account', { selector: 'input' }), { target: { value: 'ida' } });
    fireEvent.change(screen.getByLabelText('Password', { selector: 'input' }), { target: { value: 'right' } });
    await act(async () => fireEvent.submit(form));
    expect((await poll).code).toBe(200);
    expect((screen.getByLabelText('Fund password', { selector: 'input' }) as HTMLInputElement).value).toBe('half-ty');
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await outcome).state).toBe('answered');
  });

  it('does nothing for another trader who logs in instead', async () => {
    userId = 8;
    const outcome = moneyCall('cancelGrid', { path: { id: '42' }, body: {} });
    await logIn('right');
    expect(await outcome).toMatchObject({ state: 'answered', reply: LOST });
    expect(sent('cancel')).toHaveLength(1);
  });

  it('is over when the dialog is closed: no call asks again, and guests are never asked', async () => {
    const first = call('wallet');
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    expect((await first).code).toBe(401);
    expect((await call('wallet')).code).toBe(401);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['the same trader', 7, DONE],
    ['another trader', 8, LOST],
  ])('is not found out a second time by answers that come after %s has logged in', async (_who, next, reply) => {
    userId = next;
    // Sent in the session before, answered when there is a new one.
    const late = holdBack('get_strategy_number');
    const poll = call('strategyNumber', { query: { status: 'running' } });
    const first = call('wallet');
    await logIn('right');
    await first;
    await act(async () => late.release());
    expect(await poll).toEqual(reply);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is none of a trader who has logged out, whatever the session call says that was on its way', async () => {
    isOpen = true;
    const late = holdBack('/api/session');
    const session = call('session');
    await call('logout');
    isOpen = false;
    late.release();
    await session;
    expect((await call('wallet')).code).toBe(401);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is none while the trader logs out, though another call hears of its end before the logout itself is answered', async () => {
    isOpen = true;
    const late = holdBack('/api/session');
    const logout = call('logout');
    isOpen = false;
    expect((await call('wallet')).code).toBe(401);
    late.release();
    await logout;
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked for again when the logout has not come through', async () => {
    const direct = globalThis.fetch;
    vi.stubGlobal('fetch', async (...input: Parameters<typeof fetch>) => {
      if (input[1]?.method === 'DELETE') throw new TypeError('network down');
      return direct(...input);
    });
    await expect(call('logout')).rejects.toThrow('no answer');
    const poll = call('wallet');
    await logIn('right');
    expect((await poll).code).toBe(200);
  });

  it('that another tab has taken up again is taken up here without a word', async () => {
    const late = holdBack('wallet');
    const money = moneyCall('cancelGrid', { path: { id: '42' }, body: { fundpass: 'paid' } } as never);
    const poll = call('wallet');
    isOpen = true;
    late.release();
    expect((await poll).code).toBe(200);
    expect(await money).toMatchObject({ state: 'answered', reply: DONE });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that is taken up in another tab while its dialog stands here goes on when he comes back', async () => {
    const poll = call('wallet');
    await screen.findByRole('dialog');
    window.dispatchEvent(new Event('focus'));
    await act(async () => undefined);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    isOpen = true;
    window.dispatchEvent(new Event('focus'));
    expect((await poll).code).toBe(200);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('in whose place another trader has logged in elsewhere goes on for nobody', async () => {
    const outcome = moneyCall('cancelGrid', { path: { id: '42' }, body: {} });
    await screen.findByRole('dialog');
    [isOpen, userId] = [true, 8];
    window.dispatchEvent(new Event('focus'));
    expect(await outcome).toMatchObject({ state: 'answered', reply: LOST });
    expect(sent('cancel')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is found out by the session call too', async () => {
    const session = call('session');
    await logIn('right');
    expect((await session).data).toMatchObject({ logged_in: true });
  });

  it('in a frame is asked for by the page around it, of which no other window can answer', async () => {
    const around = windowOfFrame();
    const told = vi.spyOn(around, 'postMessage').mockImplementation(() => {});
    vi.stubGlobal('parent', around);
    const poll = call('wallet');
    await waitFor(() => expect(told).toHaveBeenCalledWith({ kind: 'session', word: 'lost' }, window.location.origin));
    isOpen = true;
    const say = (changes: object) =>
      act(async () => {
        const data = { kind: 'session', word: 'looked' };
        const origin = window.location.origin;
        window.dispatchEvent(new MessageEvent('message', { origin, source: around, data, ...changes }));
      });
    let reply: unknown;
    void poll.then((answer) => {
      reply = answer;
    });
    await say({ source: window });
    await say({ origin: 'https://elsewhere.test' });
    await say({ data: { kind: 'session', word: 'lost' } });
    expect(reply).toBeUndefined();
    await say({});
    expect(await poll).toEqual(DONE);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of a frame is asked for once by the page around it, which tells the frame when it is over', async () => {
    const frame = windowOfFrame();
    const told = vi.spyOn(frame, 'postMessage').mockImplementation(() => {});
    const end = answerFrame(
      () => frame,
      () => call('session'),
    );
    const poll = call('wallet');
    const data = { kind: 'session', word: 'lost' };
    const say = (source: Window) =>
      window.dispatchEvent(new MessageEvent('message', { origin: window.location.origin, source, data }));
    say(window);
    say(frame);
    await screen.findByRole('dialog');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(told).not.toHaveBeenCalled();
    await logIn('right');
    expect((await poll).code).toBe(200);
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(told).toHaveBeenCalledWith({ kind: 'session', word: 'looked' }, window.location.origin);
    end();
  });
});
