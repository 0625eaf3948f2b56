import { isLanguage, LANGUAGES, languageFacts } from '#lib/i18n/languages.ts';
import { covering } from '#tests/support/covering.ts';
import { FIRST_LOAD_LIMITS, firstLoadOf } from '#tests/support/first-load.ts';
import { wrongOfJsonLd } from '#tests/support/json-ld.ts';
import { isNightly } from '#tests/support/runs.ts';
import { type SitemapPage, sitemapPages } from '#tests/support/sitemap.ts';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { expect, test } from './support/test.ts';
import { type Language, wordsOf } from './support/words.ts';

/** A small world of its own with typical bots of some kinds; everything is fetched as a crawler does, without a browser. */
let product: BuiltProduct;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await createBuiltProduct({ MARKET_FEED: 'simulated', WORLD_BOTS: '30', WORLD_DAYS: '20' });
  await product.start({ TYPICAL_REPLAYS: '1' });
  const url = `${product.url}/api/apiw/v2/quant-trading/strategybot/typical_replays`;
  await expect.poll(async () => (await (await fetch(url)).json()).data.length, { timeout: 150_000 }).toBeGreaterThan(2);
  // Going on, it would take a core from the crawl, and the sitemap would grow meanwhile.
  await product.stop();
  await product.start({ TYPICAL_REPLAYS: '0' });
});
test.afterAll(() => product.discard());

interface Got {
  readonly status: number;
  readonly html: string;
  readonly type: string;
}

const got = new Map<string, Promise<Got>>();

/** Each address once. Redirects are followed as a crawler would: none of ours is one. */
function get(address: string): Promise<Got> {
  const known = got.get(address);
  if (known !== undefined) return known;
  const asked = fetch(new URL(address, product.url), { redirect: 'manual' }).then(async (response) => ({
    status: response.status,
    html: await response.text(),
    type: response.headers.get('content-type') ?? '',
  }));
  got.set(address, asked);
  return asked;
}

async function eight<T>(items: readonly T[], each: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of rest) await each(item);
    }),
  );
}

function plain(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(amp|lt|gt|quot);/g, (_, name) => named[name] ?? '');
}

/** Attributes of every element of a sort. */
function elements(html: string, name: string): Readonly<Record<string, string>>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key.toLowerCase(), plain(value)]),
    ),
  );
}

const META = [
  ...['description', 'twitter:card', 'twitter:title', 'twitter:description', 'twitter:image'],
  ...['og:title', 'og:description', 'og:url', 'og:image', 'og:locale', 'og:type', 'og:site_name'],
];

/** What is missing or wrong in a page's head and body. */
function wrongOf({ address, alternates }: SitemapPage, { status, html, type }: Got): string[] {
  const wrong: string[] = [];
  const want = (is: boolean, what: string) => is || wrong.push(what);
  const [, language = ''] = new URL(address).pathname.split('/');
  want(status === 200, `status ${status}`);
  want(type.startsWith('text/html'), `type ${type}`);
  const metas = elements(html, 'meta');
  const meta = (name: string) =>
    metas.filter((one) => (one.name ?? one.property) === name).map(({ content = '' }) => content);
  for (const name of META) want(meta(name).length === 1 && meta(name)[0] !== '', `${name}: ${meta(name).join('|')}`);
  want(
    meta('robots').every((text) => !text.includes('noindex')),
    'noindex',
  );
  want(meta('og:url')[0] === address, `og:url ${meta('og:url')[0]}`);
  want(meta('twitter:card')[0] === 'summary_large_image', 'twitter:card');
  want([...html.matchAll(/<title>([^<]+)<\/title>/g)].length === 1, 'one title');
  want([...html.matchAll(/<h1\b/g)].length === 1, 'one h1');
  want([...html.matchAll(/<main\b/g)].length === 1, 'one main');
  const links = elements(html, 'link');
  const canonical = links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href);
  want(canonical.length === 1 && canonical[0] === address, `canonical ${canonical.join('|')}`);
  const languages = links
    .filter(({ hreflang }) => hreflang !== undefined)
    .map(({ hreflang, href }) => [hreflang, href]);
  expect(Object.fromEntries(languages), address).toEqual(alternates);
  want(isLanguage(language) && elements(html, 'html')[0]?.lang === languageFacts(language).tag, 'html lang');
  const words = wordsOf(language as Language, 'common')('notFound.title');
  want(!plain(html.replace(/<script\b.*?<\/script>/gs, '')).includes(words), 'says that it is not there');
  want(html.includes('application/ld+json'), 'no structured data');
  return [...wrong, ...wrongOfJsonLd(html)];
}

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '');

