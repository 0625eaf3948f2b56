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
/** Of Arabic and Persian keyboards. */
const EASTERN = /[٠-٩۰-۹]/g;
const EASTERN_POINT = /٫/g;
const EASTERN_COMMA = /٬/g;
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g;
/** Whole groups of three, as this product and spreadsheets print them; anything else with a comma is no number that is surely meant. */
const GROUPED = /^-?\d{1,3}(?:([, ])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
const PLAIN = /^(-?)(\d*)(\.\d*)?$/;

/** In the digits and signs of the wire, with single spaces. */
function latin(typed: string): string {
  return typed
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - TO_HALF_WIDTH))
    .replace(EASTERN, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(IDEOGRAPHIC_POINT, '.')
    .replace(EASTERN_POINT, '.')
    .replace(EASTERN_COMMA, ',')
    .replace(SPACES, ' ')
    .trim();
}

/** Groups as languages with a decimal comma write them: one that is followed by a comma, or several. */
const GROUPED_BEFORE_COMMA = /^-?\d{1,3}(?:([. ])\d{3})(?:\1\d{3})*(?:,\d*)$|^-?\d{1,3}(?:([. ])\d{3})(?:\2\d{3})+$/;
/** 63.250: a price with three decimals, or sixty-three thousand. */
const EITHER = /^-?[1-9]\d{0,2}\.\d{3}$/;

/**
 * What was typed where decimals follow a comma, as `readTypedNumber` takes it. A key is a decimal sign either way, and shown as a
 * comma at once; what was pasted may have groups, and is no number where nobody can say which is meant (null).
 */
export function withPoint(typed: string, isPasted: boolean): string | null {
  const plain = latin(typed);
  if (isPasted && EITHER.test(plain)) return null;
  if (isPasted && GROUPED_BEFORE_COMMA.test(plain)) return plain.replace(/[. ]/g, '').replace(',', '.');
  return plain.replace(',', '.');
}

/**
 * What was typed or pasted, as the digits and the one point that the input shows; null when something in it does not belong –
 * a letter, a sign, a second point, a comma that groups nothing – and what stood there before stays. Full-width and Arabic digits and
 * points count as plain ones, spaces around are dropped, thousands separators between whole groups too. Idempotent.
 */
export function readTypedNumber(
  typed: string,
  { decimals = DEFAULT_DECIMALS, isSigned = false, characters = Number.POSITIVE_INFINITY }: NumberInputRule = {},
): string | null {
  const plain = latin(typed);
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
