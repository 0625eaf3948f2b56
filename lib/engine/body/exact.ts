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
const last = { rest: 0 };

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

/** floor(a × b ÷ c); leaves the remainder in `last`. 0 ≤ a, b < 2^53, 0 < c ≤ 2^52. */
function divide(a: number, b: number, c: number): number {
  const product = a * b;
  let quotient = Math.floor(product / c);
  if (quotient > Number.MAX_SAFE_INTEGER) throw new RangeError(`${a} × ${b} ÷ ${c} is beyond exact amounts`);
  let rest: number;
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
  last.rest = rest;
  return quotient;
}

/** a × b ÷ c rounded down. 0 ≤ a, b < 2^53, 0 < c ≤ 2^52. Throws RangeError when the result is 2^53 or more. */
export function mulDivDown(a: number, b: number, c: number): number {
  return divide(a, b, c);
}

/** a × b ÷ c rounded up. As mulDivDown. */
export function mulDivUp(a: number, b: number, c: number): number {
  const quotient = divide(a, b, c);
  return last.rest > 0 ? quotient + 1 : quotient;
}

/** What the last of the divisions above left. */
export function divisionRest(): number {
  return last.rest;
}

/** Units in one whole coin, as a number. */
export const COIN = 100_000_000;

/** What the low word of a total counts up to. */
const BASE = 2 ** 53;

/**
 * A signed sum of money, exact to 1e-16 of an asset (EquityStatement's scale): high × 2^53 + low units and `parts` of
 * one, with 0 ≤ low < 2^53 and 0 ≤ parts < 1e8. It holds what no number can: the documented 99,999,999 USDT are 1e16
 * units, more than 2^53.
 */
export interface Total {
  high: number;
  low: number;
  parts: number;
}

/** total + units. 0 ≤ units ≤ 2^53. */
export function addUnits(total: Total, units: number): void {
  const { low } = total;
  // Never a sum beyond 2^53: what there is room for is.
  const room = BASE - units;
  if (low < room) {
    total.low = low + units;
    return;
  }
  total.low = low - room;
  total.high += 1;
}

/** total − units. As addUnits. */
export function subtractUnits(total: Total, units: number): void {
  const { low } = total;
  if (low >= units) {
    total.low = low - units;
    return;
  }
  total.low = low + (BASE - units);
  total.high -= 1;
}

/** total + units and parts of one. −2^53 < units < 2^53, 0 ≤ parts < 1e8. */
export function addParts(total: Total, units: number, parts: number): void {
  let sum = units;
  if (parts > 0) {
    const whole = total.parts + parts;
    if (whole >= COIN) {
      total.parts = whole - COIN;
      sum += 1;
    } else total.parts = whole;
  }
  if (sum >= 0) addUnits(total, sum);
  else subtractUnits(total, -sum);
}

/** total − units and parts of one. As addParts. */
export function subtractParts(total: Total, units: number, parts: number): void {
  if (parts > 0) addParts(total, -units - 1, COIN - parts);
  else addParts(total, -units, 0);
}

export function isZero({ high, low, parts }: Total): boolean {
  return low === 0 && high === 0 && parts === 0;
}

/** Whether the total is at least so many units. 0 ≤ units < 2^53. */
export function isAtLeast({ high, low }: Total, units: number): boolean {
  return high > 0 || (high === 0 && low >= units);
}

/** The same as bigint: made once, for statements and rare bookings. */
const EXACT_COIN = BigInt(COIN);
const EXACT_BASE = BigInt(BASE);

/** The total in 1e-16, for statements. */
export function exactOf(total: Total): bigint {
  if (total.high === 0 && total.low === 0) return BigInt(total.parts);
  const units = unitsOf(total);
  return total.parts === 0 ? units * EXACT_COIN : units * EXACT_COIN + BigInt(total.parts);
}

/** The units of a total, rounded down. */
export function unitsOf({ high, low }: Pick<Total, 'high' | 'low'>): bigint {
  return high === 0 ? BigInt(low) : BigInt(high) * EXACT_BASE + BigInt(low);
}

/** total + `by` whole units, whatever their size. */
export function changeUnits(total: Total, by: bigint): void {
  const units = Number(by);
  if (units >= 0 && units < BASE) addUnits(total, units);
  else if (units < 0 && units > -BASE) subtractUnits(total, -units);
  else setTotal(total, exactOf(total) + by * EXACT_COIN);
}

/** total + `by` (1e-16), whatever its size. */
export function changeTotal(total: Total, by: bigint): void {
  const units = Number(by / EXACT_COIN);
  const parts = Number(by % EXACT_COIN);
  if (by >= 0n && units < BASE) addParts(total, units, parts);
  else if (by < 0n && units > -BASE) subtractParts(total, -units, -parts);
  else setTotal(total, exactOf(total) + by);
}

/** Makes a total that exact value (1e-16): what a snapshot kept, or what was worked out once with bigint. */
export function setTotal(total: Total, exact: bigint): void {
  const parts = floorRest(exact, EXACT_COIN);
  const units = (exact - parts) / EXACT_COIN;
  const low = floorRest(units, EXACT_BASE);
  total.high = Number((units - low) / EXACT_BASE);
  total.low = Number(low);
  total.parts = Number(parts);
}

/** a − floor(a ÷ b) × b, b > 0: never negative. */
function floorRest(a: bigint, b: bigint): bigint {
  return ((a % b) + b) % b;
}

/** The whole units of a total; those that stand for money have no parts. */
export function wholeUnitsOf(total: Total): bigint {
  if (total.high === 0 && total.parts === 0) return BigInt(total.low);
  return exactOf(total) / EXACT_COIN;
}

/** The whole units as a float: exact below 2^53, rounded once beyond. */
export function nearUnitsOf(total: Total): number {
  return total.high === 0 ? total.low : Number(wholeUnitsOf(total));
}
