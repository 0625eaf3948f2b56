import type { ClientBase } from 'pg';
import { errorText } from '../../log/error-text.ts';
import { PART } from './postgres-reads.ts';
import type { StorePosition } from './store.ts';
import { StoreInUse, StoreLost } from './store-errors.ts';

/** How long the lease is ours after each renewal, by the database's clock; and, by ours, after it was asked for. */
export const LEASE_MS = 2_000;
const RENEW_MS = 500;
const LOOK_MS = 100;
/** A look that comes later says that this thread was held itself; it is counted as if it had come by then. */
const HELD_MS = 500;
/** A turn is looked after when it has been under way for so long. */
const LOOK_AFTER_MS = 1_000;
/** A turn that has no answer for so long, waiting for a standby not counted, is lost; one of more rows after a millisecond for each. */
const TURN_DEADLINE_MS = 10_000;
const MS_A_ROW = 1;

const TAKE = 'SELECT epoch, turn, sequence FROM exchange.take_lease($1, $2, $3)';
const RENEW = `UPDATE exchange.lease SET until = clock_timestamp() + $4 * interval '1 millisecond'
  WHERE part = $1 AND epoch = $2 AND holder = $3 RETURNING exchange.this_month() AS month`;
const RELEASE = "UPDATE exchange.lease SET until = '-infinity' WHERE part = $1 AND epoch = $2 AND holder = $3";
/** As take_lease sees it, which the newest step of the schema has. */
const HELD = `SELECT until > clock_timestamp() AND until <= clock_timestamp() + 2 * $2 * interval '1 millisecond' AS held
  FROM exchange.lease WHERE part = $1`;
/** What the connection of the turns waits for, by the server. */
const LOOK = `SELECT wait_event = 'SyncRep' AS waits FROM pg_stat_activity WHERE pid = $1`;
/** Whether another has the lease: to be asked often, it writes and locks nothing. */
export async function isLeaseHeld(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(HELD, [PART, LEASE_MS]);
  return rows[0]?.held === true;
}

/**
 * Takes the lease and begins an epoch. Rejects with StoreInUse while another has it. Waits for whoever holds its row: somebody who is about
 * to have the lease, and with it for a standby, or somebody else, whom whoever opens the store looks for.
 */
export async function takeLease(client: ClientBase, holder: string): Promise<StorePosition> {
  const { rows } = await client.query<StorePosition>(TAKE, [PART, holder, LEASE_MS]);
  if (rows[0] !== undefined) return rows[0];
  throw inUse();
}

/** Rejects with StoreInUse where another has the lease that was taken: while its commit was waited for it ran out, and who waited behind it was next. */
export async function assertStillOurs(client: ClientBase, { epoch }: StorePosition, holder: string): Promise<void> {
  const { rowCount } = await client.query(RENEW, [PART, epoch, holder, LEASE_MS]);
  if (rowCount !== 1) throw inUse();
}

function inUse(): StoreInUse {
  return new StoreInUse(
    'The store of STORE_URL is in use by another exchange process. Stop that one, or set another STORE_URL.',
  );
}

export interface LeaseParts {
  /** Its writes must not wait for standbys: while none answers the lease is kept. */
  readonly client: ClientBase;
  readonly epoch: number;
  readonly holder: string;
  readonly nowMs: () => number;
  /** The server's number of the connection that writes turns. */
  readonly writerPid: number;
  /** When the turn under way was sent; null = none is. */
  readonly turnSentMs: () => number | null;
  /** How many rows it has. */
  readonly turnRows: () => number;
  /** Called once: the lease is over, or a turn is. */
  readonly onLost: (error: Error) => void;
  readonly onStandstill: (isOn: boolean) => void;
  /** Told with every renewal: the month by the database's clock. */
  readonly onMonth: (month: number) => void;
}

export interface Lease {
  /** Lets the next one in at once. */
  release(): Promise<void>;
}

/** Keeps the lease that was taken, and looks after the turn under way: both are asked of the server over one connection. */
export function keepLease(parts: LeaseParts): Lease {
  const { client, epoch, holder, nowMs, onLost, onStandstill } = parts;
  let lookedMs = nowMs();
  /**
   * The time that this thread has had to ask and to hear, ms. While it is held (a turn of many megabytes that came in, a machine that stood
   * still) it can do neither, and whether the lease is another's by then is the store's to say. Held again and again it hears a little after each
   * time: a store that is silent all along is lost.
   */
  let awakeMs = 0;
  /** By that time, when the last renewal that came about was asked for: the answer may have taken its time. */
  let renewedMs = 0;
  let askedMs = Number.NEGATIVE_INFINITY;
  let isOver = false;
  /** From when the turn under way has had no excuse for having no answer. */
  let inexcusableMs = 0;
  let renewing: Promise<void> = Promise.resolve();
  let isRenewing = false;

  const timer = setInterval(() => {
    awakeMs += Math.min(nowMs() - lookedMs, HELD_MS);
    lookedMs = nowMs();
    if (awakeMs - renewedMs > LEASE_MS) lose('The lease of the store could not be renewed in time.');
    else if (!isRenewing && awakeMs - askedMs >= RENEW_MS) renewing = renew();
  }, LOOK_MS);

  function lose(sentence: string): void {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    onLost(new StoreLost(sentence));
  }

  async function renew(): Promise<void> {
    askedMs = awakeMs;
    isRenewing = true;
    try {
      const { rows } = await client.query<{ month: number }>({
        name: 'renew',
        text: RENEW,
        values: [PART, epoch, holder, LEASE_MS],
      });
      const [renewed] = rows;
      if (renewed === undefined) return lose('Another exchange process has taken the store over.');
      renewedMs = askedMs;
      parts.onMonth(renewed.month);
      await lookAfterTurn();
    } catch (error) {
      lose(`The database does not answer: ${errorText(error)}`);
    } finally {
      isRenewing = false;
    }
  }

  async function lookAfterTurn(): Promise<void> {
    const sentMs = parts.turnSentMs();
    if (sentMs === null || nowMs() - sentMs < LOOK_AFTER_MS) return onStandstill(false);
    const { rows } = await client.query<{ waits: boolean | null }>({
      name: 'look',
      text: LOOK,
      values: [parts.writerPid],
    });
    // Answered meanwhile.
    if (parts.turnSentMs() !== sentMs) return onStandstill(false);
    const waits = rows[0]?.waits === true;
    onStandstill(waits);
    if (waits) inexcusableMs = nowMs();
    const patienceMs = Math.max(TURN_DEADLINE_MS, MS_A_ROW * parts.turnRows());
    if (!waits && nowMs() - Math.max(sentMs, inexcusableMs) > patienceMs)
      lose(`The database has not answered a turn for ${patienceMs} ms.`);
  }

  return {
    async release() {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      await renewing;
      await client.query(RELEASE, [PART, epoch, holder]);
    },
  };
}
