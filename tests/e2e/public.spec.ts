import { LANGUAGES as ALL_LANGUAGES, languageFacts } from '#lib/i18n/languages.ts';
import { sitemapPages } from '#tests/support/sitemap.ts';
import { expect, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';

/** What a visitor sees, in both languages. The demo world has providers, open and hidden bots, and several pages of them. */

const WORDS = {
  en: {
    tag: 'en',
    title: 'Trading bots and what they really earned',
    more: 'Load more',
    curve: 'Yield curve',
    week: 'Week',
    results: 'Results',
    hidden: 'The provider keeps the parameters of this bot hidden.',
    parameters: 'Parameters',
    parameter: 'Parameter',
    recommended: 'Recommended',
    customize: 'Customize',
    back: 'All strategies',
    notFound: 'Page not found',
    login: 'Log in',
  },
  zh: {
    tag: 'zh-Hans',
    title: '交易机器人与它们的真实收益',
    more: '加载更多',
    curve: '收益曲线',
    week: '一周',
    results: '收益表现',
    hidden: '创建者未公开该机器人的参数。',
    parameters: '参数',
    parameter: '参数',
    recommended: '推荐',
    customize: '自定义',
    back: '全部策略',
    notFound: '页面不存在',
    login: '登录',
  },
} as const;
const LANGUAGES = ['en', 'zh'] as const;

interface ListItem {
  readonly strategy_id: number;
  readonly strategy_type: string;
  readonly low_price: string;
  readonly market: string;
  readonly user_info: { readonly anonymous: string };
}

/** All shared spot grids, from the call that the pages use. */
async function sharedBots(page: Page): Promise<ListItem[]> {
  const reply = await page.request.get(
    '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=spot_grid&page=1&page_size=200',
  );
  return ((await reply.json()) as { data: ListItem[] }).data;
}

const detailOf = (language: string, bot: ListItem): string =>
  `/${language}/strategybot/detail?id=${bot.strategy_id}&type=${bot.strategy_type}&name=${bot.user_info.anonymous}`;

async function attribute(page: Page, selector: string, name: string): Promise<string | null> {
  return page.locator(selector).first().getAttribute(name);
}

for (const language of LANGUAGES) {
  const story = toldIn(LANGUAGES, language, 1);
  const words = WORDS[language];

  test.describe(`a visitor without JavaScript (${language})`, () => {
    test.use({ javaScriptEnabled: false });

    story()(
      'finds strategies and fifteen ranked bots in the HTML, and the next page behind a link (C-083, C-084, C-217, C-341)',
      async ({ page }) => {
        const response = await page.goto(`/${language}/strategybot`);
        expect(response?.status()).toBe(200);
        await expect(page.locator('html')).toHaveAttribute('lang', words.tag);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
        await expect(page.locator('article')).toHaveCount(15);
        await expect(page.locator('aside a[href*="/strategybot/spot_grid"]').first()).toBeVisible();
        await page.getByRole('link', { name: words.more }).click();
        await expect(page).toHaveURL(new RegExp(`/${language}/strategybot/all/default/2$`));
        // As many as the demo world has left for it: a page has at most fifteen.
        await expect(page.locator('article').first()).toBeVisible();
        expect(await page.locator('article').count()).toBeLessThanOrEqual(15);
      },
    );

    story()(
      'reads a shared bot: results, the yield curve of each period, parameters, provider (C-027, C-087, C-088, E-015, E-335)',
      async ({ page }) => {
        const bot = (await sharedBots(page)).find((one) => one.low_price !== '-');
        if (bot === undefined) throw new Error('the demo world shares no bot with open parameters');
        const response = await page.goto(detailOf(language, bot));
        expect(response?.status()).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(bot.market.split('_')[0] ?? '');
        await expect(page.getByRole('heading', { name: words.curve })).toBeVisible();
        const charts = page.locator('section', { hasText: words.curve }).getByRole('img');
        const whole = await charts.filter({ visible: true }).getAttribute('aria-label');
        await page.getByText(words.week, { exact: true }).click();
        await expect(charts.filter({ visible: true })).toHaveCount(1);
        expect(await charts.filter({ visible: true }).getAttribute('aria-label')).not.toBe(whole);
        const provider = page.locator(
          `a[href="/${language}/strategybot/signaler-detail?anonymous=${bot.user_info.anonymous}"]`,
        );
        await expect(provider).toHaveAttribute('target', '_blank');
        await page.locator('label', { hasText: words.parameter }).click();
        await expect(page.getByRole('heading', { name: words.parameters, exact: true })).toBeVisible();
        await expect(page.getByRole('heading', { name: words.curve })).toBeHidden();
      },
    );

    story()(
      'is told that parameters are hidden, and finds none of them in the page (C-346, M-279)',
      async ({ page }) => {
        const bot = (await sharedBots(page)).find((one) => one.low_price === '-');
        if (bot === undefined) throw new Error('the demo world shares no bot with hidden parameters');
        await page.goto(detailOf(language, bot));
        await page.locator('label', { hasText: words.parameter }).click();
        await expect(page.getByText(words.hidden)).toBeVisible();
        expect(await page.content()).not.toMatch(/low_price\\*":\\*"\d/);
      },
    );

    story()('reads a provider with the bots that are shared (C-028, H3)', async ({ page }) => {
      const [bot] = await sharedBots(page);
      if (bot === undefined) throw new Error('the demo world shares no bot');
      const response = await page.goto(`/${language}/strategybot/signaler-detail?anonymous=${bot.user_info.anonymous}`);
      expect(response?.status()).toBe(200);
      await expect(page.locator(`article a[href*="id=${bot.strategy_id}&"]`)).toBeVisible();
    });

    story()(
      'gets the strategy page with its two ways to start; Customize leads through login (C-042, C-047, C-048, C-049, C-173)',
      async ({ page }) => {
        await page.goto(`/${language}/strategybot/spot_grid`);
        await expect(page.getByRole('link', { name: words.back })).toHaveAttribute('href', `/${language}/strategybot`);
        await expect(page.getByText('0.10%')).toBeVisible();
        await expect(page.getByText(words.recommended, { exact: true })).toBeVisible();
        const target = `/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid`;
        await expect(page.getByRole('link', { name: words.customize })).toHaveAttribute(
          'href',
          `/${language}/login?return=${encodeURIComponent(target)}`,
        );
      },
    );
  });

  story()(`what is not there is 404 (${language})`, async ({ page }) => {
    const base = `/${language}/strategybot`;
    const paths = [
      `${base}/detail?id=999999999&type=spot_grid&name=x`,
      `${base}/detail?id=abc&type=spot_grid`,
      `${base}/detail?id=1e3&type=spot_grid`,
      `${base}/detail`,
      `${base}/signaler-detail?anonymous=ffffffffffffffff`,
      `${base}/signaler-detail?anonymous=..%2F..%2Fadmin`,
      `${base}/no-such-kind`,
      `${base}/spot_grid/default/1`,
      `${base}/spot_grid/default/9999`,
      `/${language}/nothing/here`,
    ];
    for (const path of paths) {
      const reply = await page.request.get(path);
      expect(reply.status(), path).toBe(404);
      // Whole without a script: the heading and the way back.
      expect(await reply.text(), path).toMatch(new RegExp(`<main\\b.*<h1\\b.*href="${base}"`, 's'));
    }
    for (const path of [paths[0], paths[9]]) {
      await page.goto(path ?? '');
      await expect(page.getByRole('heading', { name: words.notFound })).toBeAttached();
      await expect(page.locator('main').getByRole('link')).toHaveAttribute('href', base);
    }
  });

  story()(`search engines are told the page’s address in every language (${language})`, async ({ page }) => {
    const [bot] = await sharedBots(page);
    if (bot === undefined) throw new Error('the demo world shares no bot');
    const paths = [
      (one: string) => `/${one}/strategybot`,
      (one: string) => `/${one}/strategybot/spot_grid/apr`,
      (one: string) => detailOf(one, bot),
      (one: string) => `/${one}/strategybot/signaler-detail?anonymous=${bot.user_info.anonymous}`,
    ];
    const titles = new Set<string>();
    for (const pathIn of paths) {
      await page.goto(pathIn(language));
      expect(await attribute(page, 'link[rel=canonical]', 'href')).toMatch(new RegExp(`${escaped(pathIn(language))}$`));
      expect(await attribute(page, 'link[hreflang=en]', 'href')).toContain(pathIn('en'));
      expect(await attribute(page, 'link[hreflang=zh-Hans]', 'href')).toContain(pathIn('zh'));
      expect(await attribute(page, 'link[hreflang=x-default]', 'href')).toContain(pathIn('en'));
      // Links that need no menu: what a crawler without JavaScript reads.
      const html = await (await page.request.get(pathIn(language))).text();
      for (const one of ALL_LANGUAGES)
        expect(html).toContain(`href="${pathIn(one).replaceAll('&', '&amp;')}" hrefLang="${languageFacts(one).tag}"`);
      expect((await attribute(page, 'meta[name=description]', 'content'))?.length).toBeGreaterThan(20);
      const data = await page.locator('script[type="application/ld+json"]').allTextContents();
      // The landing is the first step of every way: it has no way of its own.
      const isFirst = pathIn === paths[0];
      const types = data.map((text) => (JSON.parse(text) as { '@type': string })['@type']);
      expect(types).toContain(isFirst ? 'ItemList' : 'BreadcrumbList');
      expect(types.includes('BreadcrumbList')).toBe(!isFirst);
      titles.add(await page.title());
    }
    expect(titles.size).toBe(paths.length);
    const image = await attribute(page, 'meta[property="og:image"]', 'content');
    expect(image).not.toBeNull();
  });
}

function escaped(text: string): string {
  return text.replace(/[?.]/g, '\\$&');
}

test('the pictures for messengers are drawn, each page names its own, and one that is not there yet is kept by nobody (F7)', async ({
  page,
}) => {
  const [bot] = await sharedBots(page);
  for (const path of ['/en/strategybot', detailOf('zh', bot as ListItem)]) {
    await page.goto(path);
    const url = new URL((await attribute(page, 'meta[property="og:image"]', 'content')) ?? '');
    const image = await page.request.get(`${url.pathname}${url.search}`);
    expect(image.status()).toBe(200);
    expect(image.headers()['content-type']).toBe('image/png');
    expect(url.pathname).toContain(path.includes('detail') ? `/${(bot as ListItem).strategy_id}/` : path);
  }
  const missing = await page.request.get('/en/strategybot/detail/spot_grid/999999/opengraph-image');
  expect([missing.status(), missing.headers()['cache-control']]).toEqual([404, 'private, no-store']);
});

test('the sitemap lists the pages of every shared bot and provider, robots.txt keeps calls out', async ({ page }) => {
  const bots = await sharedBots(page);
  const pages = await sitemapPages(async (path) => (await page.request.get(path)).text());
  const addresses = pages.map(({ address }) => address.replace(/^https?:\/\/[^/]+/, ''));
  for (const bot of bots) {
    for (const language of LANGUAGES) {
      expect(addresses).toContain(detailOf(language, bot));
      expect(addresses).toContain(`/${language}/strategybot/signaler-detail?anonymous=${bot.user_info.anonymous}`);
    }
  }
  // G9: single-indicator bots stand in two lists and once in the sitemap.
  expect(new Set(addresses).size).toBe(addresses.length);
  const ofBots = pages.filter(({ address }) => address.includes('detail?'));
  expect(ofBots.every(({ changed }) => /^\d{4}-\d{2}-\d{2}T/.test(changed ?? ''))).toBe(true);
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /api/');
  expect(robots).toMatch(/Sitemap: http.*\/sitemap\.xml/);
});

test.describe('a path without a language', () => {
  const locationOf = async (page: Page, path: string, headers: Record<string, string>) => {
    const response = await page.request.get(path, { headers, maxRedirects: 0 });
    const { location = '' } = response.headers();
    return { status: response.status(), path: new URL(location, 'http://any').pathname };
  };

  test('follows the cookie, then Accept-Language, else English (H4)', async ({ page }) => {
    expect(await locationOf(page, '/', { cookie: 'lang=zh', 'accept-language': 'en' })).toMatchObject({
      path: '/zh/strategybot',
    });
    expect(await locationOf(page, '/strategybot', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })).toMatchObject({
      path: '/zh/strategybot',
    });
    expect(await locationOf(page, '/strategybot', { 'accept-language': 'nl' })).toMatchObject({
      path: '/en/strategybot',
    });
  });

  test('is 404 under an unknown prefix', async ({ page }) => {
    expect((await page.request.get('/xx/strategybot')).status()).toBe(404);
    expect((await page.request.get('/nl/strategybot/detail?id=1&type=spot_grid')).status()).toBe(404);
  });
});
