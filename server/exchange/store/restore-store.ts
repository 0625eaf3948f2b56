import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { theRow } from './sql-rows.ts';
import { DATABASE_FILE, openSqliteDatabase } from './sqlite-database.ts';
import { syncFile } from './synced.ts';
import { turnMarkPath } from './turn-mark.ts';

/**
 * Puts a backup in the place of a data folder's database. What was there is kept beside it under `keptAs`, so that a
 * mistake can be undone. Throws when the backup is damaged or no store, and when an exchange runs on the folder
 * (StoreInUse); nothing is changed then.
 *
 * @returns the path under which the replaced database was kept, or null when there was none.
 */
export function restoreStore(backupPath: string, dataDir: string, keptAs: string): string | null {
  assertSound(backupPath);
  const path = join(dataDir, DATABASE_FILE);
  const kept = existsSync(path) ? join(dataDir, keptAs) : null;
  if (kept !== null && existsSync(kept)) throw new Error(`${kept} exists already.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Whole and on disk before the one that is there gives way: an exchange that finds neither makes an empty store.
  const whole = wholeCopy(backupPath, `${path}.restoring`);
  if (kept !== null) {
    try {
      assertNobodyRuns(dataDir);
    } catch (error) {
      rmSync(whole, { force: true });
      throw error;
    }
    renameSync(path, kept);
  }
  // The log of the database that was here is not the new one's, and neither is the note of its last turn.
  for (const stale of [`${path}-wal`, `${path}-shm`, turnMarkPath(dataDir)]) rmSync(stale, { force: true });
  renameSync(whole, path);
  syncFile(path);
  return kept;
}

/** Copies a backup to `path`, over what a restore that was killed has left there; of one that fails nothing is left. */
function wholeCopy(backupPath: string, path: string): string {
  rmSync(path, { force: true });
  try {
    copyFileSync(backupPath, path, constants.COPYFILE_EXCL);
    chmodSync(path, 0o600);
    syncFile(path);
    return path;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** Takes the writer's lock for a moment; the log is folded into the database on the way out. */
function assertNobodyRuns(dataDir: string): void {
  const mark = turnMarkPath(dataDir);
  const aside = `${mark}.restoring`;
  // A store that has lost turns does not open, and that is the one most worth restoring over.
  if (existsSync(mark)) renameSync(mark, aside);
  try {
    openSqliteDatabase(dataDir).close();
  } catch (error) {
    if (error instanceof Error && error.name === 'StoreInUse') {
      if (existsSync(aside)) renameSync(aside, mark);
      throw error;
    }
    // Damaged beyond opening: nobody can be running on it, and it is moved aside as it is.
  }
  rmSync(aside, { force: true });
}

/** Read as it is: no log of its own is made beside it. */
function immutable(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

function assertSound(path: string): void {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  let verdict: string;
  try {
    const database = new DatabaseSync(immutable(path), { readOnly: true });
    try {
      verdict = theRow<{ integrity_check: string }>(database.prepare('PRAGMA integrity_check')).integrity_check;
      database.prepare("SELECT value FROM item WHERE collection = 'store' AND key = 'opened'").get();
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Error(`${path} is no backup of an exchange: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (verdict !== 'ok') throw new Error(`${path} is damaged: ${verdict}`);
}
