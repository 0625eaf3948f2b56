import { expect, type Locator, type Page } from '@playwright/test';
import type { Say } from './words.ts';

/** Presses Create, confirms the review sheet, and waits for the words of success. `trade`: the page's words. */
export async function createBot(
  page: Page,
  form: Locator,
  trade: (key: string) => string,
  success: string,
): Promise<void> {
  const button = form.getByRole('button', { name: trade('form.create'), exact: true });
  await expect(button).toBeEnabled();
  await button.click();
  await confirmReview(page);
  await expect(page.getByText(success, { exact: true }).first()).toBeVisible();
}

/** The sheet before every creation (H52). */
export function reviewSheet(page: Page): Locator {
  return page.getByRole('dialog').filter({ has: page.locator('[data-review="moves"]') });
}

/** Confirms the review sheet that is open, with the fund password where the exchange wants it. */
export async function confirmReview(page: Page, fundPassword = 'paper-fund'): Promise<void> {
  await askForPassword(page);
  const password = reviewSheet(page).locator('[name="fundpass"]');
  if ((await password.count()) === 0) return;
  await password.fill(fundPassword);
  await password.press('Enter');
}

/** Confirms the review sheet that is open; returns when it is gone, or wants the fund password. */
export async function askForPassword(page: Page): Promise<void> {
  const sheet = reviewSheet(page);
  await sheet.locator('button[type="submit"]').click();
  const password = sheet.locator('[name="fundpass"]');
  await expect.poll(async () => (await sheet.count()) === 0 || (await password.count()) > 0).toBe(true);
}

/** The newest bot in the list of running ones. `bots`: the page's words. */
export function firstRunning(page: Page, bots: Say): Locator {
  return page
    .getByRole('table', { name: bots('tab.running') })
    .getByRole('row')
    .nth(1);
}
