import { parseAmount } from '../../money/amount.ts';
import { isUnset, readDecimal } from '../../money/decimal-text.ts';

/** Wire text → exact values, for the params of all kinds. Null: not set, or nothing that can be read. */

/** An amount in units (1e-8). */
export function wireUnits(text: string | undefined): bigint | null {
  return parseAmount(readDecimal(text ?? '') ?? '');
}

/** A fraction in 1e-8. */
export function wireRateE8(text: string | undefined): bigint | null {
  return wireUnits(text);
}

/** The same where a zero means that nothing is set (X3). */
export function setRateE8(text: string | undefined): bigint | null {
  return isUnset(text ?? '') ? null : wireRateE8(text);
}

/** A payload that the check has not passed is a bug of who asks for its params. */
export function unchecked(): Error {
  return new Error('params are made of payloads that the check has passed');
}
