import type { ClientBase } from 'pg';
import { giveWay } from '../surroundings/turn-time.ts';
import { int8Array, textArray } from './binary-arrays.ts';
import { PART } from './postgres-reads.ts';
import type { StorePosition, TurnBatch } from './store.ts';
import { StoreLost } from './store-errors.ts';

/** Turns on their way into the database, over a connection that does nothing else. */
export interface PostgresTurns {
  /** Resolves when the database has committed the turn. After a rejection it takes no other. */
  write(batch: TurnBatch): Promise<void>;
  /** Resolves, whatever became of them, when every turn that was handed over by now is settled. */
  settled(): Promise<void>;
  /** When the turn that is being written was sent, on the clock that was handed in; null = none is. */
  sentMs(): number | null;
  /** How many rows it has. */
  rows(): number;
}

const COMMIT = `SELECT exchange.commit_turn($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

/** A turn of so many rows is made ready in a millisecond or a few. */
const MOST_AT_ONCE = 2_000;

/** The class of the server's codes for warnings. */
const WARNINGS = '01';

/**
 * Asks over a connection, and rejects when the server called it done but had something to say against it: whoever cancels a statement that
 * waits for a standby (pg_cancel_backend) has it answered as if one had it.
 */
export function heededBy(client: ClientBase): <T>(question: () => Promise<T>) => Promise<T> {
  let warning: string | null = null;
  client.on('notice', ({ code, message }) => {
    if (code?.startsWith(WARNINGS) === true) warning = message ?? code;
  });
  return async (question) => {
    warning = null;
    const answer = await question();
    if (warning !== null) throw new StoreLost(`The database warns: ${warning}`);
    return answer;
  };
}

export function postgresTurns(client: ClientBase, { epoch }: StorePosition, nowMs: () => number): PostgresTurns {
  /** A turn that failed is not known to be absent: what was handed over behind it must not be written. */
  let lost: Error | null = null;
  let line: Promise<void> = Promise.resolve();
  let sent: number | null = null;
  let rows = 0;
  const heeded = heededBy(client);

  async function commit(batch: TurnBatch): Promise<void> {
    if (lost !== null) throw new Error('a turn before this one is lost', { cause: lost });
    try {
      if (batch.epoch !== epoch) throw new Error(`turn ${batch.turn} is of epoch ${batch.epoch}, this is ${epoch}`);
      const values = await valuesOf(batch);
      rows = batch.items.length + batch.rows.length;
      sent = nowMs();
      await heeded(() => client.query({ name: 'commit', text: COMMIT, values }));
    } catch (error) {
      lost = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      sent = null;
    }
  }

  return {
    write(batch) {
      const written = line.then(() => commit(batch));
      line = written.catch(() => {});
      return written;
    },
    settled: () => line,
    sentMs: () => sent,
    rows: () => rows,
  };
}

/** The demo world is one turn of a hundred thousand rows: this thread renews the lease as well, so it has a look at what came in after each column. */
async function valuesOf(batch: TurnBatch): Promise<unknown[]> {
  const columns = columnsOf(batch);
  if (batch.items.length + batch.rows.length <= MOST_AT_ONCE) return columns.map((column) => column());
  const values: unknown[] = [];
  for (const column of columns) {
    await giveWay();
    values.push(column());
  }
  return values;
}

/** The arguments of COMMIT in their order, each made when it is asked for. */
function columnsOf({ epoch, turn, items, rows }: TurnBatch): readonly (() => unknown)[] {
  const put = items.flatMap(({ value, ...item }) => (value === null ? [] : [{ ...item, value }]));
  const removed = items.filter(({ value }) => value === null);
  return [
    () => PART,
    () => epoch,
    () => turn,
    () => textArray(put.map(({ collection }) => collection)),
    () => textArray(put.map(({ key }) => key)),
    () => textArray(put.map(({ value }) => value)),
    () => textArray(removed.map(({ collection }) => collection)),
    () => textArray(removed.map(({ key }) => key)),
    () => int8Array(rows.map(({ sequence }) => sequence)),
    () => textArray(rows.map(({ stream }) => stream)),
    () => textArray(rows.map(({ key }) => key)),
    () => int8Array(rows.map(({ timeMs }) => timeMs)),
    () => textArray(rows.map(({ value }) => value)),
    () => textArray(rows.map(({ request }) => request)),
  ];
}
