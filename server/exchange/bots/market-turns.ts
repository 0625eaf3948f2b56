import type { CloseInstruction, LifeRefusal } from '#lib/engine/machine.ts';
import { nextMinute } from '#lib/engine/minute-boundary.ts';
import { DAY_MS, nextMidnight } from '#lib/time/durations.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { BotArchive } from './archive.ts';
import {
  type BotBook,
  type LoadedBot,
  loadBots,
  loadClock,
  STREAM,
  saveBot,
  saveClock,
  saveParams,
  type Telling,
} from './bot-book.ts';
import { dailyPointAt, type Prices } from './bot-equity.ts';
import { knownPrices } from './bot-kinds.ts';
import { contractOf } from './bot-markets.ts';
import { isFinished } from './bot-record.ts';
import { fallOf } from './bot-risk.ts';
import { BotRoster } from './bot-roster.ts';
import { BrokenBots } from './broken-bots.ts';
import { type Changed, noteFlows, takePayload, type WantedChange } from './change-bot.ts';
import { formatDailyPoint } from './daily-curve.ts';
import { DayClosing } from './day-closing.ts';
import { bankruptcyTicks, counterpartiesOf } from './deleverage.ts';
import { EarlyCurve, writeEarlyPoint } from './early-curve.ts';
import { agreedEnd, type EndedBy } from './end-plan.ts';
import { finishUnstarted } from './finish-unstarted.ts';
import { type LiveBot, letGo } from './live-bot.ts';
import type { OwnerWish } from './machine-call.ts';
import type { PathKind } from './market-path.ts';
import { type SettleStyle, type Shortfall, settleBot, writeNotes } from './settle-bot.ts';
import { type TimeAway, TimesAway } from './times-away.ts';
import { TurnTrials } from './turn-trials.ts';
import { walkMarkets } from './walk-markets.ts';

/** Bots whose params one turn writes. */
const PARAMS_A_TURN = 500;

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
type Writer = Pick<Tx, 'put' | 'append' | 'onUndo'>;

/**
 * Moves the bots along the market, one sequencer command a step. Everything that a step changes is in its command's
 * transaction. A step that throws leaves machines ahead of the disk: the caller must end the process.
 */
export class MarketTurns {
  readonly timesAway = new TimesAway();
  readonly trials: TurnTrials;
  private readonly parts: MarketTurnParts;
  private readonly roster: BotRoster;
  private readonly archive: BotArchive;
  private readonly closing: DayClosing;
  private readonly early: EarlyCurve;
  /** Bots of a program that kept no params. */
  private readonly unwritten: LiveBot[] = [];
  private cursor = -1;
  private notedMs = -1;
  private underTelling: Telling | null = null;
  private savedMs = -1;

  constructor(parts: MarketTurnParts) {
    this.parts = parts;
    this.roster = new BotRoster(parts.feed);
    this.trials = new TurnTrials(this.roster, () => this.cursor);
    this.archive = new BotArchive(parts.book);
    this.closing = new DayClosing(parts.book);
    this.early = new EarlyCurve(parts.book);
  }

  /** All bots have seen the market up to here, ms; −1 before the first turn. */
  get cursorMs(): number {
    return this.cursor;
  }

  /** Up to here the bots' records tell of the time that nobody was there: beyond the cursor where a catch-up has stopped on its way. */
  get notedToMs(): number {
    return Math.max(this.notedMs, this.cursor);
  }

  /** What a program that wrote each bot a row of its own was telling records of when it was stopped. */
  get telling(): Telling | null {
    return this.underTelling;
  }

  /** From now on the bots' records tell of a time that nobody was there. */
  noteAway(tx: Writer, time: Omit<TimeAway, 'cursorMs'>): void {
    this.timesAway.tell(tx, { ...time, cursorMs: this.cursor });
    this.underTelling = null;
    this.notedMs = time.toMs;
    this.saveCursor(tx);
  }

