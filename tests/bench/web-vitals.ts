import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { median } from './support/median.ts';
import { chosenPages } from './support/public-paths.ts';

/**
 * What a phone's visitor of the public pages waits for, in the field's own words: the largest paint (LCP), how much moves by
 * itself (CLS), and the longest of a few scripted taps until the next picture (INP), of the browser's own touch events. A core four times as slow and slow 4G, as
 * Lighthouse has them; the median of three visits each. `earlyInpMs` is of the same taps while the page still loads, from its first paint on.
 */

const LIMITS = { lcpMs: 1_800, inpMs: 150, cls: 0 } as const;
const VISITS = 3;
const SLOWER = 4;
/** Slow 4G. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** Nothing is awaited on a page that goes on by itself: after so long all that comes has come. */
const SETTLED_MS = 4_000;

interface Seen {
  lcpMs: number;
  cls: number;
  inpMs: number;
}

type Figures = Seen & { readonly earlyInpMs: number };

declare global {
  interface Window {
    seen: Seen;
  }
}

function observe(): void {
  window.seen = { lcpMs: 0, cls: 0, inpMs: 0 };
  const watch = (type: string, each: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry as never);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  watch('largest-contentful-paint', (entry) => {
    window.seen.lcpMs = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) window.seen.cls += entry.value;
  });
  watch('event', (entry) => {
    if ('interactionId' in entry && entry.interactionId !== 0)
      window.seen.inpMs = Math.max(window.seen.inpMs, entry.duration);
  });
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Taps what most visitors may: what folds open, tabs, the menu of the header. */
async function tap(page: Page): Promise<void> {
  const places = page.locator(
    'main summary:visible, main label:has(input[type="radio"]):visible, header button:visible',
  );
  for (let at = 0; at < Math.min(5, await places.count()); at += 1) {
    const place = places.nth(at);
    await place.scrollIntoViewIfNeeded();
    await place.tap({ force: true });
    await delay(400);
    await page.keyboard.press('Escape');
  }
}

/** A visit in which `look` does what is to be measured, after a navigation that has begun. */
async function onPhone(browser: Browser, url: string, look: (page: Page) => Promise<Seen>): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await slowDown(await context.newCDPSession(page));
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'commit' });
    return await look(page);
  } finally {
    await context.close();
  }
}

const seenBy = (page: Page): Promise<Seen> => page.evaluate(() => window.seen);

async function settledVisit(page: Page): Promise<Seen> {
  await page.waitForLoadState('load');
  await delay(SETTLED_MS);
  const { lcpMs, cls } = await seenBy(page);
  await tap(page);
  const { inpMs } = await seenBy(page);
  return { lcpMs: Math.round(lcpMs), cls: Number(cls.toFixed(4)), inpMs: Math.round(inpMs) };
}

/** Who taps as soon as there is something to tap: the page comes alive under the finger. */
async function earlyVisit(page: Page): Promise<Seen> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  // The first paint may come before the end of the HTML.
  await page.waitForLoadState('domcontentloaded');
  await tap(page);
  return seenBy(page);
}

async function webVitals(names: readonly string[]): Promise<Record<string, unknown>> {
  buildIfStale();
  const product = await createBuiltProduct();
  const browser = await launchBrowser();
  try {
    await product.start({ TYPICAL_REPLAYS: '1' });
    const pages = await chosenPages(product.url, names);
    const figures: Record<string, Figures> = {};
    const tooLong: string[] = [];
    for (const [name, path] of pages) {
      // The first visitor fills the server's cache.
      await fetch(product.url + path);
      const visits: Seen[] = [];
      const early: Seen[] = [];
      for (let count = 0; count < VISITS; count += 1) {
        visits.push(await onPhone(browser, product.url + path, settledVisit));
        early.push(await onPhone(browser, product.url + path, earlyVisit));
      }
      const of = (part: keyof Seen): number => median(visits.map((one) => one[part]));
      const cls = Math.max(...visits.map((one) => one.cls));
      const earlyInpMs = median(early.map(({ inpMs }) => inpMs));
      const seen = { lcpMs: of('lcpMs'), inpMs: of('inpMs'), cls, earlyInpMs };
      figures[name] = seen;
      for (const part of ['lcpMs', 'inpMs', 'cls'] as const)
        if (seen[part] > LIMITS[part]) tooLong.push(`${name}: ${part}`);
    }
    return { size: VISITS * Object.keys(figures).length, unit: 'ms', ...figures, limits: LIMITS, tooLong };
  } finally {
    await browser.close();
    await product.discard();
  }
}

export const benches = [{ name: 'web-vitals', run: webVitals }] as const;
