import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnotherBuild, anotherBuild } from '../support/another-build.ts';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { type PaperExchange, startPaperExchange } from '../support/paper-exchange.ts';
import { type RoundRobin, roundRobin } from '../support/round-robin.ts';
import { isNightly } from '../support/runs.ts';
import { expect, type Page, test } from './support/test.ts';

/** Two web servers behind a balancer are replaced one after the other by two of another build (issue 13, point 4). */

// Four servers are started: on a busy machine that is more than a minute.
test.skip(!isNightly, 'in the nightly run');

let exchange: PaperExchange;
let balancer: RoundRobin;
let other: AnotherBuild;
const servers: BuiltProduct[] = [];
const staticDir = mkdtempSync(join(tmpdir(), 'strategybot-static-'));

async function webServer(distDir?: string): Promise<BuiltProduct> {
  const server = await createBuiltProduct({
    ...{ UPSTREAM_URL: exchange.url, PUBLIC_URL: balancer.url, STATIC_DIR: staticDir },
    SESSION_SECRET: 'the secret of two web servers that take turns',
    ...(distDir === undefined ? {} : { NEXT_DIST_DIR: distDir }),
  });
  servers.push(server);
  await server.start();
  return server;
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  exchange = await startPaperExchange();
  balancer = await roundRobin();
  other = anotherBuild();
});
test.afterAll(async () => {
  for (const server of servers) await server.discard();
  await balancer.close();
  await exchange.stop();
  other.discard();
  rmSync(staticDir, { recursive: true, force: true });
});

test('an open tab of the last build goes on while web servers are replaced: its scripts load, its next click leads on, no request is lost', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const before = [await webServer(), await webServer()] as const;
  balancer.use(before.map(({ url }) => url));
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  await page.goto(`${balancer.url}/en/login`);
  await page.locator('[name="account"]').fill('demo');
  await page.locator('[name="password"]').fill('paper-demo');
  await page.locator('form [type="submit"]').click();
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto(`${balancer.url}/en/strategybot`);
  const scripts = () => page.evaluate(() => [...document.scripts].map(({ src }) => src.split('/').at(-1) ?? ''));
  const isOf = (names: Iterable<string>, found: readonly string[]) => {
    const all = new Set(names);
    return found.some((name) => all.has(name));
  };
  expect(isOf(other.files.keys(), await scripts())).toBe(true);
  expect(isOf(other.files.values(), await scripts())).toBe(false);
  await page.evaluate(() => {
    document.documentElement.dataset.ofTab = 'old';
  });

  // Somebody reads on all the while.
  let isOver = false;
  const statuses = new Map<number, number>();
  const reading = (async () => {
    while (!isOver) {
      for (const path of ['/en/strategybot', '/api/session', '/api/health']) {
        const { status } = await fetch(balancer.url + path);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
  })();
  const [first, second] = before;
  balancer.use([second.url]);
  expect(await first.stop()).toBe(0);
  const third = await webServer(other.distDir);
  balancer.use([third.url, second.url]);
  // Of both builds at once, whichever of the two is asked.
  await expectFiles(page, [...other.files.keys()]);
  balancer.use([third.url]);
  expect(await second.stop()).toBe(0);
  const fourth = await webServer(other.distDir);
  balancer.use([third.url, fourth.url]);
  isOver = true;
  await reading;
  expect([...statuses.keys()]).toEqual([200]);

  await expectFiles(page, [...other.files.keys()]);
  // Calls of the old tab are answered, and it is still logged in.
  const session = await page.evaluate(async () => (await fetch('/api/session')).json());
  expect(session).toMatchObject({ data: { logged_in: true } });
  expect(await page.evaluate(() => document.documentElement.dataset.ofTab)).toBe('old');
  await page.locator('a[href*="/en/strategybot/detail?"]').first().click();
  await expect(page).toHaveURL(/\/en\/strategybot\/detail\?/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A page of the new build, whole: a mixture of both would be neither.
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.ofTab ?? 'new')).toBe('new');
  expect(isOf(other.files.values(), await scripts())).toBe(true);
  expect(isOf(other.files.keys(), await scripts())).toBe(false);
  expect(failures).toEqual([]);
  expect(balancer.failures).toEqual([]);
});

/** What a tab may still ask for. */
async function expectFiles(page: Page, names: readonly string[]): Promise<void> {
  const missing = await page.evaluate(async (files) => {
    const lost: string[] = [];
    for (const file of files) {
      const { ok } = await fetch(`/_next/static/chunks/${file}`);
      if (!ok) lost.push(file);
    }
    return lost;
  }, names);
  expect(missing).toEqual([]);
}
