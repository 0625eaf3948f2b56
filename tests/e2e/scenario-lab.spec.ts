import { readFileSync } from 'node:fs';
import { covering } from '#tests/support/covering.ts';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { reviewSheet } from './support/create-bot.ts';
import { field, fillForm } from './support/fill-kind.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Page, test } from './support/test.ts';
import { type Language, wordsIn, wordsOf } from './support/words.ts';

/** From the review sheet into the scenario lab in one tap, before a bot is created: who survives what, and the picture that is given on. */

const LOOKS = [
  { language: 'en', width: 1440, height: 900, kind: 'spot_grid', crash: 'survived' },
  { language: 'zh', width: 390, height: 844, kind: 'futures_grid', crash: 'liquidated' },
] as const;

/** The form of a kind, filled in, at its review; a phone has it in a sheet. */
async function toReview(page: Page, language: Language, kind: 'spot_grid' | 'futures_grid', isPhone: boolean) {
  const { trade } = wordsIn(language);
  await registerSigned(page);
  const path = kind === 'futures_grid' ? 'futures/USDT/BTC_USDT' : 'trade/BTC_USDT';
  await page.goto(`/${language}/${path}?tradModel=strategybot&strategyType=${kind}`);
  if (isPhone) await page.locator('[data-tour="bar"] button').click();
  const form = page.getByRole('form');
  await expect(form).toBeVisible();
  await chooseManual(form, trade('ai.toManual'));
  await fillForm(page, form, kind);
  if (kind === 'futures_grid') {
    await form.getByText(wordsOf(language, 'fields')('side.long'), { exact: true }).click();
    await form
      .locator('[aria-controls]', { hasText: wordsOf(language, 'fields')('leverage.label') })
      .first()
      .click();
    await field(form, 'leverage').fill('5');
    await field(form, 'leverage').blur();
  }
  await form.getByRole('button', { name: trade('form.create'), exact: true }).click();
  await expect(reviewSheet(page)).toBeVisible();
}

for (const { language, width, height, kind, crash } of covering(LOOKS, 1, 1)) {
  test(`a ${kind} goes through the scenario lab before it is created (${language}, ${width} px)`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height });
    const { trade, common } = wordsIn(language);
    const lab = wordsOf(language, 'lab');
    await toReview(page, language, kind, width < 768);
    const button = reviewSheet(page).getByRole('button', { name: trade('review.lab') });
    await button.click();
    const dialog = page.getByRole('dialog', { name: lab('title') });
    await expect(dialog).toBeVisible();
    const first = await dialog.boundingBox();
    const came = dialog.locator('[data-outcome]');
    await expect(came).toHaveCount(kind === 'futures_grid' ? 6 : 5, { timeout: 60_000 });
    const flash = dialog.locator('[data-scenario="flash-crash"]');
    await expect(flash).toHaveAttribute('data-outcome', crash);
    await expect(flash.getByText(lab('underWater'))).toBeVisible();
    // What has come into it has moved nothing of it.
    expect(await dialog.boundingBox()).toEqual(first);
    // The simulated market has recorded no day.
    await expect(dialog.locator('[data-scenario="may-2021"]')).toHaveCount(0);
    expect(await axeFindingsInBothThemes(page, '[role="dialog"]')).toEqual([]);
    const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);

    const share = flash.getByRole('button', { name: lab('picture') });
    await share.click();
    const picture = page.getByRole('dialog', { name: lab('pictureTitle') });
    await expect(picture.getByRole('img')).toHaveAttribute('data-poster-link', new RegExp(`strategyType=${kind}$`));
    const coming = page.waitForEvent('download');
    await picture.getByRole('button', { name: wordsOf(language, 'books')('poster.save') }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`${kind}-flash-crash.png`);
    expect(readFileSync(await file.path()).readUInt32BE(16)).toBe(1080);
    await page.keyboard.press('Escape');
    await expect(picture).toHaveCount(0);
    await expect(share).toBeFocused();
    await dialog.getByRole('button', { name: common('action.close') }).click();
    await expect(dialog).toHaveCount(0);
    // The sheet is as it was: the bot can be created from it.
    await expect(button).toBeFocused();
    await expect(reviewSheet(page).locator('button[type="submit"]')).toBeEnabled();
  });
}
