import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { quoteValueUp } from '../money/market-spec.ts';
import { isContract } from './contract-value.ts';
import { nextOrder, orderAt, type PlannedOrder } from './martingale-ladder.ts';
import { addOrderTicks, type MartingaleTerms, orderCount, orderWeights } from './martingale-terms.ts';
import { platformMinimum } from './minimum-investment.ts';
import { smallestAt } from './smallest-order.ts';

/** 1 % on the price and 10 % on the whole (H33, E-352). */
const MARGIN_NUMERATOR = 101n * 110n;
const MARGIN_DENOMINATOR = 10_000n;
/** The extra margin of contracts, 1.005 (C-432). */
const CONTRACT_FACTOR = 1005n;
const CONTRACT_FACTOR_BASE = 1000n;

/**
 * Smallest investment with which every order of the ladder reaches the market's minimum when the first one fills near
 * `lastTicks`, in units of the investment asset, rounded up; never below the platform's minimum (H33). Orders are in
 * fixed proportions, so the order with the smallest share decides. Contracts: what carries the first size – the one
 * given, else the smallest with which every order is a whole contract. `assetInUsdt`: price of one coin of the
 * investment asset in USDT units, null when unknown.
 */
export function martingaleMinimum(terms: MartingaleTerms, lastTicks: number, assetInUsdt: bigint | null): bigint {
  const { spec } = terms;
  const asset = isContract(spec) ? spec.contract.settle : spec.quote;
  const floor = platformMinimum(asset, assetInUsdt);
  const needed = isContract(spec) ? contractNeed(terms, lastTicks) : spotNeed(terms, lastTicks);
  return needed > floor ? needed : floor;
}

function spotNeed(terms: MartingaleTerms, lastTicks: number): bigint {
  const { spec } = terms;
  const weights = orderWeights(terms);
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  // At a lower price the smallest order is a lot more, and a fee taken in coins leaves a part of a lot that cannot be sold.
  const spareLots = terms.feeRate > 0n ? 2n : 1n;
  let most = 0n;
  let ticks: number | null = lastTicks;
  for (let i = 0; i < orderCount(terms) && ticks !== null; i += 1) {
    const least = quoteValueUp(spec, smallestAt(spec, ticks) + spareLots * spec.lotUnits, ticks);
    const whole = mulDivUp(least, total, weights[i] as bigint);
    if (whole > most) most = whole;
    ticks = addOrderTicks(terms, i + 1, ticks);
  }
  return mulDivUp(most, MARGIN_NUMERATOR, MARGIN_DENOMINATOR);
}

function contractNeed(terms: MartingaleTerms, lastTicks: number): bigint {
  const { spec, leverage } = terms;
  if (!isContract(spec)) return 0n;
  const weights = orderWeights(terms);
  const first = terms.firstSize ?? smallestFirstSize(spec.contract.sizeMin, weights);
  const sizes = weights.map((weight) => (first * weight) / (weights[0] as bigint));
  const plan = { terms, budget: UNITS_PER_COIN ** 4n, sizes };
  let value = 0n;
  let order: PlannedOrder | null = orderAt(plan, 0, lastTicks, 0n);
  for (; order !== null; order = nextOrder(plan, order)) value += order.value;
  const margin = mulDivUp(value, MARGIN_NUMERATOR * CONTRACT_FACTOR, MARGIN_DENOMINATOR * CONTRACT_FACTOR_BASE);
  const fees = mulDivUp(value, 2n * spec.contract.takerE8, UNITS_PER_COIN);
  return mulDivUp(margin, 1n, BigInt(leverage)) + fees;
}

/** Contracts of the first order with which no order is smaller than one that the market takes. */
export function smallestFirstSize(sizeMin: bigint, weights: readonly bigint[]): bigint {
  const least = weights.reduce((low, weight) => (weight < low ? weight : low));
  return mulDivUp(sizeMin > 0n ? sizeMin : 1n, weights[0] as bigint, least);
}
