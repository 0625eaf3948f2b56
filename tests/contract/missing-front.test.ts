import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMissingFront } from '#server/pages/missing-front.ts';
import { createPageFront } from '#server/pages/page-front.ts';
import { behindFront } from '#tests/support/behind-front.ts';

/** What Next sends of a page that calls notFound(). */
const EMPTY = '<!DOCTYPE html><html id="__next_error__"><head></head><body></body></html>';

let asked: string[] = [];

/** Pages behind both fronts: those under /{language}/strategybot/ok are there. */
async function start({ type = 'text/html; charset=utf-8', isWhole = true } = {}) {
  asked = [];
  const front = createMissingFront(
    createPageFront(
      async (request, response) => {
        asked.push(request.url ?? '');
        await new Promise((resolve) => setImmediate(resolve));
        const [, language = ''] = (request.url ?? '').split('/');
        const isMissingPage = /strategybot.missing$/.test(request.url ?? '');
        const isThere = request.url?.includes('/ok') === true || (isMissingPage && isWhole);
        response.statusCode = isThere ? 200 : 404;
        response.setHeader('content-type', isMissingPage ? 'text/html; charset=utf-8' : type);
        response.setHeader('cache-control', 's-maxage=20');
        response.setHeader('content-security-policy', isMissingPage ? 'public' : "script-src 'nonce-1'");
        response.setHeader('x-of-next', 'yes');
        if (isThere) return void response.end(isMissingPage ? `<main>none in ${language}</main>` : '<main>here</main>');
        response.write(EMPTY.slice(0, 20));
        response.end(EMPTY.slice(20));
      },
      () => 0,
    ),
  );
  return behindFront((request, response) => {
    // As the door does.
    response.setHeader('x-request-id', 'number');
    response.setHeader('strict-transport-security', 'max-age=1');
    void front(request, response);
  });
}

describe('a page that is not there', () => {
  it('is whole in the HTML with status 404, in the language of its address, kept or made for each request', async () => {
    const visit = await start();
    for (const [path, language] of [
      ['/en/strategybot/no-kind', 'en'],
      ['/ar/strategybot/market/NOPE_USDT', 'ar'],
      ['/zh/strategybot/detail?id=9&type=spot_grid', 'zh'],
      ['/de/trade/NO_SUCH', 'de'],
      ['/fr/nothing/here', 'fr'],
    ] as const) {
      const { status, headers, body } = await visit(path);
      expect([status, body.toString()]).toEqual([404, `<main>none in ${language}</main>`]);
      expect(headers['cache-control']).toBe('private, no-store');
      // The policy is the page's that is sent; what the door said stays.
      expect(headers['content-security-policy']).toBe('public');
      expect([headers['x-request-id'], headers['strict-transport-security']]).toEqual(['number', 'max-age=1']);
      expect(headers['content-length']).toBe(`${body.length}`);
    }
  });

  it('is in the visitor’s language where the address names none: by his cookie, then by what his browser asks for', async () => {
    const visit = await start();
    const asks = { 'accept-language': 'ko;q=0.9, xx' };
    expect((await visit('/xx/strategybot', asks)).body.toString()).toContain('none in ko');
    expect((await visit('/nowhere', { ...asks, cookie: 'a=1; lang=tr' })).body.toString()).toContain('none in tr');
    expect((await visit('/nowhere', { cookie: 'lang=../../x' })).body.toString()).toContain('none in en');
  });

  it('is not there under its own address either', async () => {
    const visit = await start();
    const { status, body } = await visit('/es/strategybot/missing?a=1');
    expect([status, body.toString()]).toEqual([404, '<main>none in es</main>']);
  });

  it('is packed for whoever takes it, and has no body where none is asked for', async () => {
    const visit = await start();
    const packed = await visit('/en/nothing', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).toString()).toBe('<main>none in en</main>');
    const head = await visit('/en/nothing', {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([404, 0]);
  });

  it('is made once for many who ask at once, and leaves what is there alone', async () => {
    const visit = await start();
    await Promise.all(Array.from({ length: 20 }, (_, index) => visit(`/en/nothing/${index}`)));
    expect(asked.filter((path) => path.endsWith('/missing'))).toHaveLength(1);
    const { status, headers, body } = await visit('/en/strategybot/ok');
    expect([status, body.toString(), headers['x-of-next']]).toEqual([200, '<main>here</main>', 'yes']);
  });

  it.each(['text/x-component', 'application/json', 'image/png', 'text/plain'])(
    'is no page for what asks for %s: that answer stays',
    async (type) => {
      const visit = await start({ type });
      const { status, body, headers } = await visit('/en/strategybot/gone');
      expect([status, body.toString(), headers['content-type']]).toEqual([404, EMPTY, type]);
      expect(asked).toHaveLength(1);
    },
  );

  it('is what the scripts draw where the page itself cannot be made', async () => {
    const visit = await start({ isWhole: false });
    const { status, body } = await visit('/en/trade/NO_SUCH');
    expect([status, body.toString()]).toEqual([404, EMPTY]);
  });
});
