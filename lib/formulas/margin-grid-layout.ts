import { ceilToStep, floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { emptyLineAt } from './grid-levels.ts';
import { type GridLayout, type GridLayoutInput, gridWeights, WEIGHT_SCALE } from './grid-quantities.ts';
import type { AssetPair } from './margin-loan.ts';

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
 */
export function layOutFundedGrid(input: FundedLayoutInput): GridLayout {
  const { lines, quantity, funds, spec, lastTicks } = input;
  const weights = gridWeights(lines.length - 1, quantity);
  const empty = emptyLineAt(lines, lastTicks);
  const step = quantity.type === 'equal' ? spec.lotUnits : 1n;
  // No grid of that many coins in its top interval can be funded, wherever they are bought.
  const lowest = BigInt(Math.min(lines[0] as number, input.buyTicks, input.sellTicks)) * spec.tickUnits;
  let low = 0n;
  let high = (funds.base + mulDivUp(funds.quote, UNITS_PER_COIN, lowest)) / step + 1n;
  let best = layOutScale(input, empty, weights, 0n) as GridLayout;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    const layout = layOutScale(input, empty, weights, middle * step);
    if (layout === null) high = middle;
    else {
      low = middle;
      best = layout;
    }
  }
  return best;
}

/** The layout at a scale; null when the funds do not suffice. */
function layOutScale(
  { spec, lines, funds, buyTicks, sellTicks, feeRate }: FundedLayoutInput,
  empty: number,
  weights: readonly bigint[],
  scale: bigint,
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
  const openBuy = ceilToStep(mulDivUp(lackingBase, UNITS_PER_COIN, keep), spec.lotUnits);
  const proceeds = mulDivUp(lackingQuote, UNITS_PER_COIN, keep);
  const openSell = ceilToStep(mulDivUp(proceeds, UNITS_PER_COIN, sellPrice), spec.lotUnits);
  const paid = mulDivUp(openBuy, buyPrice, UNITS_PER_COIN);
  const isFunded = quoteForBuys + paid <= funds.quote + proceeds && baseForSells + openSell <= funds.base + openBuy;
  if (!isFunded || (openBuy > 0n && openSell > 0n)) return null;
  const cost = quoteForBuys + paid + mulDivDown(baseForSells + openSell, sellPrice, UNITS_PER_COIN);
  return { emptyLine: empty, quantities, openBuy, openSell, cost };
}
