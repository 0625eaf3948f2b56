import type { BotBook } from './bot-book.ts';
import { utcDay } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** Bots whose day one turn closes: some milliseconds, however many there are. */
const A_TURN = 500;

/**
 * The end of a UTC day. Every bot gets a point on its daily curve, some of them a turn; the market stands at midnight
 * until all have theirs, so each is what the bot was at midnight, and other commands have their turns meanwhile. Which
 * bots are due is read off their curves: a process that ends on the way goes on where it was.
 */
export class DayClosing {
  private readonly book: Pick<BotBook, 'running'>;
  private midnightMs = -1;
  private rest: Iterator<LiveBot> | null = null;

  constructor(book: Pick<BotBook, 'running'>) {
    this.book = book;
  }

  /** Whether bots wait for their point. */
  get isOpen(): boolean {
    return this.rest !== null;
  }

  /** The market has come to a midnight, or was left at one. */
  begin(midnightMs: number): void {
    this.midnightMs = midnightMs;
    this.rest = this.book.running()[Symbol.iterator]();
  }

  /** Hands some of the bots that are due to `close`, which gives each its point of `midnightMs`. */
  closeSome(close: (bot: LiveBot, midnightMs: number) => void): void {
    for (let left = A_TURN; left > 0; left -= 1) {
      const next = this.rest?.next();
      if (next === undefined || next.done === true) {
        this.rest = null;
        return;
      }
      this.closeOne(next.value, close);
    }
  }

  /** The same for one bot, before anything else happens to it. */
  closeOne(bot: LiveBot, close: (bot: LiveBot, midnightMs: number) => void): void {
    const { record, machine, curve } = bot;
    if (!this.isOpen || machine === null || record.createMs >= this.midnightMs) return;
    if (curve.at(-1)?.day !== utcDay(this.midnightMs - 1)) close(bot, this.midnightMs);
  }
}
