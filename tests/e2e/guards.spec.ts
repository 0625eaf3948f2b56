import { request as send } from 'node:http';
import { expect, test } from './support/test.ts';

/** The running server under addresses and headers that browsers do not send. */

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends the path as it is: no client library may tidy it up. */
function raw(
  base: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const call = send(
      { hostname, port, path, method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        let body = '';
        response.on('data', (part) => {
          body += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    call.on('error', reject);
    call.end(options.body);
  });
}

test('malformed escapes get 400, whatever the address', async ({ baseURL }) => {
  for (const path of [
    '/%',
    '/%ff',
    '/en/%',
    '/en/strategybot/%ff',
    '/en/trade/%c3%28',
    '/api/%',
    '/api/strategybot/%ff',
    '/api/grid_trading/%',
  ]) {
    expect((await raw(baseURL ?? '', path)).status, path).toBe(400);
  }
});

test('no spelling of a call or page gets past the door’s judgement of it', async ({ baseURL }) => {
  for (const path of [
    '/x/../api/events',
    '/api/./events',
    '/api/%2e/events',
    '/api/events#x',
    '/api//events',
    '/en/../_next/image?url=%2Ficon.svg&w=64&q=75',
    '/en/strategybot/../strategybot',
  ])
    expect((await raw(baseURL ?? '', path)).status, path).toBe(400);
  const headers = { origin: baseURL ?? '', 'next-action': 'x', 'content-type': 'text/plain' };
  for (const path of ['/api/x/../session', '/api/../en/strategybot'])
    expect((await raw(baseURL ?? '', path, { method: 'POST', headers, body: '[]' })).status, path).toBe(400);
});

test('no address and no body is a server error', async ({ baseURL }) => {
  const paths = [
    '/en/strategybot/..%2f..%2fetc',
    '/en/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fpackage.json',
    '/en/trade/__proto__',
    '/en/trade/%EF%BC%91',
    `/en/${'a'.repeat(3_000)}`,
    '/en/strategybot/detail?id=1e400&type=spot_grid',
    '/en/strategybot/detail?id=%ff&type=%',
    '/en/strategybot/detail?id=1&id=2&type=spot_grid',
    '/en/strategybot/detail?id=1&type=__proto__',
    '/en/strategybot/detail/spot_grid/0',
    '/en/strategybot/signaler-detail?anonymous=..%2f',
    '/en/login?return=//evil.example',
    '/api/..%2f..%2fadmin',
    '/api/grid_trading/..%2f..%2fadmin',
    '/api/apiw/v2/market/tickers?market=%00',
    '/api/apiw/v2/market/candles?market=BTC_USDT&period=1m&from=1e400&to=-1',
    '/_next/image?url=http://169.254.169.254/&w=64&q=1',
    '/_next/data/x/en.json',
  ];
  for (const path of paths) expect((await raw(baseURL ?? '', path)).status, path).toBeLessThan(500);
  const headers = { 'content-type': 'application/json', origin: baseURL ?? '' };
  for (const body of [
    '{',
    'null',
    '[]',
    '{"__proto__":{}}',
    '{"account":1e400}',
    '['.repeat(30_000),
    'x'.repeat(200_000),
  ]) {
    const reply = await raw(baseURL ?? '', '/api/session', { method: 'POST', headers, body });
    expect(reply.status, body.slice(0, 20)).toBeLessThan(500);
    expect((JSON.parse(reply.body) as { code: number }).code, body.slice(0, 20)).toBeGreaterThanOrEqual(400);
  }
});

test('other spellings of a page and unknown languages are not found, and no cache keeps that', async ({ baseURL }) => {
  for (const path of ['/%65n/strategybot', '/en/%73trategybot', '/nl/strategybot', '/EN/strategybot', '/zz']) {
    const { status, headers } = await raw(baseURL ?? '', path);
    expect(status, path).toBe(404);
    expect(headers['cache-control'], path).toContain('no-store');
  }
});

test('a page without a language leads to the visitor’s, the cookie before the browser, the query kept', async ({
  baseURL,
}) => {
  const to = async (path: string, headers: Record<string, string>) => {
    const reply = await raw(baseURL ?? '', path, { headers });
    expect(reply.status).toBe(307);
    return String(reply.headers.location).replace(baseURL ?? '', '');
  };
  expect(await to('/', {})).toBe('/en/strategybot');
  expect(await to('/strategybot', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })).toBe('/zh/strategybot');
  expect(await to('/login?return=%2Fzh', { 'accept-language': 'zh', cookie: 'lang=en' })).toBe(
    '/en/login?return=%2Fzh',
  );
  expect(await to('/strategybot/detail?id=5&type=spot_grid', { cookie: 'lang=zh' })).toBe(
    '/zh/strategybot/detail?id=5&type=spot_grid',
  );
});

test('what a client forges in its headers reaches no page', async ({ baseURL }) => {
  const headers = {
    'content-security-policy': "script-src 'nonce-ZXZpbA=='",
    'x-nonce': 'ZXZpbA==',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
  };
  for (const path of ['/en/strategybot/spot_grid', '/zh/strategybot', '/en/login', '/en/trade/BTC_USDT', '/']) {
    const reply = await raw(baseURL ?? '', path, { headers });
    expect(reply.body + JSON.stringify(reply.headers), path).not.toMatch(/ZXZpbA|evil\.example|gopher/);
  }
});

test('public pages are kept and the same for everybody, private ones never', async ({ baseURL }) => {
  const landing = await raw(baseURL ?? '', '/en/strategybot', { headers: { cookie: 'lang=zh; strategybot=rubbish' } });
  expect(landing.headers['cache-control']).toContain('s-maxage=');
  expect(landing.headers['set-cookie']).toBeUndefined();
  for (const path of ['/en/login', '/en/trade/BTC_USDT']) {
    const { headers } = await raw(baseURL ?? '', path);
    expect(headers['cache-control'], path).toContain('no-store');
    expect(headers['content-security-policy'], path).toContain("'nonce-");
  }
  for (const { headers } of [landing, await raw(baseURL ?? '', '/api/session')]) {
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
  }
});

test('no page breaks its own content policy', async ({ page }) => {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) broken.push(message.text());
  });
  for (const path of [
    '/en/strategybot',
    '/zh/strategybot/spot_grid',
    '/en/login',
    '/en/register',
    '/en/trade/BTC_USDT?tradModel=strategybot',
    '/en/nothing',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('banner')).toBeVisible();
  }
  expect(broken).toEqual([]);
});
