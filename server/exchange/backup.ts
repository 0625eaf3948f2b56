import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COLLECTIONS } from './collections.ts';
import { askExchange } from './operator/ask-exchange.ts';
import { readSettings } from './settings.ts';
import { backupPostgres } from './store/postgres-backup.ts';
import { writableServer } from './store/postgres-connection.ts';
import { DATABASE_FILE } from './store/sqlite-database.ts';
import { openSqliteStore } from './store/sqlite-store.ts';
import { isStoreIn } from './store/store-in-database.ts';

/** `npm run backup -- FILE`: a consistent copy of the store, from the running exchange, a folder at rest or PostgreSQL. */
try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('usage: npm run backup -- FILE   (a file that does not exist yet)');
  const path = resolve(file);
  const { DATA_DIR: dataDir, STORE_URL: url } = readSettings(process.env);
  const source = url === undefined ? await copyFolder(dataDir, path) : await copyDatabase(url, path);
  process.stdout.write(`${source} was copied to ${path}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Exchanges may run on it meanwhile, on this host or others. */
async function copyDatabase(url: string, path: string): Promise<string> {
  if (!(await isStoreIn(url)))
    throw new Error('There is no store of the paper exchange in the database of STORE_URL: is that right?');
  await backupPostgres(await writableServer(url), path);
  return 'The database of STORE_URL';
}

async function copyFolder(dataDir: string, path: string): Promise<string> {
  const reply = await askExchange(dataDir, { command: 'backup', path });
  if (reply !== null) {
    if (!reply.ok) throw new Error(reply.reason);
    return 'The running exchange';
  }
  // Opening would make an empty store where there is none, and its copy would look like a good backup.
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    throw new Error(`There is no store of the paper exchange in ${resolve(dataDir)}: is DATA_DIR right?`);
  const store = await openSqliteStore({ dataDir, collections: COLLECTIONS });
  try {
    await store.backup(path);
  } finally {
    await store.close();
  }
  return 'The folder at rest';
}
