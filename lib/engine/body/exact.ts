/**
 * Exact whole-number arithmetic without bigint, for what runs millions of times in a backtest. Amounts here are
 * non-negative whole numbers of units (1e-8) below 2^53; products of two of them are taken apart into two floating-point
 * words (T. J. Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18,
 * 1971), so that a quotient and its rest are those of the integers. A result that would not fit is a bug of whoever
 * proved the bound: it throws.
 */

/** 2^27 + 1: splits a 53-bit number into two halves whose products are exact. */
const SPLITTER = 134_217_729;

/** What the last division left, 0 ≤ rest < divisor: one division gives both, and the hot path makes no object. */
let rest = 0;

/** a × b − product, where `product` is a × b as a float: exact. */
function productError(a: number, b: number, product: number): number {
  const widenedA = SPLITTER * a;
  const highA = widenedA - (widenedA - a);
  const lowA = a - highA;
  const widenedB = SPLITTER * b;
  const highB = widenedB - (widenedB - b);
  const lowB = b - highB;
  return highA * highB - product + highA * lowB + lowA * highB + lowA * lowB;
}

/** floor(a × b ÷ c); leaves the remainder in `rest`. 0 ≤ a, b < 2^53, 0 < c ≤ 2^52. */
function divide(a: number, b: number, c: number): number {
  const product = a * b;
  let quotient = Math.floor(product / c);
  if (quotient > Number.MAX_SAFE_INTEGER) throw new RangeError(`${a} × ${b} ÷ ${c} is beyond exact amounts`);
  if (product <= Number.MAX_SAFE_INTEGER) {
    // The product is exact; its quotient may have been rounded up to a whole number.
    rest = product - quotient * c;
  } else {
    const back = quotient * c;
    // Both floats are close to each other, so their difference is exact, and so are the two errors.
    rest = product - back + (productError(a, b, product) - productError(quotient, c, back));
  }
  // The float quotient is off by one at most; by two where product and quotient were both rounded.
  while (rest < 0) {
    quotient -= 1;
    rest += c;
  }
  while (rest >= c) {
    quotient += 1;
    rest -= c;
  }
  return quotient;
}

/** a × b ÷ c rounded down. 0 ≤ a, b < 2^53, 0 < c ≤ 2^52. Throws RangeError when the result is 2^53 or more. */
export function mulDivDown(a: number, b: number, c: number): number {
  return divide(a, b, c);
}

/** a × b ÷ c rounded up. As mulDivDown. */
export function mulDivUp(a: number, b: number, c: number): number {
  const quotient = divide(a, b, c);
  return rest > 0 ? quotient + 1 : quotient;
}

/** What the last of the divisions above left. */
export function divisionRest(): number {
  return rest;
}

/** Units in one whole coin, as a number. */
export const COIN = 100_000_000;

/** What the low word of a total counts up to. */
const BASE = 1_000_000_000_000_000;
/** BASE in whole units. */
const UNITS_IN_BASE = BASE / COIN;

/**
 * A signed sum of money in two words, exact to 1e-16 of an asset (EquityStatement's scale): high × 1e15 + low, with
 * 0 ≤ low < 1e15. It holds what no number can: the documented 99,999,999 USDT are 1e16 units, more than 2^53; a total
 * holds 9e14 coins.
 */
export interface Total {
  high: number;
  low: number;
}

/** Whole words in so many units. Not by %, which is ten times slower; the float quotient may have been rounded up to a whole number. */
function wordsIn(units: number): number {
  const whole = Math.floor(units / UNITS_IN_BASE);
  return whole * UNITS_IN_BASE > units ? whole - 1 : whole;
}

/** total + units and parts of one (1e-16, below 1e8). 0 ≤ units < 2^53. */
export function addParts(total: Total, units: number, parts: number): void {
  const whole = wordsIn(units);
  settle(total, total.high + whole, total.low + (units - whole * UNITS_IN_BASE) * COIN + parts);
}

/** total − units and parts. As addParts. */
export function subtractParts(total: Total, units: number, parts: number): void {
  const whole = wordsIn(units);
  settle(total, total.high - whole, total.low - (units - whole * UNITS_IN_BASE) * COIN - parts);
}

/** Carry and borrow. */
function settle(total: Total, high: number, low: number): void {
  if (low >= BASE) {
    total.high = high + 1;
    total.low = low - BASE;
  } else if (low < 0) {
    total.high = high - 1;
    total.low = low + BASE;
  } else {
    total.high = high;
    total.low = low;
  }
}

/** total + units. 0 ≤ units < 2^53. */
export function addUnits(total: Total, units: number): void {
  addParts(total, units, 0);
}

/** total − units. As addUnits. */
export function subtractUnits(total: Total, units: number): void {
  subtractParts(total, units, 0);
}

/** total + a × b, of two amounts in units. Throws RangeError when the product is worth 2^53 units or more. */
export function addProduct(total: Total, a: number, b: number): void {
  const units = divide(a, b, COIN);
  addParts(total, units, rest);
}

/** total − a × b. As addProduct. */
export function subtractProduct(total: Total, a: number, b: number): void {
  const units = divide(a, b, COIN);
  subtractParts(total, units, rest);
}

/** Whether the total is at least so many units. 0 ≤ units < 2^53. */
export function isAtLeast({ high, low }: Total, units: number): boolean {
  const whole = wordsIn(units);
  if (high !== whole) return high > whole;
  return low >= (units - whole * UNITS_IN_BASE) * COIN;
}

/** The total in units, as a float: exact where it is whole and below 2^53. For statistics. */
export function unitsOf({ high, low }: Total): number {
  return high * UNITS_IN_BASE + low / COIN;
}

/** The total in 1e-16, for statements. */
export function exactOf({ high, low }: Total): bigint {
  return BigInt(high) * BigInt(BASE) + BigInt(low);
}

/** The total of an exact value in 1e-16: what a snapshot kept, or what was worked out once with bigint. */
export function totalOf(exact: bigint): Total {
  const low = ((exact % BigInt(BASE)) + BigInt(BASE)) % BigInt(BASE);
  return { high: Number((exact - low) / BigInt(BASE)), low: Number(low) };
}

/** Makes a total that exact value. */
export function setTotal(total: Total, exact: bigint): void {
  const { high, low } = totalOf(exact);
  total.high = high;
  total.low = low;
}

/** The whole units of a total; those that stand for money have no parts. */
export function wholeUnitsOf(total: Total): bigint {
  return exactOf(total) / BigInt(COIN);
}
