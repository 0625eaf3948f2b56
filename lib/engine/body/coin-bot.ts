import { formatAmount } from '../../money/amount.ts';
import type { EngineSink, Holdings, MarketView, OrderReason } from '../machine.ts';
import type { CoinParams } from './coin-params.ts';
import { type CoinScale, type Coins, coinScaleOf, costOf, setCoins, unitsOfCoins } from './coin-scale.ts';
import { changeUnits, type Total, wholeUnitsOf } from './exact.ts';
import { type BotMoney, type ClosingOrder, LadderBot, lifeWords } from './ladder-bot.ts';
import { namedWords } from './layout.ts';
import type { Debt } from './loan.ts';
import { Pieces } from './pieces.ts';
import type { SoldLot } from './sold-lots.ts';

/** A bot of coins and money with a ladder of its own orders: slots below the cursor hold money, those from it on hold coins. */

/** What it has beside its life, in this order behind its lines. */
const OWN = ['shift', 'starvedCost'] as const;

/** Sums of money, after them. */
const TOTALS = [
  'quote',
  'freeQuote',
  'spareCost',
  'start',
  'gridProfit',
  'positionCash',
  'fees',
  'matchedProfit',
  'deposits',
  'withdrawals',
  'keptValue',
] as const;
const START = TOTALS.indexOf('start');
const DEPOSITS = TOTALS.indexOf('deposits');
/** Coins, after those. */
const COINS = ['base', 'freeBase'] as const;

export class TotalWords extends namedWords('high', 'low', 'parts') {}
export const TOTAL_WORDS = 3;
class CoinWords extends namedWords('lots', 'parts') {}
const COIN_WORDS = 2;

const MONEY_WORDS = OWN.length + TOTAL_WORDS * TOTALS.length + COIN_WORDS * COINS.length;

/** What a slot holds besides its line: wanted, plan, the plan's cost, resting, cost. */
const SLOT_WORDS = 5;

/** Words of a bot with so many slots. */
export function coinBotWords(slots: number): number {
  return lifeWords(slots) + MONEY_WORDS + slots * SLOT_WORDS;
}

/** Why a slot has no order; a slot keeps the place in this list, so it only grows at its end. */
const WITHHELD = [
  'none',
  'below-minimum',
  'no-funds',
  'out-of-range',
  'closing',
  'paused',
  'counter-order',
] as const satisfies readonly (OrderReason | 'none')[];
const NO_FUNDS = WITHHELD.indexOf('no-funds');
type WithheldCode = (typeof WITHHELD)[number];

/** The cost of coins that no buy of the ladder has bought. */
export const NO_PAIR = -1;

export class CoinBot<P extends CoinParams = CoinParams> extends LadderBot<P> {
  readonly scale: CoinScale;
  readonly quote: Total;
  readonly freeQuote: Total;
  /** What the free coins cost. */
  readonly spareCost: Total;
  readonly gridProfit: Total;
  /** Before fees: what coins outside completed pairs brought in, less what they and the held ones cost. */
  readonly positionCash: Total;
  readonly fees: Total;
  readonly matchedProfit: Total;
  /** Money taken out before the end. */
  readonly withdrawals: Total;
  /** What the coins are kept at, where a kind keeps them at a value. */
  readonly keptValue: Total;
  readonly base: Coins;
  readonly freeBase: Coins;
  /** What it works with that is not its own; null when it owes nobody. */
  debt: Debt | null = null;
  /** Coins that its sales have sold and no buy has bought back, oldest first; null: its pairs begin with a buy. */
  soldLots: SoldLot[] | null = null;
  /** Orders that were executed in part; null: none ever was. */
  pieces: Pieces | null = null;
  private readonly ownAt: number;
  private readonly slotsAt: number;

