/** What a numeric input lets through (C-339, M-234). */

/** Key filters of the documents (M-234, E-245). */
export const RATIO_DECIMALS = 2;
/** Of inputs that say nothing else. */
export const DEFAULT_DECIMALS = 6;

export interface NumberInputRule {
  /** Further decimals are cut off, never rounded (C-236); 0: no point belongs into this input (C-335). */
  readonly decimals?: number;
  /** Whether a number below zero can be meant (conditions compare with such). */
  readonly isSigned?: boolean;
  /** Most characters (C-326); more are refused, because a number that is cut off is another number. */
  readonly characters?: number;
}

const FULL_WIDTH = /[０-９＋－．，]/g;
const TO_HALF_WIDTH = 0xfee0;
/** The point of a Chinese keyboard. */
const IDEOGRAPHIC_POINT = /。/g;
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g;
/** Whole groups of three, as this product and spreadsheets print them; anything else with a comma is no number that is surely meant. */
const GROUPED = /^-?\d{1,3}(?:([, ])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
const PLAIN = /^(-?)(\d*)(\.\d*)?$/;

/**
 * What was typed or pasted, as the digits and the one point that the input shows; null when something in it does not belong –
 * a letter, a sign, a second point, a comma that groups nothing – and what stood there before stays. Full-width digits and
 * points count as plain ones, spaces around are dropped, thousands separators between whole groups too. Idempotent.
 */
export function readTypedNumber(
  typed: string,
  { decimals = DEFAULT_DECIMALS, isSigned = false, characters = Number.POSITIVE_INFINITY }: NumberInputRule = {},
): string | null {
  const plain = typed
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - TO_HALF_WIDTH))
    .replace(IDEOGRAPHIC_POINT, '.')
    .replace(SPACES, ' ')
    .trim();
  const match = PLAIN.exec(GROUPED.test(plain) ? plain.replace(/[, ]/g, '') : plain);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (sign !== '' && !isSigned) return null;
  if (fraction !== '' && decimals === 0) return null;
  const read = `${sign}${whole}${fraction.slice(0, decimals + 1)}`;
  return read.length > characters ? null : read;
}

/** The input after a change: what was typed where it is one, else what stood there before. */
export function typedNumber(before: string, typed: string, rule?: NumberInputRule): string {
  return readTypedNumber(typed, rule) ?? before;
}
