import { covering } from '#tests/support/covering.ts';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { createBot } from './support/create-bot.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, test } from './support/test.ts';
import { type Language, wordsIn } from './support/words.ts';

/** A product of its own, with what its search has found; the search itself is over before the forms are looked at. */
let product: BuiltProduct;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await createBuiltProduct({ MARKET_FEED: 'simulated', WORLD_BOTS: '0' });
  await product.start({ AI_SEARCH: '1' });
  // Bitcoin's spot grid of a week is what the exchange searches first.
  const url = `${product.url}/api/apiw/v2/grid-trading/ai_params/spot?cycle=7&symbol=BTC_USDT`;
  await expect.poll(async () => (await (await fetch(url)).json()).code, { timeout: 150_000 }).toBe(200);
  // Going on, it would take both cores from the tests beside this one.
  await product.stop();
  await product.start();
});
test.afterAll(() => product.discard());

const LANGUAGES: readonly Language[] = ['en', 'zh'];

for (const language of covering(LANGUAGES, 1, 1)) {
  const { bots, common, trade } = wordsIn(language);

  test(`in ${language} the AI’s parameters are read, changed by hand and taken back; the moon-bot needs nothing but an amount (C-064, C-079…C-082, C-184, C-186, C-215)`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ baseURL: product.url });
    await registerSigned(page);
    await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid`);
    const form = page.getByRole('form');
    const found = form.getByRole('region', { name: trade('ai.title') });
    const back = form.getByRole('button', { name: trade('ai.toManual') });
    const anyway = form.getByRole('button', { name: trade('ai.toAutoAnyway') });
    await expect(back.or(anyway)).toBeVisible();
    // H51: a D is not chosen by itself.
    if (await anyway.isVisible()) await anyway.click();
    await expect(found).toContainText(trade('ai.aWeek'));
    await expect(found).toContainText(trade('ai.hold', { held: 'other' }));
    await expect(found.locator('[data-track]')).toHaveCount(2);
    await expect(found.getByRole('radio')).toHaveCount(2);
    await form.getByRole('button', { name: trade('ai.toManual') }).click();
    const low = form.locator('[name="low_price"]');
    await expect(low).not.toHaveValue('');
    await low.fill('1');
    await form
      .getByRole('button', { name: trade('ai.toAuto') })
      .or(anyway)
      .click();
    await expect(found).toBeVisible();
    await expect(low).toHaveCount(0);

    await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot`);
    await page.getByRole('button', { name: new RegExp(trade('moon.name')) }).click();
    const heading = page.getByRole('heading', { name: trade('moon.name') });
    await expect(heading).toBeVisible();
    const all = page.getByRole('button', { name: trade('moon.anyway') });
    await expect(found.or(all)).toBeVisible();
    if (await all.isVisible()) await all.click();
    await expect(found).toContainText(trade('ai.aWeek'));
    await form.locator('[name="money"]').fill('3000');
    await createBot(page, form, trade, common('success.robotCreated'));
    const rows = page.getByRole('table', { name: bots('tab.running') }).getByRole('row');
    await expect(rows.nth(1)).toContainText('BTC');
    await expect(heading).toBeHidden();
    await page.close();
  });
}
