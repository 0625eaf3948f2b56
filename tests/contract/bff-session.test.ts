import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSessionKeeper } from '#server/session/session.ts';
import { type IndependentUpstream, startIndependentUpstream } from '#tests/support/independent-upstream.ts';
import { createTestBff, requestOf, SECRET, type TestBff } from '#tests/support/test-bff.ts';

let upstream: IndependentUpstream;
let test: TestBff;

beforeAll(async () => {
  upstream = await startIndependentUpstream(0, ['tickers', 'candle_day']);
  test = createTestBff(upstream.url);
});
beforeEach(() => {
  upstream.seen.length = 0;
  test.logged.length = 0;
});
afterAll(async () => {
  await test.close();
  await upstream.close();
});

type Answer = { code: number; message: string; data?: Record<string, unknown> };
const jsonOf = async (response: Response) => (await response.json()) as Answer;

async function login(account = 'ida', headers: Record<string, string> = {}) {
  const response = await test.bff(
    requestOf('login', { headers, body: JSON.stringify({ account, password: 'open-sesame' }) }),
  );
  const setCookie = response.headers.getSetCookie()[0] ?? '';
  return { response, setCookie, cookie: setCookie.split(';')[0]! };
}

describe('the session', () => {
  it('opens with a sealed, HttpOnly, SameSite, Secure, __Host- cookie and shows no token to the page', async () => {
    const { response, setCookie } = await login();
    expect(setCookie).toMatch(/^__Host-strategybot=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 200, data: { logged_in: true, nickname: 'ida' } });
    expect(text + setCookie).not.toContain('token-');
  });

  it('uses another name without Secure for plain-http local runs only', async () => {
    const local = createTestBff(upstream.url, { isSecure: false });
    const response = await local.bff(
      requestOf('login', { body: JSON.stringify({ account: 'ida', password: 'open-sesame' }) }),
    );
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^strategybot=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    );
    await local.close();
  });

  it('passes a wrong password on as the exchange says it, without a cookie', async () => {
    const response = await test.bff(
      requestOf('login', { body: JSON.stringify({ account: 'ida', password: 'guess' }) }),
    );
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await jsonOf(response)).toMatchObject({ code: 401, message: 'wrong account or password' });
  });

  it('tells a guest that he is one, without asking the exchange (M-264)', async () => {
    const response = await test.bff(requestOf('session'));
    expect(await jsonOf(response)).toMatchObject({ code: 200, data: { logged_in: false, user_id: 0 } });
    expect(upstream.seen).toEqual([]);
  });

  it('tells a trader who he is', async () => {
    const { cookie } = await login();
    const response = await test.bff(requestOf('session', { headers: { cookie: `theme=dark; ${cookie}; x=1` } }));
    expect(await jsonOf(response)).toMatchObject({ data: { logged_in: true, anonymous: '00000000000000aa' } });
  });

  it('ends at the exchange with the logout, so that a copied cookie is worth nothing', async () => {
    const { cookie } = await login();
    const out = await test.bff(requestOf('logout', { headers: { cookie } }));
    expect(out.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    const later = await test.bff(requestOf('availableBalance', { headers: { cookie } }));
    expect(later.status).toBe(401);
    expect(await jsonOf(await test.bff(requestOf('session', { headers: { cookie } })))).toMatchObject({
      data: { logged_in: false },
    });
  });

  it('ends the session that a browser leaves by logging in again', async () => {
    const { cookie } = await login('ida');
    await login('bob', { cookie });
    expect((await test.bff(requestOf('availableBalance', { headers: { cookie } }))).status).toBe(401);
  });

  it('removes the cookie even when the exchange does not answer the logout, and says that it is unknown', async () => {
    const { cookie } = await login();
    upstream.misbehave('reset-before');
    const out = await test.bff(requestOf('logout', { headers: { cookie } }));
    expect(out.status).toBe(504);
    expect(out.headers.get('set-cookie')).toMatch(/Max-Age=0/);
  });

  it.each([
    ['busy', 503],
    ['too-many', 429],
  ] as const)('removes the cookie when the exchange refuses the logout (%s), and says so', async (fault, code) => {
    const { cookie } = await login();
    upstream.misbehave(fault);
    const out = await test.bff(requestOf('logout', { headers: { cookie } }));
    expect(out.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    expect((await jsonOf(out)).code).toBe(code);
    // It may be tried again with what is left of it.
    expect((await jsonOf(await test.bff(requestOf('logout', { headers: { cookie } })))).code).toBe(200);
    expect((await test.bff(requestOf('availableBalance', { headers: { cookie } }))).status).toBe(401);
  });

  it('that the exchange has ended is a guest’s from then on, and asks the exchange again after a minute', async () => {
    const { cookie } = await login();
    upstream.misbehave('no-session');
    const ask = async () => (await test.bff(requestOf('availableBalance', { headers: { cookie } }))).status;
    expect(await ask()).toBe(401);
    upstream.seen.length = 0;
    expect(await ask()).toBe(401);
    expect(await jsonOf(await test.bff(requestOf('session', { headers: { cookie } })))).toMatchObject({
      data: { logged_in: false },
    });
    expect(upstream.seen).toEqual([]);
    test.moveTime(60_001);
    expect(await ask()).toBe(200);
  });

  it('treats forged, foreign and overlong cookies as a guest’s', async () => {
    const { cookie } = await login();
    const other = createSessionKeeper({ secret: `another-${SECRET}`, isSecure: true, nowMs: () => 0 });
    const foreign = (await other.start('token-1-of-ida', 1)).split(';')[0]!;
    const forged = [
      `${cookie.slice(0, -3)}abc`,
      foreign,
      '__Host-strategybot=',
      '__Host-strategybot=%ff',
      `__Host-strategybot=${'x'.repeat(5_000)}`,
      cookie.replace('__Host-', ''),
    ];
    for (const value of forged) {
      expect((await test.bff(requestOf('availableBalance', { headers: { cookie: value } }))).status).toBe(401);
    }
  });

  it('that ended is no longer remembered as such once ten thousand other cookies have come: the exchange says it anew', async () => {
    const keeper = createSessionKeeper({ secret: SECRET, isSecure: true, nowMs: () => 0 });
    const cookie = (await keeper.start('abc', 5)).split(';')[0]!;
    // Of one that was never seen nothing is kept.
    keeper.noteEnded(cookie);
    expect(await keeper.read(cookie)).toBe('abc');
    keeper.noteEnded(cookie);
    const others = async (count: number) => {
      for (let index = 0; index < count; index += 1) await keeper.read(`__Host-strategybot=${index}`);
    };
    await others(9_999);
    expect(await keeper.read(cookie)).toBeNull();
    // Being seen keeps it: those that nobody sends any more go first.
    await others(9_999);
    expect(await keeper.read(cookie)).toBeNull();
    await others(10_000);
    expect(await keeper.read(cookie)).toBe('abc');
  });

  it('reads a cookie again after a minute, and keeps no more of them than its bound', async () => {
    let nowMs = 0;
    const keeper = createSessionKeeper({ secret: SECRET, isSecure: true, nowMs: () => nowMs });
    const cookie = (await keeper.start('abc', 5)).split(';')[0]!;
    expect(await keeper.read(cookie)).toBe('abc');
    nowMs += 120_000;
    expect(await keeper.read(cookie)).toBe('abc');
    expect(await keeper.traderOf(cookie)).toBe(5);
    expect(await keeper.traderOf(null)).toBe(0);
  });
});

