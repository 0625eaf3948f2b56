/**
 * Exact amounts. An amount is a bigint that counts 1e-8 of an asset ("units"); every balance, fee and
 * posting in the product is one. Floats never hold money.
 */

/** Decimals of an amount: 1 BTC is 100,000,000 units. */
export const AMOUNT_DECIMALS = 8;
/** Units in one whole coin. */
export const UNITS_PER_COIN = 100_000_000n;

/** What a number on the wire may look like (the exchange and the forms share it). */
export const WIRE_NUMBER = /^\d{1,20}(\.\d{1,18})?$/;

/** Reads a plain decimal into units. Null when malformed, or finer than 1e-8 (nothing is rounded silently). */
export function parseAmount(text: string): bigint | null {
  if (!WIRE_NUMBER.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > AMOUNT_DECIMALS) return null;
  return BigInt(whole) * UNITS_PER_COIN + BigInt(significant.padEnd(AMOUNT_DECIMALS, '0'));
}

/**
 * What there is, by the word of an exchange that may count finer than 1e-8: the rest is cut, so that it is never more than there is.
 * Null when malformed.
 */
export function parseAmountDown(text: string): bigint | null {
  const [whole = '', fraction = ''] = text.split('.');
  return WIRE_NUMBER.test(text) ? parseAmount(`${whole}.${fraction.slice(0, AMOUNT_DECIMALS) || '0'}`) : null;
}

/** What is needed, by the same word: never less than that. */
export function parseAmountUp(text: string): bigint | null {
  const cut = parseAmountDown(text);
  return cut !== null && parseAmount(text) === null ? cut + 1n : cut;
}

/** parseAmount of a decimal that may be below zero. */
export function parseSignedAmount(text: string): bigint | null {
  if (!text.startsWith('-')) return parseAmount(text);
  const size = parseAmount(text.slice(1));
  return size === null ? null : -size;
}

/** Whether two texts of the wire are one number: "0.20" and "0.2". What is no amount is none's equal. */
export function isSameNumber(one: string, other: string | undefined): boolean {
  const number = parseAmount(one);
  return other !== undefined && number !== null && number === parseAmount(other);
}

/** Writes units as a plain decimal without trailing zeros: the wire form. Exact for every bigint. */
export function formatAmount(units: bigint): string {
  return plainDecimal(units, UNITS_PER_COIN, AMOUNT_DECIMALS);
}

/** The same of an amount in units of units (1e-16), as the product of a quantity and a price is. */
export function formatFineAmount(fine: bigint): string {
  return plainDecimal(fine, UNITS_PER_COIN * UNITS_PER_COIN, 2 * AMOUNT_DECIMALS);
}

/** `one`: how many of it are a whole. */
function plainDecimal(amount: bigint, one: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : '';
  const size = amount < 0n ? -amount : amount;
  const fraction = (size % one).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${sign}${size / one}${fraction === '' ? '' : `.${fraction}`}`;
}

/** a × b ÷ c rounded toward zero. All must be ≥ 0, c > 0. */
export function mulDivDown(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b) / c;
}

/** a × b ÷ c rounded up. All must be ≥ 0, c > 0. */
export function mulDivUp(a: bigint, b: bigint, c: bigint): bigint {
  return divUp(a * b, c);
}

/** The largest multiple of `step` that is ≤ `units` (≥ 0). */
export function floorToStep(units: bigint, step: bigint): bigint {
  return units - (units % step);
}

/** The smallest multiple of `step` that is ≥ `units` (≥ 0). */
export function ceilToStep(units: bigint, step: bigint): bigint {
  return divUp(units, step) * step;
}

/** numerator ÷ denominator (> 0) rounded down, towards −∞ for negative numerators. */
export function divDown(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

/** numerator ÷ denominator (> 0) rounded up, towards +∞: the mirror of divDown. In whatever unit the quotient is. */
export function divUp(numerator: bigint, denominator: bigint): bigint {
  return numerator > 0n ? (numerator + denominator - 1n) / denominator : numerator / denominator;
}
