import { ceilToStep, floorToStep, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { FeeRateE8, MarketSpec } from '../money/market-spec.ts';
import { emptyLineAt } from './grid-levels.ts';

/** Equal quantity in every interval, or each lower interval (1 + ratio) times the one above it. Ratio in 1e-8. */
export type GridQuantity = { readonly type: 'equal' } | { readonly type: 'ratio'; readonly ratioE8: bigint };

export interface GridLayoutInput {
  readonly spec: MarketSpec;
  /** n + 1 lines in ticks, ascending (gridLines). */
  readonly lines: readonly number[];
  /** Price that the grid is laid around. */
  readonly lastTicks: number;
  /**
   * Price that the opening market order is budgeted at. The driver asks the book model once with the quantities
   * planned at the last price, then plans again at that fill price: the second order is never larger, so it fits.
   */
  readonly openTicks: number;
  readonly investIn: 'quote' | 'base';
  readonly quantity: GridQuantity;
  readonly feeRate: FeeRateE8;
}

export interface GridLayout {
  /** Line without an order; lines below carry buys, lines above sells. */
  readonly emptyLine: number;
  /** Base units by interval: entry i is bought on line i and sold on line i + 1. Multiples of the lot. */
  readonly quantities: readonly bigint[];
  /** Opening market order in base units: what must be bought (fee included) or sold so that every order is funded. Multiples of the lot. */
  readonly openBuy: bigint;
  readonly openSell: bigint;
  /** What the whole needs of the investment asset, units; never above the investment it was planned for. */
  readonly cost: bigint;
}

/** Scale of interval weights: fine enough that 1000 intervals of a ratio grid keep their proportions. */
export const WEIGHT_SCALE = 10n ** 18n;

/** Weight of each interval's quantity, the top one 1e18. */
export function gridWeights(gridCount: number, quantity: GridQuantity): bigint[] {
  const weights = new Array<bigint>(gridCount).fill(WEIGHT_SCALE);
  if (quantity.type === 'equal') return weights;
  const factor = UNITS_PER_COIN + quantity.ratioE8;
  for (let i = gridCount - 2; i >= 0; i -= 1) weights[i] = ((weights[i + 1] as bigint) * factor) / UNITS_PER_COIN;
  return weights;
}

/** Scales count the largest interval's quantity in thousandths of a base unit: finer than any rounding of an order. */
const SCALE_PER_UNIT = 1000n;

/** What is the same for every scale of a grid. */
interface Proportions {
  readonly empty: number;
  readonly weights: readonly bigint[];
  readonly largest: bigint;
}

function proportionsOf({ lines, lastTicks, quantity }: GridLayoutInput): Proportions {
  const weights = gridWeights(lines.length - 1, quantity);
  const largest = weights.reduce((most, weight) => (weight > most ? weight : most));
  return { empty: emptyLineAt(lines, lastTicks), weights, largest };
}

/**
 * The one function that turns an investment into orders: the largest quantities, floored to the lot, that the
 * investment can fund together with the opening order and its fee. Buys cost quote rounded up, sells are funded
 * with base; fees come out of what is received. Quantities may be 0n or below the market's minimum: the caller
 * compares (minimumInvestment says what is enough).
 */
export function layOutGrid(input: GridLayoutInput, investment: bigint): GridLayout {
  const proportions = proportionsOf(input);
  const perScale = costOfWeights(input, proportions);
  const ideal = (budget: bigint): bigint =>
    perScale === 0n ? 0n : (budget * SCALE_PER_UNIT * proportions.largest * UNITS_PER_COIN) / perScale;
  if (input.quantity.type === 'ratio') return largestByRatio(input, proportions, investment, ideal);
  let scale = ideal(investment);
  for (;;) {
    const layout = layOutScale(input, proportions, scale);
    if (layout.cost <= investment || scale === 0n) return layout;
    // Equal quantities step down by whole lots, so nothing less than the next lot can change the cost.
    const nextLot = ((layout.quantities[0] as bigint) - 1n) * SCALE_PER_UNIT;
    scale = nextLot > 0n ? nextLot : 0n;
  }
}

/**
 * By ratio each interval is floored to the lot by itself, and what that leaves over can be a lot more on some of them: the
 * largest scale is looked for between one that is certainly funded and one that certainly is not.
 */
function largestByRatio(
  input: GridLayoutInput,
  proportions: Proportions,
  investment: bigint,
  ideal: (budget: bigint) => bigint,
): GridLayout {
  const isFunded = (scale: bigint): boolean => layOutScale(input, proportions, scale).cost <= investment;
  const roundings = roundingsOf(input);
  let low = ideal(investment > roundings ? investment - roundings : 0n);
  if (!isFunded(low)) low = 0n;
  let high = low + 1n;
  // A grid that is a lot larger in every interval, and the next ones twice as far away.
  for (let further = ideal(roundings * BigInt(input.lines.length)) + 1n; isFunded(high); further *= 2n) {
    low = high;
    high += further;
  }
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (isFunded(middle)) low = middle;
    else high = middle;
  }
  return layOutScale(input, proportions, low);
}

