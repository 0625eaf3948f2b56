// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import PageCache, { inAscii } from '#server/pages/page-cache.ts';
import { PUBLIC_SLOT_MS } from '#server/pages/public-slot.ts';

const PAGE = `<!DOCTYPE html><html lang="zh"><head><title>网格 – 收益</title><style>.a::after{content:"…"}</style></head>
<body><a title="复制 💥">语言：简体中文</a><!-- 注 --><script>self.p=["1,\\"收益 💥\\""];</script>
<script type="application/ld+json">{"name":"现货网格"}</script></body></html>`;

describe('kept pages', () => {
  it('say the same to a browser, character by character', () => {
    const seen = (html: string) => {
      const page = new DOMParser().parseFromString(html, 'text/html');
      const [script, data] = [...page.querySelectorAll('script')].map(({ textContent }) => textContent ?? '');
      return [
        page.title,
        page.querySelector('a')?.title,
        page.querySelector('a')?.textContent,
        JSON.parse(script?.slice('self.p='.length, -1) ?? ''),
        JSON.parse(data ?? ''),
      ];
    };
    expect(seen(inAscii(PAGE))).toEqual(seen(PAGE));
  });

  it('have no character beyond ASCII but in style sheets', () => {
    const rest = inAscii(PAGE).replace(/<style[\s\S]*?<\/style>/, '');
    expect(Buffer.byteLength(rest)).toBe(rest.length);
  });

  it('come back as they were put, until there is no room for the one that was not asked for longest', async () => {
    const cache = new PageCache();
    const put = (key: string) =>
      cache.set(key, { kind: 'APP_PAGE', rscData: { length: 7 * 1024 * 1024 } }, { cacheControl: { revalidate: 30 } });
    for (const key of ['a', 'b', 'c', 'd']) await put(key);
    expect(await cache.get('a')).toMatchObject({ value: { kind: 'APP_PAGE' }, cacheControl: { revalidate: 30 } });
    await put('e');
    expect(await cache.get('b')).toBeNull();
    expect(await cache.get('a')).not.toBeNull();
    expect(await cache.get('e')).not.toBeNull();
    await cache.set('a', null, {});
    expect(await cache.get('a')).toMatchObject({ value: null });
  });

  describe('in their slot', () => {
    afterEach(() => void vi.useRealTimers());

    it('are shown in it and never after it, so that nobody sees figures of before a pause (D8, H56)', async () => {
      const slot = 2_000_000 * PUBLIC_SLOT_MS;
      vi.useFakeTimers({ now: slot + 5_000, toFake: ['Date'] });
      const cache = new PageCache();
      await cache.set('page', { kind: 'APP_PAGE', html: '<p>1</p>' }, {});
      vi.setSystemTime(slot + PUBLIC_SLOT_MS - 1);
      // As new: nothing is made again within the slot.
      expect(await cache.get('page')).toMatchObject({ lastModified: slot + PUBLIC_SLOT_MS - 1 });
      vi.setSystemTime(slot + PUBLIC_SLOT_MS);
      expect(await cache.get('page')).toBeNull();
    });

    it('are not kept at all when they say that something is not there (F7)', async () => {
      const cache = new PageCache();
      await cache.set('picture', { kind: 'APP_ROUTE', status: 404 } as never, { cacheControl: { revalidate: false } });
      await cache.set('page', { kind: 'APP_PAGE', html: '<p>404</p>', status: 404 }, {});
      expect([await cache.get('picture'), await cache.get('page')]).toEqual([null, null]);
    });
  });
});
