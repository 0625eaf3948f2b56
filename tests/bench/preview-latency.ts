import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { DEMO_LOGIN, launchBrowser } from './support/launch-browser.ts';

/**
 * From a keystroke in the create form to the drawn curve of the replayed 30 days (43,200 one-minute candles), as the
 * page itself measures it (components/create/use-preview.ts). The candles are loaded before, as they are for whoever types.
 */

/** Of half of the keystrokes (issue 9), and of all but one in twenty. */
const MOST_P50_MS = 30;
const MOST_P95_MS = 100;
const KEYSTROKES = 60;
const MEASURE = 'preview-input-to-drawn';

async function fillForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid`);
  const quote = await page.request.get(`${url}/api/strategybot/last_price?symbol=BTC_USDT&type=spot`);
  const last = Number((await quote.json()).last_price);
  const values = { low_price: last * 0.8, high_price: last * 1.2, grid_num: 100, money: 50_000 };
  for (const [name, value] of Object.entries(values)) await page.fill(`form [name=${name}]`, value.toFixed(0));
  await page.locator('[data-preview=ready]').waitFor();
}

/**
 * A person's keys come at any moment of a frame. Without a pause each would come right after the frame with the last curve, and wait for
 * two whole ones. Steps through a frame of 16.7 ms, ms.
 */
const pauseBefore = (stroke: number): number => 50 + ((stroke * 11) % 60) * (16.7 / 60);

/** Types digits one at a time and waits for the curve of each. */
async function typeAndMeasure(page: Page): Promise<number[]> {
  await page.focus('form [name=money]');
  await page.keyboard.press('End');
  await page.evaluate(() => performance.clearMeasures());
  for (let stroke = 0; stroke < KEYSTROKES; stroke += 1) {
    await delay(pauseBefore(stroke));
    await page.keyboard.press(stroke % 2 === 0 ? 'Backspace' : String(stroke % 10));
    await page.waitForFunction(
      ([name, count]) => performance.getEntriesByName(String(name)).length > Number(count),
      [MEASURE, stroke],
    );
  }
  return page.evaluate((name) => performance.getEntriesByName(name).map(({ duration }) => duration), MEASURE);
}

async function previewLatency(): Promise<Record<string, unknown>> {
  buildIfStale();
  const product = await createBuiltProduct();
  const browser = await launchBrowser();
  try {
    await product.start();
    const page = await browser.newPage();
    await page.request.post(`${product.url}/api/session`, { data: DEMO_LOGIN, headers: { origin: product.url } });
    await fillForm(page, product.url);
    const durations = (await typeAndMeasure(page)).sort((left, right) => left - right);
    const at = (share: number): number =>
      Number((durations[Math.floor((durations.length - 1) * share)] ?? 0).toFixed(1));
    const [p50, p95] = [at(0.5), at(0.95)];
    return {
      ...{ size: durations.length, unit: 'ms', p50, p95, max: at(1) },
      tooLong: [...(p50 > MOST_P50_MS ? ['p50'] : []), ...(p95 > MOST_P95_MS ? ['p95'] : [])],
    };
  } finally {
    await browser.close();
    await product.discard();
  }
}

export const benches = [{ name: 'preview-latency', run: previewLatency }] as const;
