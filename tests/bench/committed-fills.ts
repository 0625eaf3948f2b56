import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BALANCES } from '#server/exchange/ledger/memory-ledger.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import { runFills } from './support/fill-load.ts';

const FILLS = 100_000;
const CLIENTS = 256;
/** Issue 9: so many are written and on the disk in a second. */
const LEAST_RATE = 35_000;

async function committedFills(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-fills-'));
  const store = await openSqliteStore({ dataDir, collections: [BALANCES] });
  const { seconds, commits } = await runFills(store, { fills: FILLS, clients: CLIENTS });
  rmSync(dataDir, { recursive: true, force: true });
  const rate = FILLS / seconds;
  return {
    ...{ name: 'committed-fills', size: FILLS, seconds, rate, unit: 'fills/s', commits },
    tooLong: rate < LEAST_RATE ? ['rate'] : [],
  };
}

export const benches = [{ name: 'committed-fills', run: committedFills }] as const;
