import { LAST_PRECEDENCE, precedenceOf } from '#lib/contract/notification-words.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';
import type { Notice } from './notice.ts';

/** Store collection of messages that are still to be delivered, by number. */
export const NOTIFICATION_OUTBOX = 'notification_outbox';

/**
 * Waiting messages of one account. Beyond that one that matters less makes room for one that matters more (precedenceOf), the newest of
 * them first; else the new one is dropped: a channel that takes none for so long is read by nobody.
 */
export const MOST_WAITING = 200;
/** And of all accounts together. */
const MOST_OF_ALL = 20_000;
/** So many of an account may wait though that is full: nobody fills it up for the others. */
const ALWAYS_WAITING = 10;
const RANKS = LAST_PRECEDENCE + 1;

export interface Delivery {
  readonly id: number;
  readonly userId: number;
  readonly channelId: number;
  readonly notice: Notice;
  readonly createMs: number;
  readonly dueMs: number;
  /** Tries that failed. */
  readonly tries: number;
}

type Writer = Pick<StoreBatch, 'put' | 'remove'>;

/** What is to be delivered: written with the turn that it tells of, removed when it has arrived or was given up. */
export class Outbox {
  readonly #waiting = new Map<number, Delivery>();
  /** The same by how much they matter, each the oldest first. */
  readonly #byRank = Array.from({ length: RANKS }, () => new Map<number, Delivery>());
  readonly #ofUser = new Map<number, Set<number>>();
  #lastId = 0;

  static async open(store: StoreReader): Promise<Outbox> {
    const waiting: Delivery[] = [];
    for await (const { value } of store.all(NOTIFICATION_OUTBOX)) waiting.push(JSON.parse(value) as Delivery);
    const outbox = new Outbox();
    // The store has them in the order of their names, in which 10 is before 9.
    for (const delivery of waiting.sort((a, b) => a.id - b.id)) outbox.#note(delivery);
    return outbox;
  }

  /** The message's number; 0 when too many of the account wait that matter as much. */
  add(batch: Writer, fresh: Omit<Delivery, 'id' | 'tries'>): number {
    const most = this.#waiting.size < MOST_OF_ALL ? MOST_WAITING : ALWAYS_WAITING;
    if ((this.#ofUser.get(fresh.userId)?.size ?? 0) >= most && !this.#makeRoom(batch, fresh)) return 0;
    this.#lastId += 1;
    this.put(batch, { ...fresh, id: this.#lastId, tries: 0 });
    return this.#lastId;
  }

  /** Another state of a message that waits. */
  put(batch: Pick<StoreBatch, 'put'>, delivery: Delivery): void {
    this.#note(delivery);
    batch.put(NOTIFICATION_OUTBOX, `${delivery.id}`, JSON.stringify(delivery));
  }

  get(id: number): Delivery | undefined {
    return this.#waiting.get(id);
  }

  remove(batch: Pick<StoreBatch, 'remove'>, id: number): void {
    const delivery = this.#waiting.get(id);
    if (delivery === undefined) return;
    this.#waiting.delete(id);
    this.#byRank[rankOf(delivery)]?.delete(id);
    const own = this.#ofUser.get(delivery.userId);
    own?.delete(id);
    if (own?.size === 0) this.#ofUser.delete(delivery.userId);
    batch.remove(NOTIFICATION_OUTBOX, `${id}`);
  }

  /** What is due: what matters most first, of that the oldest. */
  *due(nowMs: number): Iterable<Delivery> {
    for (const waiting of this.#byRank) {
      for (const delivery of waiting.values()) if (delivery.dueMs <= nowMs) yield delivery;
    }
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Drops one of the account's that matters less, the newest of the least; whether there was one. */
  #makeRoom(batch: Writer, fresh: Pick<Delivery, 'userId' | 'notice'>): boolean {
    let least: Delivery | undefined;
    for (const id of this.#ofUser.get(fresh.userId) ?? []) {
      const delivery = this.#waiting.get(id);
      if (delivery !== undefined && rankOf(delivery) >= rankOf(least ?? fresh)) least = delivery;
    }
    if (least === undefined || rankOf(least) === rankOf(fresh)) return false;
    this.remove(batch, least.id);
    return true;
  }

  #note(delivery: Delivery): void {
    const { id, userId } = delivery;
    this.#lastId = Math.max(this.#lastId, id);
    this.#waiting.set(id, delivery);
    this.#byRank[rankOf(delivery)]?.set(id, delivery);
    const own = this.#ofUser.get(userId) ?? new Set();
    this.#ofUser.set(userId, own.add(id));
  }
}

function rankOf({ notice }: Pick<Delivery, 'notice'>): number {
  return precedenceOf(notice);
}
