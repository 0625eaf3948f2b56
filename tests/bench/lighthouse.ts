import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { publicPaths } from './support/public-paths.ts';

/**
 * Lighthouse's mobile scores of the pages that strangers land on and of the trade page, the median of three runs each.
 * It is fetched from the registry when it is asked for: nobody who only runs or tests the product needs it.
 */

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
/** Of pages that strangers land on, and of the trade page, whose performance alone is asked for. */
const LEAST: Scores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const LEAST_TRADE = 85;
const run = promisify(execFile);

type Scores = Readonly<Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>>;

async function audit(url: string, folder: string): Promise<Scores> {
  const report = join(folder, 'report.json');
  const args = ['--yes', LIGHTHOUSE, url, '--output=json', `--output-path=${report}`, '--quiet'];
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-background-networking';
  const CHROME_PATH = process.env.CHROMIUM_PATH || chromium.executablePath();
  for (let tries = 1; ; tries += 1) {
    try {
      await run('npx', [...args, flags], { env: { ...process.env, CHROME_PATH } });
      break;
    } catch (error) {
      // Its own fault, of about every fifteenth run: it has recorded nothing and asks to be run again.
      if (tries === 3 || !String(error).includes('NO_NAVSTART')) throw error;
    }
  }
  const { categories } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: Record<string, { score: number | null }>;
  };
  const entries = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]);
  return Object.fromEntries(entries) as Scores;
}

function middle(runs: readonly Scores[]): Scores | undefined {
  return runs.toSorted((a, b) => a.performance - b.performance)[Math.floor(runs.length / 2)];
}

async function lighthouse(): Promise<Record<string, unknown>> {
  buildIfStale();
  const product = await createBuiltProduct();
  const folder = mkdtempSync(join(tmpdir(), 'strategybot-lighthouse-'));
  try {
    await product.start({ TYPICAL_REPLAYS: '1' });
    const pages = { ...(await publicPaths(product.url)), trade: '/en/trade/BTC_USDT?tradModel=strategybot' };
    const scores: Record<string, unknown> = {};
    const tooLong: string[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const runs: Scores[] = [];
      for (let count = 0; count < RUNS; count += 1) runs.push(await audit(`${product.url}${path}`, folder));
      const score = middle(runs);
      scores[name] = score;
      const least = name === 'trade' ? { performance: LEAST_TRADE } : LEAST;
      for (const [part, points] of Object.entries(least))
        if ((score?.[part as keyof Scores] ?? 0) < points) tooLong.push(`${name}: ${part}`);
    }
    return { size: RUNS * Object.keys(pages).length, unit: 'points of 100', ...scores, least: LEAST, tooLong };
  } finally {
    await product.discard();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'lighthouse', run: lighthouse }] as const;
