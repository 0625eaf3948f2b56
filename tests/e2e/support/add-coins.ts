import { expect, type Locator, type Page } from '@playwright/test';

/** Adds coins to a portfolio in its picker: all coins, or those that are held. */
export async function addCoins(page: Page, form: Locator, coins: readonly string[]): Promise<void> {
  const settings = form.locator('fieldset[id$="coins"]');
  // Before it stands what says what is chosen.
  await settings
    .getByRole('button', { name: /^(?!.*: \?$)/ })
    .first()
    .click();
  const picker = page.getByRole('dialog').last();
  for (const coin of coins) await picker.getByRole('button', { name: new RegExp(`^\\W*(${coin} )?${coin}`) }).click();
  await picker.getByRole('button').last().click();
  await expect(settings.getByRole('textbox')).toHaveCount(coins.length);
}
