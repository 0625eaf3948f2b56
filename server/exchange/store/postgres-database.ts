import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { backupPostgres } from './postgres-backup.ts';
import { assertDurable, connect, isServersAbsence, NoServer, writableServer } from './postgres-connection.ts';
import { assertStillOurs, keepLease, takeLease } from './postgres-lease.ts';
import { keepMonths } from './postgres-months.ts';
import { type Opening, StoreHeld, watchOpening } from './postgres-opening.ts';
import { marksIn, postgresReads } from './postgres-reads.ts';
import { migrate, readySchema } from './postgres-schema.ts';
import { openStandbyQuestion } from './postgres-standby.ts';
import { heededBy, postgresTurns } from './postgres-turns.ts';
import type { DatabaseNews } from './serve-database.ts';
import { openStandstill } from './standstill.ts';
import type { StorePosition } from './store.ts';
import type { StoreDatabase } from './store-database.ts';
import { StoreInUse, StoreLost } from './store-errors.ts';
import { assertSameMarks, type StoreMark } from './store-marks.ts';

export interface PostgresGiven {
  /** `postgres://…`; several, separated by commas, are asked for the one that takes writes. */
  readonly url: string;
  /** Who asks for the lease: a word of its own for each opening. */
  readonly holder: string;
  /** Whether to wait, for as long as it takes, while another has the lease. */
  readonly isPatient: boolean;
  /** What the store must know as the same; absent = nothing is compared. */
  readonly marks?: readonly StoreMark[] | undefined;
}

export interface PostgresParts extends PostgresGiven {
  readonly news: DatabaseNews;
  /** A clock that nobody sets, ms. */
  readonly nowMs: () => number;
}

/** The three connections: a turn that waits for a standby must hold neither who reads nor the lease. */
interface Connections {
  readonly turns: Client;
  readonly reads: Client;
  readonly lease: Client;
}

/** How often a standby asks whether somebody has the lease. */
const ASK_AGAIN_MS = 250;
/** Whoever opens, or stands by, and has no answer for so long gives it up: of a server whose machine is gone nothing would ever come. A standby asks all servers anew. */
const ANSWER_WITHIN_MS = 10_000;
/** Of a lease that is of no use, before it runs out by itself. */
const RELEASE_WITHIN_MS = 1_000;
/** Statements of turns touch rows by their key, whatever the planner believes of tables that were empty when it looked. */
const BY_KEY = 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off';

/**
 * Opens the store of a PostgreSQL database (made when absent): takes the lease, brings the schema up to date. While another process has the
 * lease, or the database waits for a synchronous standby, or somebody holds what has to be locked: who is patient stands by, over failovers
 * of the database too. Else it rejects with StoreInUse or StoreHeld, or waits for the standby.
 */
export async function openPostgresDatabase(parts: PostgresParts): Promise<StoreDatabase> {
  const question = openStandbyQuestion(parts, ANSWER_WITHIN_MS);
  let standsBy = false;
  const standBy = () => {
    if (!standsBy) parts.news.standsBy();
    standsBy = true;
  };
  try {
    for (; ; await delay(ASK_AGAIN_MS)) {
      try {
        if (standsBy && !(await question.isFree())) continue;
        const database = await openOnce(parts, () => {
          if (!parts.isPatient) return;
          standBy();
          question.succeeded();
        });
        question.succeeded();
        return database;
      } catch (error) {
        const isHeld = error instanceof StoreInUse;
        const mayEnd = error instanceof StoreHeld || (standsBy && isServersAbsence(error));
        if (!parts.isPatient || !(isHeld || mayEnd)) throw error;
        standBy();
        if (!isHeld) question.failed(error);
      }
    }
  } finally {
    question.end();
  }
}

