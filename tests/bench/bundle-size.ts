import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Response } from '@playwright/test';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { FIRST_LOAD_LIMITS, firstLoadOf } from '#tests/support/first-load.ts';
import { DEMO_LOGIN, launchBrowser } from './support/launch-browser.ts';
import { publicPaths } from './support/public-paths.ts';

/**
 * JavaScript that a visit transfers, gzip: what the HTML of pages without a chart names, which is their first load, and all
 * that a browser has asked for when it is quiet, late parts included – the landing page's and those of help and earn, the trade page's with its chart
 * for a guest and for a trader with running bots – and whether the chart waits for first paint.
 */

const LIMITS = { page: 180, trade: 300, trader: 300 } as const;
/** Public pages that are weighed as a whole, late parts included. */
const WHOLE = ['landing', 'help', 'kindHelp', 'earnHelp', 'glossary', 'agreement', 'sellHigh', 'plans'] as const;

interface WholeLoad {
  /** Gzip bytes of all scripts, workers excepted, until the page was idle. */
  readonly kilobytes: number;
  readonly scripts: number;
  readonly firstPaintMs: number;
  /** When the script with the chart library was asked for; null = not at all. */
  readonly chartAskedMs: number | null;
}

/** The page polls for ever, so it is never idle: it is complete when no script has been asked for during this time. */
const QUIET_MS = 3_000;

async function wholeLoad(page: Page, url: string): Promise<WholeLoad> {
  const scripts: Response[] = [];
  let lastMs = performance.now();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.push(response);
    lastMs = performance.now();
  });
  await page.goto(url, { waitUntil: 'load' });
  while (performance.now() - lastMs < QUIET_MS) await delay(100);
  let bytes = 0;
  let chartAskedMs: number | null = null;
  const timings = await page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    asked: Object.fromEntries(performance.getEntriesByType('resource').map((entry) => [entry.name, entry.startTime])),
  }));
  for (const script of scripts) {
    bytes += (await script.request().sizes()).responseBodySize;
    // The library puts its attribution address into its code.
    if ((await script.text()).includes('tradingview.com')) chartAskedMs = Math.round(timings.asked[script.url()] ?? 0);
  }
  return {
    kilobytes: Number((bytes / 1000).toFixed(1)),
    scripts: scripts.length,
    firstPaintMs: Math.round(timings.firstPaintMs),
    chartAskedMs,
  };
}

const TRADE = '/en/trade/BTC_USDT?tradModel=strategybot';

async function bundleSize(): Promise<Record<string, unknown>> {
  buildIfStale();
  const product = await createBuiltProduct();
  const browser = await launchBrowser();
  try {
    await product.start({ TYPICAL_REPLAYS: '1' });
    const tooLong: string[] = [];
    const first: Record<string, unknown> = {};
    const paths = await publicPaths(product.url);
    for (const [name, path] of Object.entries(paths)) {
      const { html, script } = await firstLoadOf(product.url, path);
      if (html > FIRST_LOAD_LIMITS.html || script > FIRST_LOAD_LIMITS.script) tooLong.push(name);
      first[name] = { html: Number(html.toFixed(1)), script: Number(script.toFixed(1)) };
    }
    const pages: Record<string, WholeLoad> = {};
    for (const name of WHOLE) pages[name] = await wholeLoad(await browser.newPage(), product.url + paths[name]);
    const trade = await wholeLoad(await browser.newPage(), `${product.url}${TRADE}`);
    const signedIn = await browser.newPage();
    await signedIn.request.post(`${product.url}/api/session`, { data: DEMO_LOGIN, headers: { origin: product.url } });
    const trader = await wholeLoad(signedIn, `${product.url}${TRADE}`);
    const whole: Record<string, WholeLoad> = { ...pages, trade, trader };
    const limitOf = (name: string): number => (name === 'trade' || name === 'trader' ? LIMITS[name] : LIMITS.page);
    for (const [name, { kilobytes }] of Object.entries(whole))
      if (kilobytes > limitOf(name)) tooLong.push(`${name} as a whole`);
    const isChartLate = trade.chartAskedMs !== null && trade.chartAskedMs > trade.firstPaintMs;
    const limits = { first: FIRST_LOAD_LIMITS, whole: LIMITS };
    return { size: Object.keys(first).length, unit: 'kB gzip', first, whole, limits, isChartLate, tooLong };
  } finally {
    await browser.close();
    await product.discard();
  }
}

export const benches = [{ name: 'bundle-size', run: bundleSize }] as const;
