import { execFile } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { migrate } from './sqlite-schema.ts';
import { type JournalRow, type Store, type StoreBatch, type StoredRow, TransactionLost } from './store.ts';
import { openTurnMark, readTurnMark, type TurnMark, turnMarkPath } from './turn-mark.ts';

/** The first SQLite with every fix that the write-ahead log needs here. */
const OLDEST_SQLITE = [3, 51, 3] as const;
/** Rows read at a time by `all` and `since`. */
const CHUNK = 1000;
/** SQLite's own choice: the log is folded into the database whenever it has so many pages. */
const CHECKPOINT_PAGES = 1000;
const COPY_DATABASE = fileURLToPath(new URL('./copy-database.ts', import.meta.url));

/** Another process has the store open: two writers would each believe their own memory. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/** The database is older than what was acknowledged: its log was damaged, or files of another time were put here. */
export class TurnsLost extends Error {
  override readonly name = 'TurnsLost';
}

/** Name of the database in its folder. */
export const DATABASE_FILE = 'exchange.db';

export interface SqliteStoreOptions {
  /** Folder of the database; made when absent. Folder and files are their owner's alone (0700, 0600). */
  readonly dataDir: string;
  /** Names that `put` and `get` accept: a misspelt one is a bug that must not look like an empty collection. */
  readonly collections: readonly string[];
}

/**
 * Opens the store, brings its schema up to date and takes the writer's lock. Throws StoreInUse when another has it and
 * TurnsLost when turns are missing that were acknowledged.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const database = new DatabaseSync(ownedDatabase(options.dataDir));
  try {
    assertSqliteVersion(database);
    // The exclusive lock is the operating system's: it goes with the process, however that ends.
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    migrate(database);
    claim(database);
    assertDurable(database);
    assertNothingLost(database, options.dataDir);
    return sqliteStore(database, openTurnMark(options.dataDir), new Set(options.collections));
  } catch (error) {
    database.close();
    if (isLocked(error)) {
      throw new StoreInUse(
        `The store in ${options.dataDir} is in use by another exchange process. Stop that one, or set another DATA_DIR.`,
      );
    }
    throw error;
  }
}

/** The database's path, in a folder and a file that nobody else may read. SQLite gives its log the file's mode. */
function ownedDatabase(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const path = join(dataDir, DATABASE_FILE);
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return path;
}

function turnOf(database: DatabaseSync): number {
  const row = database.prepare("SELECT value FROM item WHERE collection = 'store' AND key = 'turn'").get();
  return row === undefined ? 0 : Number((row as { value: string }).value);
}

function assertNothingLost(database: DatabaseSync, dataDir: string): void {
  const noted = readTurnMark(dataDir);
  const stored = turnOf(database);
  if (noted === null || noted <= stored) return;
  throw new TurnsLost(
    `The store in ${dataDir} ends at turn ${stored}, but turn ${noted} was acknowledged: ${noted - stored} are missing. ` +
      `Restore a backup (npm run restore), or delete ${turnMarkPath(dataDir)} to go on without them.`,
  );
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

function assertSqliteVersion(database: DatabaseSync): void {
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((wanted, index) => (parts[index] ?? 0) - wanted).find((step) => step !== 0) ?? 0;
  if (difference < 0)
    throw new Error(`SQLite ${OLDEST_SQLITE.join('.')} or newer is needed, this Node has ${version}.`);
}

/** A write of our own, so that the lock is held from now on and the pragmas are read back after a real commit. */
function claim(database: DatabaseSync): void {
  database.exec(
    "BEGIN IMMEDIATE; INSERT INTO item VALUES ('store', 'opened', '1') ON CONFLICT DO UPDATE SET value = value + 1; COMMIT;",
  );
}

function assertDurable(database: DatabaseSync): void {
  const { journal_mode } = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string };
  const { synchronous } = database.prepare('PRAGMA synchronous').get() as { synchronous: number };
  if (journal_mode !== 'wal' || synchronous !== 2) {
    throw new Error(
      `The store is not durable: journal_mode ${journal_mode}, synchronous ${synchronous} (wal and 2 are needed).`,
    );
  }
}

