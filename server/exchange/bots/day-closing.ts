import { MINUTE_MS, midnightOf } from '#lib/time/durations.ts';
import type { BotBook } from './bot-book.ts';
import { utcDay } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** Bots whose day one turn closes: some milliseconds, however many there are. */
const A_TURN = 500;

/**
 * The end of a UTC day. Every bot gets a point on its daily curve, some of them a turn, and what the bot was at midnight is in it: within the
 * minute after midnight the market goes on, which changes nothing of bots that it does not call, and whom it calls gets his point before;
 * at that minute's end all bots are looked at, so the market stands before it until all have theirs. Which
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

  /** Whether the market may not go to `timeMs` before all have theirs. */
  holds(timeMs: number): boolean {
    return this.isOpen && timeMs >= this.midnightMs + MINUTE_MS;
  }

  /** The market has come to a midnight. */
  begin(midnightMs: number): void {
    this.midnightMs = midnightMs;
    this.rest = this.book.running()[Symbol.iterator]();
  }

  /** The market was left at `timeMs`: where that is before a day is closed for sure, bots may lack their points. */
  resume(timeMs: number): void {
    const midnightMs = midnightOf(timeMs);
    if (timeMs < midnightMs + MINUTE_MS) this.begin(midnightMs);
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
    const { record, machine, curve, watch } = bot;
    if (!this.isOpen || machine === null || record.createMs >= this.midnightMs) return;
    // Funded before, but started after it.
    if (watch !== null && watch.untilMs > this.midnightMs) return;
    if (curve.at(-1)?.day !== utcDay(this.midnightMs - 1)) close(bot, this.midnightMs);
  }
}
