import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, type Tally } from './check.ts';
import { runBrowserTests } from './e2e.ts';
import { failedOfVitest, type VitestReport } from './failed-names.ts';
import { plantAll } from './faults/plant-all.ts';
import { isNightly } from './support/runs.ts';

/** Everything, in the order in which it is cheapest to learn that something is wrong. The last line is the sum. */

const root = fileURLToPath(new URL('..', import.meta.url));

function runVitest(folder: string): Tally {
  const report = join(folder, 'vitest.json');
  const { status } = spawnSync(
    'vitest',
    [
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
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
  section('Unit, property, contract and room tests');
  tallies.push(runVitest(folder));
  if (isNightly) {
    section('Planted faults');
    tallies.push(await plantAll());
  }
  section('Browser tests');
  tallies.push(await runBrowserTests([]));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
for (const name of tallies.flatMap(({ names = [] }) => names)) console.log(`FAILED ${name}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
