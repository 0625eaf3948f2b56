import { expect, type Locator, type Page } from '@playwright/test';
import { FUND_PASSWORD, QUANT } from './exchange-calls.ts';
import { type Language, wordsOf } from './words.ts';

/** What an owner does on the page of his bot. */

/** A bot as the exchange tells it, asked from the page. */
export async function rowOf<Row>(page: Page, kind: string, id: number): Promise<Row> {
  const query = `strategy_id=${id}&strategy_type=${kind}&data_period=all_period`;
  return (await (await page.request.get(`${QUANT}/strategybot/get_all_strategy?${query}`)).json()).data[0];
}

/** The fund password, where the exchange asks for it: once a session for a while. */
async function giveFundPassword(page: Page, language: Language, password: string): Promise<void> {
  const common = wordsOf(language, 'common');
  const question = page.getByRole('dialog', { name: common('fundpass.title') });
  if (!(await question.isVisible())) return;
  await question.getByRole('textbox').or(question.locator('input')).first().fill(password);
  await page.keyboard.press('Enter');
}

/** Opens an entry of the bot's menu; what closes it gives the focus back to the menu's button. */
export async function manage(page: Page, language: Language, entry: string): Promise<Locator> {
  const bots = wordsOf(language, 'bots');
  await page.getByRole('button', { name: bots('action.change') }).click();
  await page.getByRole('menuitem', { name: bots(`changes.${entry}`), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('.skeleton')).toHaveCount(0);
  return dialog;
}

/** Presses the button that sends what the dialog has, and waits until the dialog is gone. */
export async function confirm(
  page: Page,
  language: Language,
  dialog: Locator,
  name: string,
  password = FUND_PASSWORD,
): Promise<void> {
  const button = dialog.getByRole('button', { name, exact: true });
  await expect(button).toBeEnabled();
  await button.click();
  await expect
    .poll(async () => {
      await giveFundPassword(page, language, password);
      return page.getByRole('dialog').count();
    })
    .toBe(0);
}
