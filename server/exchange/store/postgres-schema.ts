import type { ClientBase } from 'pg';
import { COMMIT_TURN, LEASE_FUNCTIONS, MONTH_FUNCTION, TABLES } from './postgres-schema-first.ts';
import { LEASE_BY_A_CLOCK_THAT_IS_SET } from './postgres-schema-second.ts';
import { changeAlone } from './schema-alone.ts';

/**
 * The schema's steps in order; `exchange.schema_version` counts those that a database has. A step that is in use is never edited: a change
 * is a new step, and so is a new collection, or a row that an older program would misread. The first is made by whoever finds the database empty, the others by whoever has the lease.
 */
const MIGRATIONS: readonly string[] = [
  `${TABLES} ${MONTH_FUNCTION} ${LEASE_FUNCTIONS} ${COMMIT_TURN}`,
  LEASE_BY_A_CLOCK_THAT_IS_SET,
  // The same as SQLite's fourth: a program from before does not know all collections.
  'SELECT 1;',
];

/** Any number, the same for every program of ours: who changes the schema does it alone. */
const SCHEMA_LOCK = 7_305_114_001;

/** How many steps the database has; 0 = it is empty. */
async function versionOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('exchange.schema_version') IS NOT NULL AS there",
  );
  if (rows[0]?.there !== true) return 0;
  const version = await client.query<{ version: number }>('SELECT version FROM exchange.schema_version');
  return version.rows[0]?.version ?? 0;
}

async function step(client: ClientBase, from: number, statements: string): Promise<void> {
  await changeAlone(client, SCHEMA_LOCK, async () => {
    // Another may have made it while this one waited.
    if ((await versionOf(client)) !== from) return;
    await client.query(statements);
    await client.query(`UPDATE exchange.schema_version SET version = ${from + 1}`);
  });
}

/** The same, as far as this program knows it. */
async function knownVersionOf(client: ClientBase): Promise<number> {
  const version = await versionOf(client);
  if (version <= MIGRATIONS.length) return version;
  throw new Error(
    `The store has schema ${version}, this program knows ${MIGRATIONS.length}: it was written by a newer version. Use that version or another STORE_URL.`,
  );
}

/** Makes an empty database ours. Rejects for one of a newer program: that is told before the lease is asked for. */
export async function readySchema(client: ClientBase): Promise<void> {
  const version = await knownVersionOf(client);
  if (version === 0) await step(client, 0, MIGRATIONS[0] ?? '');
}

/**
 * Brings the database to the newest schema, one transaction a step, while others read. For who has the lease. Rejects for one of a newer
 * program: it may have had the lease since this one looked.
 */
export async function migrate(client: ClientBase): Promise<void> {
  for (let version = await knownVersionOf(client); version < MIGRATIONS.length; version += 1)
    await step(client, version, MIGRATIONS[version] ?? '');
}
