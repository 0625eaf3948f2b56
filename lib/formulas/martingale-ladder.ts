import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { feeOn, type MarketSpec, quoteValueUp } from '../money/market-spec.ts';
import { type ContractSpec, contractValueUp, isContract, restingFeeRate, tradeFlow } from './contract-value.ts';
import { largestThat } from './largest-that.ts';
import { liquidationTicks } from './liquidation.ts';
import {
  addOrderTicks,
  type ExactTicks,
  lotsFor,
  type MartingaleTerms,
  orderCount,
  orderWeights,
  stopLossTicks,
  takeProfitTicks,
} from './martingale-terms.ts';
import { smallestAt } from './smallest-order.ts';

/** Why an order of the ladder is not placed; the orders after it keep the prices that they would have had. */
export type WithheldRung = 'below-minimum' | 'above-maximum' | 'no-funds';

/** An order of a round before anything is known but the price of the one before it. */
export interface PlannedOrder {
  /** 0 is the first order. */
  readonly index: number;
  readonly ticks: number;
  /** Base units in whole lots, or contracts; what it would be when withheld. */
  readonly quantity: bigint;
  /** Quote units (settle units on a contract) that the order is worth, rounded up. */
  readonly value: bigint;
  /** Money that this order and those before it need, units: what is paid on spot, margin and fees on a contract. */
  readonly needed: bigint;
  readonly withheld: WithheldRung | null;
}

/** Sizes of a round's orders, fixed when the round begins. */
export interface LadderPlan {
  readonly terms: MartingaleTerms;
  /** Money that the round may use, units. */
  readonly budget: bigint;
  /** Quote units that each order may spend (spot), or its contracts. */
  readonly sizes: readonly bigint[];
}

/**
 * Sizes of a round that begins at `firstTicks`. Spot: the budget in the proportions of the weights, rounded down, so
 * that the whole ladder is affordable at whatever prices it fills (fees come out of the coins received). Contracts:
 * the first size times the weights, whole contracts, rounded down.
 */
export function planLadder(terms: MartingaleTerms, firstTicks: number, budget: bigint): LadderPlan {
  const weights = orderWeights(terms);
  if (!isContract(terms.spec)) {
    const total = weights.reduce((sum, weight) => sum + weight, 0n);
    return { terms, budget, sizes: weights.map((weight) => (budget * weight) / total) };
  }
  const first = terms.firstSize ?? largestFirstSize(terms, terms.spec, firstTicks, budget);
  return { terms, budget, sizes: sizesFrom(first, weights) };
}

function sizesFrom(first: bigint, weights: readonly bigint[]): readonly bigint[] {
  return weights.map((weight) => (first * weight) / (weights[0] as bigint));
}

/** The most contracts that a first order may have for the budget to carry every order: 0n when not even one. */
export function largestFirstSize(
  terms: MartingaleTerms,
  spec: ContractSpec,
  firstTicks: number,
  budget: bigint,
): bigint {
  const weights = orderWeights(terms);
  const isCarried = (size: bigint): boolean => {
    const plan = { terms, budget, sizes: sizesFrom(size, weights) };
    let order: PlannedOrder | null = orderAt(plan, 0, firstTicks, 0n);
    for (; order !== null; order = nextOrder(plan, order)) {
      if (order.withheld === 'no-funds' || order.withheld === 'above-maximum') return false;
    }
    return true;
  };
  return largestThat(isCarried, idealFirstSize(terms, weights, firstTicks, budget), spec.contract.sizeMax + 1n);
}

/** So many contracts that what roundings add to a ladder does not show. */
const GUESS_CONTRACTS = 1_000_000_000n;

/** The contracts of a first order whose ladder the budget would carry if contracts could be parted, about. */
function idealFirstSize(
  terms: MartingaleTerms,
  weights: readonly bigint[],
  firstTicks: number,
  budget: bigint,
): bigint {
  const plan = { terms, budget, sizes: sizesFrom(GUESS_CONTRACTS, weights) };
  let needed = 0n;
  let order: PlannedOrder | null = orderAt(plan, 0, firstTicks, 0n);
  for (; order !== null; order = nextOrder(plan, order)) needed += neededBy(terms, order.index, order.value);
  return needed === 0n ? 0n : (budget * GUESS_CONTRACTS) / needed;
}

/** Order `index` of a plan at a price, after orders that need `neededBefore`. */
export function orderAt(plan: LadderPlan, index: number, ticks: number, neededBefore: bigint): PlannedOrder {
  const { terms, budget, sizes } = plan;
  const { spec } = terms;
  const size = sizes[index] as bigint;
  const quantity = isContract(spec) ? size : lotsFor(spec, size, ticks);
  const value = isContract(spec) ? contractValueUp(spec, quantity, ticks) : quoteValueUp(spec, quantity, ticks);
  const own = neededBy(terms, index, value);
  const isTooSmall = quantity < smallestAt(spec, ticks) || quantity === 0n;
  const isTooLarge = isContract(spec) && quantity > spec.contract.sizeMax;
  const isTooDear = neededBefore + own > budget;
  const withheld = isTooSmall ? 'below-minimum' : isTooLarge ? 'above-maximum' : isTooDear ? 'no-funds' : null;
  const needed = withheld === null ? neededBefore + own : neededBefore;
  return { index, ticks, quantity, value, needed, withheld };
}

