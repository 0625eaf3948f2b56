import { axeFindings } from './support/accessible.ts';
import { bots, CREATE, createBody, lastPrice, post, registerTrader, tradesOf } from './support/exchange-calls.ts';
import { type BrowserContextOptions, expect, type Locator, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsIn } from './support/words.ts';

/** The bots section as hands and eyes meet it: targets, contrast and names on both sizes, in both themes. */

test.describe.configure({ mode: 'parallel' });

const TOUCH_PX = 44;
const SCREENS: readonly (BrowserContextOptions & { theme: string; language: 'en' | 'zh' })[] = [
  { theme: 'light', language: 'zh', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { theme: 'dark', language: 'en', viewport: { width: 1440, height: 900 } },
];

async function expectAccessible(page: Page, selector: string): Promise<void> {
  expect(await axeFindings(page, selector)).toEqual([]);
}

/** Controls that a finger would miss. Radio buttons and boxes count with their label, a tip's mark with the place around it that answers too. */
async function expectTouchable(root: Locator): Promise<void> {
  const small = await root.evaluate((element, least) => {
    const controls = element.querySelectorAll('a, button, select, [role="tab"], label:has(input)');
    const touched = (control: Element): { readonly width: number; readonly height: number } => {
      const { width, height } = control.getBoundingClientRect();
      const around = getComputedStyle(control, '::after');
      if (around.content === 'none' || around.position !== 'absolute') return { width, height };
      return {
        width: Math.max(width, Number.parseFloat(around.width) || 0),
        height: Math.max(height, Number.parseFloat(around.height) || 0),
      };
    };
    return [...controls]
      .map((control) => ({ text: control.textContent, box: touched(control) }))
      .filter(({ box }) => box.height > 0 && (box.height < least || box.width < least))
      .map(({ text, box }) => `${text} ${box.width}x${box.height}`);
  }, TOUCH_PX);
  expect(small).toEqual([]);
}

async function expectLargeAndCentred(dialog: Locator, screenWidth: number): Promise<void> {
  const box = await dialog.boundingBox();
  expect(box?.width).toBeGreaterThan(screenWidth / 2);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - screenWidth / 2)).toBeLessThanOrEqual(1);
}

for (const screen of SCREENS) {
  const { theme, language, ...device } = screen;
  const story = toldIn(SCREENS, screen);
  const isPhone = device.isMobile === true;
  const words = wordsIn(language);

  story()(
    `running bots, a bot’s detail and its end are readable and in reach (${language}, ${theme}, ${device.viewport?.width} px) (M-044)`,
    async ({ browser, baseURL }) => {
      // Every surface of the section one after the other: longer than one step of a story.
      test.setTimeout(180_000);
      const context = await browser.newContext({ ...device, baseURL: baseURL ?? '' });
      const page = await context.newPage();
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
      await registerTrader(context.request, `bots-${theme}-${test.info().retry}`);
      const last = await lastPrice(context.request, 'ETH_USDT');
      const grid = { low_price: (last * 0.95).toFixed(2), high_price: (last * 1.05).toFixed(2), grid_num: '20' };
      const created = await post<{ strategy_id: number }>(
        context.request,
        CREATE,
        createBody('ETH_USDT', grid, '1000'),
      );
      expect(created.code).toBe(200);
      await expect
        .poll(async () => (await tradesOf(context.request, created.data.strategy_id)).length)
        .toBeGreaterThan(0);
      expect(await bots(context.request, 'running')).toHaveLength(1);
      await context.setExtraHTTPHeaders({});
      await page.goto(`/${language}/trade/ETH_USDT?tradModel=strategybot`);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      if (isPhone)
        await page
          .locator('label')
          .filter({ hasText: words.trade('view.bots') })
          .click();
      const section = page.getByRole('region', { name: words.bots('title') });
      const name = `ETH/USDT ${created.data.strategy_id}`;
      const row = isPhone ? section.getByRole('button', { name }) : section.getByRole('row').filter({ hasText: name });
      await expect(row).toBeVisible();
      await expectAccessible(page, `section[aria-label="${words.bots('title')}"]`);
      if (isPhone) await expectTouchable(section);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );

      await row.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('tab').first()).toBeVisible();
      if (!isPhone) await expectLargeAndCentred(dialog, device.viewport?.width ?? 0);
      for (const tab of ['open-orders', 'trade-history', 'parameters', 'overview']) {
        await dialog.getByRole('tab', { name: words.bots(`detail.tab.${tab}`) }).click();
        await expect(dialog.getByRole('tabpanel').locator('.skeleton')).toHaveCount(0);
        await expectAccessible(page, '[role="dialog"]');
        if (isPhone) await expectTouchable(dialog);
      }
      await dialog.getByRole('button', { name: words.bots('action.terminate') }).click();
      await page.getByRole('button', { name: words.bots('terminate.anyway') }).click();
      const end = page.getByRole('dialog', { name: words.bots('terminate.title') });
      await end.getByRole('radio', { name: words.bots('terminate.limit') }).check();
      await expect(end.getByLabel(words.bots('terminate.slippage'), { exact: true })).toBeVisible();
      await expectAccessible(page, '[role="dialog"]:last-of-type');
      if (isPhone) await expectTouchable(end);
      await page.keyboard.press('Escape');
      await expect(end).toHaveCount(0);
      await context.close();
    },
  );
}

