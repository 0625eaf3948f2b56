import { askedCall } from '#lib/client/asked-call.ts';
import { CHANGED_BY } from '#lib/contract/event-carriage.ts';
import { registerTrader } from './support/register-trader.ts';
import { expect, test } from './support/test.ts';

/** What the event stream tells of is asked for once on load: its replies say which events they contain, and the stream goes on from there (issue 12). */

/** Longer than a stream takes to begin, and a list that it has asked anew. */
const LOOKED_AT_MS = 4_000;

for (const path of [
  '/en/auto-investment',
  '/en/trade/BTC_USDT?tradModel=strategybot',
  '/en/strategybot/portfolio',
  '/en/account',
]) {
  test(`${path.split('?')[0]} asks for each of a trader’s lists once`, async ({ page }) => {
    await registerTrader(page);
    const asked = new Map<string, number>();
    let greetedMs = 0;
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      const key = pathname + search;
      const call = request.method() === 'GET' ? askedCall(key) : null;
      if (call !== null && CHANGED_BY.gap.has(call.name)) asked.set(key, (asked.get(key) ?? 0) + 1);
    });
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/api/events') greetedMs = performance.now();
    });
    await page.goto(path);
    await expect.poll(() => greetedMs, { timeout: 30_000 }).toBeGreaterThan(0);
    await expect.poll(() => performance.now() - greetedMs, { timeout: 20_000 }).toBeGreaterThan(LOOKED_AT_MS);
    console.log(`${path}: ${asked.size} lists`);
    expect(asked.size).toBeGreaterThan(0);
    expect(Object.fromEntries([...asked].filter(([, times]) => times > 1))).toEqual({});
  });
}
