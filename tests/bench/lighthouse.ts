import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { chosenPages, FIXED } from './support/public-paths.ts';

/**
 * Lighthouse's mobile scores of every sort of page that visitors see and of the trade page: the median of three runs each, or the worse of two where both are good enough.
 * It is fetched from the registry when it is asked for: nobody who only runs or tests the product needs it.
 * Its "4 times slower" is made for a fast desktop; a slower machine is calibrated as its own docs/throttling.md says, so that the phone stays the same one.
 */

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
/** Where Lighthouse's "high-end desktop" begins, in its own benchmark's points, and how much slower than that its phone is. */
const DESKTOP_INDEX = 1_500;
const PHONE_SLOWER = 4;
const LEAST: Scores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Of the trade page performance alone is asked for; a page that search engines are to leave out has no points for being found. */
const LEAST_OF: Readonly<Record<string, Partial<Scores>>> = {
  trade: { performance: 85 },
  login: { performance: 95, accessibility: 100, 'best-practices': 100 },
  plans: { performance: 95, accessibility: 100, 'best-practices': 100 },
};
const run = promisify(execFile);

type Scores = Readonly<Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>>;

interface Report {
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
}

async function audit(url: string, folder: string, slower: number): Promise<Report> {
  const report = join(folder, 'report.json');
  const args = ['--yes', LIGHTHOUSE, url, '--output=json', `--output-path=${report}`, '--quiet'];
  args.push(`--throttling.cpuSlowdownMultiplier=${slower}`);
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
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

function scoresIn({ categories }: Report): Scores {
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
async function scoresOf(url: string, folder: string, slower: number, least: Partial<Scores>): Promise<Scores> {
  const runs: Scores[] = [];
  while (runs.length < RUNS && !(runs.length === 2 && runs.every((one) => shortOf(one, least).length === 0)))
    runs.push(scoresIn(await audit(url, folder, slower)));
  const middle = (part: keyof Scores): number =>
    runs.map((one) => one[part]).toSorted((a, b) => a - b)[runs.length === 2 ? 0 : 1] ?? 0;
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    'best-practices': middle('best-practices'),
    seo: middle('seo'),
  };
}

/** How much slower than this machine the phone is (1 decimal), and the points that say so: the better of two looks. */
async function calibrated(url: string, folder: string): Promise<{ benchmarkIndex: number; slower: number }> {
  const looks = [await audit(url, folder, PHONE_SLOWER), await audit(url, folder, PHONE_SLOWER)];
  const benchmarkIndex = Math.max(...looks.map(({ environment }) => environment.benchmarkIndex));
  const slower = Math.round(((PHONE_SLOWER * benchmarkIndex) / DESKTOP_INDEX) * 10) / 10;
  return { benchmarkIndex, slower: Math.min(PHONE_SLOWER, Math.max(1, slower)) };
}

async function lighthouse(names: readonly string[]): Promise<Record<string, unknown>> {
  buildIfStale();
  const product = await createBuiltProduct();
  const folder = mkdtempSync(join(tmpdir(), 'strategybot-lighthouse-'));
  try {
    await product.start({ TYPICAL_REPLAYS: '1' });
    const pages = await chosenPages(product.url, names, { trade: '/en/trade/BTC_USDT?tradModel=strategybot' });
    const scores: Record<string, unknown> = {};
    const tooLong: string[] = [];
    const { benchmarkIndex, slower } = await calibrated(`${product.url}${FIXED.login}`, folder);
    for (const [name, path] of pages) {
      // The first visitor fills the server's cache.
      await fetch(`${product.url}${path}`);
      const least = LEAST_OF[name] ?? LEAST;
      const score = await scoresOf(`${product.url}${path}`, folder, slower, least);
      scores[name] = score;
      tooLong.push(...shortOf(score, least).map((part) => `${name}: ${part} (${faultsIn(folder, part)})`));
    }
    return {
      size: pages.length,
      unit: 'points of 100',
      benchmarkIndex,
      slower,
      ...scores,
      least: LEAST,
      tooLong,
    };
  } finally {
    await product.discard();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'lighthouse', run: lighthouse }] as const;
