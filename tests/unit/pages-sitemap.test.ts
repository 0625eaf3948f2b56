import { describe, expect, it } from 'vitest';
import { sitemapIndexXml, sitemapXml } from '#server/pages/sitemap-xml.ts';
import { sitemapPages } from '#tests/support/sitemap.ts';

const URL_OF_BOT = 'https://bots.example/en/strategybot/detail?id=1&type=spot_grid&name=0123456789abcdef';

describe('the sitemap', () => {
  it('is an index of parts, each page once with its languages, addresses escaped as XML wants', async () => {
    const index = sitemapIndexXml([
      { url: 'https://bots.example/sitemaps/bots-spot_grid-1.xml', changed: 1_780_000_000 },
    ]);
    expect(index).toContain('<lastmod>2026-05-28T20:26:40.000Z</lastmod>');
    const part = sitemapXml([
      { url: URL_OF_BOT, changed: 1_780_000_000, alternates: { en: URL_OF_BOT, 'x-default': URL_OF_BOT } },
      { url: 'https://bots.example/en/strategybot', changed: 0, alternates: {} },
    ]);
    expect(part).not.toMatch(/&(?!amp;)/);
    const pages = await sitemapPages(async (path) => (path === '/sitemap.xml' ? index : part));
    expect(pages).toEqual([
      {
        address: URL_OF_BOT,
        changed: '2026-05-28T20:26:40.000Z',
        alternates: { en: URL_OF_BOT, 'x-default': URL_OF_BOT },
      },
      // What nobody knows the time of says none.
      { address: 'https://bots.example/en/strategybot', changed: null, alternates: {} },
    ]);
  });
});
