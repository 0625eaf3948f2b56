import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { COIN, divisionRest, mulDivDown, mulDivUp } from './exact.ts';

/**
 * How lots and ticks of a spot market become money, in whole numbers below 2^53: an order counts lots, because a coin
 * of 1e-8 USDT has more units than a number holds. Values are units of the quote asset, fees 1e-8.
 */
export interface CoinScale {
  readonly lotUnits: number;
  readonly tickUnits: number;
  /** One lot at one tick is worth `times ÷ over` units of the quote asset. */
  readonly times: number;
  readonly over: number;
  readonly minLots: number;
  readonly minQuote: number;
  readonly feeRate: number;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

/** One object for all bots of a market at a fee: a hundred thousand of their own would be a tenth of what bots take. */
const known = new WeakMap<MarketSpec, Map<FeeRateE8, CoinScale>>();

export function coinScaleOf(spec: MarketSpec, feeRate: FeeRateE8): CoinScale {
  const ofMarket = known.get(spec) ?? new Map<FeeRateE8, CoinScale>();
  known.set(spec, ofMarket);
  const scale = ofMarket.get(feeRate) ?? newScale(spec, feeRate);
  ofMarket.set(feeRate, scale);
  return scale;
}

function newScale(spec: MarketSpec, feeRate: FeeRateE8): CoinScale {
  const value = spec.lotUnits * spec.tickUnits;
  const divisor = greatestDivisor(value, BigInt(COIN));
  return {
    lotUnits: Number(spec.lotUnits),
    tickUnits: Number(spec.tickUnits),
    times: Number(value / divisor),
    over: Number(BigInt(COIN) / divisor),
    minLots: Number((spec.minBaseUnits + spec.lotUnits - 1n) / spec.lotUnits),
    minQuote: Number(spec.minQuoteUnits),
    feeRate: Number(feeRate),
  };
}

/** What a buyer of so many lots pays, rounded up. Throws RangeError from 2^53 units on. */
export function costOf({ times, over }: CoinScale, lots: number, ticks: number): number {
  return mulDivUp(lots, ticks * times, over);
}

/** What a seller of so many lots receives before the fee, rounded down. As costOf. */
export function proceedsOf({ times, over }: CoinScale, lots: number, ticks: number): number {
  return mulDivDown(lots, ticks * times, over);
}

/** Smallest order at a price: both minima of the market. The source is formulas/smallest-order.ts. */
export function smallestLots({ times, over, minLots, minQuote }: CoinScale, ticks: number): number {
  const byValue = mulDivUp(minQuote, over, ticks * times);
  return byValue > minLots ? byValue : minLots;
}

/** A quantity of coins: whole lots, and units below one lot. */
export interface Coins {
  lots: number;
  parts: number;
}

/** The fee on so many lots bought, rounded up to a unit, into `fee`. */
export function feeOnLots({ lotUnits, feeRate }: CoinScale, lots: number, fee: Coins): void {
  const whole = mulDivDown(lots, feeRate, COIN);
  const parts = mulDivUp(divisionRest(), lotUnits, COIN);
  const isWhole = parts === lotUnits;
  fee.lots = isWhole ? whole + 1 : whole;
  fee.parts = isWhole ? 0 : parts;
}

/** The fee on quote units received, rounded up. */
export function feeOnQuote({ feeRate }: CoinScale, units: number): number {
  return feeRate === 0 ? 0 : mulDivUp(units, feeRate, COIN);
}

export function addCoins(coins: Coins, more: Coins, { lotUnits }: CoinScale): void {
  coins.lots += more.lots;
  coins.parts += more.parts;
  if (coins.parts < lotUnits) return;
  coins.parts -= lotUnits;
  coins.lots += 1;
}

/** An exact amount of the quote asset: units, and parts of one (1e-16 of the asset, below 1e8). */
export interface Value {
  units: number;
  parts: number;
}

/** The exact value of coins at a price, into `value`. Throws RangeError from 2^53 units on. */
export function exactValueOf({ lots, parts }: Coins, ticks: number, scale: CoinScale, value: Value): void {
  let units = 0;
  let rest = 0;
  if (lots > 0) {
    units = mulDivDown(lots, ticks * scale.times, scale.over);
    rest = divisionRest() * (COIN / scale.over);
  }
  if (parts > 0) {
    units += mulDivDown(parts, ticks * scale.tickUnits, COIN);
    rest += divisionRest();
    if (rest >= COIN) {
      rest -= COIN;
      units += 1;
    }
  }
  value.units = units;
  value.parts = rest;
}

/** Coins in units. */
export function unitsOfCoins({ lots, parts }: Coins, { lotUnits }: CoinScale): bigint {
  const units = lots * lotUnits + parts;
  return units <= Number.MAX_SAFE_INTEGER ? BigInt(units) : BigInt(lots) * BigInt(lotUnits) + BigInt(parts);
}

/** Units as coins; sets them into `coins`. */
export function setCoins(coins: Coins, units: bigint, { lotUnits }: CoinScale): void {
  const lot = BigInt(lotUnits);
  coins.lots = Number(units / lot);
  coins.parts = Number(units % lot);
}

/**
 * amount × part ÷ whole rounded up, of coins: what a part of a lot cost. Numbers where the coins' units fit into one,
 * else bigint: coins of a tiny price have more.
 */
export function shareUp(amount: number, part: Coins, whole: Coins, scale: CoinScale): number {
  const { lotUnits } = scale;
  const wholeUnits = whole.lots * lotUnits + whole.parts;
  if (wholeUnits < 2 ** 52) return mulDivUp(amount, part.lots * lotUnits + part.parts, wholeUnits);
  const all = unitsOfCoins(whole, scale);
  return Number((BigInt(amount) * unitsOfCoins(part, scale) + all - 1n) / all);
}
