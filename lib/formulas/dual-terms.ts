import { ceilToStep, floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { MINUTE_MS } from '../time/durations.ts';
import type { DualType } from './dual-outcome.ts';

/** What is offered at all: times, exercise prices and amounts. */

/** An offer is made anew every minute, and holds for so long. */
export const QUOTE_MS = MINUTE_MS;
export const QUOTE_HOLDS_MS = 3 * MINUTE_MS;
/** Orders begin at whole quarters of an hour, a minute after the last offer of that beginning at the least: until then they are INIT. */
const START_EVERY_MS = 15 * MINUTE_MS;
const START_LEAD_MS = QUOTE_HOLDS_MS + MINUTE_MS;

/** Whole days from the beginning to the expiry. */
export const DUAL_DAYS: readonly number[] = [1, 3, 7, 14, 30];

/** Which multiples of the step from the price on are exercise prices. */
const STRIKES: readonly number[] = [0, 1, 3, 7];
/** A step is at most this part of the price. */
const LARGEST_STEP = 0.0125;

/** Below a tenth of a percent a year nothing is offered. */
export const LEAST_RATE_E8 = 100_000n;

/** Value of an order, USDT units. */
const LEAST_USDT = 10n * UNITS_PER_COIN;
const MOST_USDT = 100_000n * UNITS_PER_COIN;

/** The minute whose offers are shown at a time. */
export function quoteOf(nowMs: number): number {
  return Math.floor(nowMs / QUOTE_MS) * QUOTE_MS;
}

/** When an order of an offer begins. */
export function startOf(quoteMs: number): number {
  return Math.ceil((quoteMs + START_LEAD_MS) / START_EVERY_MS) * START_EVERY_MS;
}

/**
 * Exercise prices of a market at an index price, USDT units, the nearest first: round figures above it (call) or below it (put), so that they stay the
 * same while the price moves within a step of them.
 */
export function strikesAt(type: DualType, index: bigint): readonly bigint[] {
  const step = stepOf(index);
  const nearest = type === 'call' ? ceilToStep(index + 1n, step) : ceilToStep(index, step) - step;
  return STRIKES.map((times) => nearest + (type === 'call' ? 1n : -1n) * BigInt(times) * step).filter(
    (strike) => strike > 0n,
  );
}

/** The largest of 1, 2, 5, 10 … that is no more than its part of the price. */
function stepOf(index: bigint): bigint {
  const most = BigInt(Math.max(1, Math.floor(Number(index) * LARGEST_STEP)));
  const ten = 10n ** BigInt(`${most}`.length - 1);
  return [5n, 2n, 1n].map((times) => times * ten).find((step) => step <= most) ?? 1n;
}

export interface AmountBounds {
  /** Units of what is put in. */
  readonly least: bigint;
  readonly most: bigint;
}

/** How much an order may be: USDT of a put, of a call the coins that they are worth, in two digits. */
export function boundsAt(type: DualType, index: bigint): AmountBounds {
  if (type === 'put') return { least: LEAST_USDT, most: MOST_USDT };
  const least = mulDivUp(LEAST_USDT, UNITS_PER_COIN, index);
  const most = mulDivDown(MOST_USDT, UNITS_PER_COIN, index);
  return { least: ceilToStep(least, secondDigit(least)), most: wholeAmount(most) };
}

/** In two digits, rounded down. */
export function wholeAmount(units: bigint): bigint {
  return floorToStep(units, secondDigit(units));
}

function secondDigit(units: bigint): bigint {
  return 10n ** BigInt(Math.max(0, `${units}`.length - 2));
}
