import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { type Load, loadOf } from './support/main-thread.ts';
import { median } from './support/median.ts';
import { chosenPages } from './support/public-paths.ts';

/**
 * How long the public pages hold a slow phone's thread after the first paint: Lighthouse's total blocking time, reckoned as Lighthouse does from the
 * work of a quick machine, but from what the thread itself worked. Other programs on the machine do not count, so it can be asked for at any time.
 * `longestMs` is the longest piece, at the phone's speed.
 */

const VISITS = 3;
const SLOWER = 4;
/** Laying out is no work of the processor's alone. */
const LAYOUT_SLOWER = 2;
const BLOCKING_MS = 50;
const WATCHED_MS = 4_000;
/** With it and its largest paint within two seconds a page has 95 points. */
const LIMIT_MS = 150;

interface Figures {
  readonly blockingMs: number;
  readonly longestMs: number;
  readonly workMs: number;
}

function figuresOf({ firstPaintMs, tasks }: Load): Figures {
  const onPhone = tasks
    .filter(({ endMs }) => endMs > firstPaintMs)
    .map(({ threadMs, hasLayout }) => threadMs * (hasLayout ? LAYOUT_SLOWER : SLOWER));
  return {
    blockingMs: onPhone.reduce((sum, one) => sum + Math.max(0, one - BLOCKING_MS), 0),
    longestMs: Math.max(0, ...onPhone),
    workMs: tasks.reduce((sum, { threadMs }) => sum + threadMs, 0),
  };
}

async function blockingTime(names: readonly string[]): Promise<Record<string, unknown>> {
  buildIfStale();
  const product = await createBuiltProduct();
  const browser = await launchBrowser();
  try {
    await product.start({ TYPICAL_REPLAYS: '1' });
    const pages = await chosenPages(product.url, names);
    const figures: Record<string, Figures> = {};
    for (const [name, path] of pages) {
      // The first visitor fills the server's cache.
      await fetch(product.url + path);
      const visits: Figures[] = [];
      while (visits.length < VISITS) visits.push(figuresOf(await loadOf(browser, product.url + path, WATCHED_MS)));
      const of = (part: keyof Figures): number => Math.round(median(visits.map((one) => one[part])));
      figures[name] = { blockingMs: of('blockingMs'), longestMs: of('longestMs'), workMs: of('workMs') };
    }
    const tooLong = Object.keys(figures).filter((name) => (figures[name]?.blockingMs ?? 0) > LIMIT_MS);
    return { size: VISITS * Object.keys(figures).length, unit: 'ms', ...figures, limitMs: LIMIT_MS, tooLong };
  } finally {
    await browser.close();
    await product.discard();
  }
}

export const benches = [{ name: 'blocking-time', run: blockingTime }] as const;
