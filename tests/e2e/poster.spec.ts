import { readFileSync } from 'node:fs';
import { devices, expect } from '@playwright/test';
import { axeFindings } from './support/accessible.ts';
import { logInAsDemo } from './support/demo-account.ts';
import { livedBot, openBot, spoilFirst } from './support/lived-bot.ts';
import { toldIn } from './support/told-in.ts';
import { wordsOf } from './support/words.ts';

/** A bot's poster: drawn, kept as a picture, its link on a desk and on a phone; and a clone of a bot in the create form. */

const LOOKS = [
  { language: 'en', theme: 'light', device: null },
  { language: 'zh', theme: 'dark', device: devices['iPhone 13'] },
] as const;

for (const look of LOOKS) {
  const { language, theme, device } = look;
  const story = toldIn(LOOKS, look, 1);
  story()(
    `a bot is shared by its poster and cloned (${language}, ${device === null ? '1440 px' : 'a phone'}, ${theme}) (M-007, M-016, M-017, M-038, M-077)`,
    async ({ browser, baseURL }) => {
      const { defaultBrowserType: _browser, ...phone } = device ?? { defaultBrowserType: '' };
      const context = await browser.newContext({
        ...(device === null ? { viewport: { width: 1440, height: 900 } } : phone),
        baseURL: baseURL ?? '',
        colorScheme: theme,
      });
      const page = await context.newPage();
      const [books, bots] = [wordsOf(language, 'books'), wordsOf(language, 'bots')];
      await logInAsDemo(page);
      const bot = await livedBot(page, 'running', ['spot_grid']);
      await openBot(page, language, 'running', bot);
      const share = page.getByRole('button', { name: bots('action.share') });
      await spoilFirst(page, /\/rank\/strategy\/detail\//);
      await share.click();
      const dialog = page.getByRole('dialog', { name: books('poster.title') });
      const picture = dialog.getByRole('img');
      await expect(picture).toBeVisible({ timeout: 60_000 });
      const link = (await picture.getAttribute('data-poster-link')) ?? '';
      const path = device === null ? 'strategybot/detail' : 'mobileapp';
      expect(link).toMatch(
        new RegExp(`/${language}/${path}\\?id=${bot.strategy_id}&type=spot_grid&name=[0-9a-f]{16}$`),
      );
      expect(await axeFindings(page, '[role="dialog"]')).toEqual([]);
      const coming = page.waitForEvent('download');
      await dialog.getByRole('button', { name: books('poster.save') }).click();
      const file = await coming;
      expect(file.suggestedFilename()).toBe(`spot_grid-${bot.strategy_id}.png`);
      const png = readFileSync(await file.path());
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      // Width and height of the picture.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1560]);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(share).toBeFocused();

      // The link leads to the bot for whoever has it: here by its owner, whose bot is hidden from others.
      await page.goto(link);
      if (device !== null) {
        const words = wordsOf(language, 'public');
        await expect(page.getByRole('heading', { name: words('phone.title') })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
        const on = page.getByRole('link', { name: words('phone.bot') });
        expect(await on.getAttribute('href')).toContain(`/${language}/strategybot/detail?id=${bot.strategy_id}&`);
      }

      await openBot(page, language, 'running', bot);
      await page.getByRole('button', { name: bots('action.clone') }).click();
      await page.waitForURL(/tradModel=strategybot&strategyType=spot_grid/);
      const form = page.getByRole('form');
      // On a phone the form lies in a sheet behind its button.
      const sheet = page.getByRole('button', { name: wordsOf(language, 'trade')('panel.create'), exact: true });
      await expect(form.or(sheet).first()).toBeVisible();
      if (await sheet.isVisible()) await sheet.click();
      const detail = `strategy_id=${bot.strategy_id}&strategy_type=spot_grid`;
      const reply = await page.request.get(`/api/apiw/v2/quant-trading/strategybot/strategy_detail?${detail}`);
      const { payload } = (await reply.json()).data;
      await expect(form.locator('[name="grid_num"]')).toHaveValue(String(payload.grid_num));
      await context.close();
    },
  );
}
