import type { MarketSpec } from '../../money/market-spec.ts';
import {
  type BotMachine,
  type EngineSink,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type OrderReason,
  type WakeSlot,
} from '../machine.ts';
import type { CoinParams } from './coin-params.ts';
import { type CoinScale, type Coins, coinScaleOf, costOf, setCoins, unitsOfCoins } from './coin-scale.ts';
import type { Total } from './exact.ts';
import { type BotMemory, namedWords } from './layout.ts';
import type { Debt } from './loan.ts';

/**
 * A bot of coins and money with a ladder of its own orders: a small object over its block of the memory. The ladder has
 * n + 1 lines and n slots; slot i buys on line i and sells on line i + 1. Slots below the cursor hold money and carry a buy, those from
 * it on hold coins and carry a sell, so only the two at the cursor can fill next.
 */

const HEAD = [
  'statusCode',
  'stepCode',
  'openingTries',
  'cursor',
  'shift',
  'starvedCost',
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
  'spareCost',
  'fills',
  'matches',
] as const;

/** Sums of money, in this order after the head. */
const TOTALS = [
  'quote',
  'freeQuote',
  'start',
  'gridProfit',
  'positionCash',
  'fees',
  'matchedProfit',
  'deposits',
  'withdrawals',
] as const;
/** Coins, after them. */
const COINS = ['base', 'freeBase'] as const;

export class TotalWords extends namedWords('high', 'low', 'parts') {}
export const TOTAL_WORDS = 3;
class CoinWords extends namedWords('lots', 'parts') {}
const COIN_WORDS = 2;

const HEAD_WORDS = HEAD.length + TOTAL_WORDS * TOTALS.length + COIN_WORDS * COINS.length;

/** What a slot holds besides its line: wanted, plan, the plan's cost, resting, cost. */
const SLOT_WORDS = 5;

/** Words of a bot with so many slots. */
export function coinBotWords(slots: number): number {
  return HEAD_WORDS + slots + 1 + slots * SLOT_WORDS;
}

