import { field, openForm } from './support/fill-kind.ts';
import { registerTrader } from './support/register-trader.ts';
import { expect, test } from './support/test.ts';
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

test('a figure says how it is computed to a finger, with names close below each other, at 390 px', async ({
  browser,
  baseURL,
}) => {
  const phone = await browser.newPage({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await phone.goto('/en/help/bots/spot_grid');
  const names = phone.locator('main [aria-haspopup=dialog]');
  const tips = phone.locator('[data-figure]');
  const glossary = wordsOf('en', 'glossary');
  const tipOf = (term: string) => phone.getByRole('dialog', { name: glossary(`terms.${term}.name`) });
  const [first, second] = [names.nth(0), names.nth(1)];

  await test.step('a press opens the tip of what is pressed, a second one closes it', async () => {
    await first.tap();
    await expect(tipOf('return_per_grid')).toContainText(glossary('terms.return_per_grid.text'));
    await first.tap();
    await expect(tips).toHaveCount(0);
  });

  await test.step('a press on another one opens that instead, one elsewhere closes it', async () => {
    await first.tap();
    await expect(tipOf('return_per_grid')).toBeVisible();
    await second.tap();
    await expect(tipOf('min_investment')).toBeVisible();
    await expect(tips).toHaveCount(1);
    await phone.locator('main dd[data-summary]').nth(1).tap();
    await expect(tips).toHaveCount(0);
  });

  await test.step('its links can be pressed, and it stays while they are', async () => {
    await first.tap();
    const [opened] = await Promise.all([
      phone.waitForEvent('popup'),
      tips.getByRole('link', { name: glossary('tip.glossary') }).tap(),
    ]);
    await expect(opened).toHaveURL(/\/en\/help\/glossary#/);
    await opened.close();
    await expect(tipOf('return_per_grid')).toBeVisible();
  });

  await test.step('nowhere do words of a name lie below another one', async () => {
    const covered = await names.evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        button.scrollIntoView({ block: 'center' });
        const words = document.createRange();
        words.selectNodeContents(button);
        const { left, top, width, height } = words.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return button.contains(hit) ? [] : [`${button.textContent}: ${hit?.textContent?.slice(0, 40)}`];
      }),
    );
    expect(covered).toEqual([]);
  });
  await phone.context().close();
});
