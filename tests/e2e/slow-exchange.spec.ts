import { get } from 'node:http';
import { covering } from '#tests/support/covering.ts';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { type PaperExchange, startPaperExchange } from '../support/paper-exchange.ts';
import { type SlowExchange, startSlowExchange } from '../support/slow-exchange.ts';
import { expect, test } from './support/test.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** Public and private pages in front of an exchange that takes 12–16 s for each answer, or cuts every connection (D7, G6). */

const FIRST_BYTE_WITHIN_MS = 2_000;
const MINUTE_MS = 60_000;
const words = wordsIn('en');
const publicWords = wordsOf('en', 'public');

let exchange: PaperExchange;
let slow: SlowExchange;
let product: BuiltProduct;

interface Page {
  readonly status: number;
  readonly firstByteMs: number;
  readonly html: string;
}

function load(path: string): Promise<Page> {
  const begunMs = performance.now();
  return new Promise((resolve, reject) => {
    get(`${product.url}${path}`, (reply) => {
      const firstByteMs = performance.now() - begunMs;
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, firstByteMs, html: Buffer.concat(parts).toString() }),
      );
    }).on('error', reject);
  });
}

/** Some renderings write other than Latin characters as entities. */
const titleOf = (html: string): string =>
  (/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replace(/&#(\d+);/g, (_, code: string) =>
    String.fromCodePoint(Number(code)),
  );

test.beforeAll(async () => {
  test.setTimeout(180_000);
  exchange = await startPaperExchange({ AI_SEARCH: '0', DEMO_BOTS: '0' });
  slow = await startSlowExchange(exchange.url, 'slow');
  product = await createBuiltProduct({ UPSTREAM_URL: slow.url });
  await product.start();
});
test.afterAll(async () => {
  await product.discard();
  await slow.close();
  await exchange.stop();
});

for (const pace of ['slow', 'cut'] as const) {
  test(`while nothing is known yet, pages come within 2 s with what there is and a title (${pace}, D7)`, async () => {
    slow.setPace(pace);
    const pages = {
      '/en/strategybot': { status: 200, title: publicWords('landing.metaTitle') },
      '/zh/strategybot/martingale': {
        status: 200,
        title: wordsOf('zh', 'public')('kind.martingale.metaTitle', {
          order: wordsOf('zh', 'public')('list.metaOrder.default'),
        }),
      },
      '/en/strategybot/detail?id=7&type=spot_grid': { status: 503, title: words.common('problem.title') },
      '/en/strategybot/signaler-detail?anonymous=00000000000000aa': {
        status: 503,
        title: words.common('problem.title'),
      },
      '/en/trade/BTC_USDT': { status: 503, title: words.trade('meta.title', { base: 'BTC', quote: 'USDT' }) },
      '/en/futures/usdt/BTC_USDT': {
        status: 503,
        title: words.trade('meta.futuresTitle', { base: 'BTC', quote: 'USDT' }),
      },
      '/en/login': { status: 200, title: words.account('login.title') },
    };
    for (const [path, { status, title }] of Object.entries(pages)) {
      const page = await load(path);
      expect(page.firstByteMs, path).toBeLessThan(FIRST_BYTE_WITHIN_MS);
      expect(page.status, path).toBe(status);
      expect(titleOf(page.html), path).toBe(`${title} | ${words.common('brand')}`);
    }
    for (const [path, what] of [
      ['/sitemap.xml', '/sitemaps/strategies.xml'],
      ['/sitemaps/strategies.xml', '/en/strategybot/spot_grid'],
    ] as const) {
      const sitemap = await load(path);
      expect(sitemap.status).toBe(200);
      expect(sitemap.firstByteMs).toBeLessThan(FIRST_BYTE_WITHIN_MS);
      expect(sitemap.html).toContain(what);
    }
  });
}

const LOOKS = [
  { language: 'en', theme: 'light', path: '/en/trade/ETH_USDT' },
  { language: 'zh', theme: 'dark', path: '/zh/futures/usdt/ETH_USDT' },
] as const;

for (const { language, theme, path } of covering(LOOKS, 1, 1)) {
  test(`a page that could not be made says so in its language and theme, with a title, and is there once the exchange answers (${language}, ${theme}, G6)`, async ({
    page,
  }) => {
    const common = wordsOf(language, 'common');
    slow.setPace('cut');
    await page.addInitScript((chosen) => window.localStorage.setItem('theme', chosen), theme);
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('heading', { name: common('problem.title') })).toBeVisible();
    await expect(page).toHaveTitle(`${common('problem.title')} | ${common('brand')}`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(page.getByRole('banner')).toBeVisible();
    slow.setPace('open');
    // What was asked while it was slow is under way for some seconds more.
    await expect(async () => {
      await page.getByRole('button', { name: common('action.retry') }).click({ timeout: 1_000 });
      await expect(page.getByTestId('price-chart')).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
  });
}

test('a list that nothing was known of fills itself in the browser once the exchange answers (D7)', async ({
  page,
}) => {
  slow.setPace('cut');
  const failed = page.getByText(publicWords('list.failed'));
  await page.goto(`${product.url}/en/strategybot/futures_grid`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(failed).toBeVisible();
  await expect(page.getByText(publicWords('list.empty'), { exact: true })).toHaveCount(0);
  slow.setPace('open');
  await failed.locator('..').getByRole('button').click();
  await expect(failed).toHaveCount(0);
});

test('what was known stands in with its age while the exchange is slow, within 2 s (D7, H56)', async ({ page }) => {
  test.setTimeout(120_000);
  slow.setPace('open');
  const path = '/en/strategybot/spot_grid';
  const countIn = (html: string): number => (html.match(/\/strategybot\/detail\?/g) ?? []).length;
  const known = countIn((await load(path)).html);
  expect(known).toBeGreaterThan(0);
  slow.setPace('slow');
  // A slot later the exchange is asked anew, in vain.
  await expect
    .poll(
      async () => {
        const { status, firstByteMs, html } = await load(path);
        expect([status, firstByteMs < FIRST_BYTE_WITHIN_MS, countIn(html)]).toEqual([200, true, known]);
        return slow.held();
      },
      { timeout: 70_000 },
    )
    .toBeGreaterThan(0);
  // Ten minutes later, in the browser's eyes.
  await page.clock.install({ time: Date.now() + 10 * MINUTE_MS });
  await page.goto(`${product.url}${path}`);
  await expect(page.getByText(/The exchange is not answering: .* \d+ min old/)).toBeVisible();
});
