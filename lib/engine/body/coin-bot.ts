import { formatAmount } from '../../money/amount.ts';
import type { EngineSink, Holdings, MarketView, OrderReason } from '../machine.ts';
import type { CoinParams } from './coin-params.ts';
import { type CoinScale, coinScaleOf, costOf, setCoins, unitsOfCoins } from './coin-scale.ts';
import { changeUnits, wholeUnitsOf } from './exact.ts';
import { KnownOrders } from './known-orders.ts';
import type { BotMoney, ClosingOrder } from './ladder-bot.ts';
import { behind, behindRows, cellAt, partsOf, shiftRowsDown, shiftRowsUp } from './layout.ts';
import type { Debt } from './loan.ts';
import { Pieces } from './pieces.ts';
import type { SoldLot } from './sold-lots.ts';
import { SummedBot, summedWords } from './summed-bot.ts';

/** A bot of coins and money with a ladder of its own orders: slots below the cursor hold money, those from it on hold coins. */

/** What it has beside its life and its sums, between those and its slots. */
const OWN = partsOf({ starvedCost: 1, shift: 1 });

/** What a slot holds besides its line. */
const SLOT = partsOf({ plan: 1, resting: 1, cost: 1 });
const { plan: PLAN, resting: RESTING, cost: COST } = SLOT.at;

/** Words of a bot with so many slots. */
export function coinBotWords(slots: number): number {
  return behindRows(behind(summedWords(slots), OWN.words), SLOT.words, slots);
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

export class CoinBot<P extends CoinParams = CoinParams> extends SummedBot<P> {
  declare readonly scale: CoinScale;
  /** What its orders come to; null: it works that out for each. */
  declare readonly known: KnownOrders | null;
  /** What it works with that is not its own; null when it owes nobody. */
  debt: Debt | null = null;
  /** Coins that its sales have sold and no buy has bought back, oldest first; null: its pairs begin with a buy. */
  soldLots: SoldLot[] | null = null;
  /** Orders that were executed in part; null: none ever was. */
  pieces: Pieces | null = null;
  /** Lots that the ladder's proportions want in a slot, where it does not plan just those; null: all do, as most ladders' slots. */
  private unplanned: Map<number, number> | null = null;
  declare private readonly ownAt: number;
  declare private readonly slotsAt: number;

  constructor(params: P, count: number, money: BotMoney, view: MarketView, sink: EngineSink) {
    super(params, count, coinBotWords(count), money, view, sink);
    this.ownAt = behind(this.at, summedWords(count));
    this.slotsAt = behind(this.ownAt, OWN.words);
    this.scale = coinScaleOf(params.spec, params.feeRate);
    this.known = this.isOneOfFew ? new KnownOrders(count, this.scale) : null;
  }

  /** Places that the ladder has moved up since it was created. */
  get shift(): number {
    return this.words[behind(this.ownAt, OWN.at.shift)] as number;
  }

  set shift(places: number) {
    this.words[behind(this.ownAt, OWN.at.shift)] = places;
  }

  /** Quote units of the cheapest buy that waits for money; 0 when none does. */
  get starvedCost(): number {
    return this.words[behind(this.ownAt, OWN.at.starvedCost)] as number;
  }

  set starvedCost(units: number) {
    this.words[behind(this.ownAt, OWN.at.starvedCost)] = units;
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

  private slotAt(i: number, place: number): number {
    return cellAt(this.slotsAt, SLOT.words, i, place);
  }

  /** What the ladder's proportions want in slot i, lots. */
  wanted(i: number): number {
    return this.unplanned?.get(i) ?? this.plan(i);
  }

  /** What slot i buys, lots; 0 where that would be below the market's minimum: then it never trades. */
  plan(i: number): number {
    return this.words[this.slotAt(i, PLAN)] as number;
  }

  /** Quote units that buying slot i's plan on its lower line costs. */
  planCost(i: number): number {
    const { known } = this;
    const lots = this.plan(i);
    const ticks = this.line(i);
    return known === null ? costOf(this.scale, lots, ticks) : known.cost(i, lots, ticks);
  }

  /** A slot without an order. */
  setSlot(i: number, wanted: number, plan: number): void {
    this.words[this.slotAt(i, PLAN)] = plan;
    this.words[this.slotAt(i, RESTING)] = 0;
    this.words[this.slotAt(i, COST)] = NO_PAIR;
    this.unplanned?.delete(i);
    if (wanted === plan) return;
    this.unplanned ??= new Map();
    this.unplanned.set(i, wanted);
  }

  /** Lots of the order that rests in slot i; 0 when there is none, and then `reasonOf` says why. */
  resting(i: number): number {
    const lots = this.words[this.slotAt(i, RESTING)] as number;
    return lots > 0 ? lots : 0;
  }

  setResting(i: number, lots: number): void {
    this.words[this.slotAt(i, RESTING)] = lots;
  }

  reasonOf(i: number): Exclude<WithheldCode, 'none'> | null {
    const lots = this.words[this.slotAt(i, RESTING)] as number;
    return lots < 0 ? (WITHHELD[-lots] as Exclude<WithheldCode, 'none'>) : null;
  }

  /** Whether slot i's buy waits for money. */
  isStarved(i: number): boolean {
    return this.words[this.slotAt(i, RESTING)] === -NO_FUNDS;
  }

  /** Slot i has no order, and why. */
  withhold(i: number, reason: OrderReason): void {
    const code = WITHHELD.indexOf(reason as WithheldCode);
    if (code < 1) throw new Error(`a slot cannot be withheld as ${reason}`);
    this.words[this.slotAt(i, RESTING)] = -code;
  }

  /** Its orders that were executed in part, to write. */
  ownPieces(): Pieces {
    this.pieces ??= new Pieces();
    return this.pieces;
  }

  /** Quote units that the coins waiting in slot i cost when the ladder bought them, or NO_PAIR. */
  cost(i: number): number {
    return this.words[this.slotAt(i, COST)] as number;
  }

  setCost(i: number, units: number): void {
    this.words[this.slotAt(i, COST)] = units;
  }

  /** What is unplanned when slots have moved so many places up. */
  private shifted(places: number): Map<number, number> | null {
    if (this.unplanned === null) return null;
    const moved = Array.from(this.unplanned, ([i, lots]) => [i + places, lots] as const);
    const left = moved.filter(([i]) => i >= 0 && i < this.count);
    return left.length === 0 ? null : new Map(left);
  }

  /** Slots and lines one place down; the highest slot and line are the caller's to fill in. */
  shiftDown(): void {
    this.shiftLinesDown();
    this.pieces?.shift(-1);
    this.unplanned = this.shifted(-1);
    shiftRowsDown(this.words, this.slotsAt, SLOT.words, this.count);
  }

  /** The mirror of shiftDown. */
  shiftUp(): void {
    this.shiftLinesUp();
    this.pieces?.shift(1);
    this.unplanned = this.shifted(1);
    shiftRowsUp(this.words, this.slotsAt, SLOT.words, this.count);
  }
}