describe('the log', () => {
  it('has no password, fund password or token in any line, whatever goes wrong', async () => {
    const { cookie } = await login();
    const secrets = ['open-sesame', 'hunter2-hunter2', 'my-fund-secret', 'token-', cookie.split('=')[1]!];
    for (const fault of ['wrong-shape', 'not-json', 'server-error', 'reset-before', 'half'] as const) {
      upstream.misbehave(fault, fault);
      await test.bff(requestOf('login', { body: JSON.stringify({ account: 'ida', password: 'hunter2-hunter2' }) }));
      upstream.misbehave(fault, fault);
      await test.bff(
        requestOf('cancelGrid', { headers: { cookie }, body: JSON.stringify({ fundpass: 'my-fund-secret' }) }),
      );
      upstream.misbehave(fault, fault);
      await test.bff(requestOf('session', { headers: { cookie } }));
    }
    const stack =
      'Error: failed with {"fundpass":"my-fund-secret","password": "hunter2-hunter2"} authorization: Bearer token-1 token=token-2';
    await test.bff(requestOf('clientError', { body: JSON.stringify({ message: stack, stack, screen: '/en/login' }) }));
    expect(test.logged.length).toBeGreaterThan(10);
    const all = test.logged.join('');
    for (const secret of secrets) expect(all).not.toContain(secret);
    expect(all).not.toMatch(/\bBearer token/);
  });

  it('keeps one line per event, whatever a browser reports', async () => {
    await test.bff(
      requestOf('clientError', {
        body: JSON.stringify({ message: 'a\n{"event":"forged"}', stack: '\r\n', screen: 'x' }),
      }),
    );
    expect(test.logged).toHaveLength(1);
    expect(test.logged[0]!.trimEnd().split('\n')).toHaveLength(1);
  });

  it('is not filled by a page that fails in a loop, which silences nobody else', async () => {
    test.moveTime(120_000);
    const report = (address: string) => test.bff(requestOf('clientError', { headers: { 'x-test-address': address } }));
    const statuses = async (address: string) => {
      const answers = [];
      for (let index = 0; index < 60; index += 1) answers.push(await report(address));
      return answers.map(({ status }) => status);
    };
    const loud = await statuses('6.6.6.6');
    expect(loud.filter((status) => status === 200)).toHaveLength(20);
    expect(loud.at(-1)).toBe(429);
    expect((await report('6.6.6.6')).headers.get('retry-after')).toBe('60');
    expect((await report('7.7.7.7')).status).toBe(200);
    // Many addresses: the disk has an end.
    for (let one = 0; one < 20; one += 1) await statuses(`8.8.8.${one}`);
    expect((await report('9.9.9.9')).status).toBe(429);
    expect(test.logged.filter((line) => line.includes('client-error'))).toHaveLength(300);
    test.moveTime(60_000);
    expect((await report('6.6.6.6')).status).toBe(200);
  });
});
