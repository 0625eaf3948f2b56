import type { StoreBatch, StoreReader } from '../store/store.ts';
import type { Notice } from './notice.ts';

/** Store collection of messages that are still to be delivered, by number. */
export const NOTIFICATION_OUTBOX = 'notification_outbox';

/** Waiting messages of one account: of more the newest are dropped, a channel that takes none for so long is read by nobody. */
export const MOST_WAITING = 200;
/** And of all accounts together. */
const MOST_OF_ALL = 20_000;

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
    return new Outbox(waiting);
  }

  /** The message's number; 0 when too many of the account wait. */
  add(batch: Pick<StoreBatch, 'put'>, fresh: Omit<Delivery, 'id' | 'tries'>): number {
    if ((this.#perUser.get(fresh.userId) ?? 0) >= MOST_WAITING || this.#waiting.size >= MOST_OF_ALL) return 0;
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

  /** What is due, the oldest first, at most so many, without those that are under way. */
  due(nowMs: number, most: number, underWay: ReadonlySet<number>): readonly Delivery[] {
    const found: Delivery[] = [];
    for (const delivery of this.#waiting.values()) {
      if (delivery.dueMs <= nowMs && !underWay.has(delivery.id)) found.push(delivery);
      if (found.length >= most) break;
    }
    return found;
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