async function openOnce(parts: PostgresParts, standBy: () => void): Promise<StoreDatabase> {
  const url = await writableServer(parts.url);
  const open: Client[] = [];
  const endAll = () => Promise.all(open.map((client) => client.end().catch(() => {})));
  let isSilent = false;
  // What ends in the middle of a question is rejected. From when the lease is ours on, whoever keeps it looks after that.
  const patient = () =>
    setTimeout(() => {
      isSilent = true;
      void endAll();
    }, ANSWER_WITHIN_MS);
  let patience = patient();
  let hasLease = false;
  const isHeard = () => {
    clearTimeout(patience);
    if (!hasLease) patience = patient();
  };
  // A server that is slow and answers is there: the patience is of one question, and not of all of them.
  const answered = async <T>(asked: Promise<T>): Promise<T> => {
    const answer = await asked;
    isHeard();
    return answer;
  };
  let opening: Opening | undefined;
  const opened = async (purpose: string, synchronous = true) => {
    const client = await answered(connect(url, purpose, synchronous));
    open.push(client);
    return client;
  };
  try {
    const turns = await opened('turns');
    await answered(assertDurable(turns));
    // All before the lease is asked for: it may have run out while it was waited for, and is renewed as soon as may be.
    const [reads, lease] = [await opened('reads'), await opened('lease', false)];
    opening = await watchOpening({
      ...{ turns, beside: lease, onStandstill: parts.news.standsStill },
      onWaits: standBy,
      // What waits is waited for, and who is in the way is looked after.
      onReason: isHeard,
    });
    // Somebody may keep it from waiting: an old primary that is alone would be opened.
    const heeded = heededBy(turns);
    await answered(heeded(() => readySchema(turns)));
    assertSameMarks(parts.marks ?? [], await answered(marksIn(turns)));
    const position = await answered(heeded(() => takeLease(turns, parts.holder)));
    await answered(assertStillOurs(lease, position, parts.holder));
    const writer = await answered(writerOver(turns));
    hasLease = true;
    clearTimeout(patience);
    return await postgresDatabase({ turns, reads, lease }, position, { ...parts, url, writer });
  } catch (error) {
    await endAll();
    if (isSilent) throw new NoServer(SILENT, { cause: error });
    throw opening?.reasonOf(error) ?? error;
  } finally {
    opening?.end();
    clearTimeout(patience);
  }
}

const SILENT = `The database of STORE_URL took connections and then said nothing for ${ANSWER_WITHIN_MS / 1_000} s while the store was opened.`;

/** Who writes turns, by the server, and in which month. */
interface Writer {
  readonly pid: number;
  readonly month: number;
}

async function writerOver(turns: Client): Promise<Writer> {
  const { rows } = await turns.query<Writer>('SELECT pg_backend_pid() AS pid, exchange.this_month() AS month');
  return rows[0] ?? { pid: 0, month: 0 };
}

async function readyForTurns(turns: Client, month: number): Promise<void> {
  const heeded = heededBy(turns);
  await heeded(() => migrate(turns));
  // Without this month's there is no turn.
  await heeded(() => turns.query('SELECT exchange.make_month($1)', [month]));
  await turns.query(BY_KEY);
}

async function postgresDatabase(
  connections: Connections,
  position: StorePosition,
  { news, nowMs, holder, url, writer }: PostgresParts & { readonly writer: Writer },
): Promise<StoreDatabase> {
  const all: readonly Client[] = [connections.turns, connections.reads, connections.lease];
  const turns = postgresTurns(connections.turns, position, nowMs);
  const standstill = openStandstill();
  let isReady = false;
  let isOver = false;
  const lost = (error: Error) => {
    if (!isOver) news.lost(error);
    isOver = true;
  };
  const months = keepMonths({ connected: () => connect(url, 'months', false, ANSWER_WITHIN_MS), nowMs });
  const lease = keepLease({
    client: connections.lease,
    ...{ epoch: position.epoch, holder, nowMs },
    writerPid: writer.pid,
    turnSentMs: turns.sentMs,
    turnRows: turns.rows,
    onMonth(month) {
      // Who opens makes this month's part itself: of two that make it in the same moment one fails on the other's.
      if (isReady) void months.see(month);
    },
    onLost: lost,
    onStandstill(isOn) {
      if (isOn === standstill.isOn()) return;
      standstill.set(isOn);
      news.standsStill(isOn);
    },
  });
  for (const client of all) client.on('end', () => lost(new StoreLost('The database has ended a connection.')));
  try {
    await readyForTurns(connections.turns, writer.month);
  } catch (error) {
    isOver = true;
    // The next one need not wait until it runs out; of a server that is gone nothing is waited for.
    await Promise.race([lease.release().catch(() => {}), delay(RELEASE_WITHIN_MS)]);
    throw error;
  }
  isReady = true;
  // Turns of this month go on without the next one, which is made over a connection of its own.
  void months.see(writer.month);
  return {
    position,
    write: turns.write,
    // While turns wait for a standby, what was there before them can be read.
    ...postgresReads(connections.reads, () => standstill.cutShort(turns.settled())),
    backup: (path) => backupPostgres(url, path),
    async close() {
      await turns.settled();
      isOver = true;
      await lease.release();
      await Promise.all(all.map((client) => client.end().catch(() => {})));
    },
  };
}