  /** Loads the bots of the store and sets the cursor where it was. Of the archive only what lists and rankings need. */
  async load(): Promise<void> {
    const { store, book, feed } = this.parts;
    await this.archive.load(store, feed);
    await this.timesAway.load(store);
    const clock = await loadClock(store);
    this.cursor = clock?.cursorMs ?? -1;
    this.notedMs = clock?.notedToMs ?? -1;
    this.underTelling = clock?.telling ?? null;
    this.savedMs = this.cursor;
    const broken = new BrokenBots();
    for await (const loaded of loadBots(store, ['bots'])) {
      try {
        book.add(this.revive(loaded));
      } catch (error) {
        broken.note(loaded.record.id, error);
      }
    }
    broken.refuse();
    // It may have been left with days to close.
    if (this.cursor >= DAY_MS) this.closing.resume(this.cursor);
  }

  private revive(loaded: LoadedBot): LiveBot {
    const bot = this.roster.revive(loaded);
    const { id } = bot.record;
    if (isFinished(bot.record)) this.archive.note(id);
    else if (loaded.params === null) this.unwritten.push(bot);
    this.roster.followMissed(bot, this.cursor);
    this.admit(bot);
    return bot;
  }

  /**
   * Writes what bots from before params were kept trade by, as this program has read it: the next one may read payloads otherwise.
   * Some a turn; whether it was all of them.
   */
  keepParams(tx: Writer, timeMs: number): boolean {
    for (const bot of this.unwritten.splice(0, PARAMS_A_TURN)) saveParams(tx, bot, timeMs);
    return this.unwritten.length === 0;
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
    saveParams(tx, bot, bot.record.createMs);
    this.saveCursor(tx);
  }

  /** Takes in a bot that is in the book already. One that has not started starts with the next step. */
  admit(bot: LiveBot): void {
    this.roster.admit(bot, this.cursor);
    this.early.admit(bot, this.cursor);
  }

  dismiss(bot: LiveBot): void {
    this.roster.dismiss(bot);
  }

  /** Puts some of the bots that have ended into the archive (F4). Taken back with its command. */
  archiveEnded(tx: Tx): void {
    this.archive.sweep(tx);
  }

  /**
   * Gives every bot the market path up to `toMs`. In the minute after a UTC midnight it goes on while bots wait for their point of the
   * day (`closeDays`); beyond that minute it stands where it is until all have it: a call a turn gives some of them theirs. Returns
   * whether all have seen the market up to `toMs`.
   */
  advance(tx: Writer, toMs: number, options: StepOptions = {}): boolean {
    if (this.closing.holds(toMs)) this.closeDays(tx);
    else this.follow(tx, toMs, options);
    this.early.pass(this.cursor, (bot) => writeEarlyPoint(tx, this.parts.feed, bot, this.cursor));
    return this.cursor >= toMs;
  }

  /** Gives some of the bots that wait for their point of the day theirs. Whether none waits any more. */
  closeDays(tx: Writer): boolean {
    this.closing.closeSome((bot, midnightMs) => this.closeDay(tx, bot, midnightMs));
    return !this.closing.isOpen;
  }

  /** Whether bots wait for their point of the day. */
  get isClosingDay(): boolean {
    return this.closing.isOpen;
  }

  private follow(tx: Writer, toMs: number, options: StepOptions): void {
    if (this.cursor < 0) this.cursor = toMs;
    let hasChanged = this.startWaiting(tx, this.cursor, options);
    this.roster.beforeCall = (botId) => this.closeDayBefore(tx, botId);
    while (this.cursor < toMs && !this.closing.holds(toMs)) {
      const endMs = Math.min(toMs, nextMidnight(this.cursor));
      const stretch = { fromMs: this.cursor, toMs: endMs, pathOf: options.pathOf ?? (() => 'seconds') };
      const touched = walkMarkets(this.parts, this.roster, stretch);
      for (const bot of touched) this.settle(tx, bot, endMs, options.style);
      this.cursor = endMs;
      hasChanged = this.startWaiting(tx, endMs, options) || touched.size > 0 || hasChanged;
      if (endMs % DAY_MS !== 0) continue;
      this.closing.begin(endMs);
      this.closeDays(tx);
      hasChanged = true;
    }
    // A minute's end is seen by every watch: what owners are told of it from now on, a restart must know as well.
    const hasEndedMinute = this.cursor >= nextMinute(this.savedMs);
    if (hasChanged || this.closing.isOpen || hasEndedMinute) this.saveCursor(tx);
  }

