import books from '#messages/en/books.json' with { type: 'json' };
import bots from '#messages/en/bots.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import trade from '#messages/en/trade.json' with { type: 'json' };
import { confirmReview } from './support/create-bot.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, test } from './support/test.ts';

/** Over plain http at another name than localhost (a home network) browsers lack what they keep for secure pages. */

test.use({ baseURL: `http://plain-http.test:${new URL(process.env.BASE_URL ?? 'http://localhost:3000').port}` });

test('over plain http in a home network a bot is created and shared', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await registerSigned(page);
  expect(await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
  await page.goto('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid');
  const form = page.getByRole('form');
  await expect(form).toBeVisible();
  await chooseManual(form, trade.ai.toManual);
  const last = await page.evaluate(async () => {
    const reply = await fetch('/api/strategybot/last_price?symbol=BTC_USDT&type=spot');
    return Number((await reply.json()).last_price);
  });
  const values = {
    low_price: (last * 0.9).toFixed(0),
    high_price: (last * 1.1).toFixed(0),
    grid_num: '10',
    money: '2000',
  };
  for (const [name, value] of Object.entries(values)) await form.locator(`[name="${name}"]`).fill(value);
  await form.getByRole('button', { name: trade.form.create, exact: true }).click();
  await confirmReview(page);
  await expect(page.getByText(common.success.robotCreated, { exact: true }).first()).toBeVisible();
  const row = page.getByRole('table', { name: bots.tab.running }).getByRole('row').nth(1);
  await row.getByRole('cell').first().click();
  const detail = page.getByRole('dialog');
  const share = detail.getByRole('button', { name: bots.action.share });
  await share.click();
  const poster = page.getByRole('dialog', { name: books.poster.title });
  await poster.getByRole('button', { name: books.poster.copy }).click();
  await expect(page.getByText(books.poster.copied)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(poster).toHaveCount(0);
  await expect(share).toBeFocused();
  expect(errors).toEqual([]);
});
