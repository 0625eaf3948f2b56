import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { publicPaths } from './support/public-paths.ts';

/**
 * Lighthouse's mobile scores of every sort of page that visitors see and of the trade page: the median of three runs each, or the worse of two where both are good enough.
 * It is fetched from the registry when it is asked for: nobody who only runs or tests the product needs it.
 */

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
const LEAST: Scores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Of the trade page performance alone is asked for; a page that search engines are to leave out has no points for being found. */
const LEAST_OF: Readonly<Record<string, Partial<Scores>>> = {
  trade: { performance: 85 },
  login: { performance: 95, accessibility: 100, 'best-practices': 100 },
};
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

/** What took points in the last run, by Lighthouse's own names. */
function faultsIn(folder: string, part: string): string {
  const { categories, audits } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
    categories: Record<string, { auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null }>;
  };
  const counted = categories[part]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return counted
    .filter(({ id }) => (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
    .join(' ');
}

function shortOf(score: Scores, least: Partial<Scores>): string[] {
  return Object.entries(least).flatMap(([part, points]) => (score[part as keyof Scores] < points ? [part] : []));
}

/** The median of each part, or the worse of two runs that are both good enough: the third could not change that. */
async function scoresOf(url: string, folder: string, least: Partial<Scores>): Promise<Scores> {
  const runs: Scores[] = [];
  while (runs.length < RUNS && !(runs.length === 2 && runs.every((one) => shortOf(one, least).length === 0)))
    runs.push(await audit(url, folder));
  const middle = (part: keyof Scores): number =>
    runs.map((one) => one[part]).toSorted((a, b) => a - b)[runs.length === 2 ? 0 : 1] ?? 0;
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    'best-practices': middle('best-practices'),
    seo: middle('seo'),
  };
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
      // The first visitor fills the server's cache.
      await fetch(`${product.url}${path}`);
      const least = LEAST_OF[name] ?? LEAST;
      const score = await scoresOf(`${product.url}${path}`, folder, least);
      scores[name] = score;
      tooLong.push(...shortOf(score, least).map((part) => `${name}: ${part} (${faultsIn(folder, part)})`));
    }
    return { size: Object.keys(pages).length, unit: 'points of 100', ...scores, least: LEAST, tooLong };
  } finally {
    await product.discard();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'lighthouse', run: lighthouse }] as const;
