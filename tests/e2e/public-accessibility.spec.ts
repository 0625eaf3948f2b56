import { covering } from '#tests/support/covering.ts';
import { isNightly } from '../support/runs.ts';
import { axeFindings, axeFindingsInBothThemes, fingerFindings, showTheme } from './support/accessible.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Page, test } from './support/test.ts';

/** No finding of axe on the public pages, in both themes, on a desktop and on a phone; and nothing to scroll sideways. */

interface SharedBot {
  readonly strategy_id: number;
  readonly user_info: { readonly anonymous: string };
}

async function firstBot(page: Page): Promise<SharedBot> {
  const list = await page.request.get(
    '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=spot_grid&page=1&page_size=1',
  );
  const [bot] = ((await list.json()) as { data: SharedBot[] }).data;
  if (bot === undefined) throw new Error('the demo world shares no bot');
  return bot;
}

const PAGES: Readonly<Record<string, (bot: SharedBot) => string>> = {
  'landing page': () => '/en/strategybot',
  'page of a ranking': () => '/ar/strategybot/rankings/apr',
  'ranking of the usual order': () => '/en/strategybot/rankings',
  'strategy page': () => '/zh/strategybot/spot_grid',
  'strategy page from right to left': () => '/ar/strategybot/futures_grid',
  'page of a market': () => '/ar/strategybot/market/BTC_USDT',
  'page of a kind on a market': () => '/ar/strategybot/spot_grid/BTC_USDT',
  'start page': () => '/ar/strategybot/start',
  'page of a shared bot': (bot) =>
    `/en/strategybot/detail?id=${bot.strategy_id}&type=spot_grid&name=${bot.user_info.anonymous}`,
  'page of a provider': (bot) => `/zh/strategybot/signaler-detail?anonymous=${bot.user_info.anonymous}`,
  'page of sell high': () => '/en/earn/sell-high',
  'page of plans': () => '/en/auto-investment',
  'help of a kind': () => '/en/help/bots/spot_grid',
  'login page': () => '/en/login',
  'registration page': () => '/zh/register',
  'page that is not there': () => '/en/nothing/here',
};

// Each theme and each width of a page; in the nightly run each pair of them.
const LOOKS = [
  [
    { theme: 'dark', width: 1440 },
    { theme: 'light', width: 390 },
  ],
  [
    { theme: 'dark', width: 390 },
    { theme: 'light', width: 1440 },
  ],
] as const;

