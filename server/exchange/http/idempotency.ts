import { createHash } from 'node:crypto';
import { CODE } from '#lib/contract/vocabulary.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { type Refusal, refuse } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';

/** Store collection: key `user/endpoint/client key`. */
export const IDEMPOTENCY = 'idempotency';

/** Keys are kept a day and an hour: a client that waits 24 h still finds its answer. */
export const KEEP_MS = 25 * HOUR_MS;
/** Keys that one command removes at most, so that a day's end does not fall on one trader. */
const PRUNED_AT_ONCE = 20;
/** Between two looks at all keys, ms. */
const LOOK_MS = HOUR_MS;
/** Keys to be removed that are known at once: a look that finds more goes on when there is room. Of all others memory has nothing, however many are sent. */
const MOST_OVERDUE = 1_000;

/** Which call a key stands for. */
export interface KeyedCall {
  readonly userId: number;
  readonly endpoint: string;
  readonly key: string;
  /** The request without its fund password: typing that does not make it another request. */
  readonly request: unknown;
}

interface StoredReply {
  readonly timeMs: number;
  readonly digest: string;
  readonly reply: object;
}

/**
 * Replies of keyed calls under the client's keys. Only replies of calls that took effect are kept (code 200): a
 * refused call has done nothing, so its key is free for the corrected one.
 */
export interface IdempotencyKeys {
  /** The stored reply of the same request, 409 for another one under the same key, null when the key is new. */
  find(call: KeyedCall): Promise<object | null>;
  /** Keeps the reply, in the transaction of what it tells. */
  keep(tx: Tx, call: KeyedCall, reply: object): void;
}

/** What is over: removed with the commands that keep something. */
interface Overdue {
  /** Some of it, once. */
  take(most: number): readonly string[];
  add(key: string): void;
  /** It has come again. */
  forget(key: string): void;
  /** Looks for more, when it is time. */
  look(nowMs: number): void;
}

/** Reads all keys once an hour, beside everything else: to know the ages of all would take hundreds of megabytes, for whoever likes. */
function openOverdue(store: Pick<StoreReader, 'all'>): Overdue {
  const keys = new Set<string>();
  let nextMs = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let room = Promise.withResolvers<void>();

  async function lookThrough(nowMs: number): Promise<void> {
    for await (const { key, value } of store.all(IDEMPOTENCY)) {
      const { timeMs } = JSON.parse(value) as StoredReply;
      if (timeMs + KEEP_MS > nowMs) continue;
      keys.add(key);
      if (keys.size >= MOST_OVERDUE) await room.promise;
    }
  }

  return {
    take(most) {
      const taken = [...keys].slice(0, most);
      for (const key of taken) keys.delete(key);
      if (keys.size < MOST_OVERDUE) {
        room.resolve();
        room = Promise.withResolvers<void>();
      }
      return taken;
    },
    add: (key) => void keys.add(key),
    forget: (key) => void keys.delete(key),
    look(nowMs) {
      // What an earlier look has found goes first: while this one waits for room it has read rows ahead, and one of these might go and come again meanwhile.
      if (isLooking || keys.size > 0 || nowMs < nextMs) return;
      isLooking = true;
      nextMs = nowMs + LOOK_MS;
      // A store that cannot be read any more ends the process by itself.
      void lookThrough(nowMs)
        .catch(() => {})
        .finally(() => {
          isLooking = false;
        });
    },
  };
}

export function openIdempotencyKeys(store: Pick<StoreReader, 'all' | 'get'>): IdempotencyKeys {
  const overdue = openOverdue(store);

  function prune(tx: Tx): void {
    overdue.look(tx.nowMs);
    for (const key of overdue.take(PRUNED_AT_ONCE)) {
      tx.remove(IDEMPOTENCY, key);
      tx.onUndo(() => overdue.add(key));
    }
  }

  return {
    async find(call) {
      const value = await store.get(IDEMPOTENCY, rowKey(call));
      if (value === undefined) return null;
      const stored = JSON.parse(value) as StoredReply;
      return stored.digest === digestOf(call) ? stored.reply : keyConflict();
    },
    keep(tx, call, reply) {
      prune(tx);
      const row: StoredReply = { timeMs: tx.nowMs, digest: digestOf(call), reply };
      overdue.forget(rowKey(call));
      tx.put(IDEMPOTENCY, rowKey(call), JSON.stringify(row));
    },
  };
}

/** The same key with another request: the client mixed something up, nothing is done. */
function keyConflict(): Refusal {
  return refuse(CODE.conflict, 'idempotency-key-reused');
}

function rowKey({ userId, endpoint, key }: KeyedCall): string {
  return `${userId}/${endpoint}/${key}`;
}

function digestOf({ request }: KeyedCall): string {
  return createHash('sha256').update(canonical(request)).digest('base64url');
}

/** JSON with sorted names: the order in which a client writes its fields does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