/** Money that an order worth so much needs, units. */
export function neededBy({ spec, leverage }: MartingaleTerms, index: number, value: bigint): bigint {
  return isContract(spec) ? contractNeed(spec, leverage, index, value) : value;
}

/** Fee rate of a contract's entry orders: the first one takes, add orders rest. */
export function entryFeeRate({ contract }: ContractSpec, index: number): bigint {
  return index === 0 ? contract.takerE8 : restingFeeRate(contract);
}

/** Margin of one contract order, the fee that it pays, and the fee that closing it at its own price will cost. Rounded up. */
function contractNeed(spec: ContractSpec, leverage: number, index: number, value: bigint): bigint {
  const margin = mulDivUp(value, 1n, BigInt(leverage));
  return margin + feeOn(value, entryFeeRate(spec, index)) + feeOn(value, spec.contract.takerE8);
}

/** The order after `before`; null at the end of the ladder, or where its price would leave the prices there are. */
export function nextOrder(plan: LadderPlan, before: PlannedOrder): PlannedOrder | null {
  const index = before.index + 1;
  if (index >= orderCount(plan.terms)) return null;
  const ticks = addOrderTicks(plan.terms, index, before.ticks);
  return ticks === null ? null : orderAt(plan, index, ticks, before.needed);
}

/** One row of the table of orders: the order, and how the round stands once it and all before it have filled. */
export interface LadderRow extends PlannedOrder {
  /** Sum of the quantities so far, as ordered. */
  readonly cumulativeQuantity: bigint;
  /** What is left of it after fees taken in base (spot); the same on a contract. */
  readonly held: bigint;
  /** Quote units paid so far; value at entry on a contract. */
  readonly paid: bigint;
  /** paid ÷ held; null before anything is held. */
  readonly averageCost: ExactTicks | null;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  /** Ticks at which a contract position would be liquidated; null on spot and where it cannot be. */
  readonly liquidationTicks: number | null;
}

/**
 * Every order of a round whose first order fills at `firstTicks`: the table before creation, and – because add orders
 * are limit orders that fill at their own price – exactly what the engine does on a path that only falls (rises for
 * sellers). `budget` defaults to the investment.
 */
export function buildLadder(
  terms: MartingaleTerms,
  firstTicks: number,
  budget: bigint = terms.investment,
): readonly LadderRow[] {
  const plan = planLadder(terms, firstTicks, budget);
  const rows: LadderRow[] = [];
  const sum = { cumulativeQuantity: 0n, held: 0n, paid: 0n };
  let fees = 0n;
  let order: PlannedOrder | null = orderAt(plan, 0, firstTicks, 0n);
  for (; order !== null; order = nextOrder(plan, order)) {
    if (order.withheld === null) {
      const entry = entryOf(terms, order);
      sum.cumulativeQuantity += order.quantity;
      sum.held += entry.held;
      sum.paid += entry.paid;
      fees += entry.fee;
    }
    rows.push({ ...order, ...sum, ...standingOf(terms, sum.held, sum.paid, budget - fees) });
  }
  return rows;
}

/** What a filled order leaves: held (after a fee in base), paid or entered at, and its fee in the settle asset of a contract. */
function entryOf(
  { spec, side, feeRate }: MartingaleTerms,
  { index, ticks, quantity, value }: PlannedOrder,
): { held: bigint; paid: bigint; fee: bigint } {
  if (!isContract(spec)) return { held: quantity - feeOn(quantity, feeRate), paid: value, fee: 0n };
  const flow = tradeFlow(spec, side === 'buy' ? quantity : -quantity, ticks);
  const paid = flow < 0n ? -flow : flow;
  return { held: quantity, paid, fee: feeOn(paid, entryFeeRate(spec, index)) };
}

/** Average, exits and liquidation of what is held. `margin`: all money behind a contract position, its fees paid. */
function standingOf(
  terms: MartingaleTerms,
  held: bigint,
  paid: bigint,
  margin: bigint,
): Pick<LadderRow, 'averageCost' | 'takeProfitTicks' | 'stopLossTicks' | 'liquidationTicks'> {
  if (held === 0n) return { averageCost: null, takeProfitTicks: null, stopLossTicks: null, liquidationTicks: null };
  const averageCost = averageCostOf(terms.spec, held, paid);
  const size = terms.side === 'buy' ? held : -held;
  return {
    averageCost,
    takeProfitTicks: takeProfitTicks(terms, averageCost),
    stopLossTicks: stopLossTicks(terms, averageCost),
    liquidationTicks: isContract(terms.spec) ? liquidationTicks(terms.spec, { size, entryValue: paid, margin }) : null,
  };
}

/**
 * Average cost in ticks, exact. Spot: quote paid ÷ coins held, so the fees taken in coins are part of it. Contracts:
 * the price at which the position is worth its value at entry.
 */
export function averageCostOf(spec: MarketSpec, held: bigint, paid: bigint): ExactTicks {
  if (!isContract(spec)) return { numerator: paid * UNITS_PER_COIN, denominator: held * spec.tickUnits };
  const units = held * spec.contract.quantoUnits;
  return spec.contract.isInverse
    ? { numerator: units * UNITS_PER_COIN, denominator: paid * spec.tickUnits }
    : { numerator: paid * UNITS_PER_COIN, denominator: units * spec.tickUnits };
}
