import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { type IndependentUpstream, startIndependentUpstream } from '#tests/support/independent-upstream.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { createTestBff, ORIGIN, queryOf, requestOf, type TestBff } from '#tests/support/test-bff.ts';

let upstream: IndependentUpstream;
let test: TestBff;
let cookie: string;

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const FORWARDED = NAMES.filter((name) => ENDPOINTS[name].side === 'upstream' && !ENDPOINTS[name].internal);

beforeAll(async () => {
  upstream = await startIndependentUpstream(0, ['tickers', 'candle_day']);
  test = createTestBff(upstream.url);
});
beforeEach(async () => {
  upstream.seen.length = 0;
  // Public replies are kept for a minute at most: each test asks anew.
  test.moveTime(60_000);
  cookie = await test.cookieOf('some-token');
});
afterAll(async () => {
  await test.close();
  await upstream.close();
});

const send = (name: EndpointName, changes: Parameters<typeof requestOf>[1] = {}) => test.bff(requestOf(name, changes));
const envelopeOf = async (response: Response) =>
  (await response.json()) as { code: number; message: string; data?: { field?: string } };

describe('the allow-list', () => {
  it('has a shape and a sample for every call of the table', () => {
    expect(Object.keys(CONTRACT).sort()).toEqual([...NAMES].sort());
    expect(Object.keys(SAMPLES).sort()).toEqual([...NAMES].sort());
  });

  it.each(FORWARDED)(
    'sends %s to its documented path, with its query and the session’s token, and nothing else of the browser’s',
    async (name) => {
      await send(name, {
        headers: {
          cookie,
          'device-type': 'h5',
          'accept-language': 'zh-CN,zh;q=0.9',
          'x-forwarded-for': '6.6.6.6',
          'x-forwarded-host': 'evil.example',
          'x-real-ip': '6.6.6.6',
          forwarded: 'for=6.6.6.6',
          'x-user-id': '1',
          authorization: 'Bearer stolen',
          'x-unknown': '1',
          'x-request-id': 'made-by-the-browser',
        },
      });
      const endpoint = ENDPOINTS[name];
      const sample = SAMPLES[name];
      const path = endpoint.path.replace(
        /\{(\w+)\}/g,
        (_, key: string) => (sample.path as Record<string, string>)[key]!,
      );
      expect(upstream.seen).toHaveLength(1);
      const seen = upstream.seen[0]!;
      expect([seen.method, seen.path]).toEqual([endpoint.method, path]);
      expect(Object.fromEntries(new URLSearchParams(seen.query))).toEqual(
        Object.fromEntries(new URLSearchParams(queryOf(name))),
      );
      // Of one documented call the body is a form (M-314).
      const read = endpoint.isForm ? (text: string) => Object.fromEntries(new URLSearchParams(text)) : JSON.parse;
      expect(seen.body === '' ? undefined : read(seen.body)).toEqual(sample.body);
      const isShared = endpoint.access === 'public' && endpoint.cacheSeconds > 0;
      // What is kept for everybody is asked for in one of our languages.
      const language = isShared ? 'zh' : 'zh-CN,zh;q=0.9';
      expect(seen.headers).toMatchObject({ 'device-type': 'h5', 'accept-language': language });
      expect(seen.headers['x-request-id']).toBe('made-by-the-browser');
      expect(seen.headers.authorization).toBe(isShared ? undefined : 'Bearer some-token');
      expect(Object.keys(seen.headers).sort()).toEqual(
        [
          'accept',
          'accept-language',
          'connection',
          'device-type',
          'host',
          ...(isShared ? [] : ['authorization']),
          ...(endpoint.keyed ? ['idempotency-key'] : []),
          'x-request-id',
          ...(sample.body === undefined
            ? endpoint.method === 'GET' || endpoint.method === 'DELETE'
              ? []
              : ['content-length']
            : ['content-length', 'content-type']),
        ].sort(),
      );
    },
  );

  it.each(NAMES.filter((name) => ENDPOINTS[name].internal))(
    'does not let a browser reach %s, which only the BFF calls',
    async (name) => {
      const response = await send(name, { headers: { cookie } });
      expect(response.status).toBe(404);
      expect(upstream.seen).toEqual([]);
    },
  );

  it.each([
    '/api/nope',
    '/api/apiw/v2/quant-trading/public',
    '/api/apiw/v2/market/tickers/',
    '/api//apiw/v2/market/tickers',
    '/api/apiw/v2/market/tickers%2f',
    '/api/apiw%2fv2/market/tickers',
    '/api/%61piw/v2/market/tickers',
    '/api/grid_trading/..%2f..%2fadmin',
    '/api/grid_trading/%2e%2e',
    '/api/grid_trading/%2f%2fevil.example',
    '/api/grid_trading/1%3fx=1',
    '/api/grid_trading/1%00',
    '/api/grid_trading/%31',
    '/api/grid_trading/１',
    '/api/grid_trading/0',
    '/api/grid_trading/-1',
    '/api/grid_trading/1.5',
    '/api/grid_trading/9999999999999999',
    '/api/grid_trading/__proto__',
    '/api/__proto__',
    '/api/constructor',
    // The exchange's door for workers (server/exchange/jobs) is no call of the contract.
    '/api/worker/claim',
    '/api/worker/answer?part=0&last=1',
    '/api/worker/day?instrument=BTC_USDT&day=0&to=60000',
    '/api/grid_trading/../worker/claim',
  ])('answers 404 to %s and asks nobody', async (url) => {
    const response = await send('tickers', { url, headers: { cookie } });
    expect(response.status).toBe(404);
    expect((await envelopeOf(response)).code).toBe(404);
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    '/api/%',
    '/api/%ff',
    '/api/grid_trading/%c3%28',
    '/api/apiw/v2/market/tickers?market=%',
    '/api/apiw/v2/market/tickers?market=%ff',
  ])('answers 400 to the malformed escape in %s', async (url) => {
    const response = await send('tickers', { url });
    expect(response.status).toBe(400);
    expect(upstream.seen).toEqual([]);
  });

  it('answers 400 to an address that is too long', async () => {
    expect((await send('tickers', { url: `/api/${'a'.repeat(600)}` })).status).toBe(400);
    expect((await send('tickers', { url: `/api/apiw/v2/market/tickers?x=${'a'.repeat(5_000)}` })).status).toBe(400);
  });

  it('answers 405 to a known path with another method', async () => {
    expect((await send('tickers', { method: 'DELETE' })).status).toBe(405);
  });
});

