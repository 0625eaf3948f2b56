import { expect, test } from '@playwright/test';
import { field, openForm } from './support/fill-kind.ts';
import { registerTrader } from './support/register-trader.ts';
import { wordsOf } from './support/words.ts';

const trade = wordsOf('en', 'trade');
const fields = wordsOf('en', 'fields');

test('a field tells what it means to a mouse and to keys', async ({ page }) => {
  await registerTrader(page);
  const form = await openForm(page, 'en', 'spot_grid', trade('ai.toManual'));
  const name = fields('grid_num.label');
  const mark = form.getByRole('button', { name: `${name}: ?` });
  const tip = page.getByRole('dialog', { name });
  const input = field(form, 'grid_num');

  await test.step('a mouse that stays opens it and may come over it; the focus stays where it is', async () => {
    await input.focus();
    await mark.hover();
    await expect(tip).toContainText(fields('grid_num.hint'));
    await tip.getByRole('link').first().hover();
    await expect(tip).toBeVisible();
    await expect(input).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
    await expect(input).toBeFocused();
  });

  await test.step('keys open it on the way to the field, and enter it', async () => {
    await page.mouse.move(0, 0);
    await page.keyboard.press('Shift+Tab');
    await expect(mark).toBeFocused();
    await expect(tip).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(input).toBeFocused();
    await expect(tip).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(tip).toBeFocused();
    const last = tip.getByRole('link').last();
    await last.focus();
    await page.keyboard.press('Tab');
    await expect(input).toBeFocused();
    await expect(tip).toHaveCount(0);
  });
});
