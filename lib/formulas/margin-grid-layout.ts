import { ceilToStep, floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { type FeeRateE8, feeOn, type MarketSpec, quoteValueDown, quoteValueUp } from '../money/market-spec.ts';
import type { PlannedLiquidations } from './futures-grid-liquidation.ts';
import { emptyLineAt } from './grid-levels.ts';
import { type GridLayout, type GridLayoutInput, gridWeights, WEIGHT_SCALE } from './grid-quantities.ts';
import { largestThat } from './largest-that.ts';
import { type AssetPair, type ForcedClose, forcedClose, type LoanInput, loanOf } from './margin-loan.ts';
import { smallestGridQuantity } from './minimum-investment.ts';
import { smallestOrder } from './smallest-order.ts';

const COIN = Number(UNITS_PER_COIN);

export interface FundedLayoutInput extends Omit<GridLayoutInput, 'investIn' | 'openTicks'> {
  /** What there is of both assets before the opening order, units. */
  readonly funds: AssetPair;
  /** Prices that an opening buy and an opening sell are budgeted at, ticks. */
  readonly buyTicks: number;
  readonly sellTicks: number;
}

/**
 * The largest grid that two heaps of money and coins fund together: one opening order turns what is too much of the one
 * into what is lacking of the other. Everything else as in layOutGrid; `cost` is the value of what it needs, in quote.
 * Where less is lacking than the market takes an order for, its smallest order brings it: without one an interval would
 * have no order. Only where that leaves fewer intervals that can trade, the opening stays too small.
 */
export function layOutFundedGrid(input: FundedLayoutInput): GridLayout {
  const bare = largestFunded(input, NO_ORDER_IS_TOO_SMALL);
  if (isOpeningTaken(input, bare)) return bare;
  const whole = largestFunded(input, leastOpening(input));
  return tradingIntervals(input, whole) < tradingIntervals(input, bare) ? bare : whole;
}

/** The smallest opening orders that the market takes, base units. */
interface LeastOpening {
  readonly buy: bigint;
  readonly sell: bigint;
}

const NO_ORDER_IS_TOO_SMALL: LeastOpening = { buy: 0n, sell: 0n };

/** By value an order is the smaller the dearer the coins: a buy fills at the last price at best, a sell at its own at worst. */
function leastOpening({ spec, lastTicks, sellTicks }: FundedLayoutInput): LeastOpening {
  return {
    buy: smallestOrder(spec, BigInt(lastTicks) * spec.tickUnits),
    sell: smallestOrder(spec, BigInt(sellTicks) * spec.tickUnits),
  };
}

/** Whether the market takes the opening order, if there is one. */
export function isOpeningTaken(input: FundedLayoutInput, { openBuy, openSell }: GridLayout): boolean {
  const least = leastOpening(input);
  return (openBuy === 0n || openBuy >= least.buy) && (openSell === 0n || openSell >= least.sell);
}

/** Intervals that hold enough to be traded both ways. */
export function tradingIntervals({ spec, lines, feeRate }: FundedLayoutInput, { quantities }: GridLayout): number {
  return quantities.filter((quantity, i) => {
    const [low, high] = [lines[i] as number, lines[i + 1] as number];
    return quantity >= smallestGridQuantity(spec, low, high, feeRate);
  }).length;
}

function largestFunded(input: FundedLayoutInput, least: LeastOpening): GridLayout {
  const { lines, quantity, funds, spec, lastTicks } = input;
  const weights = gridWeights(lines.length - 1, quantity);
  const empty = emptyLineAt(lines, lastTicks);
  const step = quantity.type === 'equal' ? spec.lotUnits : 1n;
  // No grid of that many coins in its top interval can be funded, wherever they are bought.
  const lowest = BigInt(Math.min(lines[0] as number, input.buyTicks, input.sellTicks)) * spec.tickUnits;
  const beyond = (funds.base + mulDivUp(funds.quote, UNITS_PER_COIN, lowest)) / step + 1n;
  let best = layOutScale(input, empty, weights, 0n, least);
  if (best === null) throw new Error('Not even a grid of nothing can be funded');
  // What is lacking only grows with the scale, and so does the order that brings it.
  const isFunded = (steps: bigint): boolean => {
    const layout = layOutScale(input, empty, weights, steps * step, least);
    if (layout !== null) best = layout;
    return layout !== null;
  };
  largestThat(isFunded, idealScale(input, empty, weights) / step, beyond);
  return best;
}

/** The scale that the funds would carry without roundings, about. */
function idealScale(
  { spec, lines, funds, buyTicks, sellTicks, feeRate }: FundedLayoutInput,
  empty: number,
  weights: readonly bigint[],
): bigint {
  const tick = Number(spec.tickUnits);
  let quoteForBuys = 0;
  let baseForSells = 0;
  for (const [i, weight] of weights.entries()) {
    const part = Number(weight) / Number(WEIGHT_SCALE);
    if (i < empty) quoteForBuys += (part * (lines[i] as number) * tick) / COIN;
    else baseForSells += part;
  }
  const keep = 1 - Number(feeRate) / COIN;
  // Base units that an opening order receives for a unit of money, and costs.
  const bought = (keep * COIN) / (buyTicks * tick);
  const sold = COIN / (sellTicks * tick * keep);
  const [quote, base] = [Number(funds.quote), Number(funds.base)];
  const buying = (base + quote * bought) / (baseForSells + quoteForBuys * bought);
  const isBuying = buying * baseForSells >= base;
  const scale = isBuying ? buying : (base + quote * sold) / (baseForSells + quoteForBuys * sold);
  return Number.isFinite(scale) ? BigInt(Math.floor(scale)) : 0n;
}

/** The layout at a scale; null when the funds do not suffice. */
function layOutScale(
  { spec, lines, funds, buyTicks, sellTicks, feeRate }: FundedLayoutInput,
  empty: number,
  weights: readonly bigint[],
  scale: bigint,
  least: LeastOpening,
): GridLayout | null {
  const quantities = weights.map((weight) => floorToStep((scale * weight) / WEIGHT_SCALE, spec.lotUnits));
  let quoteForBuys = 0n;
  let baseForSells = 0n;
  for (const [i, quantity] of quantities.entries()) {
    if (i < empty) quoteForBuys += mulDivUp(quantity, BigInt(lines[i] as number) * spec.tickUnits, UNITS_PER_COIN);
    else baseForSells += quantity;
  }
  const keep = UNITS_PER_COIN - feeRate;
  const lackingBase = baseForSells > funds.base ? baseForSells - funds.base : 0n;
  const lackingQuote = quoteForBuys > funds.quote ? quoteForBuys - funds.quote : 0n;
  const buyPrice = BigInt(buyTicks) * spec.tickUnits;
  const sellPrice = BigInt(sellTicks) * spec.tickUnits;
  const openBuy = orderFor(mulDivUp(lackingBase, UNITS_PER_COIN, keep), least.buy, spec);
  const proceeds = mulDivUp(lackingQuote, UNITS_PER_COIN, keep);
  const openSell = orderFor(mulDivUp(proceeds, UNITS_PER_COIN, sellPrice), least.sell, spec);
  const paid = mulDivUp(openBuy, buyPrice, UNITS_PER_COIN);
  const isFunded = quoteForBuys + paid <= funds.quote + proceeds && baseForSells + openSell <= funds.base + openBuy;
  if (!isFunded || (openBuy > 0n && openSell > 0n)) return null;
  const cost = quoteForBuys + paid + mulDivDown(baseForSells + openSell, sellPrice, UNITS_PER_COIN);
  return { emptyLine: empty, quantities, openBuy, openSell, cost };
}

/** The opening order for so many base units: whole lots, and no less than the market takes. */
function orderFor(lacking: bigint, least: bigint, spec: MarketSpec): bigint {
  if (lacking === 0n) return 0n;
  return ceilToStep(lacking > least ? lacking : least, spec.lotUnits);
}

export interface PlannedMarginGrid
  extends LoanInput,
    Omit<FundedLayoutInput, 'funds' | 'lastTicks' | 'buyTicks' | 'sellTicks'> {
  readonly forcedCloseRatioE8: bigint;
}

/** Where a grid that opens now would be closed by force. */
export interface PlannedForcedClose {
  /** With what it holds after the opening. */
  readonly held: ForcedClose | null;
  /** Once all buys below, or all sells above, have filled; ticks, null where there is none. */
  readonly below: number | null;
  readonly above: number | null;
}

/** What a grid that opens at `ticks` has of both assets, its loan among it, before its opening order. */
export function openingFunds(input: LoanInput): AssetPair {
  const { investIn, investment } = input;
  const owed = loanOf(input);
  return {
    quote: owed.quote + (investIn === 'quote' ? investment : 0n),
    base: owed.base + (investIn === 'base' ? investment : 0n),
  };
}

/** The grid that opens at `ticks` without slippage. */
export function openingLayout(input: PlannedMarginGrid): GridLayout {
  const { ticks } = input;
  const funds = openingFunds(input);
  return layOutFundedGrid({ ...input, lastTicks: ticks, funds, buyTicks: ticks, sellTicks: ticks });
}

/** The forced close of a grid that opens at `ticks` without slippage: with what is held then, and with all orders of a side filled. */
export function plannedForcedClose(input: PlannedMarginGrid): PlannedForcedClose {
  const { spec, ticks, lines, feeRate, forcedCloseRatioE8 } = input;
  const terms = { spec, feeRate };
  const owed = loanOf(input);
  const funds = openingFunds(input);
  const { openBuy, openSell, quantities, emptyLine } = openingLayout(input);
  const bought = afterOrder(afterOrder(funds, terms, 'buy', openBuy, ticks), terms, 'sell', openSell, ticks);
  let down = bought;
  let up = bought;
  for (const [i, quantity] of quantities.entries()) {
    if (i < emptyLine) down = afterOrder(down, terms, 'buy', quantity, lines[i] as number);
    else up = afterOrder(up, terms, 'sell', quantity, lines[i + 1] as number);
  }
  const below = forcedClose(spec, down, owed, forcedCloseRatioE8);
  const above = forcedClose(spec, up, owed, forcedCloseRatioE8);
  return {
    held: forcedClose(spec, bought, owed, forcedCloseRatioE8),
    below: below?.side === 'below' ? below.ticks : null,
    above: above?.side === 'above' ? above.ticks : null,
  };
}

/** The same as both prices of a side: falling prices are the loss of who owes money, rising ones of who owes coins. */
export function forcedCloseSides(input: PlannedMarginGrid): PlannedLiquidations {
  const { held, below, above } = plannedForcedClose(input);
  const at = (side: ForcedClose['side']): number | null => (held?.side === side ? held.ticks : null);
  return {
    long: input.side === 'sell' ? null : { held: at('below'), full: below },
    short: input.side === 'buy' ? null : { held: at('above'), full: above },
  };
}

/** Holdings after an order has filled at its price, its fee taken from what is received. */
function afterOrder(
  held: AssetPair,
  { spec, feeRate }: { readonly spec: MarketSpec; readonly feeRate: FeeRateE8 },
  side: 'buy' | 'sell',
  quantity: bigint,
  ticks: number,
): AssetPair {
  if (side === 'buy') {
    const base = held.base + quantity - feeOn(quantity, feeRate);
    return { quote: held.quote - quoteValueUp(spec, quantity, ticks), base };
  }
  const received = quoteValueDown(spec, quantity, ticks);
  return { quote: held.quote + received - feeOn(received, feeRate), base: held.base - quantity };
}
