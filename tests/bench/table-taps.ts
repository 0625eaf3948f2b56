import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { BENCH_SECRET, cookiesOf } from './support/known-browsers.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { storeOfGrids } from './support/many-grids.ts';
import { quantile } from './support/stream-listeners.ts';

/**
 * A trader with 2,000 running bots on a processor a quarter as fast: from each tap on his table to the next picture, as the browser
 * counts it (Event Timing), beside prices and events that go on. Pages, orders, kinds and a bot's detail.
 */

const BOTS = 2_000;
const SLOWER = 4;
const SEED = 'bench';
const ROUNDS = 4;
const TARGET_MS = 200;
/** Longer than the stream's and the polls' next picture takes: each tap is counted apart. */
const BETWEEN_MS = 600;
const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
] as const;

/** Notes from here on how long each of the page's interactions took: of the events of one, the longest, ms. */
async function watchTaps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const taken = new Map<number, number>();
    Object.assign(window, { tapsTaken: taken });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = entry as PerformanceEventTiming & { interactionId?: number };
        if (interactionId > 0) taken.set(interactionId, Math.max(taken.get(interactionId) ?? 0, duration));
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

function tapsOf(page: Page): Promise<number[]> {
  return page.evaluate(() => [...(window as unknown as { tapsTaken: Map<number, number> }).tapsTaken.values()]);
}

async function tap(target: Locator, isPhone: boolean): Promise<void> {
  await (isPhone ? target.tap() : target.click());
  await delay(BETWEEN_MS);
}

/** What a trader does with his table, several times over. Resolves with ms from each tap to the next picture, sorted. */
async function workWith(page: Page, url: string, isPhone: boolean): Promise<number[]> {
  await page.goto(`${url}/en/trade/BTC_USDT?tradModel=strategybot`);
  if (isPhone) await page.locator('label').filter({ hasText: 'Bots' }).first().tap();
  const section = page.getByRole('region', { name: 'Bots' });
  await section.getByRole('navigation', { name: 'Pages' }).waitFor({ timeout: 60_000 });
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => (window as unknown as { tapsTaken: Map<number, number> }).tapsTaken.clear());
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['Next', 'Next', 'Previous']) await tap(section.getByRole('button', { name }), isPhone);
    await section
      .getByRole('combobox')
      .last()
      .selectOption(round % 2 === 0 ? 'profit_desc' : 'run_times_desc');
    await delay(BETWEEN_MS);
    await page.mouse.wheel(0, round % 2 === 0 ? 400 : -400);
    const row = isPhone ? section.getByRole('button', { name: /BTC\/USDT/ }) : section.getByRole('row').nth(1);
    await tap(row.first(), isPhone);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab').first().waitFor();
    await tap(dialog.getByRole('tab').nth(1), isPhone);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await delay(BETWEEN_MS);
  }
  return (await tapsOf(page)).sort((a, b) => a - b);
}

async function tableTaps(): Promise<Record<string, unknown>> {
  buildIfStale();
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-taps-'));
  const market = { WORLD_BOTS: '0', MARKET_FEED: 'simulated', MARKET_SEED: SEED };
  const product = await createBuiltProduct({ DATA_DIR: dataDir, SESSION_SECRET: BENCH_SECRET, ...market }, () => {});
  const browser = await launchBrowser();
  try {
    const began = Date.now() - (1_000 * BOTS) / 500;
    const owners = await storeOfGrids(dataDir, createSimulatedFeed({ seed: SEED }), BOTS, began, { owners: 1 });
    await product.start();
    const [lines = []] = await cookiesOf(owners);
    const found: Record<string, unknown> = {};
    let worst = 0;
    for (const { name, ...device } of SCREENS) {
      const context = await browser.newContext(device);
      await context.addCookies(
        lines.map((line) => {
          const [key = '', ...value] = line.split('=');
          return { name: key, value: value.join('='), url: product.url };
        }),
      );
      const page = await context.newPage();
      await watchTaps(page);
      const taken = await workWith(page, product.url, name === 'phone');
      // Of fewer than fifty taps the interaction to next paint is the slowest.
      const slowest = taken.at(-1) ?? Number.NaN;
      found[name] = { taps: taken.length, p50: quantile(taken, 0.5), slowest };
      worst = Math.max(worst, slowest);
      await context.close();
    }
    return {
      size: `${BOTS} bots of one trader, processor ${SLOWER} times slower`,
      unit: 'ms',
      ...found,
      shareOfTarget: Number((worst / TARGET_MS).toFixed(2)),
    };
  } finally {
    await browser.close();
    await product.discard();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'table-taps', run: tableTaps }] as const;
