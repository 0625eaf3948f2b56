import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { SESSIONS } from './account-record.ts';
import type { Session } from './user.ts';

/** A session ends this long after the login, whatever happens in it. */
export const SESSION_MS = 14 * DAY_MS;
/** A session that nobody has used for so long has ended: a browser left open somewhere is nobody's key for ever. */
export const IDLE_MS = 24 * HOUR_MS;
/** How exactly the last use is kept: a write for every call would be one too many. */
const SEEN_EVERY_MS = 5 * MINUTE_MS;

/** Who opened a session, as far as the door knows. */
export interface SessionOrigin {
  readonly ip: string;
  readonly agent: string;
}

export interface Sessions {
  /** Opens one; at `most` living ones of the user others make room for it. Returns how many did. */
  open(tx: Tx, key: string, userId: number, from: SessionOrigin, most: number): number;
  /** Live sessions of a user, the latest first. */
  of(userId: number, nowMs: number): readonly Session[];
  /** Whether its last use should be written down anew. */
  isStale(session: Session, nowMs: number): boolean;
  touch(tx: Tx, key: string): void;
  live(key: string, nowMs: number): Session | null;
  close(tx: Tx, key: string): void;
  markFundVerified(tx: Tx, key: string, untilMs: number): void;
}

function seenAt(session: Session): number {
  return session.seenMs ?? session.createdMs;
}

function isLive(session: Session, nowMs: number): boolean {
  return session.expiresMs > nowMs && nowMs - seenAt(session) < IDLE_MS;
}

/**
 * The sessions that go for others: the oldest of the address that holds the most, again and again. Whoever logs in over
 * and over from one place ends his own sessions, not those of somebody elsewhere who knows the same password.
 */
function makingRoom(living: readonly Session[], count: number): readonly Session[] {
  if (count <= 0) return [];
  const byAddress = new Map<string, Session[]>();
  for (const session of [...living].sort((a, b) => a.createdMs - b.createdMs)) {
    const ip = session.ip ?? '';
    byAddress.set(ip, [...(byAddress.get(ip) ?? []), session]);
  }
  const addresses = [...byAddress.values()];
  return Array.from({ length: count }, () =>
    addresses.reduce((most, one) => (one.length > most.length ? one : most)).shift(),
  ).filter((session) => session !== undefined);
}

/** Sessions under their keys (hashes of tokens), in memory and in the store. */
export async function openSessions(store: StoreReader): Promise<Sessions> {
  const sessions = new Map<string, Session>();
  const byUser = new Map<number, Set<string>>();

  function index(session: Session): void {
    sessions.set(session.key, session);
    const keys = byUser.get(session.userId) ?? new Set();
    byUser.set(session.userId, keys.add(session.key));
  }

  function drop(session: Session): void {
    sessions.delete(session.key);
    byUser.get(session.userId)?.delete(session.key);
  }

  function save(tx: Tx, session: Session): void {
    const before = sessions.get(session.key);
    tx.onUndo(() => (before === undefined ? drop(session) : index(before)));
    tx.put(SESSIONS, session.key, JSON.stringify(session));
    index(session);
  }

  function close(tx: Tx, key: string): void {
    const session = sessions.get(key);
    if (session === undefined) return;
    tx.onUndo(() => index(session));
    tx.remove(SESSIONS, key);
    drop(session);
  }

  for await (const row of store.all(SESSIONS)) index(JSON.parse(row.value) as Session);

  return {
    open(tx, key, userId, { ip, agent }, most) {
      const mine = [...(byUser.get(userId) ?? [])]
        .map((held) => sessions.get(held))
        .filter((held) => held !== undefined);
      const ended = mine.filter((held) => !isLive(held, tx.nowMs));
      const living = mine.filter((held) => isLive(held, tx.nowMs));
      const excess = makingRoom(living, living.length - most + 1);
      for (const held of [...ended, ...excess]) close(tx, held.key);
      save(tx, {
        key,
        userId,
        createdMs: tx.nowMs,
        expiresMs: tx.nowMs + SESSION_MS,
        fundVerifiedUntilMs: 0,
        seenMs: tx.nowMs,
        ip,
        agent,
      });
      return excess.length;
    },
    of: (userId, nowMs) =>
      [...(byUser.get(userId) ?? [])]
        .flatMap((key) => sessions.get(key) ?? [])
        .filter((session) => isLive(session, nowMs))
        .sort((a, b) => seenAt(b) - seenAt(a)),
    isStale: (session, nowMs) => nowMs - seenAt(session) >= SEEN_EVERY_MS,
    touch(tx, key) {
      const session = sessions.get(key);
      if (session !== undefined) save(tx, { ...session, seenMs: tx.nowMs });
    },
    live(key, nowMs) {
      const session = sessions.get(key);
      return session !== undefined && isLive(session, nowMs) ? session : null;
    },
    close,
    markFundVerified(tx, key, untilMs) {
      const session = sessions.get(key);
      // Whoever frees a session has looked whether it lives, in the same turn.
      if (session === undefined) throw new Error('a session that has ended was freed of the fund password');
      save(tx, { ...session, fundVerifiedUntilMs: untilMs });
    },
  };
}
