import type { CloseInstruction } from '#lib/engine/machine.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { type BotBook, loadBots, loadClock, STREAM, saveBot, saveClock } from './bot-book.ts';
import { dailyPointAt, type Prices } from './bot-equity.ts';
import { isFinished } from './bot-record.ts';
import { BotRoster } from './bot-roster.ts';
import { startBot } from './create-bot.ts';
import { formatDailyPoint, nextMidnight } from './daily-curve.ts';
import { bankruptcyTicks, counterpartiesOf } from './deleverage.ts';
import { finishUnstarted } from './finish-unstarted.ts';
import type { LiveBot } from './live-bot.ts';
import { followInstrument, type PathKind } from './market-path.ts';
import { type SettleStyle, type Shortfall, settleBot, writeNotes } from './settle-bot.ts';

/** A turn without any change still notes how far the market has been followed, this often. */
const IDLE_SAVE_MS = 60_000;

export interface StepOptions {
  readonly pathOf?: (instrument: string) => PathKind;
  readonly style?: SettleStyle;
}

export interface MarketTurnParts {
  readonly store: StoreReader;
  readonly ledger: Ledger;
  readonly feed: MarketFeed;
  readonly book: BotBook;
}

/** What a step may write with: the writing half of a sequencer command. */
type Writer = Pick<Tx, 'put' | 'append'>;

/**
 * Moves the bots along the market, one sequencer command a step. Everything that a step changes is in its command's
 * transaction. A step that throws leaves machines ahead of the disk: the caller must end the process.
 */
export class MarketTurns {
  private readonly parts: MarketTurnParts;
  private readonly roster: BotRoster;
  private cursor = -1;
  private savedMs = -1;

  constructor(parts: MarketTurnParts) {
    this.parts = parts;
    this.roster = new BotRoster(parts.feed);
  }

  /** All bots have seen the market up to here, ms; −1 before the first turn. */
  get cursorMs(): number {
    return this.cursor;
  }

  /** Loads the bots of the store and sets the cursor where it was. */
  load(): void {
    const { store, book } = this.parts;
    this.cursor = loadClock(store)?.cursorMs ?? -1;
    this.savedMs = this.cursor;
    for (const loaded of loadBots(store)) {
      const bot = this.roster.revive(loaded);
      book.add(bot);
      this.admit(bot);
    }
  }

  /** Sets the cursor without telling anybody: where an exchange, or its demo world, begins. */
  begin(tx: Writer, timeMs: number): void {
    this.cursor = timeMs;
    this.saveCursor(tx);
  }

  /** Takes in a bot that has just been funded: it starts with the next step. Taken back with its command. */
  accept(tx: Tx, bot: LiveBot): void {
    const { book } = this.parts;
    book.add(bot);
    this.admit(bot);
    tx.onUndo(() => {
      this.dismiss(bot);
      book.drop(bot.record.id);
    });
    writeNotes({ batch: tx }, bot);
    saveBot(tx, bot);
    this.saveCursor(tx);
  }

  /** Takes in a bot that is in the book already. One that has not started starts with the next step. */
  admit(bot: LiveBot): void {
    this.roster.admit(bot, this.cursor);
  }

  dismiss(bot: LiveBot): void {
    this.roster.dismiss(bot);
  }

  /** Gives every bot the market path up to `toMs`; at each UTC midnight on the way, a point to its daily curve. */
  advance(tx: Writer, toMs: number, options: StepOptions = {}): void {
    if (this.cursor < 0) this.cursor = toMs;
    let hasChanged = this.startWaiting(tx, this.cursor, options);
    while (this.cursor < toMs) {
      const endMs = Math.min(toMs, nextMidnight(this.cursor));
      const touched = this.follow(this.cursor, endMs, options.pathOf ?? (() => 'seconds'));
      for (const bot of touched) this.settle(tx, bot, endMs, options.style);
      this.cursor = endMs;
      hasChanged = this.startWaiting(tx, endMs, options) || touched.size > 0 || hasChanged;
      if (nextMidnight(endMs - 1) === endMs) this.closeDay(tx, endMs);
    }
    if (!hasChanged && this.cursor - this.savedMs < IDLE_SAVE_MS) return;
    this.saveCursor(tx);
  }

