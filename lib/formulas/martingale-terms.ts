import { ceilToStep, floorToStep, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { FeeRateE8, MarketSpec } from '../money/market-spec.ts';

export type TransactionType = 'low-risk-arbitrage' | 'high-risk-arbitrage' | 'hoarding';

/** One row of the free-parameter table. Row 0 is the first order: it has a share, its step means nothing (C-304). */
export interface MartingaleRow {
  /** Distance from the order before, as `stepType` says. */
  readonly step: bigint;
  /** Share of the investment, 1e-8: 1 is 100,000,000. */
  readonly shareE8: bigint;
}

/**
 * What the orders of a martingale's round follow from; the form, the preview, the AI search and the engine all start
 * here. Rates are 1e-8 fractions, amounts units, prices ticks of `spec`.
 */
export interface MartingaleTerms {
  /** A spot market, or a contract (then orders count contracts and money is the settle asset). */
  readonly spec: MarketSpec;
  /** 'buy': the first order buys, add orders lie lower, profit is higher. 'sell' mirrors it and needs a contract. */
  readonly side: 'buy' | 'sell';
  readonly transactionType: TransactionType;
  /** Steps are a share of the price of the order before, or a price distance in quote units. */
  readonly stepType: 'rate' | 'diff';
  readonly priceStep: bigint;
  /** Each add order is this many times the one before; low-risk bots do not use it (C-299). */
  readonly multiplierE8: bigint;
  /** 1 to 30 orders beside the first one (C-297). */
  readonly maxAddOrders: number;
  /** When set, rows take the place of priceStep, multiplierE8 and maxAddOrders. 2 to 31 rows with the first (X16). */
  readonly freeRows: readonly MartingaleRow[] | null;
  readonly takeProfitE8: bigint;
  /** Null or 0: none. */
  readonly stopLossE8: bigint | null;
  /** Quote units on spot, settle units on a contract. */
  readonly investment: bigint;
  /** Fee of spot fills. Contract fills pay the contract's own rates. */
  readonly feeRate: FeeRateE8;
  /** 1 on spot. */
  readonly leverage: number;
  /** Contracts of the first order; null sizes it so that the investment carries the whole ladder. Not used on spot. */
  readonly firstSize: bigint | null;
}

/** Orders of a full round, the first one included. */
export function orderCount(terms: MartingaleTerms): number {
  return terms.freeRows === null ? terms.maxAddOrders + 1 : terms.freeRows.length;
}

/**
 * Sizes of the orders relative to each other, exact integers: shares of the free rows, else powers of the multiplier
 * (2 gives 1, 2, 4, 8 … – the OKX vector).
 */
export function orderWeights(terms: MartingaleTerms): readonly bigint[] {
  if (terms.freeRows !== null) return terms.freeRows.map((row) => row.shareE8);
  const count = orderCount(terms);
  const multiplier = terms.transactionType === 'low-risk-arbitrage' ? UNITS_PER_COIN : terms.multiplierE8;
  const common = greatestDivisor(multiplier, UNITS_PER_COIN);
  const over = multiplier / common;
  const under = UNITS_PER_COIN / common;
  return Array.from({ length: count }, (_, i) => over ** BigInt(i) * under ** BigInt(count - 1 - i));
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

/**
 * Price of add order `index` (1…) when the order before it filled at `previousTicks`: at least the step away, so
 * rounded away from it. Null when the ladder leaves the prices there are.
 */
export function addOrderTicks(terms: MartingaleTerms, index: number, previousTicks: number): number | null {
  const step = terms.freeRows === null ? terms.priceStep : (terms.freeRows[index]?.step ?? terms.priceStep);
  const previous = BigInt(previousTicks);
  let ticks: bigint;
  if (terms.stepType === 'diff') {
    const distance = ceilToStep(step, terms.spec.tickUnits) / terms.spec.tickUnits;
    ticks = terms.side === 'buy' ? previous - distance : previous + distance;
  } else if (terms.side === 'buy') {
    ticks = (previous * (UNITS_PER_COIN - step)) / UNITS_PER_COIN;
  } else {
    ticks = mulDivUp(previous, UNITS_PER_COIN + step, UNITS_PER_COIN);
  }
  return ticks > 0n && ticks <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(ticks) : null;
}

/** Spot: whole lots that `amount` quote units buy at a price, so never more than the amount. */
export function lotsFor(spec: MarketSpec, amount: bigint, ticks: number): bigint {
  return floorToStep((amount * UNITS_PER_COIN) / (BigInt(ticks) * spec.tickUnits), spec.lotUnits);
}

/** An exact price: `numerator` ÷ `denominator` ticks. */
export interface ExactTicks {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function displayTicks(exact: ExactTicks): number {
  return Number(exact.numerator) / Number(exact.denominator);
}

/**
 * Where the whole position is closed with profit: average cost × (1 + take profit) for a buyer, (1 − …) for a seller,
 * rounded so that the profit is never smaller than asked. Null when no such price exists.
 */
export function takeProfitTicks(
  terms: Pick<MartingaleTerms, 'side' | 'takeProfitE8'>,
  average: ExactTicks,
): number | null {
  return awayFrom(average, terms.takeProfitE8, terms.side === 'buy' ? 'up' : 'down');
}

/** Where the round is given up: average cost × (1 − stop loss) for a buyer, never before the loss is reached. Null when none is set. */
export function stopLossTicks(terms: Pick<MartingaleTerms, 'side' | 'stopLossE8'>, average: ExactTicks): number | null {
  if (terms.stopLossE8 === null || terms.stopLossE8 === 0n) return null;
  return awayFrom(average, terms.stopLossE8, terms.side === 'buy' ? 'down' : 'up');
}

/** average × (1 ± rate) in whole ticks, rounded away from the average. */
function awayFrom({ numerator, denominator }: ExactTicks, rateE8: bigint, direction: 'up' | 'down'): number | null {
  const whole = denominator * UNITS_PER_COIN;
  const ticks =
    direction === 'up'
      ? mulDivUp(numerator, UNITS_PER_COIN + rateE8, whole)
      : (numerator * (UNITS_PER_COIN - rateE8)) / whole;
  return ticks > 0n ? Number(ticks) : null;
}
