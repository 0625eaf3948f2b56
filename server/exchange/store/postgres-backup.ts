import { closeSync, openSync, rmSync } from 'node:fs';
import { dumpSchema, programPath, runDump } from './pg-programs.ts';
import { connect, writableServer } from './postgres-connection.ts';
import { PART } from './postgres-reads.ts';
import { StoreInUse } from './store-errors.ts';

/** Copies the store, as it is at one moment, into a new file of its owner's alone. Rejects when the file exists or cannot be written. */
export async function backupPostgres(url: string, path: string): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600));
  try {
    await dumpSchema(url, path);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** Nobody takes the lease meanwhile, and what is there is set aside. */
const asideAs = (kept: string) => `
DO $$
DECLARE
  held_until timestamptz;
BEGIN
  SELECT until INTO held_until FROM exchange.lease WHERE part = ${PART} FOR UPDATE;
  IF held_until > clock_timestamp() THEN RAISE EXCEPTION 'in use'; END IF;
END $$;
ALTER SCHEMA exchange RENAME TO ${kept};`;

/** The lease is nobody's, not even his who had it when the backup was made; epochs go on from where they were, and whoever had the last of them, held past its lease, writes nothing into what is there now. */
const onFrom = (kept: string | null) => `
UPDATE exchange.lease SET until = '-infinity', holder = '';
${kept === null ? '' : `UPDATE exchange.fence SET epoch = greatest(fence.epoch, before.epoch) + 1 FROM ${kept}.fence AS before WHERE before.part = fence.part;`}`;

/**
 * Puts a backup in the place of what a database holds. That is kept beside it as the schema `keptAs` (letters, digits and _), so that a
 * mistake can be undone. All or nothing: rejects when the file is no backup, and with StoreInUse when an exchange has the lease.
 *
 * @returns the schema under which the replaced store was kept, or null when there was none.
 */
export async function restorePostgres(
  path: string,
  urls: string,
  keptAs: string,
  programOf = programPath,
): Promise<string | null> {
  const url = await writableServer(urls);
  const client = await connect(url, 'restore');
  let kept: string | null;
  try {
    const { rows } = await client.query<{ there: boolean }>("SELECT to_regnamespace('exchange') IS NOT NULL AS there");
    kept = rows[0]?.there === true ? keptAs : null;
  } finally {
    await client.end();
  }
  try {
    await runDump(url, path, [kept === null ? '' : asideAs(kept), onFrom(kept)], programOf);
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    if (complaint.includes('in use')) throw new StoreInUse('An exchange runs on STORE_URL. Stop it first.');
    throw new Error(`${path} was not restored, and nothing was changed: ${complaint}`);
  }
  return kept;
}
