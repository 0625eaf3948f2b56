/**
 * Decimals as text, exactly: reading what people type, shifting the point between percent and fraction, comparing.
 * Nothing here passes through a float.
 */

const TYPED = /^(\d*)(?:\.(\d*))?$/;
const MOST_WHOLE_DIGITS = 20;
const MOST_DECIMALS = 18;

/**
 * What was typed as a canonical plain decimal ("007.50" → "7.5", ".5" → "0.5", "5." → "5"). Null when it is not a
 * non-negative number, or longer than the wire allows (WIRE_NUMBER: 20 digits, 18 decimals).
 */
export function readDecimal(text: string): string | null {
  const match = TYPED.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  const decimals = fraction.replace(/0+$/, '');
  if (integer.length > MOST_WHOLE_DIGITS || decimals.length > MOST_DECIMALS) return null;
  return decimals === '' ? integer : `${integer}.${decimals}`;
}

/** Decimals that a canonical decimal has. */
export function decimalsOf(canonical: string): number {
  const point = canonical.indexOf('.');
  return point < 0 ? 0 : canonical.length - point - 1;
}

/** Whether a canonical decimal is zero. */
export function isZero(canonical: string): boolean {
  return canonical === '0';
}

/** Whether what was typed means "not set": nothing, or a zero (X3). */
export function isUnset(text: string): boolean {
  return /^0*\.?0*$/.test(text);
}

/** A canonical decimal times 10^places, exactly: percent to fraction is −2. Null when the result has over 18 decimals. */
export function shiftDecimal(canonical: string, places: number): string | null {
  const [whole = '0', fraction = ''] = canonical.split('.');
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  return readDecimal(`${padded.slice(0, at)}.${padded.slice(at)}`);
}

/** −1, 0 or 1: how two canonical decimals compare. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length < wholeB.length ? -1 : 1;
  const size = Math.max(fractionA.length, fractionB.length);
  const digitsA = wholeA + fractionA.padEnd(size, '0');
  const digitsB = wholeB + fractionB.padEnd(size, '0');
  if (digitsA === digitsB) return 0;
  return digitsA < digitsB ? -1 : 1;
}