for (const [turn, [name, pathOf]] of Object.entries(PAGES).entries()) {
  const looks = covering(LOOKS, turn, 1);
  // In the nightly run each look is at a page of its own; in npm test the second one is at the page that is there.
  for (const together of isNightly ? looks.flat().map((look) => [look]) : looks) {
    const told = together.map(({ theme, width }) => `${theme}, ${width} px`).join('; ');
    test(`the ${name} is accessible (${told})`, async ({ page }) => {
      for (const [at, { theme, width }] of together.entries()) {
        await page.setViewportSize({ width, height: 900 });
        if (at === 0) {
          await page.addInitScript((chosen) => window.localStorage.setItem('theme', chosen), theme);
          await page.goto(pathOf(await firstBot(page)));
          await expect(page.locator('header .skeleton')).toHaveCount(0);
        } else await showTheme(page, theme);
        expect(await axeFindings(page), `${theme}, ${width} px`).toEqual([]);
        if (width < 768) expect(await fingerFindings(page), `${theme}, ${width} px`).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${width} px`).toBe(0);
      }
    });
  }
}

/** What keys lead to, each once: of a group of choices one stands for all. */
function reachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, summary, select, input, [tabindex="0"]');
    const seen = [...all].filter((element) => {
      if (!element.checkVisibility() || element.matches(':disabled, [tabindex="-1"], [type="hidden"]')) return false;
      return !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked);
    });
    for (const [at, element] of seen.entries()) element.dataset.reached = String(at);
    return seen.map((_, at) => String(at));
  });
}

const BY_KEYS: readonly string[] = [
  'ranking of the usual order',
  'page of a market',
  'page of a kind on a market',
  'start page',
  'landing page',
  'strategy page',
  'page of a shared bot',
  'page of a provider',
];

test('keys alone lead to everything on visitors’ pages, in their order and with the focus in sight (H)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const bot = await firstBot(page);
  for (const name of BY_KEYS) {
    await page.goto((PAGES[name]?.(bot) ?? '').replace(/^\/\w\w\//, '/en/'));
    await expect(page.locator('header .skeleton')).toHaveCount(0);
    const wanted = await reachable(page);
    expect(wanted.length, name).toBeGreaterThan(10);
    const reached: string[] = [];
    await page.locator('body').focus();
    for (const _ of wanted) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        // A card's link is marked around the whole card.
        const marks = [getComputedStyle(element), getComputedStyle(element, '::after')];
        const { bottom, top } = element.getBoundingClientRect();
        const isSeen = (bottom > 0 && top < window.innerHeight) || element.tagName === 'INPUT';
        const isMarked =
          marks.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none') ||
          element.matches('a[href="#content"], input');
        return `${element.dataset.reached}${isSeen && isMarked ? '' : ` unseen ${element.outerHTML.slice(0, 120)}`}`;
      });
      reached.push(at);
    }
    expect(reached, name).toEqual(wanted);
  }
  // More of a list comes when a key asks for it, and the way goes on with the first of them.
  await page.goto('/en/strategybot');
  const listed = page.locator('[data-listed]');
  const count = await listed.count();
  await page.locator('a[rel="next"]').press('Enter');
  await expect(listed.nth(count)).toBeFocused();
  await expect(listed.nth(count).locator('a').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(listed.nth(count).locator(':focus')).toHaveCount(1);
  // And press what they lead to.
  await page.goto('/en/strategybot/rankings');
  const made = page.locator('ol summary').first();
  await made.press('Enter');
  await expect(page.locator('ol details[open]')).toHaveCount(1);
  await page.locator('nav a[href$="/rankings/yield"]').press('Enter');
  await expect(page).toHaveURL(/rankings\/yield$/);
});

test('menus close on Escape and give the focus back to what opened them; a press elsewhere closes them too (H)', async ({
  page,
}) => {
  await page.goto('/en/trade/BTC_USDT?tradModel=strategybot');
  await registerSigned(page);
  await page.goto('/en/trade/BTC_USDT?tradModel=strategybot');
  for (const name of ['Language · Theme', /^Account/, 'BTC/USDT · Choose a market']) {
    const button = page.getByRole('button', { name });
    const menu = page.getByRole('menu');
    await button.focus();
    // The first time it is loaded, the second time it is there.
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press(key);
      const entries = menu.locator('[role^="menuitem"]');
      await expect(entries.first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(entries.nth(1)).toBeFocused();
      // The markets come after their kinds.
      if (name === 'BTC/USDT · Choose a market') await expect(entries.nth(5)).toBeVisible();
      await page.keyboard.press('End');
      await expect(entries.last()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await expect(button).toBeFocused();
    }
    await button.click();
    await expect(menu).toBeVisible();
    await page.getByRole('region', { name: 'My bots' }).click({ position: { x: 2, y: 2 } });
    await expect(menu).toHaveCount(0);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a menu’s entries are as large as fingers on a phone, choose by key, and stay where what was chosen is seen (H)', async ({
    page,
  }) => {
    const languages = ['en', 'zh'];
    for (const language of languages) {
      await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot`);
      for (const [at, button] of (await page.locator('[aria-haspopup="menu"]').all()).entries()) {
        if (!covering(languages, at, 1).includes(language)) continue;
        await button.tap();
        const menu = page.getByRole('menu');
        await expect(menu.locator('[role^="menuitem"]').nth(3)).toBeVisible();
        for (const entry of await menu.locator('[role^="menuitem"]').all())
          expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        expect(await axeFindingsInBothThemes(page, isNightly ? undefined : '[role="menu"]')).toEqual([]);
        const box = (await menu.boundingBox()) ?? { x: -1, width: 0 };
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(390);
        await page.keyboard.press('Escape');
      }
    }
    await page.getByRole('button', { name: '语言 · 主题' }).tap();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.getByRole('menuitemradio', { name: '深色' }).press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('ArrowDown');
    const light = page.getByRole('menuitemradio', { name: '浅色' });
    await expect(light).toBeFocused();
    await light.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(light).toBeChecked();
    await expect(light).toBeFocused();
  });
});

test('a message lies on no heading and no button of a panel or a sheet (H)', async ({ page }) => {
  await registerSigned(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=create');
    if (width === 390) await page.getByRole('button', { name: 'Create bot', exact: true }).click();
    const form = page.getByRole('form');
    await chooseManual(form, 'Manual modification');
    await form.getByText('Trail up').click();
    const message = page.locator('section[aria-live] > *');
    await expect(message).toHaveText(/set the price range first/);
    const below = (await message.boundingBox()) ?? { y: 0, height: 0 };
    const heading = page.getByRole('heading', { name: width === 390 ? 'Create a bot' : 'Spot grid' });
    expect(below.y + below.height).toBeLessThanOrEqual((await heading.boundingBox())?.y ?? 0);
    await message.getByRole('button').click();
  }
});
