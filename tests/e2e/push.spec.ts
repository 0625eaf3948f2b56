import { axeFindingsInBothThemes } from './support/accessible.ts';
import { registerSigned } from './support/register-trader.ts';
import {
  type BrowserContext,
  type CDPSession,
  expect,
  type Locator,
  type Page,
  test,
  type Worker,
} from './support/test.ts';
import { wordsOf } from './support/words.ts';

/**
 * This browser as a channel. The worker is the product's own, told by the browser as its push service would tell it; the subscription
 * alone is made up: no service of a maker of browsers can be reached from here.
 */

/** A subscription that a service would have given: of an address of the open internet, to which nothing is sent here. */
async function makeUpSubscription(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const point = 'BHE1-k_ZOgnc6Yu_aBtL_PUOfA1jVOYq-wv_KjQpYXhl7UwfAt25Aj7lalV-UV1qncZsEfIglg3llDNN9Yh3ZyQ';
    // Kept from page to page, as a browser does.
    const KEPT = 'subscribed-for';
    const present = (): PushSubscription | null => {
      const kept = sessionStorage.getItem(KEPT);
      if (kept === null) return null;
      const made: object = {
        endpoint: 'https://1.1.1.1/push/a-story',
        options: { applicationServerKey: Uint8Array.from(JSON.parse(kept)).buffer },
        toJSON: () => ({ keys: { p256dh: point, auth: 'MDEyMzQ1Njc4OWFiY2RlZg' } }),
        unsubscribe: async () => {
          sessionStorage.removeItem(KEPT);
          return true;
        },
      };
      return made as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => present();
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey as Uint8Array<ArrayBuffer>;
      if (options?.userVisibleOnly !== true || key.length !== 65) throw new Error('not subscribed so');
      sessionStorage.setItem(KEPT, JSON.stringify([...key]));
      return present() as PushSubscription;
    };
  });
}

/** The account page of a new trader who lets the site notify him, dark: the panel of this browser. */
async function openAccount(page: Page, size: { readonly width: number; readonly height: number }): Promise<Locator> {
  await page.setViewportSize(size);
  await registerSigned(page);
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await makeUpSubscription(page);
  await page.context().grantPermissions(['notifications']);
  await page.goto('/en/account');
  return page.getByRole('region', { name: wordsOf('en', 'notifications')('settings.push.title') });
}

/** As the browser's own push service hands a message to the worker. */
async function deliver(context: BrowserContext, page: Page, data: object): Promise<void> {
  const session = await context.newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.endsWith('/push/') && !isDeleted);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const message = { origin, registrationId: await known, data: JSON.stringify(data) };
  await session.send('ServiceWorker.deliverPushMessage', message);
  await session.detach();
}

/** As a trader who blocks this site in the browser's settings, or allows it: for as long as the session is. */
async function decide(session: CDPSession, page: Page, setting: 'denied' | 'granted'): Promise<void> {
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { origin } = new URL(page.url());
  const place = targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId };
  await session.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting,
    origin,
    ...place,
  });
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

/** What the worker has shown from here on: without a screen Chromium shows nothing, so it is written down instead. */
async function watchWorker(context: BrowserContext): Promise<() => Promise<Shown[]>> {
  const isOurs = (worker: Worker): boolean => worker.url().endsWith('/push/worker.js');
  const worker = context.serviceWorkers().find(isOurs) ?? (await context.waitForEvent('serviceworker', isOurs));
  await worker.evaluate(() => {
    const shown: object[] = [];
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      shown.push({ title, body: options?.body, tag: options?.tag, path: options?.data.path });
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
}

test.afterEach(async ({ context, page }) => {
  await page
    .evaluate(async () => (await navigator.serviceWorker.getRegistration('/push/'))?.unregister())
    .catch(() => {});
  await context.clearPermissions();
});

test('this browser is told upon a press, by a worker that has no page under it, at 1440 px, dark', async ({
  page,
  context,
}) => {
  const words = wordsOf('en', 'notifications');
  const say = (key: string): string => words(`settings.${key}`);
  const here = await openAccount(page, { width: 1440, height: 900 });
  // The first answer of the exchange does not come.
  let asked = 0;
  await page.route('**/notifications/channels/add', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 502, body: '' }) : route.continue();
  });
  await here.getByRole('button', { name: say('push.turnOn') }).click();
  await expect(here.getByRole('alert')).toBeVisible();
  // By keys alone: the button goes as it is on, and the next key is not pressed nowhere.
  await here.getByRole('button', { name: say('push.turnOn') }).press('Enter');
  await expect(here.getByText(say('push.onForNothing'))).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  expect(asked).toBe(2);
  const channels = page.getByRole('region', { name: say('channels'), exact: true });
  await expect(channels.getByText(say('thisDevice'))).toBeVisible();
  await page
    .getByRole('group', { name: words('kind.liquidation') })
    .getByLabel(say('kinds.push'))
    .check();
  await page.getByRole('button', { name: say('save') }).click();
  await expect(page.getByRole('button', { name: say('save') })).toBeDisabled();
  await expect(here.getByText(say('push.on'), { exact: true })).toBeVisible();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  const file = await page.request.get('/push/worker.js');
  expect(file.headers()).toMatchObject({
    'content-security-policy': "default-src 'none'",
    'content-type': expect.stringContaining('javascript'),
  });
  // The worker is the product's own; pages are not under it, after a reload neither.
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  const shown = await watchWorker(context);
  const told = { id: 'x-1', lang: 'zh', title: '我的机器人', body: '已强平', code: 'ended', strategy_id: 7 };
  await deliver(context, page, { ...told, strategy_type: 'futures_grid', time: Date.now(), stays: true });
  await expect.poll(shown).toEqual([
    {
      title: '我的机器人',
      body: '已强平',
      tag: 'x-1',
      path: '/zh/strategybot/historyStrategy?id=7&type=futures_grid',
    },
  ]);
});

