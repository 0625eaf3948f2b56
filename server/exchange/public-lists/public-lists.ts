import type { Log } from '../../log/log.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { TurnBatch } from '../store/store.ts';
import type { Clock } from '../surroundings/clock.ts';
import { type GuestItem, type GuestItemParts, guestItem } from '../views/guest-item.ts';
import type { LookColumns } from '../views/look-columns.ts';
import type { PickerCards } from '../views/picker-cards.ts';
import type { PublicIndex } from '../views/public-index.ts';
import type { Ranked } from '../views/ranking.ts';
import { Upkeep } from '../views/upkeep.ts';
import { isListed } from '../views/visibility.ts';
import { DueItems } from './due-items.ts';
import { keptUp, listedReply, type ToldReply } from './kept-up.ts';
import {
  type ListDatabase,
  type ListedItem,
  type ListedProvider,
  ListsOvertaken,
  openListDatabase,
} from './list-database.ts';

export interface PublicListParts extends GuestItemParts {
  /** PostgreSQL of the store, and the epoch in which this exchange has it. */
  readonly lists: { readonly url: string; readonly epoch: number };
  readonly book: Pick<BotBook, 'get' | 'known'>;
  readonly index: Pick<PublicIndex, 'providerScoreOf' | 'columns'>;
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly picker: PickerCards;
  readonly sequencer: Pick<Sequencer, 'onDurable'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
  /** How writing many bots is gone on with. */
  readonly upkeep?: Upkeep;
}

/** Between the beginnings of two passes, and between two signs of life, ms. */
const PASS_MS = 2_000;
const BEAT_MS = 1_000;
/** After a failure the database is asked again. */
const RETRY_MS = 2_000;
/** Between two of the same reply that is worked out of all bots, ms. */
const REPLIES_MS = 10_000;
/** Bots that are written at once: some milliseconds of work. */
const AT_ONCE = 20;
/** Where a turn writes what bots are. */
const BOT_ROWS = new Set(['bots', 'ended_bots', 'ended_facts']);

/**
 * Keeps the schema `public_lists` as the lists of this exchange are: their orders and what they are narrowed by look by look, each bot as
 * guests see it, and what is hidden gone as soon as the disk has that it is. All of it follows from the store and is written beside the turns, which
 * wait for none of it; while it cannot be written, readers see it grow old and ask the exchange.
 */
export class PublicLists {
  private readonly parts: PublicListParts;
  private readonly upkeep: Upkeep;
  private readonly due: DueItems;
  private readonly unlisten: () => void;
  private database: ListDatabase | null = null;
  private opening: Promise<ListDatabase> | null = null;
  private timers: NodeJS.Timeout[] = [];
  private isStopped = false;
  private hasFailed = false;

  constructor(parts: PublicListParts) {
    this.parts = parts;
    this.upkeep = parts.upkeep ?? new Upkeep();
    this.due = new DueItems((bot) => parts.index.providerScoreOf(bot));
    this.unlisten = parts.sequencer.onDurable((made) => this.hear(made));
  }

  start(): void {
    this.timers.push(setInterval(() => void this.beat(), BEAT_MS).unref());
    this.soon(1, 0, PASS_MS, () => this.pass());
    this.soon(2, 0, REPLIES_MS, () => this.keepReplies());
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.unlisten();
    this.upkeep.stop();
    for (const timer of this.timers) clearTimeout(timer);
    await this.database?.close();
  }

  /** Brings everything up to date once, as far as there is time for it until the next pass. Rejects when the database does not answer. */
  async pass(): Promise<void> {
    const { index, clock } = this.parts;
    const untilMs = clock.nowMs() + PASS_MS;
    const database = await this.opened();
    const columns = await index.columns(clock.nowMs());
    await database.writeLook(columns, this.listedProviders(columns));
    const gone = await this.upkeep.restOf(this.due.look(columns));
    if (gone.length > 0) await database.remove(gone);
    while (!this.isStopped) {
      const next = this.due.take(AT_ONCE, clock.nowMs());
      if (next === null || clock.nowMs() >= untilMs) return;
      await this.upkeep.share(() => this.write(database, next));
    }
  }

  /** Items that somebody was just told: they need not be made again. */
  told(items: readonly { readonly entry: Ranked; readonly item: GuestItem }[], nowMs: number): void {
    const { database } = this;
    if (database === null || items.length === 0) return;
    this.keep(database, items, nowMs).catch((error: unknown) => this.lose(database, error));
  }

  /** Resolves when everything that was to be written by now is. */
  async settled(): Promise<void> {
    await this.database?.settled();
  }

  /** Brings the replies up to date that are worked out of all bots. Rejects when the database does not answer. */
  async keepReplies(): Promise<void> {
    const database = await this.opened();
    for (const made of keptUp(this.parts.picker)) {
      if (this.isStopped) return;
      await this.upkeep.share(async () => this.putReply(database, await made(this.parts.clock.nowMs())));
    }
  }

