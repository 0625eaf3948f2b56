/**
 * Loans of a margin grid. A grid of `leverage` times the investment needs investment × (leverage − 1) from a lender: in
 * quote (buy), in base (sell), or half in each (neutral). What is owed grows by interest every hour, and everything is
 * closed when what is held is worth no more than a given multiple of what is owed.
 */
import { divUp, floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';

/** Amounts of both assets of a market, units. */
export interface AssetPair {
  readonly quote: bigint;
  readonly base: bigint;
}

export interface LoanInput {
  readonly spec: MarketSpec;
  readonly side: 'buy' | 'sell' | 'neutral';
  readonly investIn: 'quote' | 'base';
  /** Units of the investment asset. */
  readonly investment: bigint;
  readonly leverage: number;
  /** Price at which the loan's value is counted, ticks. */
  readonly ticks: number;
}

/** What is borrowed at the opening, rounded down; base in whole lots. */
export function loanOf({ spec, side, investIn, investment, leverage, ticks }: LoanInput): AssetPair {
  const price = BigInt(ticks) * spec.tickUnits;
  const extra = investment * BigInt(leverage - 1);
  const value = investIn === 'quote' ? extra : mulDivDown(extra, price, UNITS_PER_COIN);
  const quote = side === 'buy' ? value : side === 'sell' ? 0n : value / 2n;
  const base = floorToStep(mulDivDown(value - quote, UNITS_PER_COIN, price), spec.lotUnits);
  return { quote, base };
}

/** Interest of one hour on what is owed, rounded up. `rateE8` is the rate of an hour. */
export function hourlyInterest(owed: bigint, rateE8: bigint): bigint {
  return mulDivUp(owed, rateE8, UNITS_PER_COIN);
}

/** Value at a price in quote units × 1e8, exact. */
function pairValue({ quote, base }: AssetPair, price: bigint): bigint {
  return quote * UNITS_PER_COIN + base * price;
}

/** Assets ÷ debt at a price, 1e-8, rounded down. Null without debt. */
export function riskRatio(spec: MarketSpec, held: AssetPair, owed: AssetPair, ticks: number): bigint | null {
  const price = BigInt(ticks) * spec.tickUnits;
  const debt = pairValue(owed, price);
  return debt === 0n ? null : mulDivDown(pairValue(held, price), UNITS_PER_COIN, debt);
}

/** Whether what is held is worth at most `ratioE8` times what is owed. Exact; false without debt. */
export function isForcedToClose(
  spec: MarketSpec,
  held: AssetPair,
  owed: AssetPair,
  ratioE8: bigint,
  ticks: number,
): boolean {
  const price = BigInt(ticks) * spec.tickUnits;
  const debt = pairValue(owed, price);
  return debt > 0n && pairValue(held, price) * UNITS_PER_COIN <= debt * ratioE8;
}

/** The prices at which everything is closed: those at or past `ticks` on one side. */
export interface ForcedClose {
  readonly side: 'below' | 'above';
  readonly ticks: number;
}

/**
 * Where (quote + base × p) ÷ (owed quote + owed base × p) reaches the ratio: p = (ratio × owed quote − quote) ÷
 * (base − ratio × owed base). Who holds more coins than that loses by falling prices, who owes more by rising ones.
 * Rounded so that exactly the prices at which isForcedToClose is true are included; null when no price is.
 */
export function forcedClose(spec: MarketSpec, held: AssetPair, owed: AssetPair, ratioE8: bigint): ForcedClose | null {
  if (owed.quote === 0n && owed.base === 0n) return null;
  const coins = held.base * UNITS_PER_COIN - ratioE8 * owed.base;
  const money = (ratioE8 * owed.quote - held.quote * UNITS_PER_COIN) * UNITS_PER_COIN;
  const size = (coins < 0n ? -coins : coins) * spec.tickUnits;
  if (coins > 0n) return money > 0n ? level('below', money / size) : null;
  if (coins === 0n) return money >= 0n ? { side: 'below', ticks: Number.MAX_SAFE_INTEGER } : null;
  return level('above', money < 0n ? divUp(-money, size) : 1n);
}

function level(side: ForcedClose['side'], ticks: bigint): ForcedClose | null {
  // So far above any price that below means everywhere, and above nowhere.
  if (ticks > BigInt(Number.MAX_SAFE_INTEGER))
    return side === 'below' ? { side, ticks: Number.MAX_SAFE_INTEGER } : null;
  return ticks > 0n ? { side, ticks: Number(ticks) } : null;
}
