import type { FinishReason } from '../../contract/bot-words.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import {
  type BotMachine,
  type EngineSink,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type OrderAddress,
  type OrderReason,
  type Piece,
  type WakeSlot,
} from '../machine.ts';
import type { Execution } from './executed.ts';
import { type BotMemory, behind, cellAt, memoryFor, namedWords, shiftRowsDown, shiftRowsUp } from './layout.ts';
import type { Rounds } from './rounds.ts';
import { setStage } from './stage.ts';

/**
 * The life of a bot and the lines of its ladder, whatever its money is: a small object over its block of the memory. The ladder has
 * n + 1 lines and n slots; slot i buys on line i and sells on line i + 1. Slots below the cursor carry a buy, those from it on
 * a sell, so only the two at the cursor can fill next.
 */

const LIFE = [
  'openingTries',
  'stopDown',
  'stopUp',
  'trailDown',
  'trailUp',
  'outerBelow',
  'outerAbove',
  'forcedBelow',
  'forcedAbove',
  'askedAtMs',
  'timerAtMs',
  'stopDownCode',
  'stopUpCode',
  'isStopArmed',
  'isTrailArmed',
  'fills',
  'matches',
] as const;

const LINE_WORDS = 1;

/** Words of the life and the lines of so many slots; what else a bot has lies behind them. */
export function lifeWords(slots: number): number {
  return behind(LIFE.length, slots + 1);
}

export const STOP_REASONS = ['stop_loss', 'stop_profit', 'less_low', 'over_high'] as const;
export type StopReason = (typeof STOP_REASONS)[number];
/** Their places in that list: bots set their stops after every fill. */
export const STOP_CODES = { stop_loss: 0, stop_profit: 1, less_low: 2, over_high: 3 } as const satisfies Record<
  StopReason,
  number
>;

/** What the body has to know of every bot. */
export interface LadderParams {
  readonly spec: MarketSpec;
  /** H10: stops act on every tick, or on the close of a 1-minute candle. */
  readonly stopCheck: 'tick' | 'close';
}

/** An order that closes the position; `lots` as the bot counts: lots of coins, or contracts. */
export interface ClosingOrder {
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly lots: number;
}

/** One that rests at a limit. */
export interface RestingClose extends ClosingOrder {
  readonly expiresAtMs: number;
  readonly reason: FinishReason;
  /**
   * The market meets its limit, but the book has not so much: at this minute's end it takes what the book has then. Infinity: it waits
   * for the price to reach it.
   */
  readonly looksAtMs: number;
  /** Coins that are left when its time is over are sold at the market. */
  readonly sellsRest: boolean;
}

/**
 * What a bot's money is, as far as its end is concerned: coins, or a contract. Every bot is made with the one that fits it, and
 * hands itself in.
 */
export interface BotMoney {
  /** False: what is held cannot stay as it is at the end; a limit close whose time is over is then made at the market. */
  readonly canBeKept: boolean;
  /** Why orders of a bot that ends so are placed and cancelled. */
  endingReason(reason: FinishReason): OrderReason;
  /** Takes every order of the ladder out of the book. */
  cancelLadder(bot: LadderBot, timeMs: number, reason: OrderReason): void;
  /** Books an order that closes, or the last of it; one that has rested may cost another fee than one at the market. */
  bookClose(bot: LadderBot, order: ClosingOrder, execution: Execution, timeMs: number, reason: FinishReason): void;
  /** Books a part of the order that closes: the rest follows. */
  bookPart(bot: LadderBot, order: ClosingOrder, execution: Execution, timeMs: number, reason: FinishReason): void;
  /** Its orders in pieces; null: none rests but the one that closes. */
  readonly pieces: PieceBooks | null;
}

/** How orders that a venue executes in pieces are booked. */
export interface PieceBooks {
  /** Books a part of an order that rests. Throws where it has none such, or so much of it does not rest. */
  fill(bot: LadderBot, order: OrderAddress, piece: Piece, timeMs: number): void;
  /** Whether all of slot i's order was executed and nobody has answered that yet. */
  isFilled(bot: LadderBot, i: number): boolean;
}

/** Slots whose orders are sells, and those whose are buys, the one nearest to the price first. As they are when asked for. */
export function slotsAbove({ cursor, count }: Pick<LadderBot, 'cursor' | 'count'>): number[] {
  return Array.from({ length: count - cursor }, (_, i) => cursor + i);
}

export function slotsBelow({ cursor }: Pick<LadderBot, 'cursor'>): number[] {
  return Array.from({ length: cursor }, (_, i) => cursor - 1 - i);
}

export abstract class LadderBot<P extends LadderParams = LadderParams> extends namedWords(...LIFE) {
  /** Written when its owner changes them, by its kind alone. */
  declare params: P;
  /** Number of slots; 0: it keeps no ladder. */
  declare readonly count: number;
  declare readonly money: BotMoney;
  declare private readonly memory: BotMemory;
  declare private readonly length: number;
  declare readonly view: MarketView;
  declare readonly sink: EngineSink;
  /** False when nobody listens: then no event objects are made. */
  declare readonly isHeard: boolean;
  /** Ticks that the price must go beyond one of its resting orders before that fills (MarketView.throughTicks). */
  declare readonly through: number;
  /** A venue executes its orders (MarketView.executed). */
  declare readonly isAtVenue: boolean;
  readonly slot: WakeSlot = { below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE };
  /** When time wakes it, ms; never is Infinity. Read at every point of a ride, so no word. */
  wakeAtMs = Number.POSITIVE_INFINITY;
  status: BotMachine['status'] = 'open';
  step: BotMachine['step'] = 'wait-touch';
  /** Slots below it carry a buy. A field and no word: every place in the memory is worked out with it. */
  cursor = 0;
  closing: RestingClose | null = null;
  /** Its rounds; null: it has none. */
  rounds: Rounds | null = null;
  /** Whether the ladder has its lines: not before the opening. */
  hasLadder = false;
  /** Whether the line at the cursor is one of the ladder's, without an order, and records count it; else it is the price of the last trade. */
  hasEmptyLine = true;

