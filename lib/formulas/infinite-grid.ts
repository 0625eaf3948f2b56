/**
 * The infinite grid: coins of a constant value. Published descriptions (HTX 24910736340516, Gate 21936): the
 * whole investment is held in base, worth V; a rise sells what it is worth above V, a fall buys back
 * up to V with what sales have brought in. There is no upper and no lower end.
 */
import { ceilToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { FeeRateE8, MarketSpec } from '../money/market-spec.ts';
import { platformMinimum } from './minimum-investment.ts';
import { smallestOrder } from './smallest-order.ts';

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
