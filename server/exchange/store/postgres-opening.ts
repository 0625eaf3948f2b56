import type { ClientBase } from 'pg';

/** What takes longer is looked at; a lock is waited for less long. */
const LOOK_AFTER_MS = 1_000;
/** Whether a connection waits for a standby, or for somebody who does: by the server. */
const WAITS = `SELECT EXISTS (SELECT FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' AND (pid = $1 OR pid = ANY (pg_blocking_pids($1)))) AS waits`;

export interface OpeningParts {
  /** The connection that opens the store: its schema, the lease, the journal's month. */
  readonly turns: ClientBase;
  /** Another, over which nothing waits for standbys. */
  readonly beside: ClientBase;
  /** Told with every answer that says so. */
  readonly onWaits: () => void;
  /** Told when it begins and when it is over. */
  readonly onStandstill: (isOn: boolean) => void;
}

/** Looks after a store while it is opened: every commit of that waits for a synchronous standby, without end where none answers. Ends the look. */
export async function watchOpening({ turns, beside, onWaits, onStandstill }: OpeningParts): Promise<() => void> {
  const { rows } = await turns.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  let isAsked = false;
  let isOver = false;
  let isStill = false;
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
    const answer = await beside.query<{ waits: boolean }>(WAITS, [rows[0]?.pid]);
    if (isOver) return;
    const waits = answer.rows[0]?.waits === true;
    if (waits) onWaits();
    tell(waits);
  }

  function tell(waits: boolean): void {
    if (waits !== isStill) onStandstill(waits);
    isStill = waits;
  }

  return () => {
    isOver = true;
    clearInterval(timer);
    tell(false);
  };
}
