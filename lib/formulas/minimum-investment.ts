import { ceilToStep, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { type FeeRateE8, type MarketSpec, quoteValueUp } from '../money/market-spec.ts';
import { type GridLayout, type GridLayoutInput, layOutAtLeast } from './grid-quantities.ts';
import { smallestOrder } from './smallest-order.ts';

/** 1 % on the price: what the market may move between the question and the opening order (E-352). */
export const PRICE_BUMP_PERCENT = 101n;
/** 10 % margin on the whole (E-352). */
const MARGIN_PERCENT = 110n;
/** Beyond any wallet, and still a number of the wire (20 digits): what a grid "needs" whose ratio has run away. */
const UNREACHABLE = 10n ** 19n * UNITS_PER_COIN;
/** The platform's smallest investment, in USDT units (H33). */
const PLATFORM_MINIMUM_USDT = 10n * UNITS_PER_COIN;

/**
 * The platform's minimum in units of the quote asset. `quoteInUsdt` is the price of one quote coin in USDT units,
 * null when unknown (then the platform asks for nothing beyond the market's own minima). Rounded up.
 */
export function platformMinimum(quote: string, quoteInUsdt: bigint | null): bigint {
  if (quote === 'USDT') return PLATFORM_MINIMUM_USDT;
  if (quoteInUsdt === null || quoteInUsdt <= 0n) return 0n;
  return mulDivUp(PLATFORM_MINIMUM_USDT, UNITS_PER_COIN, quoteInUsdt);
}

/**
 * Smallest quantity that the interval between line i and i + 1 can trade both ways: the buy must reach the
 * market's minima, and so must the sell of what the buy leaves after its fee. Base units, a multiple of the lot.
 */
export function smallestGridQuantity(
  spec: MarketSpec,
  buyTicks: number,
  sellTicks: number,
  feeRate: FeeRateE8,
): bigint {
  const bought = smallestOrder(spec, BigInt(buyTicks) * spec.tickUnits);
  const sold = smallestOrder(spec, BigInt(sellTicks) * spec.tickUnits);
  return maxOf(bought, ceilToStep(mulDivUp(sold, UNITS_PER_COIN, UNITS_PER_COIN - feeRate), spec.lotUnits));
}

/** The documents' sum (H33) in quote units: Σ over buy orders of max(min quantity × price, min value), × 1.01 × 1.10. */
export function documentedMinimum(spec: MarketSpec, lines: readonly number[]): bigint {
  let total = 0n;
  for (const ticks of lines.slice(0, -1)) {
    total += maxOf(mulDivUp(spec.minBaseUnits, BigInt(ticks) * spec.tickUnits, UNITS_PER_COIN), spec.minQuoteUnits);
  }
  return mulDivUp(total, PRICE_BUMP_PERCENT * MARGIN_PERCENT, 10_000n);
}

/**
 * The least that one market order for money may be of, quote units: the documents' minimum of a buy order (H33), and what its whole lots come to
 * at a price up to 1 % worse. For the market's own minimum alone whole lots are almost never enough.
 */
export function smallestPurchase(spec: MarketSpec, ticks: number): bigint {
  const lots = quoteValueUp(spec, smallestOrder(spec, BigInt(ticks) * spec.tickUnits), ticks);
  return maxOf(documentedMinimum(spec, [ticks, ticks]), mulDivUp(lots, PRICE_BUMP_PERCENT, 100n));
}

/**
 * Minimum investment of a grid in units of its investment asset, rounded up. It is the largest of: the documents'
 * sum (H33), the platform's minimum, and – because quantities are equal or in a ratio, and the opening order is
 * made at the market – what the engine really needs to place every order at a price up to 1 % worse.
 * `input.openTicks` is not used; the opening is budgeted at lastTicks and its bump.
 */
export function minimumInvestment(input: Omit<GridLayoutInput, 'openTicks'>, quoteInUsdt: bigint | null): bigint {
  const { spec, lines, lastTicks, feeRate } = input;
  const smallest = lines
    .slice(0, -1)
    .map((ticks, i) => smallestGridQuantity(spec, ticks, lines[i + 1] as number, feeRate));
  const needed = mulDivUp(layOutWithOpening(input, smallest).cost, PRICE_BUMP_PERCENT, 100n);
  const inQuote = maxOf(documentedMinimum(spec, lines), platformMinimum(spec.quote, quoteInUsdt));
  const floor =
    input.investIn === 'quote' ? inQuote : mulDivUp(inQuote, UNITS_PER_COIN, BigInt(lastTicks) * spec.tickUnits);
  const minimum = maxOf(needed, floor);
  return minimum < UNREACHABLE ? minimum : UNREACHABLE;
}

/** The layout that holds at least these quantities and whose opening order, too, is one that the market takes. */
function layOutWithOpening(input: Omit<GridLayoutInput, 'openTicks'>, smallest: readonly bigint[]): GridLayout {
  const atLast = { ...input, openTicks: input.lastTicks };
  const layout = layOutAtLeast(atLast, smallest);
  const opening = layout.openBuy + layout.openSell;
  const lowestPrice = (BigInt(input.lastTicks) * input.spec.tickUnits * 100n) / PRICE_BUMP_PERCENT;
  const least = smallestOrder(input.spec, maxOf(lowestPrice, 1n));
  if (opening === 0n || opening >= least) return layout;
  return layOutAtLeast(
    atLast,
    layout.quantities.map((quantity) => mulDivUp(quantity, least, opening)),
  );
}

function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
