import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { sitemapPages } from '#tests/support/sitemap.ts';

/**
 * Lighthouse's mobile scores of the pages that strangers land on and of the trade page, the median of three runs each.
 * It is fetched from the registry when it is asked for: nobody who only runs or tests the product needs it.
 */

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
const LEAST = { landing: 90, detail: 95, provider: 95, trade: 85 } as const;
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

/** The first page of a sort that the site map names. */
async function listed(url: string, part: string): Promise<string> {
  const pages = await sitemapPages(async (path) => (await fetch(`${url}${path}`)).text());
  const paths = pages.map(({ address }) => address.replace(/^https?:\/\/[^/]+/, ''));
  const found = paths.find((path) => path.startsWith('/en/') && path.includes(part));
  if (found === undefined) throw new Error(`the site map names no ${part}`);
  return found;
}

async function lighthouse(): Promise<Record<string, unknown>> {
  buildIfStale();
  const product = await createBuiltProduct();
  const folder = mkdtempSync(join(tmpdir(), 'strategybot-lighthouse-'));
  try {
    await product.start();
    const pages = {
      landing: '/en/strategybot',
      detail: await listed(product.url, '/strategybot/detail?'),
      provider: await listed(product.url, '/signaler-detail?'),
      trade: '/en/trade/BTC_USDT?tradModel=strategybot',
    };
    const scores: Record<string, unknown> = {};
    for (const [name, path] of Object.entries(pages)) {
      const runs: Scores[] = [];
      for (let count = 0; count < RUNS; count += 1) runs.push(await audit(`${product.url}${path}`, folder));
      scores[name] = middle(runs);
    }
    return { size: RUNS * Object.keys(pages).length, unit: 'points of 100', ...scores, leastPerformance: LEAST };
  } finally {
    await product.discard();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'lighthouse', run: lighthouse }] as const;
