import { expect, type Page, type Route } from '@playwright/test';

/**
 * Family 4 (D1, D2, D3, D6): bad replies of every sort, and what has to become of them: said within five seconds, made
 * good within the larger of the call's interval, what the exchange asked for, and thirty seconds. The page's clock is
 * the test's: seconds pass when it says so.
 */

export const SAID_WITHIN_S = 5;
export const GOOD_WITHIN_S = 30;
const RETRY_AFTER_S = 4;

export const json =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', headers, body });

export const SORTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  '500': json(500, '{"code":500,"message":"internal"}'),
  '429': json(429, '{"code":429,"message":"too-many-requests"}', { 'retry-after': String(RETRY_AFTER_S) }),
  '504': json(504, '{"code":504,"message":"unknown"}'),
  'a refusal in an envelope': json(200, '{"code":500,"message":""}'),
  HTML: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Please log in</html>' }),
  'a cut reply': json(200, '{"code":200,"message":"","data":[{"mar'),
  'another shape': json(200, '["surprise"]'),
  'a refused connection': (route) => route.abort('connectionrefused'),
};

export const nameOf = (url: string): string => new URL(url).pathname;

/** Lets the page's clock run second by second until something is so; the network is given real time meanwhile. */
export async function within(page: Page, seconds: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let passed = 0; passed <= seconds; passed += 1) {
    for (let look = 0; look < 4; look += 1) {
      if (await isSo()) return;
      await page.waitForTimeout(20);
    }
    await page.clock.runFor(1_000);
  }
  throw new Error(`not within ${seconds} s: ${what}`);
}

/** The question of a request: a chart asks from another bar on as time passes, and means the same. */
export function questionOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('from');
  searchParams.delete('to');
  return `${pathname}?${searchParams}`;
}

export async function polledCalls(page: Page): Promise<string[]> {
  const asked = new Map<string, number>();
  const count = (request: { url(): string; method(): string }): void => {
    const name = nameOf(request.url());
    if (name.startsWith('/api/') && request.method() === 'GET') asked.set(name, (asked.get(name) ?? 0) + 1);
  };
  page.on('request', count);
  for (let second = 0; second < 33; second += 1) {
    await page.clock.runFor(1_000);
    await page.waitForTimeout(30);
  }
  page.off('request', count);
  // Days of candles are bytes for the preview, fetched day by day: many questions, none of them again.
  return [...asked].filter(([name, times]) => times >= 2 && !name.endsWith('candle_day')).map(([name]) => name);
}

/** Reads of balances: that one cannot be had is told nowhere (M-345, E-325), and it is asked again all the same. */
const UNTOLD = /balance$/;

export async function trySorts(page: Page, path: string, sorts: readonly (keyof typeof SORTS)[]): Promise<void> {
  const notice = page.getByTestId('live-notice');
  for (const sort of sorts) {
    const answer = SORTS[sort] as (typeof SORTS)[string];
    const told = `${path}: ${sort}`;
    let spoilt = '';
    let isAnswered = false;
    let isAskedAgain = false;
    const matches = (url: URL): boolean => url.pathname === path;
    await page.route(matches, async (route) => {
      const question = questionOf(route.request().url());
      if (spoilt !== '') {
        if (question === spoilt) isAskedAgain = true;
        return route.fallback();
      }
      spoilt = question;
      await answer(route);
      isAnswered = true;
    });
    await within(page, 35, `${told}: asked`, async () => spoilt !== '');
    await expect.poll(() => isAnswered).toBe(true);
    await page.waitForTimeout(150);
    // What is good again within the second needs no words.
    if (!UNTOLD.test(path))
      await within(page, SAID_WITHIN_S, `${told}: said`, async () => isAskedAgain || (await notice.isVisible()));
    await within(page, GOOD_WITHIN_S, `${told}: asked again`, async () => isAskedAgain);
    await within(page, SAID_WITHIN_S, `${told}: good again`, async () => !(await notice.isVisible()));
    await page.unroute(matches);
  }
}
