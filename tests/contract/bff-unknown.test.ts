import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Fault, type IndependentUpstream, startIndependentUpstream } from '#tests/support/independent-upstream.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { createTestBff, requestOf, type TestBff } from '#tests/support/test-bff.ts';

let upstream: IndependentUpstream;
let test: TestBff;
let cookie: string;
let keys = 0;

beforeAll(async () => {
  upstream = await startIndependentUpstream(0, ['tickers', 'candle_day']);
  test = createTestBff(upstream.url, { deadlineMs: 250 });
});
beforeEach(async () => {
  // Public replies are kept for a while: each test asks anew.
  test.moveTime(60_000);
  // A session of its own: one that the exchange has said to be over is over. The short deadline is for what is tested; on a busy machine a login may need a second try.
  cookie = await vi.waitFor(async () => {
    const login = await test.bff(
      requestOf('login', { body: JSON.stringify({ account: 'ida', password: 'open-sesame' }) }),
    );
    return login.headers.get('set-cookie')!.split(';')[0]!;
  });
  upstream.seen.length = 0;
  test.logged.length = 0;
});
afterAll(async () => {
  await test.close();
  await upstream.close();
});

async function create(): Promise<{ status: number; envelope: { code: number; data?: { strategy_id: number } } }> {
  keys += 1;
  const response = await test.bff(
    requestOf('createGrid', {
      headers: { cookie, 'idempotency-key': `key-of-create-${String(keys).padStart(6, '0')}` },
      body: JSON.stringify({ ...(SAMPLES.createGrid.body as object), fundpass: 'deep-pocket' }),
    }),
  );
  return {
    status: response.status,
    envelope: (await response.json()) as { code: number; data?: { strategy_id: number } },
  };
}

describe('a money call without an answer', () => {
  const ONCE_LOST: Fault[] = ['silent', 'reset-before', 'reset-after', 'half', 'server-error', 'server-error-after'];
  it.each(ONCE_LOST)(
    'is looked up by its idempotency key and answered when the first answer is lost (%s)',
    async (fault) => {
      const before = upstream.bots.size;
      upstream.misbehave(fault);
      const { status, envelope } = await create();
      expect([status, envelope.code]).toEqual([200, 200]);
      expect(upstream.bots.size).toBe(before + 1);
      expect(upstream.bots.has(envelope.data!.strategy_id)).toBe(true);
      const sent = upstream.seen.map((seen) => seen.headers['idempotency-key']);
      expect(sent).toHaveLength(2);
      expect(new Set(sent).size).toBe(1);
    },
  );

  const TWICE_LOST: Fault[] = ['silent', 'reset-after', 'half', 'server-error-after'];
  it.each(TWICE_LOST)('is called unknown, never failed, when the look-up gets no answer either (%s)', async (fault) => {
    upstream.misbehave(fault, fault);
    const { status, envelope } = await create();
    expect([status, envelope.code]).toEqual([504, 504]);
    expect(upstream.seen).toHaveLength(2);
  });

  it.each([
    ['too-many', 429],
    ['busy', 503],
    ['no-session', 401],
  ] as const)(
    'is called unknown when the look-up is refused as a question (%s): that says nothing of the first',
    async (refusal, code) => {
      const before = upstream.bots.size;
      upstream.misbehave('reset-after', refusal);
      const { status, envelope } = await create();
      expect([status, envelope.code]).toEqual([504, 504]);
      expect(upstream.bots.size).toBe(before + 1);
      // To a first try it is an answer: nothing was taken.
      upstream.misbehave(refusal);
      expect((await create()).envelope.code).toBe(code);
      expect(upstream.seen).toHaveLength(3);
    },
  );

  it('is neither done nor looked up for another account than the one that it was asked for', async () => {
    const before = upstream.bots.size;
    const ask = async (trader: string): Promise<{ code: number; data?: { issue?: string } }> => {
      const headers = { cookie, 'idempotency-key': `key-of-trader-${trader.padStart(6, '0')}`, 'trader-id': trader };
      const body = JSON.stringify({ ...(SAMPLES.createGrid.body as object), fundpass: 'deep-pocket' });
      return (await (await test.bff(requestOf('createGrid', { headers, body }))).json()) as { code: number };
    };
    for (const other of ['8', '07', '7,8', 'x']) {
      expect(await ask(other)).toMatchObject({ code: 409, data: { issue: 'owner-unknown' } });
    }
    expect(upstream.seen).toHaveLength(0);
    expect((await ask('7')).code).toBe(200);
    expect(upstream.bots.size).toBe(before + 1);
    // Nor is a change that moves no money: a set of conditions would be kept for somebody else.
    const saving = { cookie, 'trader-id': '8' };
    expect((await test.bff(requestOf('saveConditionSet', { headers: saving }))).status).toBe(409);
    expect((await test.bff(requestOf('renameStrategy', { headers: saving }))).status).toBe(409);
    // A cookie of an earlier version does not say whose it is.
    const old = await test.cookieOf('token-of-an-earlier-version');
    const headers = { cookie: old, 'trader-id': '8' };
    expect((await test.bff(requestOf('createGrid', { headers }))).status).not.toBe(409);
  });

  it('is called unknown when the answer makes no sense, since it may have been carried out', async () => {
    upstream.misbehave('wrong-shape');
    expect((await create()).envelope.code).toBe(504);
    upstream.misbehave('not-json');
    expect((await create()).envelope.code).toBe(504);
  });

  it('can be sent again later with the same key and gets the first answer', async () => {
    const request = () =>
      requestOf('createGrid', {
        headers: { cookie, 'idempotency-key': 'key-of-the-same-wish' },
        body: JSON.stringify({ ...(SAMPLES.createGrid.body as object), fundpass: 'deep-pocket' }),
      });
    upstream.misbehave('reset-after', 'silent');
    expect((await test.bff(request())).status).toBe(504);
    const before = upstream.bots.size;
    const answer = (await (await test.bff(request())).json()) as { code: number };
    expect(answer.code).toBe(200);
    expect(upstream.bots.size).toBe(before);
  });
});

