import { describe, expect, it } from 'vitest';
import { ownOrAll } from '#server/pages/bots-of-part.ts';
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

describe('a part of the sitemap', () => {
  const listed = ['boll', 'compose-indicator', 'boll'].map((strategy_type, id) => ({ strategy_type, id }));

  it('names the bots of its kind alone, those of single indicators in theirs', () => {
    expect(ownOrAll('compose-indicator', 1, listed).map(({ id }) => id)).toEqual([1]);
    expect(ownOrAll('boll', 2, listed).map(({ id }) => id)).toEqual([0, 2]);
  });

  it('is never empty where the index, which knows the first pages alone, has named it', () => {
    const others = listed.filter(({ strategy_type }) => strategy_type === 'boll');
    expect(ownOrAll('compose-indicator', 2, others)).toEqual(others);
    // Of a first page the index knows that it has none of the kind, and names no part.
    expect(ownOrAll('compose-indicator', 1, others)).toEqual([]);
    expect(ownOrAll('compose-indicator', 3, [])).toEqual([]);
  });
});