  /** `length`: words of the bot in all. */
  constructor(params: P, count: number, length: number, money: BotMoney, view: MarketView, sink: EngineSink) {
    const memory = memoryFor(sink.memory, length);
    super(memory.words, memory.take(length));
    this.memory = memory;
    this.length = length;
    this.params = params;
    this.count = count;
    this.money = money;
    this.view = view;
    this.sink = sink;
    this.isHeard = sink.isQuiet !== true;
    this.through = view.throughTicks ?? 0;
    this.isAtVenue = view.executed !== undefined;
    this.stopDown = NO_LEVEL_BELOW;
    this.stopUp = NO_LEVEL_ABOVE;
    this.trailDown = NO_LEVEL_BELOW;
    this.trailUp = NO_LEVEL_ABOVE;
    this.outerBelow = NO_LEVEL_BELOW;
    this.outerAbove = NO_LEVEL_ABOVE;
    this.forcedBelow = NO_LEVEL_BELOW;
    this.forcedAbove = NO_LEVEL_ABOVE;
    this.askedAtMs = Number.POSITIVE_INFINITY;
    this.timerAtMs = Number.POSITIVE_INFINITY;
    this.stopUpCode = STOP_CODES.stop_profit;
  }

  /** An order of so many lots (contracts) in the units that records count. */
  abstract unitsOf(lots: number): bigint;

  /** Average price in ticks, at the market around `ticks`. */
  abstract marketTicks(side: 'buy' | 'sell', lots: number, ticks: number, timeMs: number): number;

  /** So much of a closing order, in lots, as the book has around `ticks` within the order's price. */
  abstract lotsWithin(order: ClosingOrder, ticks: number, timeMs: number): number;

  /** What it has, for the record of its end. */
  abstract heldText(): Record<string, string>;

  /** Lots of the order that rests in slot i; 0 when there is none. */
  abstract resting(i: number): number;

  /** Why slot i has no order; null when it has one. */
  abstract reasonOf(i: number): OrderReason | null;

  get spec(): P['spec'] {
    return this.params.spec;
  }

  get isRunning(): boolean {
    return this.status === 'running';
  }

  /** Its end has begun, or is over. */
  get isEnding(): boolean {
    return this.status === 'stopping' || this.status === 'finished';
  }

  get isPaused(): boolean {
    return this.status === 'paused';
  }

  /** Number of lines: one more than slots. */
  get lineCount(): number {
    return this.count + 1;
  }

  private lineAt(i: number): number {
    return cellAt(this.at, LINE_WORDS, i, LIFE.length);
  }

  /** Line i of the ladder, 0…n, ticks; ascending. */
  line(i: number): number {
    return this.words[this.lineAt(i)] as number;
  }

  /** The line that slot i sells on: the next one above the line that it buys on. */
  sellLine(i: number): number {
    return this.line(i + 1);
  }

  /** The slot that sells on line `level`, the mirror of sellLine. */
  slotSellingOn(level: number): number {
    return level - 1;
  }

  /** The slot whose buy fills next; −1 where none is below the price. The one whose sell fills next is the one at the cursor. */
  get slotBelow(): number {
    return this.cursor - 1;
  }

  /** The highest slot; the lowest is 0. */
  get highestSlot(): number {
    return this.count - 1;
  }

  /** The price that fills an order that rests at `ticks`. */
  fillsBuyAt(ticks: number): number {
    return ticks - this.through;
  }

  fillsSellAt(ticks: number): number {
    return ticks + this.through;
  }

  /** The number that records give to the line that slot i sells on. */
  sellLevel(i: number): number {
    return this.hasEmptyLine ? i + 1 : i;
  }

  /** The slot whose sale records give this number to, the mirror of sellLevel. */
  slotOfSale(level: number): number {
    return this.hasEmptyLine ? this.slotSellingOn(level) : level;
  }

  setLine(i: number, ticks: number): void {
    this.words[this.lineAt(i)] = ticks;
  }

  /** Lines one place down; the highest one is the caller's to fill in. */
  protected shiftLinesDown(): void {
    shiftRowsDown(this.words, this.lineAt(0), LINE_WORDS, this.lineCount);
  }

  /** The mirror of shiftLinesDown. */
  protected shiftLinesUp(): void {
    shiftRowsUp(this.words, this.lineAt(0), LINE_WORDS, this.lineCount);
  }

  /** Sets when it wants to be woken beside its own timer: at a minute's end, or when its closing order expires. Infinity: never. */
  askAt(timeMs: number): void {
    this.askedAtMs = timeMs;
    this.wakeAtMs = timeMs < this.timerAtMs ? timeMs : this.timerAtMs;
  }

  /** It could not open, and tries again then: no other wake is asked for, and none is in what is stored of it. */
  openAt(timeMs: number): void {
    this.wakeAtMs = timeMs;
  }

  /** Stops listening to prices and time. */
  sleep(): void {
    this.slot.below = NO_LEVEL_BELOW;
    this.slot.above = NO_LEVEL_ABOVE;
    this.wakeAtMs = Number.POSITIVE_INFINITY;
  }

  /** Gives its block back: no word of it may be read or written any more. */
  release(): void {
    this.memory.give(this.at, this.length);
  }

  /** Nothing wakes it any more. */
  end(): void {
    this.sleep();
    setStage(this, 'finished');
  }
}
