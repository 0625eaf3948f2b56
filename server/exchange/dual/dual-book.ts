import type { DualType } from '#lib/formulas/dual-outcome.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { type DualEnd, type DualOrder, formatEnded, formatOrder, readOrder } from './dual-order.ts';

/** Store collections: orders that have not ended, by number; the prices that expiries are settled at while they are; the last number, and how many of an owner's and type have ended. */
export const DUAL_ORDERS = 'dual_orders';
const DUAL_PRICES = 'dual_prices';
const DUAL_NUMBERS = 'dual_numbers';
export const DUAL_COLLECTIONS = [DUAL_ORDERS, DUAL_PRICES, DUAL_NUMBERS] as const;
/** Journal stream of orders that have ended, by owner and type: memory has none of them. */
export const DUAL_HISTORY = 'dual_history';
const LAST = 'last';

/** Orders of one market that expire at one moment. */
export interface Expiry {
  readonly key: string;
  readonly market: string;
  readonly deliveryMs: number;
  readonly orders: Set<DualOrder>;
}

/** Where the history of an owner's orders of a type is. */
export function historyKey(userId: number, type: DualType): string {
  return `${userId}:${type}`;
}

/** Whose orders of which type a history is of. */
export function ownerOfHistory(key: string): { readonly userId: number; readonly type: DualType } {
  const [userId, type] = key.split(':');
  return { userId: Number(userId), type: type === 'call' ? 'call' : 'put' };
}

/** Every order that has not ended, in memory and on the disk. What a command changes is taken back with it. */
export class DualBook {
  readonly #orders = new Map<number, DualOrder>();
  readonly #ofUser = new Map<number, Set<DualOrder>>();
  readonly #expiries = new Map<string, Expiry>();
  readonly #prices = new Map<string, bigint>();
  readonly #ended = new Map<string, number>();
  #lastId = 0;

  static async open(store: StoreReader): Promise<DualBook> {
    const book = new DualBook();
    for await (const { value } of store.all(DUAL_ORDERS)) book.#put(readOrder(value));
    for await (const { key, value } of store.all(DUAL_PRICES)) book.#prices.set(key, BigInt(value));
    for await (const { key, value } of store.all(DUAL_NUMBERS)) {
      if (key === LAST) book.#lastId = Number(value);
      else book.#ended.set(key, Number(value));
    }
    return book;
  }

  get size(): number {
    return this.#orders.size;
  }

  get(id: number): DualOrder | undefined {
    return this.#orders.get(id);
  }

  countOf(userId: number, type?: DualType): number {
    const own = this.#ofUser.get(userId);
    if (own === undefined) return 0;
    if (type === undefined) return own.size;
    let count = 0;
    for (const order of own) if (order.type === type) count += 1;
    return count;
  }

  /** How many have ended, in whatever way. */
  endedOf(userId: number, type: DualType): number {
    return this.#ended.get(historyKey(userId, type)) ?? 0;
  }

  /** The newest first. */
  ofOwner(userId: number, type: DualType): readonly DualOrder[] {
    return [...(this.#ofUser.get(userId) ?? [])].filter((order) => order.type === type).sort((a, b) => b.id - a.id);
  }

  /** A number that no order had before. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  add(tx: Tx, order: DualOrder): void {
    tx.onUndo(() => this.#take(order));
    this.#put(order);
    tx.put(DUAL_ORDERS, `${order.id}`, formatOrder(order));
    tx.put(DUAL_NUMBERS, LAST, `${this.#lastId}`);
  }

  /** The order is over: it goes to its owner's history. */
  end(tx: Tx, order: DualOrder, end: DualEnd): void {
    const key = historyKey(order.userId, order.type);
    const ended = this.endedOf(order.userId, order.type);
    tx.onUndo(() => {
      this.#put(order);
      this.#ended.set(key, ended);
    });
    this.#take(order);
    this.#ended.set(key, ended + 1);
    tx.remove(DUAL_ORDERS, `${order.id}`);
    tx.put(DUAL_NUMBERS, key, `${ended + 1}`);
    tx.append(DUAL_HISTORY, key, end.endMs, formatEnded(order, end));
  }

  /** Expiries that are not after a moment. */
  due(timeMs: number): readonly Expiry[] {
    return [...this.#expiries.values()].filter(({ deliveryMs }) => deliveryMs <= timeMs);
  }

  /** The price that an expiry is settled at, once its first order was. */
  priceOf({ key }: Pick<Expiry, 'key'>): bigint | null {
    return this.#prices.get(key) ?? null;
  }

  /** From now on all orders of the expiry have this price, whatever the feed says of the moment later. */
  fix(tx: Tx, { key }: Expiry, price: bigint): void {
    tx.onUndo(() => this.#prices.delete(key));
    this.#prices.set(key, price);
    tx.put(DUAL_PRICES, key, `${price}`);
  }

  /** No order of the expiry is left. */
  forget(tx: Tx, { key }: Expiry): void {
    const price = this.#prices.get(key);
    if (price === undefined) return;
    tx.onUndo(() => this.#prices.set(key, price));
    this.#prices.delete(key);
    tx.remove(DUAL_PRICES, key);
  }

  #put(order: DualOrder): void {
    this.#orders.set(order.id, order);
    this.#ofUser.set(order.userId, (this.#ofUser.get(order.userId) ?? new Set()).add(order));
    const key = keyOf(order);
    const { market, deliveryMs } = order;
    const expiry = this.#expiries.get(key) ?? { key, market, deliveryMs, orders: new Set() };
    this.#expiries.set(key, expiry);
    expiry.orders.add(order);
  }

  #take(order: DualOrder): void {
    this.#orders.delete(order.id);
    const own = this.#ofUser.get(order.userId);
    own?.delete(order);
    if (own?.size === 0) this.#ofUser.delete(order.userId);
    const expiry = this.#expiries.get(keyOf(order));
    expiry?.orders.delete(order);
    if (expiry?.orders.size === 0) this.#expiries.delete(expiry.key);
  }
}

function keyOf({ market, deliveryMs }: Pick<DualOrder, 'market' | 'deliveryMs'>): string {
  return `${market}|${deliveryMs}`;
}