  /** The owner's termination, or that of a limit of his account, at the cursor's prices, by the plan that he has agreed to if there is one. Taken back with its command. */
  terminate(tx: Tx, bot: LiveBot, close: CloseInstruction, { cause = 'cancelled', plan }: EndedBy = {}): void {
    this.keepBefore(tx, bot);
    const atMs = Math.max(this.cursor, bot.record.createMs);
    const prices = this.roster.prices(bot, atMs);
    bot.record.agreed = agreedEnd(bot, plan, close, prices);
    if (bot.machine === null) {
      this.dismiss(bot);
      finishUnstarted({ ledger: this.parts.ledger, batch: tx }, bot, prices[0] as number, atMs, cause);
      this.notePoint(tx, bot, prices, atMs + 1);
      return;
    }
    this.roster.call(bot, { type: 'terminate', close, ...(cause !== 'cancelled' && { cause }) }, prices, atMs);
    this.roster.refresh(bot);
    this.settle(tx, bot, atMs);
  }

  /**
   * What else an owner asks of his bot, at the cursor's prices; `pay` moves the money that comes out of it. Null: done. A refusal has
   * changed nothing. Taken back with its command.
   */
  act(tx: Tx, bot: LiveBot, wish: OwnerWish, pay?: (timeMs: number) => void): LifeRefusal | null {
    const { machine } = bot;
    if (machine === null) return 'not-running';
    const atMs = Math.max(this.cursor, bot.record.createMs);
    const prices = this.roster.pricesIfKnown(bot, atMs);
    if (prices === null) return 'no-price';
    this.keepBefore(tx, bot);
    const fallen = this.fallen(bot, prices, atMs);
    const refusal = this.roster.call(bot, wish, prices, atMs);
    if (refusal !== null) return refusal;
    pay?.(atMs);
    noteFlows(bot, machine, prices, fallen);
    this.roster.refresh(bot);
    this.settle(tx, bot, atMs);
    return null;
  }

  /** Takes over what a change was planned to do in this command; the money that comes in is in the bot's account already. Taken back with its command. */
  change(tx: Tx, bot: LiveBot, wanted: WantedChange, { machine, params, notes, taped }: Changed): void {
    const { payload, deposit, isLaidAnew } = wanted;
    this.keepBefore(tx, bot);
    this.dismiss(bot);
    const atMs = Math.max(this.cursor, bot.record.createMs);
    const prices = this.roster.prices(bot, atMs);
    const fallen = this.fallen(bot, prices, atMs);
    const change = { type: 'change', deposit, isLaidAnew, was: bot.record.payload } as const;
    takePayload(bot, payload);
    noteFlows(bot, machine, prices, fallen);
    // The new machine speaks into the notes of its plan.
    const next: LiveBot = { ...bot, params, machine, notes };
    this.roster.tapes.change(bot.record.id, change, taped.prices, taped.timeMs, taped.heard);
    saveParams(tx, next, atMs);
    this.parts.book.replace(next);
    bot.machine?.release?.();
    bot.machine = null;
    this.admit(next);
    this.settle(tx, next, atMs);
  }

  /** How far a bot has fallen in its life, 0…1. */
  private fallen(bot: LiveBot, prices: Prices, atMs: number): number {
    return fallOf(bot, [...bot.curve, dailyPointAt(this.parts.feed, bot, prices, atMs + 1)]);
  }

  private keepBefore(tx: Tx, bot: LiveBot): void {
    this.takeBackWith(tx, bot);
    this.closeDayOf(tx, bot);
    // A restart must not show the bot's orders a path from before they were placed.
    this.saveCursor(tx);
  }

