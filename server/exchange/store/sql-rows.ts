import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** Rows of our own statements: SQLite gives the columns that a statement names, and the schema says their types. */
export function rowsOf<Row extends object>(statement: StatementSync, ...given: readonly SQLInputValue[]): Row[] {
  const rows: unknown = statement.all(...given);
  return rows as Row[];
}

/** The first row; undefined where there is none. */
export function rowOf<Row extends object>(
  statement: StatementSync,
  ...given: readonly SQLInputValue[]
): Row | undefined {
  const row: unknown = statement.get(...given);
  return row as Row | undefined;
}

/** Of a statement that always has a row. */
export function theRow<Row extends object>(statement: StatementSync, ...given: readonly SQLInputValue[]): Row {
  const row = rowOf<Row>(statement, ...given);
  if (row === undefined) throw new Error('a statement that always has a row gave none');
  return row;
}
