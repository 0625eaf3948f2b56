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

/** Units in one whole coin, as a number. */
export const COIN = 100_000_000;

/**
 * A signed sum of products of two amounts, in 1e-16 of an asset: whole units and the parts of a unit beyond them. The
 * value is units + parts ÷ 1e8, with 0 ≤ parts < 1e8.
 */
export interface WideSum {
  units: number;
  parts: number;
}

/** sum + a × b. */
export function addProduct(sum: WideSum, a: number, b: number): void {
  sum.units += divide(a, b, COIN);
  sum.parts += rest;
  if (sum.parts < COIN) return;
  sum.parts -= COIN;
  sum.units += 1;
}

/** sum − a × b. */
export function subtractProduct(sum: WideSum, a: number, b: number): void {
  sum.units -= divide(a, b, COIN);
  sum.parts -= rest;
  if (sum.parts >= 0) return;
  sum.parts += COIN;
  sum.units -= 1;
}

/** The sum in units × 1e8 (EquityStatement's scale), for statements. */
export function wideOf({ units, parts }: WideSum): bigint {
  return BigInt(units) * BigInt(COIN) + BigInt(parts);
}
