import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BALANCES } from '#server/exchange/ledger/memory-ledger.ts';
import { openPostgresStore } from '#server/exchange/store/postgres-store.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import type { Store } from '#server/exchange/store/store.ts';
import { freshDatabase, HAS_POSTGRES_PROGRAMS, ownServer } from '#tests/support/postgres-server.ts';
import { barePostgres, bareSqlite, diskSyncs } from './support/bare-commits.ts';
import { runFills } from './support/fill-load.ts';

/** How many wait at the same time, and fills of each; few wait for a sync each. */
const LOADS = [
  { clients: 1, fills: 1_000, before: 2_000 },
  { clients: 16, fills: 20_000 },
  { clients: 64, fills: 40_000 },
  { clients: 256, fills: 60_000 },
] as const;
type Load = (typeof LOADS)[number];
type Clients = Load['clients'];
/** Rounds of the load that waits for every sync: a disk that others use as well is slow for seconds, and the best round counts. */
const ROUNDS = 3;
const BARE_COMMITS = 1_000;
const COLLECTIONS = [BALANCES];

/** What the trial of issue 13 came to, by how many wait; nine tenths of it are asked. */
const TRIAL = {
  sqlite: { 1: 2_474, 16: 4_287, 64: 5_885, 256: 7_131 },
  postgres: { 1: 1_561, 16: 3_319, 64: 4_145, 256: 4_678 },
} as const satisfies Record<string, Record<Clients, number>>;
type Name = keyof typeof TRIAL;
const NAMES: readonly Name[] = ['sqlite', 'postgres'];
const SHARE = 0.9;
/**
 * What a turn of one command may take beside the least commit of the same disk and database: the way to the store's thread and back, the
 * command itself, and eight rows in place of one. The disk of the trial is not here; what is ours is held on any.
 */
const OWN_MS = { sqlite: 0.3, postgres: 0.5 } as const satisfies Record<Name, number>;

/** The best of several rounds, a second. */
class Best {
  readonly rates: Partial<Record<Clients, number>> = {};
  bare = 0;

  add(clients: Clients, rate: number): void {
    this.rates[clients] = Math.max(this.rates[clients] ?? 0, Math.round(rate));
  }

  addBare(rate: number): void {
    this.bare = Math.max(this.bare, rate);
  }

  /** What is asked: nine tenths of the trial; alone no more than this disk lets anybody have who takes no more than OWN_MS of his own. */
  asked(name: Name, clients: Clients): number {
    const ofTrial = SHARE * TRIAL[name][clients];
    return Math.round(clients > 1 ? ofTrial : Math.min(ofTrial, 1_000 / (1_000 / this.bare + OWN_MS[name])));
  }

  tooSlow(name: Name): string[] {
    return LOADS.filter(({ clients }) => (this.rates[clients] ?? 0) < this.asked(name, clients)).map(
      ({ clients }) => `${name} ${clients}`,
    );
  }

  /** Alone, beside the least commit on this disk and what is asked. */
  alone(name: Name) {
    const rate = this.rates[1] ?? 0;
    const ownMs = Number((1_000 / rate - 1_000 / this.bare).toFixed(3));
    return { bare: this.bare, ownMs, asked: this.asked(name, 1), ofTrial: Number((rate / TRIAL[name][1]).toFixed(2)) };
  }
}

/** Both stores on the same disk, in turns, so that both see the same machine: fills a second by how many wait for one. */
async function storeTurns(): Promise<Record<string, unknown>> {
  if (!HAS_POSTGRES_PROGRAMS) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'bench-store-'));
  const server = await ownServer([['shared_buffers', '256MB']]);
  const best = { sqlite: new Best(), postgres: new Best() };
  let disk = 0;
  const measure = async (name: Name, load: Load, store: Store) => {
    const { seconds } = await runFills(store, load);
    best[name].add(load.clients, load.fills / seconds);
  };
  const rounds = LOADS.flatMap((load) => Array.from({ length: load.clients === 1 ? ROUNDS : 1 }, () => load));
  try {
    for (const [round, load] of rounds.entries()) {
      const dataDir = join(folder, `${round}`);
      const { url } = await freshDatabase(server.url);
      if (load.clients === 1) {
        disk = Math.max(disk, diskSyncs(folder, BARE_COMMITS));
        best.sqlite.addBare(bareSqlite(folder, BARE_COMMITS));
        best.postgres.addBare(await barePostgres(url, BARE_COMMITS));
      }
      await measure('sqlite', load, await openSqliteStore({ dataDir, collections: COLLECTIONS }));
      const given = { url, holder: 'bench', isPatient: false, collections: COLLECTIONS };
      await measure('postgres', load, await openPostgresStore(given));
    }
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    size: LOADS.map(({ clients }) => clients),
    unit: 'fills/s',
    ...Object.fromEntries(NAMES.map((name) => [name, best[name].rates])),
    syncsASecond: disk,
    alone: Object.fromEntries(NAMES.map((name) => [name, best[name].alone(name)])),
    tooLong: NAMES.flatMap((name) => best[name].tooSlow(name)),
  };
}

export const benches = [{ name: 'store', run: storeTurns }] as const;
