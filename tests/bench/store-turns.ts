import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BALANCES } from '#server/exchange/ledger/memory-ledger.ts';
import { openPostgresStore } from '#server/exchange/store/postgres-store.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import type { Store } from '#server/exchange/store/store.ts';
import { freshDatabase, HAS_POSTGRES_PROGRAMS, ownServer } from '#tests/support/postgres-server.ts';
import { runFills } from './support/fill-load.ts';

/** How many wait at the same time, and fills of each; few wait for a sync each. */
const LOADS = [
  { clients: 1, fills: 3_000 },
  { clients: 16, fills: 20_000 },
  { clients: 64, fills: 40_000 },
  { clients: 256, fills: 60_000 },
] as const;
const COLLECTIONS = [BALANCES];

/** Both stores on the same disk, in turns, so that both see the same machine: fills a second by how many wait for one. */
async function storeTurns(): Promise<Record<string, unknown>> {
  if (!HAS_POSTGRES_PROGRAMS) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'bench-store-'));
  const server = await ownServer([['shared_buffers', '256MB']]);
  const rates = { sqlite: new Map<number, number>(), postgres: new Map<number, number>() };
  const measure = async (name: keyof typeof rates, store: Store, load: (typeof LOADS)[number]) => {
    const { seconds } = await runFills(store, load);
    rates[name].set(load.clients, Math.round(load.fills / seconds));
  };
  try {
    for (const load of LOADS) {
      const dataDir = join(folder, `${load.clients}`);
      await measure('sqlite', await openSqliteStore({ dataDir, collections: COLLECTIONS }), load);
      const { url } = await freshDatabase(server.url);
      const given = { url, holder: 'bench', isPatient: false, collections: COLLECTIONS };
      await measure('postgres', await openPostgresStore(given), load);
    }
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    size: LOADS.map(({ clients }) => clients),
    unit: 'fills/s',
    sqlite: Object.fromEntries(rates.sqlite),
    postgres: Object.fromEntries(rates.postgres),
  };
}

export const benches = [{ name: 'store', run: storeTurns }] as const;
