import { devices, expect, type Page, test } from '@playwright/test';
import { registerTrader } from './support/register-trader.ts';

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };
const PAGE = '/en/trade/BTC_USDT?tradModel=strategybot';

/** A phone gets a page of its own: the chart at once, the other parts with their texts when they are opened. */

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

test.describe('a phone', () => {
  test.use(PHONE);

  test('asks for the book and the bots only while they are looked at, and opens the form in the sheet', async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await registerTrader(page, 'en');
    asked.length = 0;
    await page.goto(PAGE);
    await expect(page.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
    const parts = () => asked.filter((path) => /market\/depth|strategy_class|get_all_strategy/.test(path));
    expect(parts()).toEqual([]);
    await page.getByText('Order book', { exact: true }).first().click();
    await expect(page.getByRole('list', { name: 'Sell orders' }).getByRole('listitem').first()).toBeVisible();
    expect(parts().length).toBeGreaterThan(0);
    await page.getByText('Chart', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Create bot', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: /^Spot grid/ }).click();
    await sheet.getByText('Customize', { exact: true }).click();
    await expect(sheet.getByRole('form')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.getByText('My bots', { exact: true }).first().click();
    await expect(page.getByRole('tab', { name: 'Running' })).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test('that is turned has the parts of a wide screen', async ({ page }) => {
    const complaints = complaintsOf(page);
    await page.setViewportSize({ width: 915, height: 412 });
    await page.goto(PAGE);
    await expect(page.getByRole('complementary').getByRole('button', { name: /^Spot grid/ })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Running' })).toBeVisible();
    // Turned back, what was open there is hidden behind the view, not gone.
    await page.setViewportSize(PHONE.viewport);
    await expect(page.getByRole('button', { name: 'Create bot', exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Running', includeHidden: true })).toHaveCount(1);
    expect(complaints).toEqual([]);
  });
});

test('the HTML is that of the screen that asks', async ({ request }) => {
  const html = async (agent: string): Promise<string> =>
    (await request.get(PAGE, { headers: { 'user-agent': agent } })).text();
  const [phone, desktop] = await Promise.all([html(userAgent), html(devices['Desktop Chrome'].userAgent)]);
  expect(desktop).toContain('data-card="spot_grid"');
  expect(phone).not.toContain('data-card="spot_grid"');
  expect(phone).toContain('Create bot');
  expect(phone.length).toBeLessThan(desktop.length / 2);
});
