import { existsSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { plantFault } from './faults/plant.ts';
import { keepCompiled } from './support/compile-cache.ts';
import { LongestFirst } from './support/longest-first.ts';
import { HAS_POSTGRES } from './support/postgres-server.ts';

/** Stores of tests lie in memory where there is room: another program's writing would have their fsync wait for half a minute. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;
function temporary(): Record<string, string> {
  if (!existsSync(MEMORY)) return {};
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES ? { TMPDIR: MEMORY } : {};
}

const root = fileURLToPath(new URL('..', import.meta.url));

keepCompiled();

const EVERY = 'tests/{unit,property,contract,rooms}/**/*.test.{ts,tsx}';
/** By day a test that takes minutes hangs; at night it tries many more lives, beside others. */
const NIGHTLY = process.env.NIGHTLY === '1';
/** With what other tests leave of the processors (tests/all.ts). */
const BESIDE = process.env.BESIDE === '1';
const NEVER = ['tests/e2e/**', 'tests/bench/**', 'node_modules/**', '.next*/**'];

/**
 * Files that share a process, and with it the product's modules that the file before has read: a second of each. They are of rooms
 * that keep nothing between two calls; those that start processes or measure their own, and screens with their window, have one each.
 */
const SHARED = {
  property: 'tests/property/!(crash-*).test.ts',
  pure: 'tests/unit/{body,engine,exchange,formulas,indicators,market,money,strategies}-*.test.ts',
};

/** A kind of tests; the kinds run one after the other. */
function kind(name: string, groupOrder: number, include: string, exclude: readonly string[] = []) {
  const isolate = !(name in SHARED);
  const test = { name, include: [include], exclude: [...exclude, ...NEVER], isolate, sequence: { groupOrder } };
  return { extends: true, test } as const;
}

const BOTH_STORES = [
  'tests/unit/{ledger-memory,sequencer-pipeline,idempotency-age,accounts-sessions,exchange-life,exchange-lying-worker,exchange-notifications}.test.ts',
  'tests/property/{crash-recovery,exchange-commands}.test.ts',
];

function onPostgres(groupOrder: number) {
  const env = { TEST_STORE: 'postgres' };
  const test = { name: 'postgres', include: BOTH_STORES, exclude: NEVER, env, sequence: { groupOrder } };
  return { extends: true, test } as const;
}

/**
 * Everything that needs no browser. Node is the default environment; a component's test asks for jsdom with
 * `// @vitest-environment jsdom` in its first line. Browser tests (tests/e2e) and benchmarks run elsewhere.
 */
export default defineConfig({
  root,
  plugins: [plantFault(root)],
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    alias: {
      '#lib/i18n/fetch-messages.ts': fileURLToPath(new URL('./support/fetch-messages.ts', import.meta.url)),
      // The package throws outside a React server build; tests are neither browser nor bundle.
      'server-only': fileURLToPath(new URL('./support/server-only.ts', import.meta.url)),
    },
  },
  test: {
    projects: [
      kind('property', 0, SHARED.property),
      kind('pure', 1, SHARED.pure),
      kind('alone', 2, EVERY, Object.values(SHARED)),
      // Suites of the exchange that SQLite has gone through above, on PostgreSQL.
      ...(HAS_POSTGRES || process.env.CI !== undefined ? [onPostgres(3)] : []),
    ],
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    setupFiles: ['./support/property-seed.ts', './support/wide-screen.ts', './support/missing-texts-fail.ts'].map(
      (file) => fileURLToPath(new URL(file, import.meta.url)),
    ),
    globals: false,
    fsModuleCache: true,
    pool: 'forks',
    // The reference machine has two cores; tests start processes of their own, so more workers only wait for each other.
    maxWorkers: 2,
    // For what hangs, not for what is slow: CI once took three times as long as a quiet machine, and a property test ran into 30 s there.
    testTimeout: NIGHTLY ? 3_600_000 : BESIDE ? 900_000 : 180_000,
    hookTimeout: BESIDE ? 900_000 : 180_000,
    // The same for what is waited for: who passes waits for none of it.
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    passWithNoTests: false,
    // Tests of other languages' dates must not depend on the machine; searches in the background would only cost time.
    env: { TZ: 'UTC', AI_SEARCH: '0', ...temporary() },
  },
});