/** What roundings can add to the ideal cost, in units of the investment asset: a unit per order and a lot of the opening. */
function roundingsOf({ spec, lines, openTicks, investIn }: GridLayoutInput): bigint {
  const lot =
    investIn === 'base' ? spec.lotUnits : mulDivUp(spec.lotUnits, BigInt(openTicks) * spec.tickUnits, UNITS_PER_COIN);
  return BigInt(lines.length) + 1n + lot;
}

/**
 * The layout whose every interval holds at least `minimum[i]` base units, in the grid's proportions. Its cost is what
 * layOutGrid must be given to arrive there again, or at more.
 */
export function layOutAtLeast(input: GridLayoutInput, minimum: readonly bigint[]): GridLayout {
  const proportions = proportionsOf(input);
  let scale = 0n;
  for (const [i, weight] of proportions.weights.entries()) {
    const needed = mulDivUp(minimum[i] as bigint, SCALE_PER_UNIT * proportions.largest, weight);
    if (needed > scale) scale = needed;
  }
  return layOutScale(input, proportions, scale);
}

/** Cost without roundings of a grid whose intervals hold their weight in base units: investment units × 1e8. */
function costOfWeights(input: GridLayoutInput, { empty, weights }: Proportions): bigint {
  const { spec, lines, openTicks, feeRate } = input;
  let below = 0n;
  let above = 0n;
  for (const [i, weight] of weights.entries()) {
    if (i < empty) below += weight * BigInt(lines[i] as number);
    else above += weight;
  }
  const keep = UNITS_PER_COIN - feeRate;
  if (input.investIn === 'quote') {
    return (below + (above * BigInt(openTicks) * UNITS_PER_COIN) / keep) * spec.tickUnits;
  }
  return above * UNITS_PER_COIN + (below * UNITS_PER_COIN * UNITS_PER_COIN) / (BigInt(openTicks) * keep);
}

function layOutScale(input: GridLayoutInput, { empty, weights, largest }: Proportions, scale: bigint): GridLayout {
  const { spec, lines, openTicks, feeRate } = input;
  const whole = SCALE_PER_UNIT * largest;
  const quantities = weights.map((weight) => floorToStep((scale * weight) / whole, spec.lotUnits));
  let quoteForBuys = 0n;
  let baseForSells = 0n;
  for (const [i, quantity] of quantities.entries()) {
    if (i < empty) quoteForBuys += mulDivUp(quantity, BigInt(lines[i] as number) * spec.tickUnits, UNITS_PER_COIN);
    else baseForSells += quantity;
  }
  const keep = UNITS_PER_COIN - feeRate;
  const openPrice = BigInt(openTicks) * spec.tickUnits;
  if (input.investIn === 'quote') {
    const openBuy = ceilToStep(mulDivUp(baseForSells, UNITS_PER_COIN, keep), spec.lotUnits);
    const cost = quoteForBuys + mulDivUp(openBuy, openPrice, UNITS_PER_COIN);
    return { emptyLine: empty, quantities, openBuy, openSell: 0n, cost };
  }
  const beforeFee = mulDivUp(quoteForBuys, UNITS_PER_COIN, keep);
  const openSell = ceilToStep(mulDivUp(beforeFee, UNITS_PER_COIN, openPrice), spec.lotUnits);
  return { emptyLine: empty, quantities, openBuy: 0n, openSell, cost: baseForSells + openSell };
}
