import { execFile } from 'node:child_process';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { theRow } from './sql-rows.ts';

/** SQLite's own choice: the log is folded into the database whenever it has so many pages. */
const CHECKPOINT_PAGES = 1000;
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
