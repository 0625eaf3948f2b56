import { describe, expect, it } from 'vitest';
import type { Upstream, UpstreamCall } from '#server/upstream/upstream-call.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';

/** What the BFF tells the exchange of who calls (F1). */

const DOOR_KEY = 'the-key-of-the-only-bff-there-is-here';
const INFO = {
  logged_in: true,
  user_id: 1,
  uid: '1',
  anonymous: 'a',
  nickname: 'n',
  avatar: '',
  lang: 'en',
  rise_color: 'green',
  agreement_signed: true,
};

/** An upstream that lets everybody in (or says what it is told to) and remembers what it was asked. */
function listening(reply: object = { code: 200, message: '', data: { ...INFO, token: 't'.repeat(43) } }) {
  const calls: UpstreamCall[] = [];
  const upstream: Upstream = {
    async call(call) {
      calls.push(call);
      return {
        kind: 'answered',
        status: 200,
        cacheControl: '',
        retryAfter: 17,
        body: Buffer.from(JSON.stringify(reply)),
      };
    },
    close: async () => {},
  };
  const told = () => {
    const headers = calls.at(-1)?.headers ?? {};
    return [headers['x-door-key'], headers['x-client-ip'], headers['x-client-device']];
  };
  return { upstream, told };
}

const logIn = (account: string, headers: Record<string, string> = {}) =>
  requestOf('login', { body: JSON.stringify({ account, password: 'long enough' }), headers });

/** The device cookie of an answer, as a browser sends it back. */
function deviceOf(answer: Response): string {
  const cookie = answer.headers.getSetCookie().find((line) => line.includes('-device='));
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/);
  return cookie?.split(';')[0] ?? '';
}

describe('the BFF and its client', () => {
  it('tells its own exchange the client’s address under the door key, never what the client says of itself', async () => {
    const { upstream, told } = listening();
    const { bff } = createTestBff(upstream, { doorKey: DOOR_KEY });
    const forged = {
      'x-client-ip': '6.6.6.6',
      'x-door-key': 'x',
      'x-client-device': 'x',
      'x-forwarded-for': '6.6.6.6',
    };
    await bff(logIn('demo', { ...forged, 'x-test-address': '198.51.100.4' }));
    expect(told()).toEqual([DOOR_KEY, '198.51.100.4', undefined]);
    await bff(requestOf('tickers', { headers: { ...forged, 'x-test-address': '198.51.100.4' } }));
    expect(told()).toEqual([DOOR_KEY, '198.51.100.4', undefined]);
  });

  it('tells it to one that knows it by its certificate without a key too', async () => {
    const { upstream, told } = listening();
    await createTestBff(upstream, { isCertified: true }).bff(logIn('demo', { 'x-test-address': '198.51.100.4' }));
    expect(told()).toEqual([undefined, '198.51.100.4', undefined]);
  });

  it('tells an exchange of somebody else nothing', async () => {
    const { upstream, told } = listening();
    await createTestBff(upstream).bff(logIn('demo', { 'x-test-address': '198.51.100.4' }));
    expect(told()).toEqual([undefined, undefined, undefined]);
  });

  it('makes so many new devices an hour for an address and so many a day for an account; who has one keeps it', async () => {
    const { bff, moveTime } = createTestBff(listening().upstream);
    const made = async (account: string, address: string, cookie = '') => {
      const answer = await bff(logIn(account, { 'x-test-address': address, cookie }));
      // Whoever gets no device is let in all the same: he is a stranger with a session.
      expect(answer.headers.getSetCookie().some((line) => line.startsWith('__Host-strategybot='))).toBe(true);
      return answer.headers.getSetCookie().some((line) => line.includes('-device='));
    };
    const count = async (times: number, one: (turn: number) => Promise<boolean>) => {
      let devices = 0;
      for (let turn = 0; turn < times; turn += 1) if (await one(turn)) devices += 1;
      return devices;
    };
    const known = deviceOf(await bff(logIn('demo', { 'x-test-address': '1.1.1.1' })));
    expect(await count(30, () => made('demo', '1.1.1.1'))).toBe(9);
    expect(await count(30, (turn) => made('demo', `2.2.2.${turn}`))).toBe(0);
    expect(await count(30, (turn) => made(`other-${turn}`, '1.1.1.1'))).toBe(10);
    expect(await made('demo', '1.1.1.1', known)).toBe(true);
    expect(await made('another', '1.1.1.1', known)).toBe(true);
    expect(await made('another', '3.3.3.3')).toBe(true);
    moveTime(3_600_000);
    expect(await made('other-1', '1.1.1.1')).toBe(true);
    expect(await made('demo', '1.1.1.1')).toBe(false);
    moveTime(86_400_000);
    expect(await made('demo', '1.1.1.1')).toBe(true);
    // Where nobody says the address (no door) it bounds nothing.
    expect(await count(30, (turn) => made(`nobody-${turn}`, ''))).toBe(30);
  });

  it('knows a device again for the accounts that logged in on it, and for no others', async () => {
    const { upstream, told } = listening();
    const { bff, moveTime } = createTestBff(upstream, { doorKey: DOOR_KEY });
    const first = deviceOf(await bff(logIn('demo')));
    await bff(logIn(' DEMO ', { cookie: first }));
    const [, , device] = told();
    expect(device).toMatch(/^[\w-]{22}$/);
    await bff(logIn('copier', { cookie: first }));
    expect(told()[2]).toBeUndefined();
    const both = deviceOf(await bff(logIn('copier', { cookie: first })));
    for (const account of ['demo', 'copier']) {
      await bff(logIn(account, { cookie: both }));
      expect(told()[2]).toBe(device);
    }
    moveTime(181 * 86_400_000);
    await bff(logIn('demo', { cookie: both }));
    expect(told()[2]).toBeUndefined();
  });

  it('believes no device that it did not sign', async () => {
    const { upstream, told } = listening();
    const { bff } = createTestBff(upstream, { doorKey: DOOR_KEY });
    const own = deviceOf(await bff(logIn('demo')));
    const [name, value = ''] = own.split('=');
    const [id = '', day = '', accounts = '', seal = ''] = value.split('.');
    const forgeries = [
      [`A${id.slice(1)}`, day, accounts, seal],
      [id, String(Number(day) + 1), accounts, seal],
      [id, day, `${accounts}~${accounts}`, seal],
      [id, day, accounts, `A${seal.slice(1)}`],
      [id, day, accounts],
      [id, day, accounts, seal, seal],
      ['x'.repeat(5_000)],
      ['%00', '', '', ''],
    ].map((parts) => parts.join('.'));
    for (const forgery of forgeries) {
      await bff(logIn('demo', { cookie: `${name}=${forgery}` }));
      expect(told()[2], forgery.slice(0, 80)).toBeUndefined();
    }
    await bff(logIn('demo', { cookie: own }));
    expect(told()[2]).toBe(id);
  });

  it('passes on when to come again (429, 503)', async () => {
    const { upstream } = listening({ code: 503, message: '', data: { issue: 'busy', values: { seconds: '17' } } });
    const { bff } = createTestBff(upstream, { doorKey: DOOR_KEY });
    for (const request of [logIn('demo'), requestOf('tickers')]) {
      const answer = await bff(request);
      expect([answer.headers.get('retry-after'), (await answer.json()).code]).toEqual(['17', 503]);
    }
  });
});
