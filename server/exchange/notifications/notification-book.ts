import { MOST_NOTIFICATIONS } from '#lib/contract/notification-words.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';
import type { Notice } from './notice.ts';

/** Store collections: how many notifications an account has had and read, by user id; and a ring of the latest, by `user.place`. */
export const NOTIFICATION_HEADS = 'notification_heads';
export const NOTIFICATIONS = 'notifications';

export interface NumberedNotice extends Notice {
  /** Counted from 1 in each account. */
  readonly id: number;
}

interface Head {
  /** Number of the newest; 0 = there was none. */
  readonly last: number;
  readonly readTo: number;
}

const NO_HEAD: Head = { last: 0, readTo: 0 };

export interface NotificationCount {
  readonly unread: number;
  readonly last: number;
}

/**
 * The notifications of all accounts: numbered in each, the latest kept in a ring of the store. Memory has two numbers an account
 * that was ever told anything.
 */
export class NotificationBook {
  readonly #store: Pick<StoreReader, 'get'>;
  readonly #heads: Map<number, Head>;

  private constructor(store: Pick<StoreReader, 'get'>, heads: Map<number, Head>) {
    this.#store = store;
    this.#heads = heads;
  }

  static async open(store: StoreReader): Promise<NotificationBook> {
    const heads = new Map<number, Head>();
    for await (const { key, value } of store.all(NOTIFICATION_HEADS)) heads.set(Number(key), JSON.parse(value) as Head);
    return new NotificationBook(store, heads);
  }

  /** Writes a new one and returns its number. What has run is never taken back: for `onWritten` only. */
  add(batch: Pick<StoreBatch, 'put'>, userId: number, notice: Notice): number {
    const { last, readTo } = this.#head(userId);
    const id = last + 1;
    this.#putHead(batch, userId, { last: id, readTo });
    this.rewrite(batch, userId, { id, ...notice });
    return id;
  }

  /** Writes one anew in its place, unless that is another one's by now. */
  rewrite(batch: Pick<StoreBatch, 'put'>, userId: number, notice: NumberedNotice): void {
    if (notice.id <= this.#head(userId).last - MOST_NOTIFICATIONS) return;
    batch.put(NOTIFICATIONS, placeOf(userId, notice.id), JSON.stringify(notice));
  }

  isRead(userId: number, id: number): boolean {
    return id <= this.#head(userId).readTo;
  }

  /** `unread`: of those that are kept. */
  count(userId: number): NotificationCount {
    const { last, readTo } = this.#head(userId);
    return { unread: Math.min(last - readTo, MOST_NOTIFICATIONS), last };
  }

  /** All up to this number have been read. Taken back with its command. */
  read(tx: Tx, userId: number, to: number): void {
    const before = this.#head(userId);
    const readTo = Math.max(before.readTo, Math.min(to, before.last));
    if (readTo === before.readTo) return;
    tx.onUndo(() => void this.#heads.set(userId, before));
    this.#putHead(tx, userId, { ...before, readTo });
  }

  /** The newest first; `before`: those before this number. One that a damaged disk has lost is left out. */
  async page(userId: number, before: number, size: number): Promise<{ rows: NumberedNotice[]; hasMore: boolean }> {
    const { last } = this.#head(userId);
    const first = Math.max(1, last - MOST_NOTIFICATIONS + 1);
    const to = Math.min(last, before - 1);
    const from = Math.max(first, to - size + 1);
    const ids = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => to - index);
    const texts = await Promise.all(ids.map((id) => this.#store.get(NOTIFICATIONS, placeOf(userId, id))));
    const rows = texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as NumberedNotice]));
    // The ring may have gone on meanwhile: what stands in a place now is another one.
    return { rows: rows.filter(({ id }) => id >= from && id <= to), hasMore: from > first };
  }

  #head(userId: number): Head {
    return this.#heads.get(userId) ?? NO_HEAD;
  }

  #putHead(batch: Pick<StoreBatch, 'put'>, userId: number, head: Head): void {
    this.#heads.set(userId, head);
    batch.put(NOTIFICATION_HEADS, `${userId}`, JSON.stringify(head));
  }
}

function placeOf(userId: number, id: number): string {
  return `${userId}.${id % MOST_NOTIFICATIONS}`;
}