test('on a phone Back closes the uppermost dialog and keeps the place and the focus; then it leaves (issue 10)', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: baseURL ?? '',
  });
  const page = await context.newPage();
  const words = wordsIn('en');
  await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
  await registerTrader(context.request, `back-${test.info().retry}-${Date.now()}`);
  const last = await lastPrice(context.request, 'ETH_USDT');
  const grid = { low_price: (last * 0.95).toFixed(2), high_price: (last * 1.05).toFixed(2), grid_num: '20' };
  const created = await post<{ strategy_id: number }>(context.request, CREATE, createBody('ETH_USDT', grid, '1000'));
  expect(created.code).toBe(200);
  await context.setExtraHTTPHeaders({});
  const before = '/en/strategybot';
  await page.goto(before);
  await page.goto('/en/trade/ETH_USDT?tradModel=strategybot');
  await page
    .locator('label')
    .filter({ hasText: words.trade('view.bots') })
    .click();
  const section = page.getByRole('region', { name: words.bots('title') });
  const row = section.getByRole('button', { name: `ETH/USDT ${created.data.strategy_id}` });
  const detail = page.getByRole('dialog').filter({ has: page.getByRole('tab') });
  const reminder = page.getByRole('dialog', { name: words.bots('terminate.reminderTitle') });
  const end = page.getByRole('dialog', { name: words.bots('terminate.title') });
  await row.click();
  await expect(detail.getByRole('tab').first()).toBeVisible();
  const terminate = detail.getByRole('button', { name: words.bots('action.terminate') });
  await terminate.click();
  // The reminder's place is taken by the dialog itself: one step.
  await reminder.getByRole('button', { name: words.bots('terminate.anyway') }).click();
  await expect(end).toBeVisible();
  const [place, length] = await page.evaluate(() => [window.scrollY, window.history.length]);
  await page.goBack();
  await expect(end).toHaveCount(0);
  await expect(reminder).toHaveCount(0);
  await expect(terminate).toBeFocused();
  // Closed by its own button it leaves no step behind.
  await terminate.click();
  await reminder.getByRole('button', { name: words.bots('terminate.hold') }).click();
  await expect(reminder).toHaveCount(0);
  await expect(terminate).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.history.state?.dialogSteps?.length)).toBe(1);
  await page.goBack();
  await expect(detail).toHaveCount(0);
  await expect(row).toBeFocused();
  expect(await page.evaluate(() => [window.scrollY, window.history.length])).toEqual([place, length]);
  await expect(page).toHaveURL(/\/en\/trade\/ETH_USDT\?tradModel=strategybot$/);
  // Loaded anew under an open dialog, the page has neither the dialog nor its step.
  await row.click();
  await expect(detail).toBeVisible();
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.history.state?.dialogSteps)).toBeUndefined();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${before}$`));
  await context.close();
});
