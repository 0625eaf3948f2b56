import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNightly } from '#tests/support/runs.ts';
import { sharedPath } from '#tests/support/shared-path.ts';
import type { Tally } from './check.ts';
import { failedOfPlaywright, flakyOfPlaywright, type PlaywrightReport } from './failed-names.ts';
import { buildIfStale, createBuiltProduct } from './support/built-product.ts';
import { keepCompiled } from './support/compile-cache.ts';
import { startIndependentUpstream } from './support/independent-upstream.ts';

/**
 * Browser tests against the production build: everything on the simulated market, specs tagged @upstream on an exchange
 * that is not ours, and at night specs tagged @history again on recorded prices. Specs get BASE_URL; those that kill the product
 * or make its exchange fail start one of their own (tests/support/built-product.ts).
 */

const root = fileURLToPath(new URL('..', import.meta.url));
// A dozen products are started in turn, and Playwright's own processes.
keepCompiled();
/** Stories have a trader of their own; the demo account has a past, which those of running bots look at. */
const SIMULATED = { MARKET_FEED: 'simulated', DEMO_BOTS: '1' };
const HISTORY = sharedPath('data/spot-2026');

function runPlaywright(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<number> {
  const child = spawn('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function tallyOf(report: string, code: number): Tally {
  try {
    const read = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport & {
      stats: { expected: number; unexpected: number; flaky: number };
    };
    const { stats } = read;
    // A test that passes on its second try is said, not hidden: the report names it.
    for (const name of flakyOfPlaywright(read)) console.log(`SECOND TRY ${name}`);
    const failed = Math.max(stats.unexpected, code === 0 ? 0 : 1);
    const names = failedOfPlaywright(read);
    return {
      passed: stats.expected + stats.flaky,
      failed,
      names: failed > 0 && names.length === 0 ? [`playwright ended with ${code}`] : names,
    };
  } catch (error) {
    return { passed: 0, failed: 1, names: [`playwright ended with ${code}, its report cannot be read: ${error}`] };
  }
}

const failure = (error: unknown): Tally => {
  console.log(String(error));
  return { passed: 0, failed: 1, names: [`browser tests: ${error}`] };
};

/** Runs Playwright once for each list of arguments, on one product. */
async function runOn(settings: Readonly<Record<string, string>>, ...runs: (readonly string[])[]): Promise<Tally[]> {
  const product = await createBuiltProduct(settings);
  const folder = mkdtempSync(join(tmpdir(), 'strategybot-e2e-'));
  const tallies: Tally[] = [];
  try {
    await product.start();
    for (const args of runs) {
      const report = join(folder, `report-${tallies.length}.json`);
      const code = await runPlaywright(
        {
          BASE_URL: product.url,
          MARKET_FEED: settings.MARKET_FEED ?? 'simulated',
          PLAYWRIGHT_REPORT: report,
        },
        args,
      );
      tallies.push(tallyOf(report, code));
    }
  } catch (error) {
    tallies.push(failure(error));
  } finally {
    // The product says here, too, on which of its pages a text was missing, whichever story came by.
    await product.discard().catch((error) => tallies.push(failure(error)));
    rmSync(folder, { recursive: true, force: true });
  }
  return tallies;
}

/** The product on an exchange that is not ours, and starts none of its own. */
async function runOnForeignExchange(args: readonly string[]): Promise<Tally[]> {
  const exchange = await startIndependentUpstream();
  try {
    return await runOn({ UPSTREAM_URL: exchange.url }, args);
  } finally {
    await exchange.close();
  }
}

async function runOnHistory(args: readonly string[]): Promise<Tally[]> {
  if (existsSync(HISTORY)) return runOn({ MARKET_FEED: 'history', MARKET_DATA: HISTORY }, ['--workers', '1', ...args]);
  console.log(`SKIPPED: the story on recorded prices, ${HISTORY} is not there`);
  return [];
}

/** `args` go to Playwright (files, --grep …); with any, only the simulated market is run, or with @upstream among them only the other exchange, with @history only recorded prices. */
export async function runBrowserTests(args: readonly string[]): Promise<Tally> {
  try {
    buildIfStale();
  } catch (error) {
    console.log(String(error));
    return { passed: 0, failed: 1, names: [`build: ${error}`] };
  }
  const tallies: Tally[] = [];
  if (args.some((arg) => arg.includes('@upstream'))) tallies.push(...(await runOnForeignExchange(args)));
  else if (args.some((arg) => arg.includes('@history'))) tallies.push(...(await runOnHistory(args)));
  else if (args.length > 0) tallies.push(...(await runOn(SIMULATED, args)));
  else {
    tallies.push(...(await runOn(SIMULATED, ['--grep-invert', '@upstream'])));
    tallies.push(...(await runOnForeignExchange(['--grep', '@upstream'])));
    // A market at its recorded pace is waited for, minutes long: the nightly run has the time.
    if (!isNightly) console.log('The story on recorded prices: in the nightly run');
    else tallies.push(...(await runOnHistory(['--grep', '@history'])));
  }
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    names: tallies.flatMap(({ names = [] }) => names),
  };
}

if (import.meta.main) {
  const { passed, failed } = await runBrowserTests(process.argv.slice(2));
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
