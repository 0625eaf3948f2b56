import { expect, type Locator, type Page } from '@playwright/test';

/** A trader of this test alone, logged in and with the agreement signed. */
export async function registerByPage(page: Page, language: string): Promise<void> {
  await page.goto(`/${language}/login`);
  const account = `k${Math.random().toString(36).slice(2, 12)}`;
  const code = await page.evaluate(async (name) => {
    const post = (path: string, body: object) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((reply) => reply.json());
    const made = await post('/api/account', {
      account: name,
      password: 'paper-trader',
      nickname: name,
      fundpass: 'paper-fund',
    });
    const agreement = await (await fetch('/api/apiw/v2/quant-trading/private/bot_agreement')).json();
    await post('/api/apiw/v2/quant-trading/private/bot_agreement', { version: agreement.data.version });
    return made.code;
  }, account);
  expect(code).toBe(200);
}

/** Presses Create, says yes to what is asked, and waits for the words of success. `trade`: the page's words. */
export async function createBot(
  page: Page,
  form: Locator,
  trade: (key: string) => string,
  success: string,
): Promise<void> {
  const button = form.getByRole('button', { name: trade('form.create'), exact: true });
  await expect(button).toBeEnabled();
  await button.click();
  const anyway = page.getByRole('button', { name: trade('confirm.goOn') });
  const password = page.locator('[name="fundpass"]');
  const done = page.getByText(success, { exact: true }).first();
  await expect(anyway.or(password).or(done).first()).toBeVisible();
  if (await anyway.isVisible()) {
    await anyway.click();
    await expect(password.or(done).first()).toBeVisible();
  }
  if (await password.isVisible()) {
    await password.fill('paper-fund');
    await password.press('Enter');
  }
  await expect(done).toBeVisible();
}
