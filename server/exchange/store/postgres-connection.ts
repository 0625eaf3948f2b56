import pg, { type ClientBase } from 'pg';
import { errorText } from '../../log/error-text.ts';

/** The first with everything that is used here, and whose standbys are maintained. */
const OLDEST_SERVER = 150_000;
/** A server that does not take a connection within this, or does not say what it is, is not there. */
const CONNECT_WITHIN_MS = 3_000;
/**
 * What a connection of ours has, whatever the server, the database or the role has: those may be changed while it lasts. Of a client whose
 * machine is gone, or that is held in the middle of a transaction, the server ends the connection, and with it the locks that the next one
 * waits for; its own patience is two hours. Nothing else of ours is ended for taking its time: a turn waits for a standby without end.
 * Warnings are heard: one is all that is said of a turn that was kept from waiting.
 */
const OURS = {
  idle_in_transaction_session_timeout: '5000',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  idle_session_timeout: '0',
  statement_timeout: '0',
  lock_timeout: '0',
  // From PostgreSQL 17 on.
  transaction_timeout: '0',
  default_transaction_isolation: 'read committed',
  client_min_messages: 'warning',
} as const;

/** Sets those that the server knows. `remote_apply` waits for more than `on`, so it stays. */
const SET_OURS = `SELECT set_config(name, CASE WHEN wanted = 'on' AND now = 'remote_apply' THEN now ELSE wanted END, false)
  FROM jsonb_each_text($1) AS ours (name, wanted), current_setting(name, true) AS now WHERE now IS NOT NULL`;

/** int8 are turns, numbers of rows and milliseconds: below 2^53. */
const NUMBERS: Pick<typeof pg.types, 'getTypeParser'> = {
  getTypeParser: ((type: number, format: never) =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};

/**
 * A connection of its own. `purpose` is what the server's list of connections shows; `synchronous`: false = what it writes is not waited
 * for on standbys, for what a failover may forget; `answerWithinMs`: a question that has no answer for so long is rejected; absent = it
 * waits. Rejects when nobody answers.
 */
export async function connect(
  url: string,
  purpose: string,
  synchronous = true,
  answerWithinMs?: number,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `strategybot ${purpose}`,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
    types: NUMBERS,
  });
  // Who waits for an answer is told by its rejection; a connection that ends while nobody asks is told by whoever listens.
  client.on('error', () => {});
  await client.connect();
  // Its end rejects what is asked.
  const patience = setTimeout(() => void client.end(), CONNECT_WITHIN_MS);
  try {
    await client.query(SET_OURS, [{ ...OURS, synchronous_commit: synchronous ? 'on' : 'local' }]);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  } finally {
    clearTimeout(patience);
  }
}

/** No server is there that takes writes: at this moment. */
export class NoServer extends Error {
  override readonly name = 'NoServer';
}

/** Whether the server, and not what it was asked, is why something failed: another try may find it, or its successor. */
export function isServersAbsence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // Classes of the server's own codes: connections, too many of them, and its going down and coming up; then the system's, and the client's words.
  return (
    error instanceof NoServer ||
    /^(08|53|57P|E[A-Z]+$)/.test(code) ||
    /^(Connection terminated|timeout expired|Client (was closed|has encountered a connection error))/.test(
      error.message,
    )
  );
}

/** A server that takes writes, and its timeline: one more with every promotion. */
interface Writable {
  readonly url: string;
  readonly timeline: number;
}

/** Why a server takes no writes. */
interface Complaint {
  readonly complaint: string;
}

const TIMELINE = `SELECT CASE WHEN pg_is_in_recovery() THEN NULL
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline`;

async function lookAt(url: string): Promise<Writable | Complaint> {
  try {
    const client = await connect(url, 'look', true, CONNECT_WITHIN_MS);
    try {
      const { rows } = await client.query<{ timeline: number | null }>(TIMELINE);
      const timeline = rows[0]?.timeline ?? null;
      return timeline === null ? { complaint: 'a standby, which takes no writes' } : { url, timeline };
    } finally {
      // What it said counts, whether or not it is there to hear the end.
      client.end().catch(() => {});
    }
  } catch (error) {
    return { complaint: errorText(error) };
  }
}

/**
 * The one of several servers (addresses separated by commas) that takes writes: after a failover it is another. Where several do, one that
 * was left behind has come back, and the one that was promoted last counts; of the same timeline the first. All are waited for, however
 * soon one answers: the one that counts may be the slowest of them.
 */
export async function writableServer(urls: string): Promise<string> {
  const told = await Promise.all(urls.split(',').map(lookAt));
  const [first, ...others] = told.filter((one) => 'url' in one);
  if (first !== undefined) return others.reduce((best, one) => (one.timeline > best.timeline ? one : best), first).url;
  const complaints = told.flatMap((one) => ('complaint' in one ? [one.complaint] : []));
  throw new NoServer(`No database of STORE_URL takes writes: ${complaints.join('; ')}`);
}

/** Rejects for a server that is too old, compares text otherwise than we do, or may lose what it has acknowledged. */
export async function assertDurable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
       current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
       current_setting('synchronous_commit') AS synchronous_commit`,
  );
  const { version, encoding, synchronous_commit, ...switches } = rows[0] ?? {};
  if (Number(version) < OLDEST_SERVER) throw new Error('PostgreSQL 15 or newer is needed.');
  if (encoding !== 'UTF8') throw new Error(`The database's encoding is ${encoding}; UTF8 is needed.`);
  const off = Object.keys(switches).filter((name) => switches[name] !== 'on');
  if (synchronous_commit !== 'on' && synchronous_commit !== 'remote_apply') off.push('synchronous_commit');
  if (off.length > 0) throw new Error(`The store is not durable: the database has ${off.join(', ')} not on.`);
}
