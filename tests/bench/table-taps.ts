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
/** What the bench itself made the page do (finding, scrolling) is over after this. */
const SETTLED_MS = 300;
const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
] as const;

/** What of the page's script is a tap's: how long the browser took, by what was tapped. */
interface Watched {
  tapName: string;
  tapsTaken: Map<number, { readonly name: string; readonly ms: number }>;
  /** From a press on a row to the tabs of the bot's detail, ms: what is drawn after the next picture is not counted as the tap's. */
  openedMs: number[];
}

/** Notes from here on how long each of the page's interactions took: of the events of one, the longest, ms. */
async function watchTaps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as Watched;
    Object.assign(watched, { tapName: 'before', tapsTaken: new Map(), openedMs: [] });
    document.addEventListener(
      'pointerdown',
      ({ timeStamp }) => {
        if (watched.tapName !== 'open') return;
        const seen = new MutationObserver(() => {
          if (document.querySelector('[role="dialog"] [role="tab"]') === null) return;
          seen.disconnect();
          watched.openedMs.push(performance.now() - timeStamp);
        });
        seen.observe(document.body, { childList: true, subtree: true });
      },
      true,
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = entry as PerformanceEventTiming & { interactionId?: number };
        const known = watched.tapsTaken.get(interactionId);
        if (interactionId === 0 || (known !== undefined && known.ms >= duration)) continue;
        watched.tapsTaken.set(interactionId, { name: known?.name ?? watched.tapName, ms: duration });
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** What each tap took, and each detail until it stood there, ms; the shortest first. */
async function foundBy(page: Page) {
  const { taken, opened } = await page.evaluate(() => {
    const { tapsTaken, openedMs } = window as unknown as Watched;
    return { taken: [...tapsTaken.values()], opened: openedMs };
  });
  return { taken: taken.sort((a, b) => a.ms - b.ms), opened: opened.sort((a, b) => a - b) };
}

/** What is done next has this name. What this runs in the page is over when it begins: of a tap only what the page does is counted. */
async function name(page: Page, tapName: string): Promise<void> {
  await page.evaluate((name) => {
    (window as unknown as Watched).tapName = name;
  }, tapName);
  await delay(SETTLED_MS);
}

/** Presses in the middle of it with nothing but the input itself. */
async function tap(page: Page, tapName: string, target: Locator, isPhone: boolean): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`there is no ${tapName} to tap`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await name(page, tapName);
  await (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  await delay(BETWEEN_MS);
}

async function press(page: Page, tapName: string, key: string): Promise<void> {
  await name(page, tapName);
  await page.keyboard.press(key);
  await delay(BETWEEN_MS);
}

/** What a trader does with his table, several times over. Resolves with what each tap took until the next picture. */
async function workWith(page: Page, url: string, isPhone: boolean) {
  await page.goto(`${url}/en/trade/BTC_USDT?tradModel=strategybot`);
  if (isPhone) await page.locator('label').filter({ hasText: 'Bots' }).first().tap();
  const section = page.getByRole('region', { name: 'Bots' });
  await section.getByRole('navigation', { name: 'Pages' }).waitFor({ timeout: 60_000 });
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => (window as unknown as Watched).tapsTaken.clear());
  const pressed = (tapName: string, target: Locator) => tap(page, tapName, target, isPhone);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of ['Next', 'Next', 'Previous']) await pressed(one, section.getByRole('button', { name: one }));
    await section.getByRole('combobox').last().focus();
    await press(page, 'sort', round % 2 === 0 ? 'End' : 'Home');
    await page.mouse.wheel(0, round % 2 === 0 ? 400 : -400);
    const row = isPhone ? section.getByRole('button', { name: /BTC\/USDT/ }) : section.getByRole('row').nth(1);
    await pressed('open', row.first());
    const dialog = page.getByRole('dialog');
    await pressed('tab', dialog.getByRole('tab').nth(1));
    await press(page, 'close', 'Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  return foundBy(page);
}

/** The slowest of each sort of tap, ms. */
function slowestOf(taken: readonly { readonly name: string; readonly ms: number }[]): Record<string, number> {
  return Object.fromEntries(taken.map(({ name, ms }) => [name, ms]));
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
    for (const { name: screen, ...device } of SCREENS) {
      const context = await browser.newContext(device);
      await context.addCookies(
        lines.map((line) => {
          const [key = '', ...value] = line.split('=');
          return { name: key, value: value.join('='), url: product.url };
        }),
      );
      const page = await context.newPage();
      await watchTaps(page);
      const { taken, opened } = await workWith(page, product.url, screen === 'phone');
      // Of fewer than fifty taps the interaction to next paint is the slowest.
      const slowest = taken.at(-1)?.ms ?? Number.NaN;
      const p50 = quantile(
        taken.map(({ ms }) => ms),
        0.5,
      );
      found[screen] = {
        taps: taken.length,
        p50,
        slowest,
        slowestOf: slowestOf(taken),
        openedP50: quantile(opened, 0.5),
      };
      worst = Math.max(worst, slowest);
      await context.close();
    }
    return {
      size: `${BOTS} bots of one trader, processor ${SLOWER} times slower`,
      unit: 'ms',
      ...found,
      shareOfTarget: Number((worst / TARGET_MS).toFixed(2)),
      tooLong: worst > TARGET_MS ? [`${worst} ms from a tap to the next picture`] : [],
    };
  } finally {
    await browser.close();
    await product.discard();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'table-taps', run: tableTaps }] as const;
