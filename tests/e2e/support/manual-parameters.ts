import { expect, type Locator } from '@playwright/test';

/**
 * Forms begin with the AI's parameters where there are some (C-181), which depends on how far the searches have come.
 * Tests that type their own go to manual mode; `word` is the button's in the language of the page.
 */
export async function chooseManual(form: Locator, word: string): Promise<void> {
  const button = form.getByRole('button', { name: word });
  const own = form.locator('[name="low_price"], [name="price_steps"]').first();
  await expect(button.or(own).first()).toBeVisible();
  if (await button.isVisible()) await button.click();
  await expect(own).toBeVisible();
}
