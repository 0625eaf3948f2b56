import type { Accounts } from '../accounts/accounts.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { Derive, Sequencer } from '../sequencer/sequencer.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';
import { FillDigest, GATHER_MS, type OwnFill } from './fill-digest.ts';
import { NotificationBook } from './notification-book.ts';
import { newsOfTurn } from './turn-news.ts';

interface Parts {
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly book: Pick<BotBook, 'known'>;
  readonly sequencer: Pick<Sequencer, 'onWritten'>;
  readonly notices: NotificationBook;
}

/** A notification of fills that further ones are added to. */
interface OpenDigest {
  readonly digest: FillDigest;
  readonly id: number;
}

/** Reads what was told before. Nothing is told before `listen`. */
export async function openNotifications(
  parts: Omit<Parts, 'notices'> & { readonly store: StoreReader },
): Promise<Notifications> {
  return new Notifications({ ...parts, notices: await NotificationBook.open(parts.store) });
}

/**
 * Makes notifications of what turns write, into the same turn: a kill leaves both or neither, and nothing is told twice. Fills of an
 * account within ten minutes are one notification, written anew, until it is read; a start begins with a new one.
 */
export class Notifications {
  readonly #parts: Parts;
  readonly #open = new Map<number, OpenDigest>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get book(): NotificationBook {
    return this.#parts.notices;
  }

  /** From the next turn on. A demo world is made before: nobody is told of its past. */
  listen(): void {
    this.#parts.sequencer.onWritten(this.#derive);
  }

  readonly #derive: Derive = (written, batch, nowMs) => {
    const { book, notices } = this.#parts;
    const { fills, ends } = newsOfTurn(written, { book, isTold: (userId) => this.#isTold(userId) });
    const touched = new Set<number>();
    for (const { userId, fill } of fills) {
      this.#gather(userId, fill, nowMs);
      touched.add(userId);
    }
    for (const userId of touched) this.#tellFills(batch, userId);
    for (const { userId, notice } of ends) notices.add(batch, userId, notice);
  };

  /** Providers of the demo world cannot log in. */
  #isTold(userId: number): boolean {
    return (this.#parts.accounts.byId(userId)?.account ?? '') !== '';
  }

  #gather(userId: number, fill: OwnFill, nowMs: number): void {
    const open = this.#open.get(userId);
    const goesOn = open !== undefined && nowMs - open.digest.sinceMs < GATHER_MS;
    if (goesOn && !(open.id > 0 && this.#parts.notices.isRead(userId, open.id))) {
      open.digest.add(fill);
      return;
    }
    const digest = new FillDigest(nowMs);
    digest.add(fill);
    this.#open.set(userId, { digest, id: 0 });
  }

  #tellFills(batch: Pick<StoreBatch, 'put'>, userId: number): void {
    const open = this.#open.get(userId);
    if (open === undefined) return;
    const { notices } = this.#parts;
    const notice = open.digest.notice();
    if (open.id > 0) notices.rewrite(batch, userId, { id: open.id, ...notice });
    else this.#open.set(userId, { digest: open.digest, id: notices.add(batch, userId, notice) });
  }
}