  /** A bot that a command changes, its owner's or another, is what it was when the command is taken back. */
  private takeBackWith(tx: Writer, bot: LiveBot): void {
    const before = this.roster.copy(bot);
    tx.onUndo(() => {
      const undone = this.parts.book.inMemory(bot.record.id);
      this.dismiss(bot);
      this.parts.book.replace(before);
      this.admit(before);
      if (undone !== undefined) letGo(undone);
    });
  }

  private saveCursor(tx: Writer): void {
    const { cursor: cursorMs, notedMs: notedToMs } = this;
    const noted = notedToMs > cursorMs ? { notedToMs } : {};
    saveClock(tx, { cursorMs, ...noted });
    this.savedMs = this.cursor;
  }

  /** Starts the funded bots at the prices of `timeMs`; none before it was funded. Whether any did. */
  private startWaiting(tx: Writer, timeMs: number, { style }: StepOptions): boolean {
    let hasStarted = false;
    for (const bot of this.roster.waiting) {
      const prices = bot.record.createMs > timeMs ? null : knownPrices(this.parts.feed, bot.spec, timeMs);
      if (prices === null) continue;
      this.roster.waiting.delete(bot);
      this.roster.start(bot, prices, timeMs);
      this.roster.admit(bot, timeMs);
      this.settle(tx, bot, timeMs, style);
      hasStarted = true;
    }
    return hasStarted;
  }

  /** Settles a bot at the prices of its end, or of the step's end, and closes its curve when it is over. */
  private settle(tx: Writer, bot: LiveBot, timeMs: number, style?: SettleStyle): void {
    // Somebody's deleveraging may have settled it already.
    if (bot.machine === null) return;
    const at = bot.notes.ended?.timeMs ?? timeMs;
    const prices = this.roster.prices(bot, at);
    this.roster.tapes.hand(tx, bot.record);
    const shortfall = settleBot({ ledger: this.parts.ledger, batch: tx, style }, bot, prices);
    if (isFinished(bot.record)) {
      this.dismiss(bot);
      this.notePoint(tx, bot, prices, at + 1);
    }
    if (shortfall !== null) this.deleverage(tx, shortfall, timeMs, style);
  }

  /** The insurance account could not pay for a liquidation: bots on the other side are closed at its bankruptcy price (E4). */
  private deleverage(tx: Writer, shortfall: Shortfall, timeMs: number, style?: SettleStyle): void {
    const contract = contractOf(shortfall.bot.spec);
    if (contract === null) return;
    const ticks = bankruptcyTicks(contract, shortfall);
    const counterparties = counterpartiesOf(this.parts.book, shortfall, (bot) => this.roster.prices(bot, timeMs));
    for (const bot of counterparties) {
      this.takeBackWith(tx, bot);
      this.closeDayOf(tx, bot);
      this.roster.call(bot, { type: 'deleverage', ticks }, this.roster.prices(bot, timeMs), timeMs);
      this.settle(tx, bot, timeMs, style);
    }
  }

  private closeDay(tx: Writer, bot: LiveBot, midnightMs: number): void {
    const prices = knownPrices(this.parts.feed, bot.spec, midnightMs);
    if (prices !== null) this.notePoint(tx, bot, prices, midnightMs);
  }

  /** The day that a bot may still have to close, before anything else happens to it. */
  private closeDayOf(tx: Writer, bot: LiveBot): void {
    this.closing.closeOne(bot, (due, midnightMs) => this.closeDay(tx, due, midnightMs));
  }

  private closeDayBefore(tx: Writer, botId: number): void {
    const bot = this.closing.isOpen ? this.parts.book.inMemory(botId) : undefined;
    if (bot !== undefined) this.closeDayOf(tx, bot);
  }

  private notePoint(tx: Writer, bot: LiveBot, prices: Prices, timeMs: number): void {
    const point = dailyPointAt(this.parts.feed, bot, prices, timeMs);
    bot.curve.push(point);
    bot.watch?.restart();
    if (isFinished(bot.record)) {
      letGo(bot);
      this.archive.note(bot.record.id);
    }
    tx.append(STREAM.daily, `${bot.record.id}`, timeMs, formatDailyPoint(point));
  }
}
