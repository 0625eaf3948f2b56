/**
 * The infinite grid: coins of a constant value. Published descriptions (HTX 24910736340516, Gate 21936; oracles.json
 * infinite_grid): the whole investment is held in base, worth V; a rise sells what it is worth above V, a fall buys back
 * up to V with what sales have brought in. There is no upper and no lower end.
 */
import { ceilToStep, floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { type FeeRateE8, type MarketSpec, quoteValueDown } from '../money/market-spec.ts';
import { platformMinimum } from './minimum-investment.ts';
import { smallestOrder } from './smallest-order.ts';

/** An order that the grid rests. */
export interface InfiniteOrder {
  readonly ticks: number;
  /** Base units, whole lots, never less than the market takes. */
  readonly quantity: bigint;
}

/** What an infinite grid holds between two trades. Amounts in units. */
export interface InfiniteHoldings {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  readonly base: bigint;
  readonly quote: bigint;
  /** V in quote units. */
  readonly value: bigint;
  /** Price of the last trade, ticks. */
  readonly anchor: number;
}

/** The first price that is at least a rise of `riseE8` above the anchor, ticks; always above it. */
export function riseTicks(anchor: number, riseE8: bigint): number {
  const ticks = Number(mulDivUp(BigInt(anchor), UNITS_PER_COIN + riseE8, UNITS_PER_COIN));
  return ticks > anchor ? ticks : anchor + 1;
}

/** The first price that is at least a fall of `fallE8` below the anchor, ticks; always below it. 0 when no price is. */
export function fallTicks(anchor: number, fallE8: bigint): number {
  const left = fallE8 < UNITS_PER_COIN ? UNITS_PER_COIN - fallE8 : 0n;
  const ticks = Number(mulDivDown(BigInt(anchor), left, UNITS_PER_COIN));
  return ticks < anchor ? ticks : anchor - 1;
}

/** V: what coins are worth at the price that the grid opened at, quote units, rounded down. */
export function constantValue(spec: MarketSpec, base: bigint, ticks: number): bigint {
  return quoteValueDown(spec, base, ticks);
}

/** Coins that are worth V at a price, base units, rounded up. */
function coinsWorth({ spec, value }: InfiniteHoldings, ticks: number): bigint {
  return mulDivUp(value, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
}

/** What a sale at `ticks` sells: whole lots of what is held above V. 0n when there is nothing above it. */
export function excessAt(held: InfiniteHoldings, ticks: number): bigint {
  const excess = held.base - coinsWorth(held, ticks);
  return excess > 0n ? floorToStep(excess, held.spec.lotUnits) : 0n;
}

/** What a buy at `ticks` needs so that, its fee taken, the coins are worth V again: whole lots, rounded down. */
export function lackAt(held: InfiniteHoldings, ticks: number): bigint {
  const lack = coinsWorth(held, ticks) - held.base;
  if (lack <= 0n) return 0n;
  return floorToStep(mulDivDown(lack, UNITS_PER_COIN, UNITS_PER_COIN - held.feeRate), held.spec.lotUnits);
}

/** Whole lots that the money buys at `ticks`. */
function affordableAt({ spec, quote }: Pick<InfiniteHoldings, 'spec' | 'quote'>, ticks: number): bigint {
  return floorToStep(mulDivDown(quote, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits), spec.lotUnits);
}

function isOrder(spec: MarketSpec, quantity: bigint, ticks: number): boolean {
  return quantity > 0n && quantity >= smallestOrder(spec, BigInt(ticks) * spec.tickUnits);
}

/** Beyond every price column (Int32): an order up there cannot fill. */
export const HIGHEST_TICKS = 2_147_483_647;

/** The first price above `from`, where it is not enough, at which it is; null when there is none up to about `highest`. */
export function firstAbove(from: number, highest: number, isEnough: (ticks: number) => boolean): number | null {
  let low = from;
  let high = from;
  do {
    if (high >= highest) return null;
    low = high;
    high *= 2;
  } while (!isEnough(high));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The first price below `from`, where it is not enough, at which it is; null when it is not even at `lowest`. */
export function firstBelow(from: number, lowest: number, isEnough: (ticks: number) => boolean): number | null {
  if (!isEnough(lowest)) return null;
  let low = lowest;
  let high = from;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The next sale: the rise above the anchor, or, when the excess there is less than the market takes, the first price
 * above at which it is enough. Null when there is no such price.
 */
export function nextSale(held: InfiniteHoldings, riseE8: bigint): InfiniteOrder | null {
  const isEnough = (ticks: number): boolean => isOrder(held.spec, excessAt(held, ticks), ticks);
  const first = riseTicks(held.anchor, riseE8);
  const excess = excessAt(held, first);
  if (isOrder(held.spec, excess, first)) return { ticks: first, quantity: excess };
  const ticks = firstAbove(first, HIGHEST_TICKS, isEnough);
  return ticks === null ? null : { ticks, quantity: excessAt(held, ticks) };
}

/** What a buy's line carries, or why it carries nothing. */
type NextBuy = InfiniteOrder | { readonly ticks: number; readonly reason: 'no-funds' | 'below-minimum' };

/**
 * The next buy: at the fall below the anchor, back up to V, or as much as the money buys when that is less. When what is
 * lacking there is less than the market takes, the first price below at which it is enough; when the money is, no buy.
 */
export function nextBuy(held: InfiniteHoldings, fallE8: bigint): NextBuy {
  const first = fallTicks(held.anchor, fallE8);
  const isEnough = (ticks: number): boolean => isOrder(held.spec, lackAt(held, ticks), ticks);
  if (first < 1) return { ticks: 0, reason: 'below-minimum' };
  let ticks = first;
  let lack = lackAt(held, first);
  if (!isOrder(held.spec, lack, first)) {
    const enough = firstBelow(first, 1, isEnough);
    if (enough === null) return { ticks: first, reason: 'below-minimum' };
    ticks = enough;
    lack = lackAt(held, enough);
  }
  const affordable = affordableAt(held, ticks);
  if (lack <= affordable) return { ticks, quantity: lack };
  return isOrder(held.spec, affordable, ticks) ? { ticks, quantity: affordable } : { ticks, reason: 'no-funds' };
}

export interface InfiniteMinimumInput {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  readonly fallE8: bigint;
  readonly riseE8: bigint;
  readonly investIn: 'quote' | 'base';
  readonly lastTicks: number;
}

/** The price may be 1 % worse, and 10 % margin on the whole (E-352). */
const BUMP_AND_MARGIN = { numerator: 101n * 110n, denominator: 10_000n };

/**
 * Minimum investment in units of its asset, rounded up: enough that the first sale, the first buy after it and the
 * opening are orders that the market takes, with the documents' bump and margin (E-352); at least the platform's
 * minimum. `quoteInUsdt` as in platformMinimum.
 */
export function minimumInfiniteInvestment(input: InfiniteMinimumInput, quoteInUsdt: bigint | null): bigint {
  const { spec, feeRate, fallE8, riseE8, investIn, lastTicks } = input;
  const price = BigInt(lastTicks) * spec.tickUnits;
  const sale = riseTicks(lastTicks, riseE8);
  const fall = Math.max(1, fallTicks(lastTicks, fallE8));
  const orderAt = (ticks: number): bigint => smallestOrder(spec, BigInt(ticks) * spec.tickUnits) + spec.lotUnits;
  // Coins whose part above V (a rise), or below it (a fall), is an order: c × move ÷ price there.
  const bySale = mulDivUp(orderAt(sale), BigInt(sale), BigInt(sale - lastTicks));
  const byBuy = lastTicks > fall ? mulDivUp(orderAt(fall), BigInt(fall), BigInt(lastTicks - fall)) : 0n;
  let coins = bySale > byBuy ? bySale : byBuy;
  const opening = smallestOrder(spec, price);
  if (opening > coins) coins = opening;
  const bumped = ceilToStep(mulDivUp(coins, BUMP_AND_MARGIN.numerator, BUMP_AND_MARGIN.denominator), spec.lotUnits);
  const floor = platformMinimum(spec.quote, quoteInUsdt);
  if (investIn === 'base') {
    const floorCoins = ceilToStep(mulDivUp(floor, UNITS_PER_COIN, price), spec.lotUnits);
    return bumped > floorCoins ? bumped : floorCoins;
  }
  const paid = mulDivUp(bumped, UNITS_PER_COIN, UNITS_PER_COIN - feeRate);
  const needed = mulDivUp(paid, price, UNITS_PER_COIN);
  return needed > floor ? needed : floor;
}
