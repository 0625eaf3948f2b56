import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COLLECTIONS } from './collections.ts';
import { askExchange } from './operator/ask-exchange.ts';
import { readSettings } from './settings.ts';
import { DATABASE_FILE } from './store/sqlite-database.ts';
import { openSqliteStore } from './store/sqlite-store.ts';

/** `npm run backup -- FILE`: a consistent copy of the store, from the running exchange or from a folder at rest. */
try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('usage: npm run backup -- FILE   (a file that does not exist yet)');
  const path = resolve(file);
  const { DATA_DIR: dataDir } = readSettings(process.env);
  const reply = await askExchange(dataDir, { command: 'backup', path });
  if (reply === null) {
    // Opening would make an empty store where there is none, and its copy would look like a good backup.
    if (!existsSync(join(dataDir, DATABASE_FILE)))
      throw new Error(`There is no store of the paper exchange in ${resolve(dataDir)}: is DATA_DIR right?`);
    const store = await openSqliteStore({ dataDir, collections: COLLECTIONS });
    try {
      await store.backup(path);
    } finally {
      await store.close();
    }
  } else if (!reply.ok) throw new Error(reply.reason);
  process.stdout.write(`${reply === null ? 'The folder at rest' : 'The running exchange'} was copied to ${path}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