test('it is turned off where it was turned on, and blocked it says how it is allowed, at 390 px in zh, light', async ({
  page,
  context,
}) => {
  const words = wordsOf('zh', 'notifications');
  const say = (key: string): string => words(`settings.${key}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await registerSigned(page);
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  await makeUpSubscription(page);
  const session = await context.newCDPSession(page);
  await decide(session, page, 'denied');
  await page.goto('/zh/account');
  const here = page.getByRole('region', { name: say('push.title') });
  await expect(here.getByText(say('push.denied'))).toBeVisible();
  await expect(here.getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  // Whoever changes it in the browser's settings needs not load the page anew.
  await decide(session, page, 'granted');
  const on = here.getByRole('button', { name: say('push.turnOn') });
  await expect(on).toBeVisible();
  expect((await on.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
  await on.click();
  const off = here.getByRole('button', { name: say('push.turnOff') });
  await expect(off).toBeVisible();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await off.click();
  await expect(on).toBeVisible();
  await expect(page.getByRole('region', { name: say('channels'), exact: true }).getByText(say('none'))).toBeVisible();
});

test('logging out turns it off here and at the exchange; what the browser ends by itself is told at the next visit, at 390 px, dark', async ({
  page,
}) => {
  const words = wordsOf('en', 'notifications');
  const common = wordsOf('en', 'common');
  const say = (key: string): string => words(`settings.${key}`);
  const here = await openAccount(page, { width: 390, height: 844 });
  await here.getByRole('button', { name: say('push.turnOn') }).click();
  await expect(here.getByRole('button', { name: say('push.turnOff') })).toBeVisible();
  // As the worker notes it.
  const lose = () => page.evaluate(async () => (await caches.open('push')).put('/push/lost', new Response('')));
  await lose();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(here.getByText(say('push.lost'))).toBeVisible();
  // While no page of the product is open, which would tell it at once.
  await page.goto('/push/worker.js');
  await lose();
  // It leaves by itself: nobody waits for the whole page before he looks.
  await page.goto('/en/strategybot/portfolio', { waitUntil: 'commit' });
  await expect(page.getByText(common('nav.pushLost'))).toBeVisible();
  await page.goto('/en/account');
  await expect(here.getByRole('button', { name: say('push.turnOff') })).toBeVisible();
  await expect(here.getByText(say('push.lost'))).toBeVisible();
  const removed: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/channels/remove') || request.method() === 'DELETE') removed.push(request.method());
  });
  await page.getByRole('button', { name: common('nav.account') }).click();
  await page.getByRole('menuitem', { name: common('nav.logout') }).click();
  await expect(page.getByRole('link', { name: common('nav.login') }).first()).toBeVisible();
  expect(removed).toEqual(['POST', 'DELETE']);
  expect(
    await page.evaluate(
      async () =>
        (await (await navigator.serviceWorker.getRegistration('/push/'))?.pushManager.getSubscription()) ?? null,
    ),
  ).toBeNull();
  expect(await page.evaluate(async () => (await (await caches.open('push')).keys()).length)).toBe(0);
});

test('a phone may keep the site on its Home Screen, in the language of the page', async ({ page }) => {
  for (const language of ['en', 'zh']) {
    await page.goto(`/${language}/strategybot`);
    const address = await page.locator('link[rel="manifest"]').getAttribute('href');
    const reply = await page.request.get(String(address));
    expect(reply.headers()['content-type']).toContain('application/manifest+json');
    const manifest = await reply.json();
    expect(manifest).toMatchObject({ display: 'standalone', start_url: `/${language}/strategybot` });
    const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    for (const src of [apple, ...manifest.icons.map((icon: { src: string }) => icon.src)]) {
      const icon = await page.request.get(String(src));
      expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, 'image/png']);
    }
    await expect(page.locator('link[rel="icon"]').first()).toHaveAttribute('href', /icon\.svg/);
  }
});
