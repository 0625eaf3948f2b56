import type { DatabaseSync } from 'node:sqlite';
import { theRow } from './sql-rows.ts';

/**
 * The schema's steps in order; `user_version` counts the ones that a database has. A step that is in use is never
 * edited: a change is a new step, and so is a new collection, or a row that an older program would misread: it must not open the store.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE item (
     collection TEXT NOT NULL,
     key TEXT NOT NULL,
     value TEXT NOT NULL,
     PRIMARY KEY (collection, key)
   ) WITHOUT ROWID;
   CREATE TABLE journal (
     sequence INTEGER PRIMARY KEY,
     stream TEXT NOT NULL,
     key TEXT NOT NULL,
     time_ms INTEGER NOT NULL,
     value TEXT NOT NULL
   );
   CREATE INDEX journal_of ON journal (stream, key, sequence);`,
  // Ended bots have collections of their own: a program from before would not see them and give their numbers again.
  'SELECT 1;',
  // Which request a row was written for.
  "ALTER TABLE journal ADD COLUMN request TEXT NOT NULL DEFAULT '';",
  // Plans, dual investments, shares of copies' profit, notifications and limits came without a step: a program from before would open the store and see none of them.
  'SELECT 1;',
];

/** Brings the database to the newest schema, one transaction a step. Throws for a database of a newer program. */
export function migrate(database: DatabaseSync): void {
  const row = theRow<{ user_version: number }>(database.prepare('PRAGMA user_version'));
  if (row.user_version > MIGRATIONS.length) {
    throw new Error(
      `The store has schema ${row.user_version}, this program knows ${MIGRATIONS.length}: it was written by a newer version. Use that version or another DATA_DIR.`,
    );
  }
  MIGRATIONS.slice(row.user_version).forEach((step, index) => {
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${row.user_version + index + 1}; COMMIT;`);
  });
}
