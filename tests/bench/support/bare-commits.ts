import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/**
 * What a disk and a database give without any of ours: one commit after the other, each the least that a turn can be – the fence's
 * compare-and-set and one row of a command's size –, on the thread that asks. So much of a store's figure is the machine's.
 */

/** As long as the rows of a fill are together. */
const VALUE = 'x'.repeat(600);
const PAGE = Buffer.alloc(8_192, 1);

function rate(count: number, beganMs: number): number {
  return Math.round((count * 1_000) / (performance.now() - beganMs));
}

/** Syncs a second of one page each, in a file that does not grow, as a log is written. */
export function diskSyncs(folder: string, count: number): number {
  const path = join(folder, 'syncs');
  const file = openSync(path, 'w');
  try {
    for (let page = 0; page < count; page += 1) writeSync(file, PAGE, 0, PAGE.length, page * PAGE.length);
    fdatasyncSync(file);
    const began = performance.now();
    for (let page = 0; page < count; page += 1) {
      writeSync(file, PAGE, 0, PAGE.length, page * PAGE.length);
      fdatasyncSync(file);
    }
    return rate(count, began);
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

/** Commits a second of SQLite, as durable as the store's. */
export function bareSqlite(folder: string, count: number): number {
  const path = join(folder, 'bare.db');
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE fence (turn INTEGER NOT NULL); INSERT INTO fence VALUES (0);
      CREATE TABLE journal (turn INTEGER PRIMARY KEY, value TEXT NOT NULL)`);
    const [begin, commit] = ['BEGIN IMMEDIATE', 'COMMIT'].map((text) => database.prepare(text));
    const fence = database.prepare('UPDATE fence SET turn = ? WHERE turn = ?');
    const row = database.prepare('INSERT INTO journal VALUES (?, ?)');
    const began = performance.now();
    for (let turn = 1; turn <= count; turn += 1) {
      begin?.run();
      fence.run(turn, turn - 1);
      row.run(turn, VALUE);
      commit?.run();
    }
    return rate(count, began);
  } finally {
    database.close();
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  }
}

/** Commits a second of PostgreSQL: one call of a prepared function each, with what the server has by itself of durability. */
export async function barePostgres(url: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE SCHEMA bare;
      CREATE TABLE bare.fence (turn bigint NOT NULL); INSERT INTO bare.fence VALUES (0);
      CREATE TABLE bare.journal (turn bigint PRIMARY KEY, value text NOT NULL);
      CREATE FUNCTION bare.commit_turn(of_turn bigint, of_value text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        UPDATE bare.fence SET turn = of_turn WHERE turn = of_turn - 1;
        IF NOT FOUND THEN RAISE EXCEPTION 'it does not follow'; END IF;
        INSERT INTO bare.journal VALUES (of_turn, of_value);
      END $$`);
    const began = performance.now();
    for (let turn = 1; turn <= count; turn += 1)
      await client.query({ name: 'commit', text: 'SELECT bare.commit_turn($1, $2)', values: [turn, VALUE] });
    return rate(count, began);
  } finally {
    await client.query('DROP SCHEMA IF EXISTS bare CASCADE');
    await client.end();
  }
}
