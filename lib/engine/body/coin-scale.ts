import { mulDivUp as bigMulDivUp, divUp } from '../../money/amount.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { COIN, divisionRest, mulDivDown, mulDivUp, type Total, unitsOf, wholeUnitsOf } from './exact.ts';

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
    minLots: Number(divUp(spec.minBaseUnits, spec.lotUnits)),
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

/** Units of a sum of money as a float. */
function aboutUnits({ high, low }: Total): number {
  return high * 2 ** 53 + low;
}

/** The most lots that an order at a price may have: what it is worth must be countable, with room for a float's rounding. */
export function countableLots({ times, over }: CoinScale, ticks: number): number {
  return Math.floor(Math.min(2 ** 52, ((2 ** 53 - 2 ** 20) / (ticks * times)) * over));
}

/** Whole lots that money buys at a price; 2^52 where it buys more. */
export function affordableLots({ times, over }: CoinScale, money: Total, ticks: number): number {
  const price = ticks * times;
  if ((aboutUnits(money) / price) * over > 2 ** 52) return 2 ** 52;
  if (money.high === 0) return mulDivDown(money.low, over, price);
  return Number((wholeUnitsOf(money) * BigInt(over)) / BigInt(price));
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

/** coins − less, which are no more. */
export function subtractCoins(coins: Coins, less: Coins, { lotUnits }: CoinScale): void {
  coins.lots -= less.lots;
  coins.parts -= less.parts;
  if (coins.parts >= 0) return;
  coins.parts += lotUnits;
  coins.lots -= 1;
}

/** The highest price at which a lot can be counted: what it is worth must be a divisor (exact.ts). */
export function mostTicks({ times }: CoinScale): number {
  return Math.floor(2 ** 52 / times);
}

/** The lowest price at which coins worth so much can be counted, with room for a fee on them. */
export function leastTicks({ times, over }: CoinScale, value: Total): number {
  return Math.max(1, Math.ceil((aboutUnits(value) / times / 2 ** 52) * over));
}

/** The coins that are worth so much at a price, rounded up to a unit, into `coins`. Throws RangeError from 2^53 lots on. */
export function coinsWorth(scale: CoinScale, value: Total, ticks: number, coins: Coins): void {
  const { times, over, lotUnits, tickUnits } = scale;
  if (value.high !== 0) {
    setCoins(coins, bigMulDivUp(wholeUnitsOf(value), BigInt(COIN), BigInt(ticks) * BigInt(tickUnits)), scale);
    return;
  }
  const price = ticks * times;
  const lots = mulDivDown(value.low, over, price);
  const parts = mulDivUp(divisionRest(), lotUnits, price);
  const isWhole = parts === lotUnits;
  coins.lots = isWhole ? lots + 1 : lots;
  coins.parts = isWhole ? 0 : parts;
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

/** Coins in units as a number, where one holds them with room to spare; else NaN: coins of a tiny price have more. */
function smallUnits({ lots, parts }: Coins, { lotUnits }: CoinScale): number {
  const units = lots * lotUnits + parts;
  return units < 2 ** 52 ? units : Number.NaN;
}

/** amount × part ÷ whole rounded up, of coins: what a part of them cost. */
export function shareUp(amount: number, part: Coins, whole: Coins, scale: CoinScale): number {
  const units = smallUnits(whole, scale);
  if (units > 0) return mulDivUp(amount, smallUnits(part, scale), units);
  return Number(bigMulDivUp(BigInt(amount), unitsOfCoins(part, scale), unitsOfCoins(whole, scale)));
}

/** The same of a total, which may be more than a number holds: the spare coins of a bot that has borrowed some cost that much. */
export function shareOfTotalUp(
  total: Pick<Total, 'high' | 'low'>,
  part: Coins,
  whole: Coins,
  scale: CoinScale,
): number {
  if (total.high === 0) return shareUp(total.low, part, whole, scale);
  return Number(bigMulDivUp(unitsOf(total), unitsOfCoins(part, scale), unitsOfCoins(whole, scale)));
}

/** A part of an amount, as shareUp, rounded down. */
export function shareDown(amount: number, part: Coins, whole: Coins, scale: CoinScale): number {
  const units = smallUnits(whole, scale);
  if (units > 0) return mulDivDown(amount, smallUnits(part, scale), units);
  return Number((BigInt(amount) * unitsOfCoins(part, scale)) / unitsOfCoins(whole, scale));
}

/** The same of an exact amount, rounded up to 1e-16; `value` becomes it. */
export function shareValueUp(value: Value, part: Coins, whole: Coins, scale: CoinScale): void {
  const units = smallUnits(whole, scale);
  if (units > 0) {
    const share = smallUnits(part, scale);
    const ofParts = mulDivDown(value.parts, share, units);
    let rest = divisionRest();
    value.units = mulDivDown(value.units, share, units);
    value.parts = ofParts + mulDivDown(divisionRest(), COIN, units);
    rest += divisionRest();
    if (rest > 0) value.parts += rest > units ? 2 : 1;
    while (value.parts >= COIN) {
      value.parts -= COIN;
      value.units += 1;
    }
    return;
  }
  const exact = BigInt(value.units) * BigInt(COIN) + BigInt(value.parts);
  const share = bigMulDivUp(exact, unitsOfCoins(part, scale), unitsOfCoins(whole, scale));
  value.units = Number(share / BigInt(COIN));
  value.parts = Number(share % BigInt(COIN));
}