  /** The owner's termination, at the cursor's prices. Taken back with its command. */
  terminate(tx: Tx, bot: LiveBot, close: CloseInstruction): void {
    const { ledger, book } = this.parts;
    const before = this.roster.copy(bot);
    tx.onUndo(() => {
      this.dismiss(bot);
      book.replace(before);
      this.admit(before);
    });
    // A restart must not show the closing order a path from before it was placed.
    this.saveCursor(tx);
    const atMs = Math.max(this.cursor, bot.record.createMs);
    const prices = this.roster.prices(bot, atMs);
    if (bot.machine === null) {
      this.dismiss(bot);
      finishUnstarted({ ledger, batch: tx }, bot, prices[0] as number, atMs);
      this.notePoint(tx, bot, prices, atMs + 1);
      return;
    }
    bot.machine.terminate(close, prices, atMs);
    this.roster.driver(bot.record.instrument, atMs).refresh(`${bot.record.id}`);
    this.settle(tx, bot, atMs);
  }

  private saveCursor(tx: Writer): void {
    saveClock(tx, { cursorMs: this.cursor });
    this.savedMs = this.cursor;
  }

  /** One stretch that does not cross a UTC midnight. Returns the bots that it touched. */
  private follow(fromMs: number, toMs: number, pathOf: (instrument: string) => PathKind): Set<LiveBot> {
    const { feed, book } = this.parts;
    const touched = new Set<LiveBot>();
    const note = (keys: readonly string[]): void => {
      for (const key of keys) {
        const bot = book.get(Number(key));
        if (bot !== undefined) touched.add(bot);
      }
    };
    for (const [instrument, driver] of this.roster.drivers) {
      if (driver.size === 0) continue;
      followInstrument(feed, instrument, driver, { fromMs, toMs, kind: pathOf(instrument) }, note);
    }
    return touched;
  }

  /** Starts the funded bots at the prices of `timeMs`; none before it was funded. Whether any did. */
  private startWaiting(tx: Writer, timeMs: number, { style }: StepOptions): boolean {
    let hasStarted = false;
    for (const bot of this.roster.waiting) {
      const { instrument, createMs } = bot.record;
      if (createMs > timeMs || this.parts.feed.lastTicks(instrument, timeMs) === null) continue;
      this.roster.waiting.delete(bot);
      const driver = this.roster.driver(instrument, timeMs);
      if (driver.size === 0) this.roster.setPrices(driver, instrument, timeMs);
      const machine = startBot(bot, this.roster.view(instrument), this.roster.prices(bot, timeMs), timeMs);
      driver.add(`${bot.record.id}`, machine);
      this.settle(tx, bot, timeMs, style);
      hasStarted = true;
    }
    return hasStarted;
  }

  /** Settles a bot at the prices of its end, or of the step's end, and closes its curve when it is over. */
  private settle(tx: Writer, bot: LiveBot, timeMs: number, style?: SettleStyle): void {
    // Somebody's deleveraging may have settled it already.
    if (bot.machine === null) return;
    const at = bot.notes.finish?.timeMs ?? timeMs;
    const prices = this.roster.prices(bot, at);
    const shortfall = settleBot({ ledger: this.parts.ledger, batch: tx, style }, bot, prices);
    if (isFinished(bot.record)) {
      this.dismiss(bot);
      this.notePoint(tx, bot, prices, at + 1);
    }
    if (shortfall !== null) this.deleverage(tx, shortfall, timeMs, style);
  }

  /** The insurance account could not pay for a liquidation: bots on the other side are closed at its bankruptcy price (E4). */
  private deleverage(tx: Writer, shortfall: Shortfall, timeMs: number, style?: SettleStyle): void {
    const { spec } = shortfall.bot;
    if (!isContract(spec)) return;
    const ticks = bankruptcyTicks(spec, shortfall);
    const counterparties = counterpartiesOf(this.parts.book, shortfall, (bot) => this.roster.prices(bot, timeMs));
    for (const bot of counterparties) {
      bot.machine?.deleverage?.(ticks, timeMs);
      this.settle(tx, bot, timeMs, style);
    }
  }

  private closeDay(tx: Writer, midnightMs: number): void {
    for (const bot of this.parts.book.running()) {
      const isPriced = this.parts.feed.lastTicks(bot.record.instrument, midnightMs) !== null;
      if (bot.machine !== null && isPriced) this.notePoint(tx, bot, this.roster.prices(bot, midnightMs), midnightMs);
    }
  }

  private notePoint(tx: Writer, bot: LiveBot, prices: Prices, timeMs: number): void {
    const point = dailyPointAt(this.parts.feed, bot, prices, timeMs);
    bot.curve.push(point);
    tx.append(STREAM.daily, `${bot.record.id}`, timeMs, formatDailyPoint(point));
  }
}
