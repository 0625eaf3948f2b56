import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXCHANGE_HEAP_BOUNDS } from '#server/heap-bounds.ts';

/** `npm run bench [-- filter [page …]]`: every workload of this folder, one JSON line each; those that measure pages measure the named ones alone. A benchmark, not a test. */

export interface Bench {
  readonly name: string;
  /** Size, seconds, rate and whatever else tells what was measured. Names under `tooLong` broke a bound: the run fails. */
  run(pages: readonly string[]): Promise<Record<string, unknown>>;
}

// Measured as the exchange runs: how long its thread is held for hangs on how much young garbage it may keep.
if (!EXCHANGE_HEAP_BOUNDS.every((bound) => process.execArgv.includes(bound))) {
  const inBounds = [...process.execArgv, ...EXCHANGE_HEAP_BOUNDS, ...process.argv.slice(1)];
  process.exit(spawnSync(process.execPath, inBounds, { stdio: 'inherit' }).status ?? 1);
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const [filter = '', ...pages] = process.argv.slice(2);

for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .sort()) {
  const { benches = [] } = (await import(new URL(file, import.meta.url).href)) as { benches?: readonly Bench[] };
  for (const bench of benches) {
    if (!bench.name.includes(filter)) continue;
    try {
      const result = await bench.run(pages);
      console.log(JSON.stringify({ name: bench.name, ...result }));
      if (Array.isArray(result.tooLong) && result.tooLong.length > 0) process.exitCode = 1;
    } catch (error) {
      console.log(JSON.stringify({ name: bench.name, error: error instanceof Error ? error.message : String(error) }));
      process.exitCode = 1;
    }
  }
}
