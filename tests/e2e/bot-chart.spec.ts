import { axeFindings } from './support/accessible.ts';
import { logInAsDemo, rows } from './support/demo-account.ts';
import {
  CREATE,
  createBody,
  FUND_PASSWORD,
  lastPrice,
  post,
  registerTrader,
  tradesOf,
} from './support/exchange-calls.ts';
import { type BrowserContextOptions, expect, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** A bot of the table on the price chart of its page (issue 10, the living bot). */

const SCREENS: readonly (BrowserContextOptions & { theme: string; language: 'en' | 'zh' })[] = [
  { theme: 'light', language: 'zh', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { theme: 'dark', language: 'en', viewport: { width: 1440, height: 900 } },
];

/** The first reply of a call is bad; the rest go through. */
async function spoilOnce(page: Page, part: string): Promise<void> {
  await page.route(
    (url) => url.pathname.includes(part),
    (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":500,"message":""}' }),
    { times: 1 },
  );
}

for (const screen of SCREENS) {
  const { theme, language, ...device } = screen;
  const story = toldIn(SCREENS, screen);
  const isPhone = device.isMobile === true;
  const words = wordsIn(language);
  const fields = wordsOf(language, 'fields');

  story()(
    `a bot of the table stands on the chart with its lines and fills until it is taken off (${language}, ${theme}, ${device.viewport?.width} px)`,
    async ({ browser, baseURL }) => {
      test.setTimeout(120_000);
      const context = await browser.newContext({ ...device, baseURL: baseURL ?? '' });
      const page = await context.newPage();
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
      await registerTrader(context.request, `chart-${theme}-${test.info().retry}`);
      const last = await lastPrice(context.request, 'ETH_USDT');
      const grid = { low_price: (last * 0.97).toFixed(2), high_price: (last * 1.03).toFixed(2), grid_num: '20' };
      const created = await post<{ strategy_id: number }>(
        context.request,
        CREATE,
        createBody('ETH_USDT', grid, '1000'),
      );
      const id = created.data.strategy_id;
      await expect.poll(async () => (await tradesOf(context.request, id)).length).toBeGreaterThan(0);
      await context.setExtraHTTPHeaders({});
      await spoilOnce(page, `order_record_pair/${id}`);
      await page.goto(`/${language}/trade/ETH_USDT?tradModel=strategybot`);
      const toBots = () =>
        page
          .locator('label')
          .filter({ hasText: words.trade('view.bots') })
          .click();
      if (isPhone) await toBots();
      const section = page.getByRole('region', { name: words.bots('title') });
      const toggle = section.getByRole('button', { name: words.bots('chart.show') });
      await toggle.click();
      const chip = page.getByTestId('charted-bot');
      // A phone turns to the chart, the desktop brings it into sight.
      await expect(chip).toBeInViewport();
      await expect(chip).toContainText(`ETH/USDT ${id}`);
      await expect(chip).toContainText(language === 'en' ? '1 buy' : '买入 1 笔', { timeout: 30_000 });
      const lines = chip.getByRole('list', { name: words.bots('chart.lines') });
      for (const name of ['low', 'high', 'average_cost']) await expect(lines).toContainText(fields(`lines.${name}`));
      expect(await axeFindings(page, `section[aria-label="${words.trade('chart.title')}"]`)).toEqual([]);
      const cross = chip.getByRole('button');
      const box = await cross.boundingBox();
      if (isPhone) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );

      if (!isPhone) {
        // What is sold as the bot is ended stands there a second after the stream has told of it.
        await page.evaluate(
          async ({ bot, fundpass }) => {
            await fetch(`/api/apiw/v2/grid-trading/cancel/${bot}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'idempotency-key': `chart-${bot}-${Date.now()}` },
              body: JSON.stringify({ fundpass }),
            });
          },
          { bot: id, fundpass: FUND_PASSWORD },
        );
        await expect(chip).toContainText(/[1-9]\d* sell/, { timeout: 3_000 });
        await page.keyboard.press('Escape');
      } else await cross.click();
      await expect(chip).toHaveCount(0);
      if (isPhone) await toBots();

      // The detail has the same chart, of the bot's whole life, and its curve from the first minute.
      await page.goto(`/${language}/strategybot/underwayStrategy?type=spot_grid&id=${id}`);
      const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });
      await expect(main.getByRole('img', { name: new RegExp(words.bots('overview.curve')) })).toBeVisible();
      await main.getByRole('button', { name: words.bots('chart.title') }).click();
      await expect(main.getByTestId('bot-drawing')).toContainText(language === 'en' ? '1 buy' : '买入 1 笔', {
        timeout: 15_000,
      });
      await expect(main.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
      // The page of a bot comes without the words of the trade page: the chart brings them.
      await expect(main.getByRole('button', { name: words.trade('chart.wholeLife') })).toBeVisible();
      await expect(main).not.toContainText('trade.chart');
      expect(await axeFindings(page, 'main')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await page.goto(`/${language}/trade/ETH_USDT?tradModel=strategybot`);
      if (isPhone) await toBots();

      // On the page of another market it says where it trades.
      if (isPhone) await toggle.click();
      else {
        await section.getByRole('tab', { name: words.bots('tab.history') }).click();
        await section.getByRole('button', { name: words.bots('chart.show') }).click();
      }
      await expect(chip).toContainText(`ETH/USDT ${id}`);
      await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot`);
      await chip.getByRole('link').click();
      await expect(page).toHaveURL(/trade\/ETH_USDT/);
      await expect(chip).toContainText(`ETH/USDT ${id}`);
      await context.close();
    },
  );

  story()(
    `bots of several markets stand on each of their charts with what is a price there (${language}, ${theme}, ${device.viewport?.width} px)`,
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ ...device, baseURL: baseURL ?? '' });
      const page = await context.newPage();
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await logInAsDemo(page);
      for (const [kind, names] of [
        ['spot-future-arbitrage', ['average_cost', 'liquidation']],
        ['smart-position', ['average_cost', 'average_cost']],
      ] as const) {
        const [bot] = await rows(page, `strategy_type=${kind}&status=running`);
        if (bot === undefined) throw new Error(`the demo account has a ${kind}`);
        await spoilOnce(page, 'strategy_detail');
        await page.goto(`/${language}/strategybot/underwayStrategy?type=${kind}&id=${bot.strategy_id}`);
        const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });
        const unfold = main.getByRole('button', { name: words.bots('chart.title') });
        // Left open at one bot, it is open at the next.
        if (kind === 'spot-future-arbitrage') await unfold.click();
        await expect(unfold).toHaveAttribute('aria-expanded', 'true');
        const market = main.getByRole('combobox', { name: words.bots('chart.market') });
        const lines = main.getByTestId('bot-drawing').getByRole('list', { name: words.bots('chart.lines') });
        for (const [at, name] of names.entries()) {
          await market.selectOption({ index: at });
          await expect(lines).toContainText(fields(`lines.${name}`), { timeout: 30_000 });
          await expect(main.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
      }
      await context.close();
    },
  );
}
