import { formatAmount, mulDivDown, mulDivUp, parseAmount, UNITS_PER_COIN } from './amount.ts';

/**
 * What is fixed about a spot market. Prices are integer counts of the market's tick ("ticks", a number);
 * quantities are units (1e-8) that are multiples of `lotUnits`.
 */
export interface MarketSpec {
  /** BASE_QUOTE, for example BTC_USDT. */
  readonly market: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price; the tick is 10^-priceDecimals of the quote asset. */
  readonly priceDecimals: number;
  /** Decimals of a quantity; the lot is 10^-amountDecimals of the base asset. */
  readonly amountDecimals: number;
  /** One tick in units of the quote asset. */
  readonly tickUnits: bigint;
  /** One lot in units of the base asset. */
  readonly lotUnits: bigint;
  /** Smallest order: quantity in base units and value in quote units. */
  readonly minBaseUnits: bigint;
  readonly minQuoteUnits: bigint;
  /** Largest grid count the market accepts at creation. */
  readonly maxGrid: number;
}

/** A fee rate as a count of 1e-8: 0.001 (0.1 %) is 100,000. */
export type FeeRateE8 = bigint;

/** Value of `quantity` at `ticks` in quote units, rounded down (what a seller receives). */
export function quoteValueDown(spec: MarketSpec, quantity: bigint, ticks: number): bigint {
  return mulDivDown(quantity, BigInt(ticks) * spec.tickUnits, UNITS_PER_COIN);
}

/** Value of `quantity` at `ticks` in quote units, rounded up (what a buyer pays). */
export function quoteValueUp(spec: MarketSpec, quantity: bigint, ticks: number): bigint {
  return mulDivUp(quantity, BigInt(ticks) * spec.tickUnits, UNITS_PER_COIN);
}

/** Fee on a received amount: always rounded up, so never in the trader's favour. */
export function feeOn(received: bigint, rate: FeeRateE8): bigint {
  return mulDivUp(received, rate, UNITS_PER_COIN);
}

/** Reads a price into ticks. Null when malformed, finer than the tick, or beyond exact integers. */
export function parseTicks(spec: Pick<MarketSpec, 'tickUnits'>, text: string): number | null {
  const units = parseAmount(text);
  if (units === null || units % spec.tickUnits !== 0n) return null;
  const ticks = units / spec.tickUnits;
  return ticks <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(ticks) : null;
}

/** Writes ticks as a plain decimal without trailing zeros: the wire form. */
export function formatTicks(spec: Pick<MarketSpec, 'tickUnits'>, ticks: number): string {
  return formatAmount(BigInt(ticks) * spec.tickUnits);
}
