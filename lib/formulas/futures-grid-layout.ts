import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { ContractTerms } from '../money/market-spec.ts';
import { type ContractSpec, contractValueUp } from './contract-value.ts';
import { emptyLineAt } from './grid-levels.ts';
import { type GridQuantity, gridWeights } from './grid-quantities.ts';

/** Long buys first and sells higher, short sells first and buys back lower, neutral opens nothing and does both. */
export type FuturesSide = 'long' | 'short' | 'neutral';

export interface FuturesGridInput {
  readonly spec: ContractSpec;
  /** n + 1 lines in ticks, ascending (gridLines). */
  readonly lines: readonly number[];
  /** Price that the grid is laid around. */
  readonly lastTicks: number;
  /** Price that the opening order is budgeted at: the driver asks the book with the plan for one price and plans again at its answer. */
  readonly openTicks: number;
  readonly side: FuturesSide;
  readonly quantity: GridQuantity;
  readonly leverage: number;
}

export interface FuturesGridLayout {
  /** Line without an order; lines below carry buys, lines above sells. */
  readonly emptyLine: number;
  /** Contracts by interval: entry i is bought on line i and sold on line i + 1. */
  readonly contracts: readonly bigint[];
  /** Signed contracts of the opening market order; 0n for a neutral grid. */
  readonly opening: bigint;
  /** Settle units that all of it needs: margin for every order on the larger side, and the fees. */
  readonly cost: bigint;
}

/** Margin is asked for with a factor of 1.005 (C-432, E-353). */
const MARGIN_FACTOR_PERMILLE = 1005n;
/** Opening and closing fee together are budgeted with at most 0.15 % (C-436, H33). 1e-8. */
const LARGEST_FEE_BUDGET = 150_000n;
/** Scale of the first guess: contracts so many that roundings do not show. */
const GUESS_CONTRACTS = 10n ** 12n;
const WEIGHT_SCALE = 10n ** 18n;
/** A millionth of a contract: two layouts nearer than that are the same. */
const SCALE_RESOLUTION = WEIGHT_SCALE / 1_000_000n;

/** Fee rate that opening and closing a position are budgeted with: twice the taker fee, at most 0.15 %. */
function feeBudget({ takerE8 }: ContractTerms): bigint {
  const both = 2n * takerE8;
  return both < LARGEST_FEE_BUDGET ? both : LARGEST_FEE_BUDGET;
}

/** What a position value (settle units) needs at a leverage: value ÷ leverage × 1.005 + the fee budget, rounded up. */
export function marginNeeded(terms: ContractTerms, value: bigint, leverage: number): bigint {
  const margin = mulDivUp(value, MARGIN_FACTOR_PERMILLE, 1000n * BigInt(leverage));
  return margin + mulDivUp(value, feeBudget(terms), UNITS_PER_COIN);
}

/**
 * The one function that turns an investment into a futures grid: the most whole contracts whose orders and opening the
 * investment can back at the leverage (H33's terms). Contracts may come out below the market's smallest order: the
 * caller compares. Never more in one order than the market takes.
 */
export function layOutFuturesGrid(input: FuturesGridInput, investment: bigint): FuturesGridLayout {
  const weights = gridWeights(input.lines.length - 1, input.quantity);
  const empty = emptyLineAt(input.lines, input.lastTicks);
  // Each order's value is rounded up once: the ideal cost of a layout is off by that much, and no more.
  const roundings = BigInt(input.lines.length) + 2n;
  const guess = layOutScale(input, empty, weights, GUESS_CONTRACTS * WEIGHT_SCALE, false);
  const scaleFor = (budget: bigint): bigint => (GUESS_CONTRACTS * WEIGHT_SCALE * budget) / guess.cost;
  const layOut = (scale: bigint): FuturesGridLayout => layOutScale(input, empty, weights, scale, true);
  if (input.quantity.type === 'ratio') {
    const oneEach = layOutFuturesAtLeast(input, 1n).cost;
    return largestWithin(layOut, investment, scaleFor(investment + oneEach + roundings));
  }
  for (let budget = investment + roundings; budget > 0n; budget -= roundings) {
    const layout = layOut(scaleFor(budget));
    if (layout.cost <= investment) return layout;
  }
  return layOut(0n);
}

/**
 * The largest layout within the investment, when each line is rounded down to whole contracts by itself: what that
 * leaves over can be a contract more on some lines. `above` is a scale that is too large.
 */
function largestWithin(
  layOut: (scale: bigint) => FuturesGridLayout,
  investment: bigint,
  above: bigint,
): FuturesGridLayout {
  let low = 0n;
  let high = above + 1n;
  while (high - low > SCALE_RESOLUTION) {
    const middle = (low + high) >> 1n;
    if (layOut(middle).cost <= investment) low = middle;
    else high = middle;
  }
  return layOut(low);
}

/** The layout whose every interval has at least `minimum` contracts, in the grid's proportions. */
export function layOutFuturesAtLeast(input: FuturesGridInput, minimum: bigint): FuturesGridLayout {
  const weights = gridWeights(input.lines.length - 1, input.quantity);
  const empty = emptyLineAt(input.lines, input.lastTicks);
  const smallest = weights.reduce((least, weight) => (weight < least ? weight : least));
  return layOutScale(input, empty, weights, mulDivUp(minimum * WEIGHT_SCALE, WEIGHT_SCALE, smallest), false);
}

/** `scale` is the contracts of an interval of weight 1e18, × 1e18. */
function layOutScale(
  input: FuturesGridInput,
  empty: number,
  weights: readonly bigint[],
  scale: bigint,
  isCapped: boolean,
): FuturesGridLayout {
  const { spec, lines, openTicks, side, leverage } = input;
  const { sizeMax } = spec.contract;
  const contracts = weights.map((weight) => {
    const wanted = (scale * weight) / (WEIGHT_SCALE * WEIGHT_SCALE);
    return isCapped && wanted > sizeMax ? sizeMax : wanted;
  });
  let buys = 0n;
  let sells = 0n;
  let above = 0n;
  let below = 0n;
  for (const [i, count] of contracts.entries()) {
    if (i < empty) {
      buys += contractValueUp(spec, count, lines[i] as number);
      below += count;
    } else {
      sells += contractValueUp(spec, count, lines[i + 1] as number);
      above += count;
    }
  }
  const opening = side === 'long' ? above : side === 'short' ? -below : 0n;
  const opened = contractValueUp(spec, opening < 0n ? -opening : opening, openTicks);
  const neutral = buys > sells ? buys : sells;
  const value = side === 'long' ? buys + opened : side === 'short' ? sells + opened : neutral;
  return { emptyLine: empty, contracts, opening, cost: marginNeeded(spec.contract, value, leverage) };
}