  constructor(params: P, count: number, money: BotMoney, view: MarketView, sink: EngineSink) {
    super(params, count, coinBotWords(count), money, view, sink);
    this.ownAt = this.at + lifeWords(count);
    this.slotsAt = this.ownAt + MONEY_WORDS;
    this.scale = coinScaleOf(params.spec, params.feeRate);
    const total = (name: (typeof TOTALS)[number]): Total => this.total(TOTALS.indexOf(name));
    this.quote = total('quote');
    this.freeQuote = total('freeQuote');
    this.spareCost = total('spareCost');
    this.gridProfit = total('gridProfit');
    this.positionCash = total('positionCash');
    this.fees = total('fees');
    this.matchedProfit = total('matchedProfit');
    this.withdrawals = total('withdrawals');
    this.keptValue = total('keptValue');
    const coinsAt = this.ownAt + OWN.length + TOTAL_WORDS * TOTALS.length;
    this.base = new CoinWords(this.words, coinsAt);
    this.freeBase = new CoinWords(this.words, coinsAt + COIN_WORDS);
  }

  /** A view of one of its sums. Those that every fill changes or reads are made once; the others when somebody asks. */
  private total(place: number): Total {
    return new TotalWords(this.words, this.ownAt + OWN.length + TOTAL_WORDS * place);
  }

  get start(): Total {
    return this.total(START);
  }

  /** Money put in after the start. */
  get deposits(): Total {
    return this.total(DEPOSITS);
  }

  /** Places that the ladder has moved up since it was created. */
  get shift(): number {
    return this.words[this.ownAt] as number;
  }

  set shift(places: number) {
    this.words[this.ownAt] = places;
  }

  /** Quote units of the cheapest buy that waits for money; 0 when none does. */
  get starvedCost(): number {
    return this.words[this.ownAt + 1] as number;
  }

  set starvedCost(units: number) {
    this.words[this.ownAt + 1] = units;
  }

  /** Its one market is its first. */
  get feed(): number {
    return 0;
  }

  /** Puts so many units into the money (the coins), or takes them out. */
  moveMoney(units: bigint): void {
    changeUnits(this.quote, units);
  }

  moveHeld(units: bigint): void {
    setCoins(this.base, unitsOfCoins(this.base, this.scale) + units, this.scale);
  }

  /** So many lots in units of the coin. */
  unitsOf(lots: number): bigint {
    return BigInt(lots) * this.params.spec.lotUnits;
  }

  /** Whole lots in so many units of the coin. */
  lotsOf(units: bigint): number {
    return Number(units / this.params.spec.lotUnits);
  }

  marketTicks(side: 'buy' | 'sell', lots: number, ticks: number, timeMs: number): number {
    return this.view.marketFillTicks(0, side, this.unitsOf(lots), ticks, timeMs);
  }

  lotsWithin({ side, ticks: limit, lots }: ClosingOrder, ticks: number, timeMs: number): number {
    const units = this.view.depthWithin?.(0, side, limit, ticks, timeMs) ?? null;
    return units === null ? lots : Math.min(lots, this.lotsOf(units));
  }

  /** What it has, units by asset. */
  holdings(): Holdings {
    const { spec, quote, base, scale } = this;
    return { [spec.quote]: wholeUnitsOf(quote), [spec.base]: unitsOfCoins(base, scale) };
  }

  heldText(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.holdings()).map(([asset, units]) => [asset, formatAmount(units)]));
  }

  private slotAt(i: number): number {
    return this.slotsAt + i * SLOT_WORDS;
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

  /** Its orders that were executed in part, to write. */
  ownPieces(): Pieces {
    this.pieces ??= new Pieces();
    return this.pieces;
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
    this.shiftLinesDown();
    this.pieces?.shift(-1);
    const slots = this.slotAt(0);
    this.words.copyWithin(slots, slots + SLOT_WORDS, slots + SLOT_WORDS * this.count);
  }

  /** The mirror of shiftDown. */
  shiftUp(): void {
    this.shiftLinesUp();
    this.pieces?.shift(1);
    const slots = this.slotAt(0);
    this.words.copyWithin(slots + SLOT_WORDS, slots, slots + SLOT_WORDS * (this.count - 1));
  }
}
