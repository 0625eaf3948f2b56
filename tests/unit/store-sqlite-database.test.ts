import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSqliteDatabase, type SqliteDatabase } from '#server/exchange/store/sqlite-database.ts';
import type { ItemWrite } from '#server/exchange/store/store.ts';
import { turnMarkPath } from '#server/exchange/store/turn-mark.ts';
import { temporaryFolder } from './store-fixture.ts';

/** The database on this thread, as the store's own thread has it. */
function turn(
  database: SqliteDatabase,
  number: number,
  changes: { epoch?: number; items?: readonly ItemWrite[] } = {},
) {
  const { epoch = database.position.epoch, items = [{ collection: 'a', key: `${number}`, value: '1' }] } = changes;
  return { epoch, turn: number, items, rows: [] };
}

/** A row without a value that SQLite would take, in the middle of others. */
const BROKEN = [
  { collection: 'a', key: 'before', value: '1' },
  { collection: 'a', key: 'broken', value: undefined as unknown as string },
];

describe('the database of the store', () => {
  it('writes turns one after the other and notes each beside the database', () => {
    const folder = temporaryFolder();
    const database = openSqliteDatabase(folder);
    database.write(turn(database, 1));
    database.write(turn(database, 2));
    expect(Number(readFileSync(turnMarkPath(folder), 'utf8'))).toBe(2);
    expect([database.get('a', '1'), database.get('a', '2')]).toEqual(['1', '1']);
    database.close();
    const again = openSqliteDatabase(folder);
    expect(again.position).toEqual({ epoch: database.position.epoch + 1, turn: 2, sequence: 0 });
    again.close();
  });

  it('has the row of a key that was written last, whatever time it tells of', () => {
    const database = openSqliteDatabase(temporaryFolder());
    const row = (sequence: number, timeMs: number) => ({
      ...{ sequence, stream: 's', key: 'k', timeMs },
      ...{ value: `${sequence}`, request: '' },
    });
    database.write({ ...turn(database, 1), rows: [row(1, 5), row(2, 9), row(3, 7)] });
    expect(database.lastOf('s', ['k', 'none'])).toEqual(['3', null]);
    database.close();
  });

  it.each([
    ['a turn was skipped', 2, 0],
    ['a turn was written already', 0, 0],
    ['the epoch is another', 1, 1],
  ])('takes nothing more when %s', (_, number, epochs) => {
    const folder = temporaryFolder();
    const database = openSqliteDatabase(folder);
    expect(() => database.write(turn(database, number, { epoch: database.position.epoch + epochs }))).toThrow('follow');
    expect(() => database.write(turn(database, 1))).toThrow('lost');
    expect(database.get('a', '1')).toBeUndefined();
    database.close();
  });

  it('writes a turn whole or not at all, notes none that failed, and nothing follows it', () => {
    const folder = temporaryFolder();
    const database = openSqliteDatabase(folder);
    database.write(turn(database, 1));
    expect(() => database.write(turn(database, 2, { items: BROKEN }))).toThrow();
    expect(database.get('a', 'before')).toBeUndefined();
    expect(() => database.write(turn(database, 2))).toThrow('lost');
    expect(() => database.write(turn(database, 3))).toThrow('lost');
    expect(Number(readFileSync(turnMarkPath(folder), 'utf8'))).toBe(1);
    database.close();
    const again = openSqliteDatabase(folder);
    expect(again.position.turn).toBe(1);
    again.close();
  });
});
