import { workerData } from 'node:worker_threads';
import { serveDatabase } from './serve-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/** The thread that has the database in SQLite. */
await serveDatabase(() => openSqliteDatabase((workerData as { readonly dataDir: string }).dataDir));