  /** A reply that somebody was just told. */
  toldReply(told: ToldReply): void {
    const { database } = this;
    if (database !== null) this.putReply(database, told).catch((error: unknown) => this.lose(database, error));
  }

  private putReply(database: ListDatabase, told: ToldReply): Promise<void> {
    return database.putReplies(() => (told.bots.every((id) => this.isShown(id)) ? [listedReply(told)] : []));
  }

  private listedProviders({ providers }: LookColumns): readonly ListedProvider[] {
    return Array.from(providers, ([ownerId, bots]) => {
      const anonymous = this.parts.accounts.byId(ownerId)?.anonymous;
      return anonymous === undefined ? [] : [{ anonymous, bots }];
    }).flat();
  }

  private async write(database: ListDatabase, entries: readonly Ranked[]): Promise<void> {
    const nowMs = this.parts.clock.nowMs();
    const made = await Promise.all(
      entries.map(async (entry) => {
        const item = await guestItem(this.parts, entry, nowMs);
        return item === null ? [] : [{ entry, item }];
      }),
    );
    await this.keep(database, made.flat(), nowMs);
  }

  private async keep(
    database: ListDatabase,
    made: readonly { readonly entry: Ranked; readonly item: GuestItem }[],
    nowMs: number,
  ): Promise<void> {
    const items = made.map(
      ({ entry, item }): ListedItem => ({
        id: item.strategy_id,
        text: JSON.stringify(item),
        goodMs: this.due.goodMsOf(entry),
      }),
    );
    for (const { entry } of made) this.due.note(entry, nowMs);
    await database.put(() => {
      for (const { id } of items) if (!this.isShown(id)) this.due.forget(id);
      return items.filter(({ id }) => this.isShown(id));
    });
  }

  private isShown(id: number): boolean {
    const bot = this.parts.book.known(id);
    return bot !== undefined && isListed(bot.record);
  }

  /** What a turn has hidden is shown no more. */
  private hear({ items }: TurnBatch): void {
    const { database } = this;
    if (database === null) return;
    const hidden = new Set<number>();
    for (const { collection, key } of items) {
      const id = Number(key);
      if (BOT_ROWS.has(collection) && !this.isShown(id) && this.due.forget(id)) hidden.add(id);
    }
    if (hidden.size > 0) database.hide([...hidden]).catch((error: unknown) => this.lose(database, error));
  }

  /** Whoever needs it while it is being opened waits for the same one. */
  private async opened(): Promise<ListDatabase> {
    if (this.database !== null) return this.database;
    this.opening ??= this.open().finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  private async open(): Promise<ListDatabase> {
    const database = await openListDatabase(this.parts.lists);
    try {
      void database.ended.then((error) => this.lose(database, error));
      const found = await database.known();
      if (this.isStopped) throw new Error('The public lists are written no more.');
      // From here on nothing is waited for: what turns hide is heard of.
      this.database = database;
      this.due.found(found);
      // What was hidden while nobody could be told of it.
      const hidden = found.filter((id) => !this.isShown(id));
      if (hidden.length > 0) await database.hide(hidden);
    } catch (error) {
      void database.close();
      throw error;
    }
    if (this.hasFailed) this.parts.log.info('public-lists-go-on');
    this.hasFailed = false;
    return database;
  }

  /** Gives the sign of life by which readers know that what is hidden is gone. */
  async beat(): Promise<void> {
    const { database } = this;
    if (database?.hasLook !== true) return;
    await database.beat().catch((error: unknown) => this.lose(database, error));
  }

  /** The database, or whoever else has it, has ended this way to it: another is opened with the next pass. */
  private lose(database: ListDatabase | null, error: unknown): void {
    if (this.isStopped || (database !== null && database !== this.database)) return;
    this.database = null;
    void database?.close();
    // Who was overtaken is about to end.
    if (!this.hasFailed && !(error instanceof ListsOvertaken)) this.parts.log.warn('public-lists-wait', { error });
    this.hasFailed = true;
  }

  /** In `ms`, and from then on again and again, with `everyMs` between two beginnings. */
  private soon(timer: 1 | 2, ms: number, everyMs: number, work: () => Promise<void>): void {
    if (this.isStopped) return;
    this.timers[timer] = setTimeout(() => {
      const began = this.parts.clock.nowMs();
      work().then(
        () => this.soon(timer, Math.max(0, began + everyMs - this.parts.clock.nowMs()), everyMs, work),
        (error: unknown) => {
          this.lose(this.database, error);
          this.soon(timer, RETRY_MS, everyMs, work);
        },
      );
    }, ms).unref();
  }
}
