import { onTestFinished, TestRunner } from 'vitest';
import { movedToFolder } from './moved-stores.ts';
import { freshDatabase } from './postgres-server.ts';

/**
 * Suites of the exchange that run on both stores: with TEST_STORE=postgres the store of a data folder is a database, made when the folder
 * is first opened and dropped with the test.
 */
export const IS_ON_POSTGRES = process.env.TEST_STORE === 'postgres';

const databases = new Map<string, ReturnType<typeof freshDatabase>>();
/** Those of the present test. They go when everything that it has opened is closed: the hook that is set first runs last. */
const ofTest: ReturnType<typeof freshDatabase>[] = [];

async function dropAll(): Promise<void> {
  for (const database of ofTest.splice(0)) await (await database).drop();
}

/** Address of a folder's database. */
export async function databaseOf(dataDir: string): Promise<string> {
  let database = databases.get(dataDir);
  if (database === undefined) {
    database = freshDatabase();
    databases.set(dataDir, database);
    if (TestRunner.getCurrentTest() !== undefined) {
      if (ofTest.length === 0) onTestFinished(dropAll);
      ofTest.push(database);
    }
  }
  return (await database).url;
}

/** What the exchange's process is told of where its store is. */
export async function storeSettings(dataDir: string): Promise<Record<string, string>> {
  return IS_ON_POSTGRES ? { STORE_URL: await databaseOf(dataDir) } : {};
}

/** A folder with what the store has, at rest, to be read as a file: the folder itself, or one that its database was moved to. */
export async function folderAtRest(dataDir: string): Promise<string> {
  return IS_ON_POSTGRES ? movedToFolder(await databaseOf(dataDir), dataDir) : dataDir;
}
