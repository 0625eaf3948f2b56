import pg from 'pg';
import { MINUTE_MS } from '#lib/time/durations.ts';

/** The schema `public_lists` that this program reads (server/exchange/public-lists/list-schema.ts says what is in it). */
export const READ_VERSION = 3;

/** What a statement found, as of one moment, with the number of the look that it is of. */
export type OfLook<T> = T & { readonly look: number };

/** A bot that was asked for. */
export interface ReplicaBot {
  readonly id: number;
  /** JSON; null = it is hidden. */
  readonly item: string | null;
  /** Whether it may still be shown. */
  readonly isGood: boolean;
}

/** A replica's public lists. Everything rejects when it does not answer or has no lists of this program's version. */
export interface Replica {
  /** Rejects when its role may read more than the public lists: whoever gets hold of a web server would read everybody's accounts with it. */
  assertReadsListsAlone(): Promise<void>;
  /** A column by its name. */
  column(name: string): Promise<OfLook<{ readonly cells: Buffer }>>;
  /** Slots of those that stand under a value of a property, a bit each, lowest first; empty: nobody does. */
  facet(name: string, value: string): Promise<OfLook<{ readonly slots: Uint8Array }>>;
  /** Bots by their ids, and whether the exchange was heard of lately: what it had hidden is gone then. One that is not there was never written. */
  bots(ids: readonly number[]): Promise<OfLook<{ readonly isFresh: boolean; readonly bots: readonly ReplicaBot[] }>>;
  /** The ids of a provider's shared bots, in the order of its list, and which of them are hidden by now; null: the replica knows of none. */
  provider(
    anonymous: string,
  ): Promise<OfLook<{ readonly bots: readonly number[] | null; readonly hidden: readonly number[] }>>;
  /** A whole reply, JSON; null: there is none that may be shown. */
  reply(call: string, question: string): Promise<OfLook<{ readonly isFresh: boolean; readonly reply: string | null }>>;
  close(): Promise<void>;
}

/** What is shown is no older than this: what was hidden is nowhere then (issue 13). */
const FRESH_WITHIN = '5 seconds';
const CONNECTIONS = 4;
/** The exchange is asked in its place sooner than a reader would notice. */
const CONNECT_WITHIN_MS = 1_000;
const ANSWER_WITHIN_MS = 1_000;

const LOOK = `(SELECT look::float8 FROM public_lists.state WHERE version = ${READ_VERSION} AND look > 0)`;
const COLUMN = `SELECT ${LOOK} AS look, cells FROM public_lists.slot_column WHERE name = $1`;
const FACET = `SELECT ${LOOK} AS look,
    (SELECT varbit_send(slots) FROM public_lists.facet WHERE name = $1 AND value = $2) AS slots`;
const FRESH = `state.beat > clock_timestamp() - interval '${FRESH_WITHIN}' AS "isFresh"`;
const PROVIDER = `SELECT ${LOOK} AS look, provider.bots::float8[] AS bots,
    ARRAY(SELECT id::float8 FROM public_lists.bot WHERE id = ANY (provider.bots) AND item IS NULL) AS hidden
  FROM public_lists.state LEFT JOIN public_lists.provider ON anonymous = $1`;
const REPLY = `SELECT ${LOOK} AS look, ${FRESH}, CASE WHEN good_until > clock_timestamp() THEN reply END AS reply
  FROM public_lists.state LEFT JOIN public_lists.reply ON call = $1 AND question = $2`;
const BOTS = `SELECT ${LOOK} AS look, ${FRESH},
    bot.id::float8 AS id, bot.item, bot.good_until > clock_timestamp() AS "isGood"
  FROM public_lists.state LEFT JOIN public_lists.bot ON bot.id = ANY ($1::bigint[])`;
const SEES_MORE = `SELECT rolsuper OR coalesce(has_schema_privilege(to_regnamespace('exchange'), 'USAGE'), false) AS "seesMore"
  FROM pg_roles WHERE rolname = current_user`;
/** A bit string's own length stands before its bytes. */
const LENGTH_BYTES = 4;

/** The replica has no lists that could be read. */
class NoLists extends Error {
  override readonly name = 'NoLists';
}

class RoleSeesMore extends Error {
  override readonly name = 'RoleSeesMore';
}

const TOO_MUCH =
  'The role of READ_URL may read more than the public lists, and is not used: take that of server/exchange/public-lists/read-role.sql.';

/** `url`: `postgres://…` of a role that reads the schema. Connects when it is first asked. */
export function openReplica(url: string): Replica {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'strategybot web',
    max: CONNECTIONS,
    // Kept: with each look all of them are wanted in one moment, and a new one takes the server longer than what it is asked.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    // Before a firewall on the way forgets a connection that is silent; the system's own first question is hours later.
    keepAliveInitialDelayMillis: MINUTE_MS,
  });
  // Whoever asks next is told.
  pool.on('error', () => {});

  async function rowsOf<Row extends { look: number | null }>(name: string, text: string, values: unknown[]) {
    // A name: parsed and planned once a connection.
    const { rows } = await pool.query<Row>({ name, text, values });
    const look = rows[0]?.look;
    if (look === undefined || look === null) throw new NoLists('There are no public lists of this version.');
    return { rows, look };
  }

  return {
    async assertReadsListsAlone() {
      const { rows } = await pool.query<{ seesMore: boolean }>(SEES_MORE);
      if (rows[0]?.seesMore !== false) throw new RoleSeesMore(TOO_MUCH);
    },
    async column(name) {
      const { rows, look } = await rowsOf<ColumnRow>('column', COLUMN, [name]);
      return { look, cells: rows[0]?.cells ?? Buffer.alloc(0) };
    },
    async facet(name, value) {
      const { rows, look } = await rowsOf<FacetRow>('facet', FACET, [name, value]);
      return { look, slots: rows[0]?.slots?.subarray(LENGTH_BYTES) ?? new Uint8Array(0) };
    },
    async bots(ids) {
      const { rows, look } = await rowsOf<BotRow>('bots', BOTS, [ids]);
      return { look, isFresh: rows[0]?.isFresh === true, bots: rows.flatMap(botOf) };
    },
    async provider(anonymous) {
      const { rows, look } = await rowsOf<ProviderRow>('provider', PROVIDER, [anonymous]);
      return { look, bots: rows[0]?.bots ?? null, hidden: rows[0]?.hidden ?? [] };
    },
    async reply(call, question) {
      const { rows, look } = await rowsOf<ReplyRow>('reply', REPLY, [call, question]);
      return { look, isFresh: rows[0]?.isFresh === true, reply: rows[0]?.reply ?? null };
    },
    close: () => pool.end(),
  };
}

interface ColumnRow {
  readonly look: number | null;
  readonly cells: Buffer;
}

interface FacetRow {
  readonly look: number | null;
  readonly slots: Buffer | null;
}

interface BotRow {
  readonly look: number | null;
  readonly isFresh: boolean;
  readonly id: number | null;
  readonly item: string | null;
  readonly isGood: boolean | null;
}

interface ProviderRow {
  readonly look: number | null;
  readonly bots: readonly number[] | null;
  readonly hidden: readonly number[];
}

interface ReplyRow {
  readonly look: number | null;
  readonly isFresh: boolean;
  readonly reply: string | null;
}

/** Without any bot there is one row, of the lists themselves. */
function botOf({ id, item, isGood }: BotRow): readonly ReplicaBot[] {
  return id === null ? [] : [{ id, item, isGood: isGood === true }];
}
