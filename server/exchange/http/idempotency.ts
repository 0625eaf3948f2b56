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

export async function openIdempotencyKeys(store: StoreReader): Promise<IdempotencyKeys> {
  // Insertion order is age: new keys are added at the end.
  const ages = new Map<string, number>();
  const stored: (readonly [key: string, timeMs: number])[] = [];
  for await (const { key, value } of store.all(IDEMPOTENCY))
    stored.push([key, (JSON.parse(value) as StoredReply).timeMs]);
  for (const [key, timeMs] of stored.sort((a, b) => a[1] - b[1])) ages.set(key, timeMs);

  function prune(tx: Tx): void {
    let left = PRUNED_AT_ONCE;
    for (const [key, timeMs] of ages) {
      if (timeMs + KEEP_MS > tx.nowMs || left === 0) return;
      left -= 1;
      tx.remove(IDEMPOTENCY, key);
      age(tx, key, null);
    }
  }

  /**
   * The ages go along with the rows of the turns that were computed, not of those that the disk has: a command between the two must
   * not remove a row anew that another has put there since. A key that comes again is the youngest.
   */
  function age(tx: Tx, key: string, timeMs: number | null): void {
    const before = ages.get(key);
    ages.delete(key);
    if (timeMs !== null) ages.set(key, timeMs);
    tx.onUndo(() => {
      ages.delete(key);
      // At the end instead of where it was: it is removed a little later, no more.
      if (before !== undefined) ages.set(key, before);
    });
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
      tx.put(IDEMPOTENCY, rowKey(call), JSON.stringify(row));
      age(tx, rowKey(call), tx.nowMs);
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
