import type { Client } from 'pg';
import type { Metrics } from '../metrics/metrics.ts';
import { connect, writableServer } from './store/postgres-connection.ts';

/** What the database that takes writes says of those that would take its place, and of its log. Views that every role may read. */
interface Redundancy {
  readonly standbys: number;
  readonly lagBytes: number;
  readonly archivingFails: number;
  readonly keptLogBytes: number;
  readonly lostSlots: number;
}

/** Who may not see of others what state they are in (no pg_monitor) counts base backups under way as standbys too. */
const LOOK = `SELECT
  (SELECT count(*) FROM pg_stat_replication WHERE coalesce(state, 'streaming') = 'streaming')::integer AS standbys,
  (SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)), 0) FROM pg_stat_replication
    WHERE state = 'streaming')::float8 AS "lagBytes",
  (SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::integer
    FROM pg_stat_archiver) AS "archivingFails",
  (SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)
    FROM pg_replication_slots)::float8 AS "keptLogBytes",
  (SELECT count(*) FROM pg_replication_slots WHERE wal_status = 'lost')::integer AS "lostSlots"`;
/** Between two looks, however often figures are read, ms. */
const LOOK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;

export interface DatabaseFigures {
  close(): Promise<void>;
}

/**
 * Shows what the database of STORE_URL would lose with one more machine: a standby that is gone is seen by nobody else until there is none.
 * Figures are of the last look, which the reading before has asked for; not a number while there was none, or it got no answer.
 */
export function databaseFigures(metrics: Metrics, urls: string): DatabaseFigures {
  let seen: Redundancy | null = null;
  let client: Client | null = null;
  let looking: Promise<void> | null = null;
  let lookedMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    try {
      client ??= await connect(await writableServer(urls), 'figures', false, ANSWER_WITHIN_MS);
      const { rows } = await client.query<Redundancy>(LOOK);
      seen = rows[0] ?? null;
    } catch {
      seen = null;
      await close();
    }
  }

  async function close(): Promise<void> {
    const open = client;
    client = null;
    await open?.end().catch(() => {});
  }

  function figure(name: string, help: string, of: keyof Redundancy): void {
    metrics.figure(`database_${name}`, help, () => {
      if (looking === null && metrics.nowMs() - lookedMs >= LOOK_EVERY_MS) {
        lookedMs = metrics.nowMs();
        looking = look().finally(() => {
          looking = null;
        });
      }
      return seen?.[of] ?? Number.NaN;
    });
  }

  figure('standbys', 'Standbys that follow the database', 'standbys');
  figure('standby_lag_bytes', 'Log that the standby furthest behind has not on its disk', 'lagBytes');
  figure('archiving_fails', '1 = the last piece of the log could not be archived', 'archivingFails');
  figure('kept_log_bytes', 'Log that is kept for who has a slot and does not read it', 'keptLogBytes');
  figure('lost_slots', 'Standbys that were away for so long that the log they need is gone', 'lostSlots');
  return {
    async close() {
      await looking;
      await close();
    },
  };
}