function prepareStatements(database: DatabaseSync) {
  const columns = 'sequence, stream, key, time_ms AS timeMs, value, request';
  return {
    put: database.prepare('INSERT INTO item VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value'),
    remove: database.prepare('DELETE FROM item WHERE collection = ? AND key = ?'),
    append: database.prepare(
      'INSERT INTO journal (sequence, stream, key, time_ms, value, request) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    get: database.prepare('SELECT value FROM item WHERE collection = ? AND key = ?'),
    after: database.prepare(`SELECT key, value FROM item WHERE collection = ? AND key > ? ORDER BY key LIMIT ${CHUNK}`),
    page: database.prepare(
      `SELECT ${columns} FROM journal WHERE stream = ? AND key = ? ORDER BY sequence DESC LIMIT ? OFFSET ?`,
    ),
    total: database.prepare('SELECT count(*) AS total FROM journal WHERE stream = ? AND key = ?'),
    since: database.prepare(
      `SELECT ${columns} FROM journal WHERE stream = ? AND key = ? AND sequence > ? ORDER BY sequence LIMIT ${CHUNK}`,
    ),
    turn: database.prepare(
      "INSERT INTO item VALUES ('store', 'turn', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    ),
    last: database.prepare('SELECT coalesce(max(sequence), 0) AS sequence FROM journal'),
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    savepoint: database.prepare('SAVEPOINT part'),
    release: database.prepare('RELEASE part'),
    undo: database.prepare('ROLLBACK TO part'),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function sqliteStore(database: DatabaseSync, mark: TurnMark, collections: ReadonlySet<string>): Store {
  const statements = prepareStatements(database);
  let turn = turnOf(database);
  /** One backup at a time: the second one's fold would change the file that the first one copies. */
  let backing: Promise<void> = Promise.resolve();
  const assertDeclared = (collection: string) => {
    if (!collections.has(collection))
      throw new Error(`Collection ${collection} was not declared when the store was opened.`);
  };
  const batch = sqliteBatch(statements, assertDeclared, () => database.isTransaction);
  return {
    commit(work) {
      statements.begin.run();
      try {
        const result = work(batch);
        statements.turn.run(String(turn + 1));
        statements.commit.run();
        turn += 1;
        mark.note(turn);
        return result;
      } catch (error) {
        if (database.isTransaction) statements.rollback.run();
        throw error;
      }
    },
    get(collection, key) {
      assertDeclared(collection);
      return (statements.get.get(collection, key) as { value: string } | undefined)?.value;
    },
    all(collection) {
      assertDeclared(collection);
      return allRows(statements, collection);
    },
    page(stream, key, page, pageSize) {
      const { total } = statements.total.get(stream, key) as { total: number };
      const rows = statements.page.all(stream, key, pageSize, (page - 1) * pageSize) as unknown as JournalRow[];
      return { rows, total };
    },
    since: (stream, key, sequence) => rowsSince(statements, stream, key, sequence),
    backup(path) {
      backing = backing.then(
        () => backupTo(database, path),
        () => backupTo(database, path),
      );
      return backing;
    },
    close() {
      mark.close();
      database.close();
    },
  };
}

/**
 * Folds the log into the database and copies that file. No checkpoint runs meanwhile, so what is written goes to the
 * log alone and the file stays the one state that it is. (SQLite's own online backup, as Node 24 exposes it, gives up
 * as soon as a step of it meets a transaction of the same connection.)
 */
async function backupTo(database: DatabaseSync, path: string): Promise<void> {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
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

function sqliteBatch(
  statements: Statements,
  assertDeclared: (collection: string) => void,
  isInTransaction: () => boolean,
): StoreBatch {
  // Numbers given to a part that was undone are not given again: gaps are harmless, repeats would not be.
  let sequence = (statements.last.get() as { sequence: number }).sequence;
  return {
    put(collection, key, value) {
      assertDeclared(collection);
      statements.put.run(collection, key, value);
    },
    remove(collection, key) {
      assertDeclared(collection);
      statements.remove.run(collection, key);
    },
    append(stream, key, timeMs, value, request = '') {
      sequence += 1;
      statements.append.run(sequence, stream, key, timeMs, value, request);
      return sequence;
    },
    attempt(work, isKept) {
      statements.savepoint.run();
      let kept = false;
      try {
        const result = work();
        kept = isKept(result);
        return result;
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: a lost transaction outweighs whatever error came with it.
        if (!isInTransaction()) throw new TransactionLost('the disk ended the transaction');
        if (!kept) statements.undo.run();
        statements.release.run();
      }
    },
  };
}

function* allRows(statements: Statements, collection: string): Iterable<StoredRow> {
  let last = '';
  for (;;) {
    const rows = statements.after.all(collection, last) as unknown as StoredRow[];
    yield* rows;
    if (rows.length < CHUNK) return;
    last = rows[rows.length - 1]?.key ?? last;
  }
}

function* rowsSince(statements: Statements, stream: string, key: string, sequence: number): Iterable<JournalRow> {
  let last = sequence;
  for (;;) {
    const rows = statements.since.all(stream, key, last) as unknown as JournalRow[];
    yield* rows;
    if (rows.length < CHUNK) return;
    last = rows[rows.length - 1]?.sequence ?? last;
  }
}
