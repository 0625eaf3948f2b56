import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, type Tally } from './check.ts';
import { runBrowserTests } from './e2e.ts';
import { failedOfVitest, type VitestReport } from './failed-names.ts';
import { plantAll } from './faults/plant-all.ts';
import { buildAhead } from './support/built-product.ts';
import { isNightly } from './support/runs.ts';

/** Everything, in the order in which it is cheapest to learn that something is wrong. The last line is the sum. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** By day these kinds, which wait for nothing but their own work, fill what the browser tests leave of two cores; at night they take hours. */
const BESIDE = ['property'];

/**
 * Runs projects of Vitest. `isBeside`: with what the processors have left over from something else, and what it says comes when it has ended.
 */
async function runVitest(report: string, projects: readonly string[], isBeside = false): Promise<Tally> {
  const child = spawn(
    'vitest',
    [
      ...['run', '--config', 'tests/vitest.config.ts', ...projects.map((name) => `--project=${name}`)],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    {
      ...{ cwd: root, stdio: ['ignore', isBeside ? 'pipe' : 'inherit', isBeside ? 'pipe' : 'inherit'] },
      ...{ detached: isBeside, env: { ...process.env, ...(isBeside ? { BESIDE: '1' } : {}) } },
    },
  );
  if (isBeside) stepBack(child);
  const status = await ended(child);
  const read = readReport(report);
  const { numPassedTests, numFailedTests, numFailedTestSuites } = read;
  // A file that cannot be loaded has no tests to fail, and is a failure all the same.
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0, status === 0 ? 0 : 1);
  const names = failedOfVitest(read);
  return {
    passed: numPassedTests,
    failed,
    names: failed > 0 && names.length === 0 ? [`vitest ended with ${status}`] : names,
  };
}

/** Gives a process that leads a session of its own what others leave over, and ends it with this one. */
function stepBack({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  setPriority(pid, constants.priority.PRIORITY_LOW);
  try {
    // Linux may share out the processors by sessions first, and then a priority counts within its own alone.
    writeFileSync(`/proc/${pid}/autogroup`, `${constants.priority.PRIORITY_LOW}`);
  } catch {
    // It does not here.
  }
  const end = (): void => {
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // It has ended.
    }
  };
  process.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

/** Its code; what it was not allowed to say itself is said when it has ended. */
async function ended(child: ChildProcess): Promise<number | null> {
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part));
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  process.stdout.write(Buffer.concat(said));
  return status;
}

type Report = VitestReport & { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number };

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numFailedTestSuites: 1 };
  }
}

function section(title: string): void {
  console.log(`\n== ${title}`);
}

const folder = mkdtempSync(join(tmpdir(), 'strategybot-tests-'));
const tallies: Tally[] = [];
try {
  section('Format, lint, types, rooms, unused code');
  const gate = await check();
  tallies.push(gate);
  // What the gate found sound is not typed a second time by the build of the browser tests.
  if (gate.failed === 0) process.env.TYPES_ARE_CHECKED = '1';
  const built = gate.failed === 0 ? buildAhead() : undefined;
  section('Unit, property, contract and room tests');
  const inFolder = (name: string) => join(folder, name);
  tallies.push(await runVitest(inFolder('vitest.json'), isNightly ? [] : BESIDE.map((name) => `!${name}`)));
  if (isNightly) {
    section('Planted faults');
    tallies.push(await plantAll());
  }
  section('Browser tests');
  await built;
  const beside = isNightly ? [] : [runVitest(inFolder('beside.json'), BESIDE, true)];
  tallies.push(await runBrowserTests([]));
  if (!isNightly) section('Property tests');
  tallies.push(...(await Promise.all(beside)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
for (const name of tallies.flatMap(({ names = [] }) => names)) console.log(`FAILED ${name}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
