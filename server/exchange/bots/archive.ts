import type { MarketFeed } from '../market/feed.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { type BotBook, STREAM, saveEnded } from './bot-book.ts';
import { placedSpecs } from './bot-markets.ts';
import { type BotRecord, isFinished } from './bot-record.ts';
import { endedBot, factsOf, formatEnded, parseEnded } from './ended-bot.ts';
import { formatEndedDays } from './ended-days.ts';
import type { LiveBot } from './live-bot.ts';

/** Bots that one turn puts away: those of a start with many take some turns, and no tick is late for them. */
const A_TURN = 32;

/**
 * Where bots go when they have ended (F4): their row and curve into the store, out of memory. Ended bots stay readable
 * for ever and are most of all bots after a while; a start reads none of them.
 */
export class BotArchive {
  private readonly book: BotBook;
  private readonly due = new Set<number>();

  constructor(book: BotBook) {
    this.book = book;
  }

  /** Puts what the store's archive has into the book. */
  async load(store: StoreReader, feed: Pick<MarketFeed, 'specs' | 'contracts'>): Promise<void> {
    const specAt = placedSpecs(feed);
    for await (const { value } of store.all('ended_facts')) this.book.add(parseEnded(value, specAt));
  }

  /** A bot has ended: it goes with one of the next turns. */
  note(botId: number): void {
    this.due.add(botId);
  }

  /** Puts away some of the bots that have ended. Taken back with its command. */
  sweep(tx: Pick<Tx, 'put' | 'remove' | 'append' | 'onUndo' | 'afterCommit'>): void {
    for (const botId of [...this.due].slice(0, A_TURN)) {
      this.due.delete(botId);
      const bot = this.book.inMemory(botId);
      // Its end may have been taken back.
      const ended = bot === undefined || !isFinished(bot.record) ? null : endedBot(bot);
      if (bot === undefined || ended === null) continue;
      saveEnded(tx, bot, formatEnded(ended, bot.record.payload));
      tx.remove('bots', `${botId}`);
      tx.append(STREAM.endedDays, `${bot.record.ownerId}`, bot.record.finishMs ?? 0, formatEndedDays(bot));
      this.book.putAway(tx, ended, bot);
      tx.onUndo(() => this.due.add(botId));
    }
  }
}

/**
 * Writes another record of a bot that lies in the archive; how it was read is forgotten. False, and nothing is written, when the
 * archive has been written anew since `bot` was read. Taken back with its command.
 */
export function rewriteEnded(
  tx: Pick<Tx, 'put' | 'onUndo' | 'afterCommit'>,
  book: BotBook,
  bot: LiveBot,
  record: BotRecord,
): boolean {
  const before = book.inArchive(bot);
  if (before === undefined) return false;
  const ended = { ...before, record: factsOf(record) };
  saveEnded(tx, { ...bot, record }, formatEnded(ended, record.payload));
  book.putAway(tx, ended, { record, curve: bot.curve });
  return true;
}