const pageTurns = new Map<string, number>();

/**
 * Whether this run fetches a page: every page and every language comes by, each page in a quarter of the languages – of bots and
 * providers, of which there are many, each in one –; in all of them in the nightly run.
 */
function isTried(path: string): boolean {
  const [, language = '', ...rest] = path.split('/');
  const at = (LANGUAGES as readonly string[]).indexOf(language);
  if (isNightly || at < 0) return true;
  const page = rest.join('/');
  const turn = pageTurns.get(page) ?? pageTurns.size;
  pageTurns.set(page, turn);
  return (turn + at) % (/detail\?/.test(page) ? LANGUAGES.length : 4) === 0;
}

async function everyPage(): Promise<SitemapPage[]> {
  return sitemapPages(async (path) => (await get(path)).html);
}

test('every page of the sitemap, in every language, has a whole head, sound data and something to say, and none leads nowhere', async () => {
  test.setTimeout(300_000);
  const pages = await everyPage();
  const tags = [...LANGUAGES.map((language) => languageFacts(language).tag), 'x-default'].sort();
  const sorts = [
    '/strategybot',
    '/strategybot/spot_grid',
    '/strategybot/market/',
    '/detail?',
    '/signaler-detail?',
    '/strategybot/spot_grid/BTC_USDT',
    '/strategybot/rankings/sharpe',
    '/strategybot/start',
    '/help/bots/spot_grid',
    '/help/glossary',
    '/earn/sell-high',
  ];
  for (const sort of sorts)
    expect(
      pages.some(({ address }) => address.includes(sort)),
      sort,
    ).toBe(true);
  const wrong: string[] = [];
  const linked = new Map<string, string>();
  const titles = new Map<string, string>();
  await eight(pages, async (page) => {
    const path = pathOf(page.address);
    expect(Object.keys(page.alternates).sort(), path).toEqual(tags);
    // Of one bot, provider or market it is known when it changed; of lists and proposals not always, and then nothing is said.
    if (/detail\?|\/market\/|\/strategybot\/[a-z_-]+\/[A-Z]/.test(path)) expect(page.changed, path).not.toBeNull();
    if (!isTried(path)) return;
    const answer = await get(path);
    wrong.push(...wrongOf(page, answer).map((what) => `${path}: ${what}`));
    const title = /<title>([^<]+)<\/title>/.exec(answer.html)?.[1] ?? '';
    // Bots of one kind and market may do equally well; no two other pages say the same.
    if (!path.includes('detail?')) {
      if (titles.has(title)) wrong.push(`${path}: titled like ${titles.get(title)}`);
      titles.set(title, path);
    }
    for (const { href = '' } of elements(answer.html, 'a'))
      if (href.startsWith('/')) linked.set(href.split('#')[0] ?? '', path);
  });
  expect(wrong).toEqual([]);
  // Account pages are made for each request: one of each language stands for all.
  const isAlike = (path: string) => /^\/\w+\/(?:trade|futures|login|register)\b/.test(path);
  const alike = new Set<string>();
  const ours = [...linked].filter(([path]) => {
    if (path === '' || path.startsWith('//') || !isTried(path)) return false;
    const kind = isAlike(path) ? path.split('/').slice(0, 3).join('/').split('?')[0] : undefined;
    if (kind === undefined) return true;
    if (alike.has(kind)) return false;
    alike.add(kind);
    return true;
  });
  expect(ours.length).toBeGreaterThan(pages.filter(({ address }) => isTried(pathOf(address))).length / 2);
  const broken: string[] = [];
  await eight(ours, async ([path, from]) => {
    const { status } = await get(path);
    if (status !== 200) broken.push(`${path} ${status}, linked on ${from}`);
  });
  expect(broken).toEqual([]);
});

