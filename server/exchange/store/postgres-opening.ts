import type { ClientBase } from 'pg';
import { StoreLost } from './store-errors.ts';

/** What takes longer is looked at. */
const LOOK_AFTER_MS = 1_000;
/**
 * After so many looks that found somebody in the way, each a second after the other, the opening is given up: longer than a client of ours
 * that is held in the middle of a transaction may keep what it has locked.
 */
const MOST_HELD_LOOKS = 7;
/** Who keeps a connection from going on, over others that wait themselves; whether one of them waits for a standby; and the first of them: by the server. */
const LOOK = `WITH RECURSIVE line (pid) AS (
    SELECT $1::integer UNION SELECT blocking FROM line, unnest(pg_blocking_pids(line.pid)) AS blocking),
  first AS (SELECT line.pid, usename, application_name FROM line LEFT JOIN pg_stat_activity USING (pid)
    WHERE line.pid <> $1 AND cardinality(pg_blocking_pids(line.pid)) = 0)
  SELECT EXISTS (SELECT FROM line JOIN pg_stat_activity USING (pid) WHERE wait_event = 'SyncRep') AS waits,
    (SELECT string_agg(CASE WHEN pid = 0 THEN 'a prepared transaction'
      ELSE format('"%s" of the role %s (pid %s)', coalesce(application_name, ''), coalesce(usename, 'unknown'), pid) END, ', ')
      FROM first) AS holder`;

/** The server's code for what somebody cancelled. */
const QUERY_CANCELED = '57014';

/** Somebody has locked what has to be locked to open the store, and goes on having it. */
export class StoreHeld extends Error {
  override readonly name = 'StoreHeld';

  constructor(holder: string) {
    super(`The store cannot be opened while somebody holds what is locked for it: ${holder}.`);
  }
}

/** Whether it says that a statement was cancelled, or kept from waiting for a standby. */
function isCancelled(error: unknown): boolean {
  return error instanceof StoreLost || (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED);
}

export interface OpeningParts {
  /** The connection that opens the store: its schema, the lease, the journal's month. */
  readonly turns: ClientBase;
  /** Another, over which nothing waits for standbys. */
  readonly beside: ClientBase;
  /** Told with every answer that says that it waits for a standby. */
  readonly onWaits: () => void;
  /** Told with every answer that says why it takes its time: the server is there. */
  readonly onReason: () => void;
  /** Told when it begins and when it is over. */
  readonly onStandstill: (isOn: boolean) => void;
}

export interface Opening {
  /** Why it failed with `error`: of what was cancelled when it was given up, whoever was in its way; else what failed says it. */
  reasonOf(error: unknown): unknown;
  end(): void;
}

/**
 * Looks after a store while it is opened: every commit of that waits for a synchronous standby, without end where none answers, and every
 * lock for whoever has it. Where that is somebody who does not wait for a standby himself, what `turns` asks is cancelled after a while.
 */
export async function watchOpening({ turns, beside, onWaits, onReason, onStandstill }: OpeningParts): Promise<Opening> {
  const { rows } = await turns.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid;
  let isAsked = false;
  let isOver = false;
  let isStill = false;
  let heldLooks = 0;
  let held: StoreHeld | null = null;
  const timer = setInterval(() => {
    if (isAsked) return;
    isAsked = true;
    // Of a connection that has ended nothing is told here: whoever opens is rejected too.
    look()
      .catch(() => {})
      .finally(() => {
        isAsked = false;
      });
  }, LOOK_AFTER_MS);

  async function look(): Promise<void> {
    const answer = await beside.query<{ waits: boolean; holder: string | null }>(LOOK, [pid]);
    if (isOver) return;
    const { waits = false, holder = null } = answer.rows[0] ?? {};
    if (waits || holder !== null) onReason();
    if (waits) onWaits();
    tell(waits);
    heldLooks = waits || holder === null ? 0 : heldLooks + 1;
    if (holder !== null && heldLooks >= MOST_HELD_LOOKS) await giveUp(holder);
  }

  async function giveUp(holder: string): Promise<void> {
    held = new StoreHeld(holder);
    // By the server: of a connection that is only ended it would go on waiting, and take the lease for nobody when its turn comes.
    await beside.query('SELECT pg_cancel_backend($1)', [pid]);
  }

  function tell(waits: boolean): void {
    if (waits !== isStill) onStandstill(waits);
    isStill = waits;
  }

  return {
    reasonOf: (error) => (held !== null && isCancelled(error) ? held : error),
    end() {
      isOver = true;
      clearInterval(timer);
      tell(false);
    },
  };
}
