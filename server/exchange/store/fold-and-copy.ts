import { execFile } from 'node:child_process';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { theRow } from './sql-rows.ts';

/**
 * The log is folded into the database whenever it has so many pages (32 MB). A turn of many bots writes to the same pages of balances
 * and of the journal's index as those before it: with SQLite's own 1,000 they were folded with every second turn, and with more than this
 * no faster. A start after a kill reads no more than the log's pages.
 */
export const CHECKPOINT_PAGES = 8_000;
const COPY_DATABASE = fileURLToPath(new URL('./copy-database.ts', import.meta.url));

/**
 * Folds the log into the database and copies that file. No checkpoint runs meanwhile, so what is written goes to the
 * log alone and the file stays the one state that it is. (SQLite's own online backup, as Node 24 exposes it, gives up
 * as soon as a step of it meets a transaction of the same connection.)
 */
export async function copyFolded(database: DatabaseSync, path: string): Promise<void> {
  const { busy } = theRow<{ busy: number }>(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'));
  if (busy !== 0) throw new Error('the log could not be folded into the database');
  database.exec('PRAGMA wal_autocheckpoint = 0');
  try {
    await copyByProcess(database.location() as string, path);
  } finally {
    if (database.isOpen) database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  }
}

function copyByProcess(source: string, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [COPY_DATABASE, source, target], (error, _stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(stderr === '' ? error.message : stderr));
    });
  });
}