test('a page without a chart loads little before it is alive', async () => {
  const pages = await everyPage();
  const paths = pages.map(({ address }) => new URL(address).pathname + new URL(address).search);
  // The longest words, the longest kinds of page; each sort once, and the landing page in a script of more bytes.
  const sorts = [/^\/en\/strategybot$/, /^\/ar\/strategybot$/, /^\/ru\/strategybot\/spot_grid$/];
  const withBots = [/\/market\//, /\/strategybot\/spot_grid\/BTC_USDT$/, /\/detail\?/, /\/signaler-detail\?/];
  const found = [...sorts, ...withBots].map((sort) => paths.find((path) => sort.test(path)) ?? `no page like ${sort}`);
  const heavy: string[] = [];
  for (const path of [...found, '/ru/strategybot/rankings/apr', '/vi/strategybot/start', '/de/login', '/de/register']) {
    const { html, script } = await firstLoadOf(product.url, path);
    if (html > FIRST_LOAD_LIMITS.html) heavy.push(`${path}: ${html} kB of HTML`);
    if (script > FIRST_LOAD_LIMITS.script) heavy.push(`${path}: ${script} kB of JavaScript`);
  }
  expect(heavy).toEqual([]);
});

test('pictures of the pages that are shared are there, a bot’s drawn for itself', async () => {
  const pages = await everyPage();
  const bot = pages.find(({ address }) => address.includes('/detail?'));
  const pictures = new Set<string>();
  for (const page of [pages[0], bot]) {
    const { html } = await get(new URL(page?.address ?? '').pathname + new URL(page?.address ?? '').search);
    for (const name of ['og:image', 'twitter:image']) {
      const picture = elements(html, 'meta').find((one) => (one.name ?? one.property) === name)?.content ?? '';
      pictures.add(new URL(picture).pathname);
    }
  }
  expect(pictures.size).toBe(2);
  for (const picture of pictures) {
    const response = await fetch(new URL(picture, product.url));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
});

const NOWHERE = [
  '/no-kind',
  '/no-kind/BTC_USDT',
  '/spot_grid/NOPE_USDT',
  '/spot_grid/btc_usdt',
  '/market/NOPE_USDT',
  '/market',
  '/market/BTC_USDT/2',
  '/rankings/default',
  '/rankings/profit',
  '/rankings/yield/2',
  '/spot_grid/default',
  '/spot_grid/yield/1',
  '/spot_grid/yield/999',
  '/spot_grid/BTC_USDT/2',
  '/all/filter/open-1_coin-BTC',
  '/all/filter/fall-7',
  '/all/filter',
  '/all/filter/open-1/default/99',
  '/detail?id=999999&type=spot_grid&name=0123456789abcdef',
  '/signaler-detail?anonymous=0123456789abcdef',
  '/signaler/0123456789abcdef/9',
];

/** Outside of the public pages: paths, and pages that are made for each request. */
const NOWHERE_ELSE = ['/nothing', '/nothing/here', '/trade/NO_SUCH', '/futures/USDT/NO_SUCH', '/account/nothing'];

test('what is not there is 404 in every language, whole without a script, and kept by nobody', async () => {
  for (const language of covering(LANGUAGES, 1, 2)) {
    const words = wordsOf(language, 'common');
    const paths = [...NOWHERE.map((path) => `/strategybot${path}`), ...NOWHERE_ELSE, '/strategybot/missing'];
    await eight(paths, async (path) => {
      const response = await fetch(new URL(`/${language}${path}`, product.url), { redirect: 'manual' });
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      // What a browser without scripts shows: one heading, what is the case, and the way back.
      const shown = plain(html.replace(/<script\b.*?<\/script>/gs, ''));
      expect([...shown.matchAll(/<h1\b/g)], path).toHaveLength(1);
      for (const key of ['notFound.title', 'notFound.text', 'notFound.home']) expect(shown, path).toContain(words(key));
      expect(shown, path).toMatch(new RegExp(`<main\\b.*href="/${language}/strategybot"`, 's'));
      expect(elements(html, 'html')[0]?.lang, path).toBe(languageFacts(language).tag);
      expect(elements(html, 'meta').find(({ name }) => name === 'robots')?.content, path).toContain('noindex');
      expect(
        elements(html, 'link').filter(({ rel }) => rel === 'canonical'),
        path,
      ).toEqual([]);
    });
  }
  expect((await fetch(new URL('/sitemaps/bots-spot_grid-99.xml', product.url))).status).toBe(404);
  expect((await fetch(new URL('/sitemaps/other.xml', product.url))).status).toBe(404);
});

/** What a page says to search engines of itself, and whether the sitemap names it. */
async function toldOf(url: string, path: string): Promise<readonly [status: number, robots: string, isNamed: boolean]> {
  const read = (one: string) => fetch(new URL(one, url));
  const response = await read(path);
  const robots = elements(await response.text(), 'meta').find(({ name }) => name === 'robots')?.content ?? '';
  const pages = await sitemapPages(async (one) => (await read(one)).text());
  return [response.status, robots, pages.some(({ address }) => new URL(address).pathname === path)];
}

test('what has nothing to say yet is a page for people alone: a kind on a market that no bot was replayed on, a ranking or a kind without a bot', async () => {
  const rows = (await (await fetch(`${product.url}/api/apiw/v2/quant-trading/strategybot/typical_replays`)).json()) as {
    data: { strategy_type: string; market: string }[];
  };
  const [known] = rows.data;
  const isKnown = (market: string) =>
    rows.data.some((row) => row.strategy_type === known?.strategy_type && row.market === market);
  const unknown = ['XRP_USDT', 'ADA_USDT', 'BNB_USDT'].find((market) => !isKnown(market));
  const base = `/en/strategybot/${known?.strategy_type}`;
  expect(await toldOf(product.url, `${base}/${known?.market}`)).toEqual([200, '', true]);
  expect(await toldOf(product.url, `${base}/${unknown}`)).toEqual([200, 'noindex, follow', false]);
  for (const path of ['rankings', 'spot_grid'])
    expect(await toldOf(product.url, `/en/strategybot/${path}`)).toEqual([200, '', true]);
  const empty = await createBuiltProduct({ MARKET_FEED: 'simulated', WORLD_BOTS: '0' });
  try {
    await empty.start();
    const lists = ['spot_grid', 'spot_grid/yield', 'spot_grid/filter/open-1', 'all/yield'];
    for (const path of ['rankings', 'rankings/yield', ...lists].map((one) => `/en/strategybot/${one}`))
      expect(await toldOf(empty.url, path)).toEqual([200, 'noindex, follow', false]);
  } finally {
    await empty.discard();
  }
});

test('pages with figures of typical bots are accessible in both themes, in Arabic too, and their tables are moved by keys', async ({
  page,
}) => {
  for (const [path, width] of [
    ['/ar/strategybot/market/BTC_USDT', 390],
    ['/en/strategybot/market/BTC_USDT', 1440],
    ['/ar/strategybot/spot_grid/BTC_USDT', 1440],
    ['/en/strategybot/spot_grid/BTC_USDT', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.url}${path}`);
    const table = page.locator('section[tabindex="0"]').first();
    await table.focus();
    await expect(table).toBeFocused();
    expect(await axeFindingsInBothThemes(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
  }
});

test('lists narrowed by filters have one address each: the form leads to it, and what is no page of its own says whose it is', async () => {
  const form = await fetch(
    new URL(
      '/en/strategybot/filter?kind=spot_grid&order=yield&coin=BTC&fall=0.3&days=&side=buy&investment=&open=1&wide=1',
      product.url,
    ),
    { redirect: 'manual' },
  );
  expect([form.status, form.headers.get('location')]).toEqual([
    303,
    '/en/strategybot/spot_grid/filter/coin-BTC_fall-30_side-buy_open-1/yield',
  ]);
  const headOf = async (path: string) => {
    const { status, html } = await get(path);
    const robots = elements(html, 'meta').find(({ name }) => name === 'robots')?.content ?? '';
    const canonical = elements(html, 'link').find(({ rel }) => rel === 'canonical')?.href ?? '';
    return { status, robots, canonical: canonical.replace(/^https?:\/\/[^/]+/, ''), html };
  };
  const many = await headOf('/en/strategybot/spot_grid/filter/coin-BTC_fall-30_side-buy_open-1/yield');
  expect(many).toMatchObject({ status: 200, robots: 'noindex, follow', canonical: '/en/strategybot/spot_grid' });
  // A filter that is on is seen, and taken away by a link.
  expect(many.html).toContain('href="/en/strategybot/spot_grid/filter/fall-30_side-buy_open-1/yield"');
  const one = await headOf('/en/strategybot/all/filter/fall-30');
  expect(one).toMatchObject({ status: 200, robots: '', canonical: '/en/strategybot/all/filter/fall-30' });
  // Nobody matches: said on the page, which is none for search engines.
  const none = await headOf('/en/strategybot/all/filter/days-180');
  expect(none).toMatchObject({ status: 200, robots: 'noindex, follow' });
  expect(plain(none.html)).toContain(wordsOf('en', 'pages')('filters.empty'));
});
