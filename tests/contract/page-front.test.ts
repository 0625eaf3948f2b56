import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPageFront } from '#server/pages/page-front.ts';
import { behindFront, type Visit } from '#tests/support/behind-front.ts';

let asked: string[] = [];
let nowMs = 0;

/** A server behind the front whose pages say how often they were made. */
async function start(headers: Record<string, string> = {}, status = 200): Promise<Visit> {
  asked = [];
  const front = createPageFront(
    async (request, response) => {
      asked.push(request.url ?? '');
      await new Promise((resolve) => setImmediate(resolve));
      response.statusCode = status;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('cache-control', 's-maxage=30, stale-while-revalidate=3570');
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      // As Next's own compression does: headers first.
      response.writeHead(status);
      response.write(`<p>收益 ${asked.length} `);
      response.end(`${request.url}</p>`);
    },
    () => nowMs,
  );
  return behindFront((request, response) => {
    // As the door does.
    response.setHeader('x-request-id', String(request.headers['x-request-id'] ?? 'none'));
    void front(request, response);
  });
}

describe('the front of the public pages', () => {
  it('sends a kept page with the number of the request that it answers, never of another', async () => {
    const visit = await start();
    const ask = (id: string) => visit('/en/strategybot', { 'x-request-id': id });
    const together = await Promise.all([ask('first-visitor'), ask('second-visitor')]);
    const later = await ask('third-visitor');
    expect([...together, later].map(({ headers }) => headers['x-request-id'])).toEqual([
      'first-visitor',
      'second-visitor',
      'third-visitor',
    ]);
    expect(asked).toHaveLength(1);
  });

  it('sends a page that was made within the last second again, and has it made anew after that', async () => {
    const visit = await start();
    const [first, again] = [await visit('/en/strategybot'), await visit('/en/strategybot')];
    expect(first.body.toString()).toBe('<p>收益 1 /en/strategybot</p>');
    expect(again.body).toEqual(first.body);
    expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
    expect(again.headers['content-length']).toBe(String(first.body.length));
    nowMs += 1_001;
    expect((await visit('/en/strategybot')).body.toString()).toContain('收益 2');
    expect(asked).toHaveLength(2);
  });

  it('makes a page once for all who ask at the same time', async () => {
    const visit = await start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visit('/zh/strategybot/detail?id=5&type=spot_grid')),
    );
    expect(asked).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('sends gzip to whoever takes it and plain bytes to others, of the same page', async () => {
    const visit = await start();
    const zipped = await visit('/en/strategybot', { 'accept-encoding': 'gzip, br' });
    const plain = await visit('/en/strategybot');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
    expect(asked).toHaveLength(1);
  });

  it('keeps nothing that is private, personal, refused or not a page', async () => {
    for (const [headers, status] of [
      [{ 'cache-control': 'private, no-store' }, 200],
      [{ 'set-cookie': 'a=1' }, 200],
      [{ 'content-type': 'text/x-component' }, 200],
      [{}, 404],
      [{}, 500],
    ] as const) {
      const visit = await start(headers, status);
      await visit('/en/strategybot');
      const { status: seen, body } = await visit('/en/strategybot');
      expect([seen, body.toString()]).toEqual([status, '<p>收益 2 /en/strategybot</p>']);
    }
  });

  it('lets no cache on the way keep a refusal, of pages and pictures alike (F7)', async () => {
    for (const path of ['/en/strategybot/detail/spot_grid/9/opengraph-image', '/en/strategybot', '/en/login']) {
      const visit = await start({ 'cache-control': 'public, max-age=31536000, immutable' }, 404);
      expect((await visit(path)).headers['cache-control']).toBe('private, no-store');
      expect((await visit(path, { rsc: '1' })).headers['cache-control']).toBe('private, no-store');
    }
  });

  it.each([
    '/en/login',
    '/api/session',
    '/en/trade/BTC_USDT',
    '/%65n/strategybot',
    '/en/strategybot/%2e',
    `/en/strategybot?x=${'y'.repeat(400)}`,
  ])('lets %s through', async (path) => {
    const visit = await start();
    await visit(path);
    await visit(path);
    expect(asked).toHaveLength(2);
  });

  it.each([
    'rsc',
    'next-router-prefetch',
    'content-security-policy',
    'range',
    'if-none-match',
    'x-middleware-subrequest',
  ])('lets requests with the header %s through', async (name) => {
    const visit = await start();
    await visit('/en/strategybot');
    await visit('/en/strategybot', { [name]: '1' });
    expect(asked).toHaveLength(2);
  });
});