describe('a change that moves no money, without an answer', () => {
  it.each(['pauseGrid', 'startStrategy', 'hideStrategy', 'renameStrategy', 'pausePlan'] as const)(
    'is looked up by its key, and is called unknown when nobody says what became of it (%s)',
    async (name) => {
      const ask = async (): Promise<number> => (await test.bff(requestOf(name, { headers: { cookie } }))).status;
      upstream.misbehave('reset-after');
      expect(await ask()).toBe(200);
      const sent = upstream.seen.map(({ headers }) => headers['idempotency-key']);
      expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
      upstream.misbehave('reset-after', 'server-error-after');
      expect(await ask()).toBe(504);
      upstream.misbehave('not-json');
      expect(await ask()).toBe(504);
    },
  );
});

describe('a reading without an answer', () => {
  it('is repeated when the connection was closed under it', async () => {
    upstream.misbehave('reset-before');
    expect((await test.bff(requestOf('tickers'))).status).toBe(200);
  });

  it('ends at its deadline with code 504', async () => {
    upstream.misbehave('silent');
    const began = performance.now();
    const response = await test.bff(requestOf('tickers'));
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(response.status).toBe(504);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it.each(['wrong-shape', 'not-json', 'server-error'] as const)(
    'gets code 502 and nothing of the answer when it is %s',
    async (fault) => {
      upstream.misbehave(fault);
      const response = await test.bff(requestOf('tickers'));
      expect(response.status).toBe(502);
      const text = await response.text();
      expect(JSON.parse(text)).toEqual({ code: 502, message: 'upstream-invalid' });
      expect(test.logged.join('')).not.toContain('secret.js');
    },
  );

  it('says where the contract was broken in the log', async () => {
    upstream.misbehave('wrong-shape');
    await test.bff(requestOf('tickers'));
    expect(JSON.parse(test.logged[0]!)).toMatchObject({
      event: 'upstream-invalid',
      call: 'tickers',
      where: 'data',
    });
  });

  it('is 504 when no upstream listens at all', async () => {
    const lonely = createTestBff('http://127.0.0.1:9', { deadlineMs: 500 });
    expect((await lonely.bff(requestOf('tickers'))).status).toBe(504);
    await lonely.close();
  });
});
