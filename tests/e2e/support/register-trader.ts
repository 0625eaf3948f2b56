import { expect, type Page } from '@playwright/test';
import { CODE } from '#lib/contract/vocabulary.ts';

/** Asks from the product's own address, where calls have to come from; of its pages none is drawn for that. */
async function openSession(page: Page, call: string, body: object, home = ''): Promise<void> {
  await page.goto(`${home}/robots.txt`);
  const ask = () =>
    page.evaluate(
      async ([path, sent]): Promise<number> => {
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(path, { method: 'POST', headers, body: sent });
        return (await reply.json()).code;
      },
      [call, JSON.stringify(body)] as const,
    );
  // One password of strangers is hashed at a time: whoever waits for too long is told that it is busy, and asks again.
  let code: number = CODE.unavailable;
  await expect.poll(async () => (code = await ask()), { timeout: 40_000 }).not.toBe(CODE.unavailable);
  expect(code).toBe(CODE.ok);
}

/** Somebody whom the exchange knows; `home`: of a product of the test's own. Login pages have stories of their own (public-account.spec.ts). */
export function logIn(page: Page, account: string, password: string, home = ''): Promise<void> {
  return openSession(page, '/api/session', { account, password }, home);
}

/** A trader of this test alone, logged in: tests do not see each other's bots and money. */
export function registerTrader(page: Page): Promise<void> {
  const account = `t${Math.random().toString(36).slice(2, 12)}`;
  const body = { account, password: 'paper-trader', nickname: account, fundpass: 'paper-fund' };
  return openSession(page, '/api/account', body);
}

export const AGREEMENT = '/api/apiw/v2/quant-trading/private/bot_agreement';

/** For the trader who is logged in on the page: creations go straight to their review. */
export function signAgreement(page: Page): Promise<void> {
  return page.evaluate(async (path) => {
    const { data } = await (await fetch(path)).json();
    const body = JSON.stringify({ version: data.version });
    await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }, AGREEMENT);
}

/** A trader of this test alone who has signed the agreement. */
export async function registerSigned(page: Page): Promise<void> {
  await registerTrader(page);
  await signAgreement(page);
}
