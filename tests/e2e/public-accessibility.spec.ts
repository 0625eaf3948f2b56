import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

/** No finding of axe on the public pages, in both themes, on a desktop and on a phone. */

const WIDTHS = [1440, 390] as const;

for (const theme of ['dark', 'light'] as const) {
  for (const width of WIDTHS) {
    test(`public pages are accessible (${theme}, ${width} px)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript((chosen) => window.localStorage.setItem('theme', chosen), theme);
      const list = await page.request.get(
        '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=spot_grid&page=1&page_size=1',
      );
      const { data } = (await list.json()) as { data: { strategy_id: number; user_info: { anonymous: string } }[] };
      const bot = data[0];
      if (bot === undefined) throw new Error('the demo world shares no bot');
      for (const path of [
        '/en/strategybot',
        '/zh/strategybot/spot_grid',
        `/en/strategybot/detail?id=${bot.strategy_id}&type=spot_grid&name=${bot.user_info.anonymous}`,
        `/zh/strategybot/signaler-detail?anonymous=${bot.user_info.anonymous}`,
        '/en/login',
        '/zh/register',
      ]) {
        await page.goto(path);
        await expect(page.locator('header a[href*="/login"]')).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
        );
        expect(found, `${path}, ${theme}, ${width} px`).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${path} at ${width} px`).toBe(0);
      }
    });
  }
}
