import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CHECKPOINT_PAGES, copyFolded } from './fold-and-copy.ts';
import { rowOf, rowsOf, theRow } from './sql-rows.ts';
import { migrate } from './sqlite-schema.ts';
import type { JournalRow, StoredRow, TurnBatch } from './store.ts';
import { CHUNK, type StoreDatabase, type StoredItem, WHOLE_CHUNK } from './store-database.ts';
import { StoreInUse, TurnsLost } from './store-errors.ts';
import { openTurnMark, readTurnMark, type TurnMark, turnMarkPath } from './turn-mark.ts';

/** The first SQLite with every fix that the write-ahead log needs here. */
const OLDEST_SQLITE = [3, 51, 3] as const;
/** Name of the database in its folder. */
export const DATABASE_FILE = 'exchange.db';

/** The database itself, on the thread that has it: every call returns when it is done. */
export interface SqliteDatabase extends StoreDatabase {
  /** On disk on return. Throws for a turn that does not follow the last; after a throw it takes no other. */
  write(batch: TurnBatch): void;
  get(collection: string, key: string): string | undefined;
  lastOf(stream: string, keys: readonly string[]): (string | null)[];
  close(): void;
}

/**
 * Opens the database of a folder (made when absent; folder and files are their owner's alone, 0700 and 0600), brings its
 * schema up to date and takes the writer's lock. Throws StoreInUse when another has it and TurnsLost when turns are
 * missing that were acknowledged.
 */
export function openSqliteDatabase(dataDir: string): SqliteDatabase {
  const database = new DatabaseSync(ownedDatabase(dataDir));
  try {
    assertSqliteVersion(database);
    // The exclusive lock is the operating system's: it goes with the process, however that ends.
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    migrate(database);
    claim(database);
    assertDurable(database);
    assertNothingLost(database, dataDir);
    return sqliteDatabase(database, openTurnMark(dataDir));
  } catch (error) {
    database.close();
    if (isLocked(error)) {
      throw new StoreInUse(
        `The store in ${dataDir} is in use by another exchange process. Stop that one, or set another DATA_DIR.`,
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

interface StoredValue {
  readonly value: string;
}

function numberOf(database: DatabaseSync, key: 'turn' | 'opened'): number {
  const statement = database.prepare("SELECT value FROM item WHERE collection = 'store' AND key = ?");
  return Number(rowOf<StoredValue>(statement, key)?.value ?? 0);
}

function assertNothingLost(database: DatabaseSync, dataDir: string): void {
  const noted = readTurnMark(dataDir);
  const stored = numberOf(database, 'turn');
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
  const { version } = theRow<{ version: string }>(database.prepare('SELECT sqlite_version() AS version'));
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((wanted, index) => (parts[index] ?? 0) - wanted).find((step) => step !== 0) ?? 0;
  if (difference < 0)
    throw new Error(`SQLite ${OLDEST_SQLITE.join('.')} or newer is needed, this Node has ${version}.`);
}

/** A write of our own, so that the lock is held from now on and the pragmas are read back after a real commit. Begins the epoch. */
function claim(database: DatabaseSync): void {
  database.exec(
    "BEGIN IMMEDIATE; INSERT INTO item VALUES ('store', 'opened', '1') ON CONFLICT DO UPDATE SET value = value + 1; COMMIT;",
  );
}

function assertDurable(database: DatabaseSync): void {
  const { journal_mode } = theRow<{ journal_mode: string }>(database.prepare('PRAGMA journal_mode'));
  const { synchronous } = theRow<{ synchronous: number }>(database.prepare('PRAGMA synchronous'));
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
    values: database.prepare('SELECT value FROM journal WHERE stream = ? AND key = ? ORDER BY sequence'),
    newest: database.prepare('SELECT value FROM journal WHERE stream = ? AND key = ? ORDER BY sequence DESC LIMIT 1'),
    items: database.prepare(
      `SELECT collection, key, value FROM item WHERE (collection, key) > (?, ?) AND collection <> 'store' ORDER BY collection, key LIMIT ${WHOLE_CHUNK}`,
    ),
    rows: database.prepare(`SELECT ${columns} FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ${WHOLE_CHUNK}`),
    turn: database.prepare(
      "INSERT INTO item VALUES ('store', 'turn', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    ),
    last: database.prepare('SELECT coalesce(max(sequence), 0) AS sequence FROM journal'),
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function sqliteDatabase(database: DatabaseSync, mark: TurnMark): SqliteDatabase {
  const statements = prepareStatements(database);
  const { sequence } = theRow<{ sequence: number }>(statements.last);
  const position = { epoch: numberOf(database, 'opened'), turn: numberOf(database, 'turn'), sequence };
  let { turn } = position;
  /** A turn that failed is not known to be absent: what was handed over behind it must not be written. */
  let isBroken = false;
  /** One backup at a time: the second one's fold would change the file that the first one copies. */
  let backing: Promise<void> = Promise.resolve();
  return {
    position,
    write(batch) {
      if (isBroken) throw new Error('a turn before this one is lost');
      isBroken = true;
      // Nobody else writes while the lock is ours: what memory knows is what the disk has.
      if (batch.epoch !== position.epoch || batch.turn !== turn + 1) {
        throw new Error(
          `turn ${batch.turn} of epoch ${batch.epoch} does not follow turn ${turn} of epoch ${position.epoch}`,
        );
      }
      writeTurn(database, statements, batch);
      turn = batch.turn;
      mark.note(turn);
      isBroken = false;
    },
    get: (collection, key) => rowOf<StoredValue>(statements.get, collection, key)?.value,
    rowsAfter: (collection, key) => rowsOf<StoredRow>(statements.after, collection, key),
    page(stream, key, page, pageSize) {
      const { total } = theRow<{ total: number }>(statements.total, stream, key);
      const rows = rowsOf<JournalRow>(statements.page, stream, key, pageSize, (page - 1) * pageSize);
      return { rows, total };
    },
    since: (stream, key, after) => rowsOf<JournalRow>(statements.since, stream, key, after),
    valuesOf: (stream, keys) =>
      keys.map((key) => rowsOf<StoredValue>(statements.values, stream, key).map(({ value }) => value)),
    lastOf: (stream, keys) => keys.map((key) => rowOf<StoredValue>(statements.newest, stream, key)?.value ?? null),
    itemsAfter: (collection, key) => rowsOf<StoredItem>(statements.items, collection, key),
    rowsFrom: (after) => rowsOf<JournalRow>(statements.rows, after),
    backup(path) {
      const copy = () => copyFolded(database, path);
      backing = backing.then(copy, copy);
      return backing;
    },
    close() {
      mark.close();
      database.close();
    },
  };
}

function writeTurn(database: DatabaseSync, statements: Statements, { turn, items, rows }: TurnBatch): void {
  statements.begin.run();
  try {
    for (const { collection, key, value } of items) {
      if (value === null) statements.remove.run(collection, key);
      else statements.put.run(collection, key, value);
    }
    for (const { sequence, stream, key, timeMs, value, request } of rows)
      statements.append.run(sequence, stream, key, timeMs, value, request);
    statements.turn.run(String(turn));
    statements.commit.run();
  } catch (error) {
    // A disk that is full may have ended the transaction by itself.
    if (database.isTransaction) statements.rollback.run();
    throw error;
  }
}
