import type { StoreBatch, StoreReader } from '../store/store.ts';
import type { Notice } from './notice.ts';

/** Store collection of messages that are still to be delivered, by number. */
export const NOTIFICATION_OUTBOX = 'notification_outbox';

/** Waiting messages of one account: of more the newest are dropped, a channel that takes none for so long is read by nobody. */
export const MOST_WAITING = 200;
/** And of all accounts together. */
const MOST_OF_ALL = 20_000;
/** So many of an account may wait though that is full: nobody fills it up for the others. */
const ALWAYS_WAITING = 10;

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

/** What is to be delivered: written with the turn that it tells of, removed when it has arrived or was given up. */
export class Outbox {
  readonly #waiting: Map<number, Delivery>;
  readonly #perUser = new Map<number, number>();
  #lastId: number;

  private constructor(waiting: Map<number, Delivery>) {
    this.#waiting = waiting;
    this.#lastId = [...waiting.keys()].reduce((last, id) => Math.max(last, id), 0);
    for (const { userId } of waiting.values()) this.#count(userId, 1);
  }

  static async open(store: StoreReader): Promise<Outbox> {
    const waiting = new Map<number, Delivery>();
    for await (const { value } of store.all(NOTIFICATION_OUTBOX)) {
      const delivery = JSON.parse(value) as Delivery;
      waiting.set(delivery.id, delivery);
    }
    // The store has them in the order of their names, in which 10 is before 9.
    return new Outbox(new Map([...waiting].sort(([a], [b]) => a - b)));
  }

  /** The message's number; 0 when too many of the account wait. */
  add(batch: Pick<StoreBatch, 'put'>, fresh: Omit<Delivery, 'id' | 'tries'>): number {
    const most = this.#waiting.size < MOST_OF_ALL ? MOST_WAITING : ALWAYS_WAITING;
    if ((this.#perUser.get(fresh.userId) ?? 0) >= most) return 0;
    this.#count(fresh.userId, 1);
    this.#lastId += 1;
    this.put(batch, { ...fresh, id: this.#lastId, tries: 0 });
    return this.#lastId;
  }

  /** Another state of a message that waits. */
  put(batch: Pick<StoreBatch, 'put'>, delivery: Delivery): void {
    this.#waiting.set(delivery.id, delivery);
    batch.put(NOTIFICATION_OUTBOX, `${delivery.id}`, JSON.stringify(delivery));
  }

  get(id: number): Delivery | undefined {
    return this.#waiting.get(id);
  }

  remove(batch: Pick<StoreBatch, 'remove'>, id: number): void {
    const delivery = this.#waiting.get(id);
    if (delivery === undefined) return;
    this.#count(delivery.userId, -1);
    this.#waiting.delete(id);
    batch.remove(NOTIFICATION_OUTBOX, `${id}`);
  }

  /** What is due, the oldest first. */
  *due(nowMs: number): Iterable<Delivery> {
    for (const delivery of this.#waiting.values()) if (delivery.dueMs <= nowMs) yield delivery;
  }

  get size(): number {
    return this.#waiting.size;
  }

  #count(userId: number, by: number): void {
    const left = (this.#perUser.get(userId) ?? 0) + by;
    if (left > 0) this.#perUser.set(userId, left);
    else this.#perUser.delete(userId);
  }
}
