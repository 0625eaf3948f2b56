import { divUp } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';

export interface MarketOrderAtPrice {
  readonly side: 'buy' | 'sell';
  /** Base units, ≥ 0. */
  readonly quantity: bigint;
  /** Last price, ticks. */
  readonly ticks: number;
  /** Base units resting within 1 % of the price on one side (bookDepthUnits). */
  readonly depthUnits: bigint;
}

/**
 * Average price in ticks of a market order against the book model that backtests, previews and the paper exchange
 * share. The model: the mid is the last price, the spread is one tick, and quantity rests evenly at every price, so
 * that taking q moves the price by q / depth × 1 % and the average by half of that. Rounded against the taker
 * (up for a buyer, down for a seller), so always at least one tick worse than the last price. Never below 1 tick.
 */
export function averageFillTicks(order: MarketOrderAtPrice): number {
  // Half a tick + ticks × q / (200 × depth), as one exact fraction.
  const denominator = 200n * order.depthUnits;
  const numerator = 100n * order.depthUnits + BigInt(order.ticks) * order.quantity;
  const worse = Number(divUp(numerator, denominator));
  return order.side === 'buy' ? order.ticks + worse : Math.max(1, order.ticks - worse);
}

export interface LimitAtPrice extends Pick<MarketOrderAtPrice, 'side' | 'ticks' | 'depthUnits'> {
  /** Price that nothing may be worse than, ticks. */
  readonly limitTicks: number;
}

/**
 * Base units that a market order takes at prices no worse than a limit, by the same model: all that rests from half a tick beside
 * the last price up to the limit, rounded down. 0 where the limit is not at least a tick beyond the last price. The average of that
 * much (averageFillTicks) is never worse than the limit.
 */
export function unitsWithin({ side, ticks, limitTicks, depthUnits }: LimitAtPrice): bigint {
  const away = side === 'buy' ? limitTicks - ticks : ticks - limitTicks;
  // (away − half a tick) × 100 × depth / ticks, as one exact fraction.
  return away <= 0 ? 0n : (BigInt(2 * away - 1) * 50n * depthUnits) / BigInt(ticks);
}

/** Orders of the market's smallest value that rest within 1 % of the price on one side. */
const MINIMUM_ORDERS_WITHIN_ONE_PERCENT = 1_000_000n;

/** Worth of what rests within 1 % of the price on each side of a market's book, quote units: a million of its smallest orders (3 USDT: three million USDT). */
export function bookDepthQuote({ minQuoteUnits }: MarketSpec): bigint {
  return minQuoteUnits * MINIMUM_ORDERS_WITHIN_ONE_PERCENT;
}

/** The same in base units at a price. A pure function of what every driver has, so that all agree. At least one lot. */
export function bookDepthUnits(spec: MarketSpec, ticks: number): bigint {
  const depth = (bookDepthQuote(spec) * 100_000_000n) / (BigInt(ticks) * spec.tickUnits);
  return depth < spec.lotUnits ? spec.lotUnits : depth;
}
