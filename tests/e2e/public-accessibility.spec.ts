import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** No finding of axe on the public pages, in both themes, on a desktop and on a phone; and nothing to scroll sideways. */

interface SharedBot {
  readonly strategy_id: number;
  readonly user_info: { readonly anonymous: string };
}

async function firstBot(page: Page): Promise<SharedBot> {
  const list = await page.request.get(
    '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=spot_grid&page=1&page_size=1',
  );
  const [bot] = ((await list.json()) as { data: SharedBot[] }).data;
  if (bot === undefined) throw new Error('the demo world shares no bot');
  return bot;
}

const PAGES: Readonly<Record<string, (bot: SharedBot) => string>> = {
  'landing page': () => '/en/strategybot',
  'strategy page': () => '/zh/strategybot/spot_grid',
  'page of a shared bot': (bot) =>
    `/en/strategybot/detail?id=${bot.strategy_id}&type=spot_grid&name=${bot.user_info.anonymous}`,
  'page of a provider': (bot) => `/zh/strategybot/signaler-detail?anonymous=${bot.user_info.anonymous}`,
  'login page': () => '/en/login',
  'registration page': () => '/zh/register',
};

for (const [name, pathOf] of Object.entries(PAGES)) {
  for (const theme of ['dark', 'light'] as const) {
    for (const width of [1440, 390] as const) {
      test(`the ${name} is accessible (${theme}, ${width} px)`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.addInitScript((chosen) => window.localStorage.setItem('theme', chosen), theme);
        await page.goto(pathOf(await firstBot(page)));
        await expect(page.locator('header .skeleton')).toHaveCount(0);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
        );
        expect(found).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
      });
    }
  }
}
