import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDocumentedCalls } from '#server/upstream/documented-upstream.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import { browserPath, createTestBff, requestOf, type TestBff } from '#tests/support/test-bff.ts';

/** E1, E3: replies of an exchange that is not ours, as they come over the wire. */

interface Raw {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const CAPABILITIES = '/apiw/v2/quant-trading/public/capabilities';
const PROFILE = { logged_in: true, user_id: 7, uid: '7', nickname: 'Ida', agreement_signed: true };
const TABS = JSON.stringify({ code: 200, message: '', data: [{ key: 'spot', name: 'Spot', classes: [] }] });
const json = (value: unknown): Raw => ({ body: JSON.stringify(value) });
const UNKNOWN_CALL = json({ code: 404, message: 'unknown call' });

let server: Server;
let door: TestBff;
let answers: Readonly<Record<string, Raw>>;
let nowMs = 1_000_000;

beforeEach(async () => {
  answers = {};
  server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const { status = 200, headers = {}, body } = answers[path] ?? UNKNOWN_CALL;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  door = createTestBff(withDocumentedCalls(createUpstream({ urls: [url], deadlineMs: 2_000 }), () => nowMs));
});
afterEach(async () => {
  await door.close();
  server.closeAllConnections();
  server.close();
});

async function ask(...[name, changes]: Parameters<typeof requestOf>): Promise<{ code: number; data?: unknown }> {
  door.moveTime(60_000);
  nowMs += 60_000;
  const response = await door.bff(requestOf(name, changes));
  return (await response.json()) as { code: number; data?: unknown };
}

describe('a reply that somebody on the way has packed', () => {
  const path = '/apiw/v2/quant-trading/public/strategy_tabs';
  const packed = (coding: string, body: Uint8Array) => {
    answers = { [path]: { headers: { 'content-encoding': coding }, body } };
    return ask('strategyTabs');
  };

  it('is read whatever the coding, and with a mark before it', async () => {
    const read = { code: 200, data: [{ key: 'spot', name: 'Spot', classes: [] }] };
    expect(await packed('gzip', gzipSync(TABS))).toMatchObject(read);
    expect(await packed('BR', brotliCompressSync(TABS))).toMatchObject(read);
    expect(await packed('deflate', deflateSync(TABS))).toMatchObject(read);
    expect(await packed('identity', Buffer.from(`\uFEFF${TABS}`))).toMatchObject(read);
  });

  it('is none when it cannot be unpacked, or is more than any reply', async () => {
    expect(await packed('gzip', Buffer.from(TABS.slice(2)))).toMatchObject({ code: 502 });
    expect(await packed('gzip', gzipSync(TABS).subarray(0, 30))).toMatchObject({ code: 502 });
    expect(await packed('gzip', gzipSync(Buffer.alloc(20_000_000, 32)))).toMatchObject({ code: 502 });
    expect(door.logged.join('')).toContain('too-long');
  });
});

describe('a change', () => {
  const path = browserPath('cancelGrid').replace('/api', '');
  const cancel = async (raw: Raw): Promise<unknown> => {
    answers = { [path]: raw };
    const cookie = await door.cookieOf('token');
    return ask('cancelGrid', { headers: { cookie } });
  };

  it('is done when the exchange says so with the documented code and words, and unknown when it says something else', async () => {
    expect(await cancel(json({ code: 200, message: 'ok' }))).toMatchObject({ code: 200 });
    expect(await cancel(json({ code: '200', message: null, data: null }))).toMatchObject({ code: 200 });
    expect(await cancel(json({ code: 409, message: 'finished' }))).toMatchObject({ code: 409 });
    for (const raw of [
      json({ error: 'maintenance' }),
      json({}),
      json({ message: 'Forbidden', data: null }),
      { status: 204, body: '' },
      { status: 302, headers: { location: '/login' }, body: '' },
      { headers: { 'content-type': 'text/html' }, body: '<html>maintenance</html>' },
    ]) {
      expect(await cancel(raw), JSON.stringify(raw)).toMatchObject({ code: 504 });
    }
  });
});

it('a session is opened and ended by an exchange whose good code is 0', async () => {
  answers = {
    '/apiw/v2/account/login': json({ code: 0, message: '', data: { ...PROFILE, token: 'the-token' } }),
    '/apiw/v2/account/logout': json({ code: 0, message: '' }),
  };
  const login = await door.bff(
    requestOf('login', { body: JSON.stringify({ account: 'ida', password: 'open-sesame' }) }),
  );
  expect(await login.json()).toMatchObject({ code: 200, data: { logged_in: true } });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] as string;
  expect(cookie).not.toBe('');
  expect(await ask('logout', { headers: { cookie } })).toMatchObject({ code: 200 });
});

it('what was announced is not taken away by an outage or a maintenance page', async () => {
  answers = { [CAPABILITIES]: json({ code: 200, message: '', data: ['depth'] }) };
  expect(await ask('capabilities')).toMatchObject({ data: ['depth'] });
  for (const raw of [json({ code: 503, message: '' }), { body: '<html>maintenance</html>' }, json({ error: 'soon' })]) {
    answers = { [CAPABILITIES]: raw };
    // What is known is told while it is asked for anew.
    await ask('capabilities');
    // It has come by the time that what was asked after it has.
    for (let asked = 0; asked < 3; asked += 1) await ask('strategyTabs');
    expect(await ask('capabilities'), JSON.stringify(raw)).toMatchObject({ code: 200, data: ['depth'] });
  }
});

it('a list of which only the number of rows is told has its pages, of the size that was asked for; what is told of pages stands (M-283, X44)', async () => {
  const cookie = await door.cookieOf('token');
  const pagesOf = async (told: object, query: string): Promise<unknown> => {
    answers = {
      '/apiw/v2/quant-trading/strategybot/get_all_strategy': json({ code: 200, message: '', data: [], ...told }),
    };
    const url = `${browserPath('strategies')}?strategy_type=spot_grid&status=running&page=1${query}`;
    return ((await ask('strategies', { headers: { cookie }, url })) as { pagecount?: number }).pagecount;
  };
  expect(await pagesOf({ totalcount: '41' }, '&page_size=20')).toBe(3);
  expect(await pagesOf({ totalcount: 41 }, '&pageSize=50')).toBe(1);
  expect(await pagesOf({ totalcount: 41 }, '')).toBe(5);
  expect(await pagesOf({ totalcount: 0 }, '&page_size=20')).toBe(0);
  expect(await pagesOf({ totalcount: 41, pagecount: 7 }, '&page_size=20')).toBe(7);
  expect(await pagesOf({}, '&page_size=20')).toBeUndefined();
});