export const STATUSES = ['open', 'running', 'stopping', 'finished', 'paused'] as const;
const [STOPPING, FINISHED, PAUSED] = [2, 3, 4] as const;
export const STEPS = ['wait-touch', 'init-order-process', 'running', 'stopping', 'stopped', 'pause'] as const;
export const STOP_REASONS = ['stop_loss', 'stop_profit', 'less_low', 'over_high'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Why a slot has no order; a slot keeps the place in this list, so it only grows at its end. */
const WITHHELD = [
  'none',
  'below-minimum',
  'no-funds',
  'out-of-range',
  'closing',
  'paused',
] as const satisfies readonly (OrderReason | 'none')[];
const NO_FUNDS = WITHHELD.indexOf('no-funds');
type WithheldCode = (typeof WITHHELD)[number];

/** The cost of coins that no buy of the ladder has bought. */
export const NO_PAIR = -1;

/** A limit order that closes the position. */
export interface RestingClose {
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly lots: number;
  readonly expiresAtMs: number;
  readonly reason: Parameters<EngineSink['finish']>[0];
}

export class CoinBot<P extends CoinParams = CoinParams> extends namedWords(...HEAD) {
  readonly params: P;
  /** Number of slots; 0: it keeps no ladder. */
  readonly count: number;
  readonly scale: CoinScale;
  readonly view: MarketView;
  readonly sink: EngineSink;
  /** False when nobody listens: then no event objects are made. */
  readonly isHeard: boolean;
  readonly slot: WakeSlot = { below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE };
  readonly quote: Total;
  readonly freeQuote: Total;
  readonly start: Total;
  readonly gridProfit: Total;
  /** Before fees: what coins outside completed pairs brought in, less what they and the held ones cost. */
  readonly positionCash: Total;
  readonly fees: Total;
  readonly matchedProfit: Total;
  /** Money put in after the start, and taken out before the end. */
  readonly deposits: Total;
  readonly withdrawals: Total;
  readonly base: Coins;
  readonly freeBase: Coins;
  /** When time wakes it, ms; never is Infinity. Read at every point of a ride, so no word. */
  wakeAtMs = Number.POSITIVE_INFINITY;
  closing: RestingClose | null = null;
  /** What it works with that is not its own; null when it owes nobody. */
  debt: Debt | null = null;
  /** Whether the ladder has its lines: not before the opening. */
  hasLadder = false;

  constructor(params: P, count: number, memory: BotMemory, view: MarketView, sink: EngineSink) {
    super(memory.words, memory.take(coinBotWords(count)));
    this.params = params;
    this.count = count;
    this.scale = coinScaleOf(params.spec, params.feeRate);
    this.view = view;
    this.sink = sink;
    this.isHeard = sink.isQuiet !== true;
    const total = (name: (typeof TOTALS)[number]): Total =>
      new TotalWords(this.words, this.at + HEAD.length + TOTAL_WORDS * TOTALS.indexOf(name));
    this.quote = total('quote');
    this.freeQuote = total('freeQuote');
    this.start = total('start');
    this.gridProfit = total('gridProfit');
    this.positionCash = total('positionCash');
    this.fees = total('fees');
    this.matchedProfit = total('matchedProfit');
    this.deposits = total('deposits');
    this.withdrawals = total('withdrawals');
    const coinsAt = this.at + HEAD.length + TOTAL_WORDS * TOTALS.length;
    this.base = new CoinWords(this.words, coinsAt);
    this.freeBase = new CoinWords(this.words, coinsAt + COIN_WORDS);
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
    this.stopUpCode = STOP_REASONS.indexOf('stop_profit');
  }

  get spec(): MarketSpec {
    return this.params.spec;
  }

  /** Its one market is its first. */
  get feed(): number {
    return 0;
  }

  /** All its coins, units. */
  get held(): bigint {
    return unitsOfCoins(this.base, this.scale);
  }

  set held(units: bigint) {
    setCoins(this.base, units, this.scale);
  }

  /** So many lots in units of the coin. */
  unitsOf(lots: number): bigint {
    return BigInt(lots) * this.params.spec.lotUnits;
  }

  /** Whole lots in so many units of the coin. */
  lotsOf(units: bigint): number {
    return Number(units / this.params.spec.lotUnits);
  }

  get status(): BotMachine['status'] {
    return STATUSES[this.statusCode] as BotMachine['status'];
  }

  set status(status: BotMachine['status']) {
    this.statusCode = STATUSES.indexOf(status);
  }

  get isRunning(): boolean {
    return this.statusCode === 1;
  }

  /** Its end has begun, or is over. */
  get isEnding(): boolean {
    return this.statusCode === STOPPING || this.statusCode === FINISHED;
  }

  get isPaused(): boolean {
    return this.statusCode === PAUSED;
  }

  get step(): BotMachine['step'] {
    return STEPS[this.stepCode] as BotMachine['step'];
  }

  set step(step: BotMachine['step']) {
    this.stepCode = STEPS.indexOf(step);
  }

  /** Line i of the ladder, 0…n, ticks; ascending. */
  line(i: number): number {
    return this.words[this.at + HEAD_WORDS + i] as number;
  }

  setLine(i: number, ticks: number): void {
    this.words[this.at + HEAD_WORDS + i] = ticks;
  }

  private slotAt(i: number): number {
    return this.at + HEAD_WORDS + this.count + 1 + i * SLOT_WORDS;
  }

  /** What the ladder's proportions want in slot i, lots. */
  wanted(i: number): number {
    return this.words[this.slotAt(i)] as number;
  }

  /** What slot i buys, lots; 0 where that would be below the market's minimum: then it never trades. */
  plan(i: number): number {
    return this.words[this.slotAt(i) + 1] as number;
  }

  /** Quote units that buying slot i's plan on its lower line costs. */
  planCost(i: number): number {
    return this.words[this.slotAt(i) + 2] as number;
  }

  /** A slot without an order; its lines must be known. */
  setSlot(i: number, wanted: number, plan: number): void {
    const at = this.slotAt(i);
    this.words[at] = wanted;
    this.words[at + 1] = plan;
    this.words[at + 2] = costOf(this.scale, plan, this.line(i));
    this.words[at + 3] = 0;
    this.words[at + 4] = NO_PAIR;
  }

  /** Lots of the order that rests in slot i; 0 when there is none, and then `reasonOf` says why. */
  resting(i: number): number {
    const lots = this.words[this.slotAt(i) + 3] as number;
    return lots > 0 ? lots : 0;
  }

  setResting(i: number, lots: number): void {
    this.words[this.slotAt(i) + 3] = lots;
  }

  reasonOf(i: number): Exclude<WithheldCode, 'none'> | null {
    const lots = this.words[this.slotAt(i) + 3] as number;
    return lots < 0 ? (WITHHELD[-lots] as Exclude<WithheldCode, 'none'>) : null;
  }

  /** Whether slot i's buy waits for money. */
  isStarved(i: number): boolean {
    return this.words[this.slotAt(i) + 3] === -NO_FUNDS;
  }

  /** Slot i has no order, and why. */
  withhold(i: number, reason: OrderReason): void {
    const code = WITHHELD.indexOf(reason as WithheldCode);
    if (code < 1) throw new Error(`a slot cannot be withheld as ${reason}`);
    this.words[this.slotAt(i) + 3] = -code;
  }

  /** Quote units that the coins waiting in slot i cost when the ladder bought them, or NO_PAIR. */
  cost(i: number): number {
    return this.words[this.slotAt(i) + 4] as number;
  }

  setCost(i: number, units: number): void {
    this.words[this.slotAt(i) + 4] = units;
  }

  /** Slots and lines one place down; the highest slot and line are the caller's to fill in. */
  shiftDown(): void {
    const { at, words, count } = this;
    const lines = at + HEAD_WORDS;
    words.copyWithin(lines, lines + 1, lines + count + 1);
    const slots = this.slotAt(0);
    words.copyWithin(slots, slots + SLOT_WORDS, slots + SLOT_WORDS * count);
  }

  /** The mirror of shiftDown. */
  shiftUp(): void {
    const { at, words, count } = this;
    const lines = at + HEAD_WORDS;
    words.copyWithin(lines + 1, lines, lines + count);
    const slots = this.slotAt(0);
    words.copyWithin(slots + SLOT_WORDS, slots, slots + SLOT_WORDS * (count - 1));
  }

  /** Sets when it wants to be woken beside its own timer: at a minute's end, or when its closing order expires. Infinity: never. */
  askAt(timeMs: number): void {
    this.askedAtMs = timeMs;
    this.wakeAtMs = timeMs < this.timerAtMs ? timeMs : this.timerAtMs;
  }

  /** Stops listening to prices and time. */
  sleep(): void {
    this.slot.below = NO_LEVEL_BELOW;
    this.slot.above = NO_LEVEL_ABOVE;
    this.wakeAtMs = Number.POSITIVE_INFINITY;
  }
}