describe('what a request may say', () => {
  it('drops parameters that the contract does not know', async () => {
    await send('tickers', { url: '/api/apiw/v2/market/tickers?market=BTC_USDT&admin=1&__proto__=1' });
    expect(upstream.seen[0]!.query).toBe('market=BTC_USDT');
  });

  it('refuses a parameter that is given twice, since servers differ in which one counts', async () => {
    const response = await send('tickers', { url: '/api/apiw/v2/market/tickers?market=BTC_USDT&market=ETH_USDT' });
    expect(response.status).toBe(400);
  });

  it('names the field that does not have the contract’s shape, with code 422', async () => {
    const response = await send('tickers', { url: '/api/apiw/v2/market/tickers?market=btc' });
    expect(response.status).toBe(200);
    expect(await envelopeOf(response)).toMatchObject({ code: 422, data: { field: 'market' } });
    const body = JSON.stringify({ ...(SAMPLES.createGrid.body as object), high_price: '1e400' });
    expect(await envelopeOf(await send('createGrid', { headers: { cookie }, body }))).toMatchObject({
      code: 422,
      data: { field: 'high_price' },
    });
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    '1e5',
    '１２',
    '-1',
    '+1',
    ' 1',
    '1.',
    '.5',
    '0x10',
    'NaN',
    '1'.repeat(21),
    `1.${'0'.repeat(19)}`,
    '1,000',
    '',
  ])('takes numbers as plain decimal text only: %j is refused', async (money) => {
    const body = JSON.stringify({ ...(SAMPLES.createGrid.body as object), money });
    expect(await envelopeOf(await send('createGrid', { headers: { cookie }, body }))).toMatchObject({
      code: 422,
      data: { field: 'money' },
    });
  });

  it('refuses keys of the body that the contract does not know, whatever their name', async () => {
    for (const stray of ['"admin":true', '"__proto__":{"admin":true}', '"constructor":{}']) {
      const body = `{${stray},${JSON.stringify(SAMPLES.signAgreement.body).slice(1)}`;
      const reply = await envelopeOf(await send('signAgreement', { headers: { cookie }, body }));
      expect(reply).toMatchObject({ code: 422, data: { issue: 'field.unused' } });
    }
    expect(upstream.seen).toEqual([]);
  });

  it('refuses a question on a call that changes something and has none', async () => {
    const body = JSON.stringify(SAMPLES.signAgreement.body);
    const reply = await send('signAgreement', {
      headers: { cookie },
      body,
      url: '/api/apiw/v2/quant-trading/private/bot_agreement?version=1',
    });
    expect(await envelopeOf(reply)).toMatchObject({ code: 422, data: { field: 'version', issue: 'field.unused' } });
    expect(upstream.seen).toEqual([]);
  });

  it('refuses a bot that is asked for with what nobody knows, by name: nothing is dropped in silence (B11)', async () => {
    const body = JSON.stringify({ ...(SAMPLES.createGrid.body as object), take_profit: '5' });
    expect(await envelopeOf(await send('createGrid', { headers: { cookie }, body }))).toMatchObject({
      code: 422,
      data: { field: 'take_profit', issue: 'field.unused' },
    });
    expect(upstream.seen).toEqual([]);
  });

  it('answers 413 to a body over 64 KB, declared or not', async () => {
    const body = JSON.stringify({ message: 'x'.repeat(70_000), stack: '', screen: '' });
    expect((await send('clientError', { body })).status).toBe(413);
    const stream = new Request(`${ORIGIN}/api/client-errors`, {
      method: 'POST',
      headers: { host: 'bots.example', origin: ORIGIN, 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect((await test.bff(stream)).status).toBe(413);
  });

  it('answers 400 to a body that is not JSON and 415 to one that does not say it is', async () => {
    expect((await send('login', { body: '{"account":' })).status).toBe(400);
    expect((await send('login', { body: 'null' })).status).toBe(400);
    expect((await send('login', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  it.each(NAMES.filter((name) => ENDPOINTS[name].keyed))(
    'wants an idempotency key of 16 to 64 safe characters for %s',
    async (name) => {
      for (const key of [
        null,
        '',
        'short',
        'x'.repeat(65),
        'key with spaces!',
        'ключ-0123456789ab'.replace(/[^\x20-\x7e]/g, '%'),
      ]) {
        const response = await send(name, { headers: { cookie, 'idempotency-key': key } });
        expect(response.status).toBe(400);
      }
      expect(upstream.seen).toEqual([]);
    },
  );

  it('passes the fund password on in the body of the same request (C-353, C-344)', async () => {
    const body = JSON.stringify({ ...(SAMPLES.createGrid.body as object), fundpass: 'deep-pocket' });
    await send('createGrid', { headers: { cookie }, body });
    expect(JSON.parse(upstream.seen[0]!.body)).toMatchObject({ fundpass: 'deep-pocket' });
  });
});

describe('who may call', () => {
  it.each(FORWARDED.filter((name) => ENDPOINTS[name].access !== 'public'))(
    'answers a guest’s %s with 401 and asks nobody (C-342, M-265)',
    async (name) => {
      const response = await send(name);
      expect(response.status).toBe(401);
      expect((await envelopeOf(response)).code).toBe(401);
      expect(upstream.seen).toEqual([]);
    },
  );

  it.each(FORWARDED.filter((name) => ENDPOINTS[name].access === 'public'))(
    'lets a guest call %s (C-341)',
    async (name) => {
      expect((await send(name)).status).not.toBe(401);
      expect(upstream.seen).toHaveLength(1);
    },
  );

  const MUTATING = NAMES.filter((name) => ENDPOINTS[name].mutates && !ENDPOINTS[name].internal);
  it.each(MUTATING)('refuses %s when it does not come from our own pages', async (name) => {
    const foreign: Record<string, string | null>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': null },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: null, 'sec-fetch-site': 'cross-site' },
      { origin: null, 'sec-fetch-site': 'same-site' },
      { origin: null, 'sec-fetch-site': 'none' },
      { origin: 'null', 'sec-fetch-site': null },
      { origin: 'https://bots.example.evil.example', 'sec-fetch-site': null },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: null, 'sec-fetch-site': null },
    ];
    for (const headers of foreign) expect((await send(name, { headers: { cookie, ...headers } })).status).toBe(403);
    expect(upstream.seen).toEqual([]);
  });

  it('takes a request of our own pages, by fetch metadata or by origin alone', async () => {
    const own: Record<string, string | null>[] = [
      { origin: null },
      { 'sec-fetch-site': null },
      { 'sec-fetch-site': null, origin: 'http://bots.example' },
    ];
    for (const headers of own) {
      expect((await send('signAgreement', { headers: { cookie, ...headers } })).status).not.toBe(403);
    }
  });
});

describe('what an answer may say', () => {
  it('keeps private answers out of every cache and lets shared ones be kept as long as the contract says', async () => {
    expect((await send('tickers')).headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
    );
    // What shows bots for less, from when it is given: they may be hidden any moment.
    const listed = (await send('recommendList')).headers;
    const ageSeconds = Number(listed.get('age') ?? 0);
    expect(listed.get('cache-control')).toBe(`public, max-age=0, s-maxage=${ageSeconds + 2}`);
    for (const name of ['availableBalance', 'strategies', 'strategyDetail', 'session'] as const) {
      expect((await send(name, { headers: { cookie } })).headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it('drops keys and headers of the upstream that the contract does not know', async () => {
    upstream.misbehave('chatty');
    const response = await send('availableBalance', { headers: { cookie: await loggedIn() } });
    const text = await response.text();
    expect(text).not.toContain('internal_note');
    expect(text).not.toContain('db-3');
    expect(response.headers.get('x-internal-host')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('passes bytes on as they are, for ever when the upstream says that they never change', async () => {
    const response = await send('candleDay');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3, 4]));
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it('passes the exchange’s own refusals on with their code and message (M-333, E-304)', async () => {
    const response = await send('strategyDetail');
    expect(response.status).toBe(200);
    expect(await envelopeOf(response)).toEqual({ code: 404, message: 'no such bot' });
  });

  it('says with 401 that the exchange no longer knows the session; a cookie that came meanwhile is not ended with it', async () => {
    const asked = () => upstream.seen.length;
    const response = await send('availableBalance', { headers: { cookie } });
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
    // What is known to be over is not asked again with every call, and is no trader's any more.
    const before = asked();
    expect((await send('availableBalance', { headers: { cookie } })).status).toBe(401);
    expect(await (await send('session', { headers: { cookie } })).json()).toMatchObject({ data: { logged_in: false } });
    expect(asked()).toBe(before);
  });
});

async function loggedIn(): Promise<string> {
  const response = await send('login', { body: JSON.stringify({ account: 'ida', password: 'open-sesame' }) });
  upstream.seen.length = 0;
  return response.headers.get('set-cookie')!.split(';')[0]!;
}
