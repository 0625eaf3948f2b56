/**
 * The order book that paper markets and backtests fill market orders against. One model for all of them, so that an
 * opening in a preview costs what it costs live.
 *
 * Each side starts one tick from the last price and holds `depthUnits` base units spread evenly over the next 1 % of
 * price; beyond that it goes on as evenly. A market order walks it, so its average price is one tick plus half the
 * distance walked away from the last price.
 */
import { mulDivDown, UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';

/** Distance of the best bid and ask from the last price, ticks. */
export const HALF_SPREAD_TICKS = 1;
/** The share of the price over which `depthUnits` are spread: 1 / 100. */
export const DEPTH_SPAN_DIVISOR = 100n;

/** Quote value within 1 % of the price on each side when a market says nothing better, in whole quote coins. */
const STANDARD_DEPTH_QUOTE: Readonly<Record<string, bigint>> = { USDT: 1_000_000n, BTC: 15n };
const STANDARD_DEPTH_OTHER = 1_000_000n;

/** Base units within 1 % of `ticks` on one side of a market that tells no depth of its own. At least one lot. */
export function standardDepthUnits(spec: MarketSpec, ticks: number): bigint {
  const coins = STANDARD_DEPTH_QUOTE[spec.quote] ?? STANDARD_DEPTH_OTHER;
  const units = mulDivDown(coins * UNITS_PER_COIN, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
  return units > spec.lotUnits ? units : spec.lotUnits;
}

/**
 * Average price in ticks at which a market order for `quantity` base units fills when the last price is `ticks`,
 * rounded against the taker: up for buys, down for sells, never below one tick. `depthUnits` > 0.
 */
export function averageFillTicks(side: 'buy' | 'sell', quantity: bigint, ticks: number, depthUnits: bigint): number {
  if (quantity <= 0n) return ticks;
  const divisor = 2n * DEPTH_SPAN_DIVISOR * depthUnits;
  const walked = Number((BigInt(ticks) * quantity + divisor - 1n) / divisor);
  const away = HALF_SPREAD_TICKS + walked;
  return side === 'buy' ? ticks + away : Math.max(1, ticks - away);
}
