import { expect, type Page } from '@playwright/test';

/** A trader of this test alone, logged in: tests do not see each other's bots and money. */
export async function registerTrader(page: Page, language: 'en' | 'zh'): Promise<void> {
  await page.goto(`/${language}/login`);
  const account = `t${Math.random().toString(36).slice(2, 12)}`;
  const code = await page.evaluate(async (name) => {
    const reply = await fetch('/api/account', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: name, password: 'paper-trader', nickname: name, fundpass: 'paper-fund' }),
    });
    return (await reply.json()).code;
  }, account);
  expect(code).toBe(200);
}
