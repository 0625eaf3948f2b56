import { Decimal } from 'decimal.js';
import { decimalsOf } from './decimals-of.ts';

/**
 * Decimals as text, exactly: reading what people type, shifting the point between percent and fraction, comparing.
 * Nothing here passes through a float.
 */

const TYPED = /^(\d*)(?:\.(\d*))?$/;
const MOST_WHOLE_DIGITS = 20;
const MOST_DECIMALS = 18;

/** Room for every digit of two wire numbers, so that no operation below ever rounds. */
const Exact = Decimal.clone({ precision: 2 * (MOST_WHOLE_DIGITS + MOST_DECIMALS) });

/**
 * What was typed as a canonical plain decimal ("007.50" → "7.5", ".5" → "0.5", "5." → "5"). Null when it is not a
 * non-negative number, or longer than the wire allows (WIRE_NUMBER: 20 digits, 18 decimals).
 */
export function readDecimal(text: string): string | null {
  const match = TYPED.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  return withinWire(new Exact(`${whole || '0'}.${fraction || '0'}`));
}

function withinWire(value: Decimal): string | null {
  const canonical = value.toFixed();
  const [whole = ''] = canonical.split('.');
  return whole.length > MOST_WHOLE_DIGITS || decimalsOf(canonical) > MOST_DECIMALS ? null : canonical;
}

/** Whether a canonical decimal is zero. */
export function isZero(canonical: string): boolean {
  return canonical === '0';
}

/** Whether what was typed means "not set": nothing, or a zero (X3). */
export function isUnset(text: string): boolean {
  return /^0*\.?0*$/.test(text);
}

/**
 * A canonical decimal times 10^places, exactly: percent to fraction is −2. Null when the result is longer than the
 * wire allows.
 */
export function shiftDecimal(canonical: string, places: number): string | null {
  return withinWire(new Exact(canonical).times(new Exact(10).pow(places)));
}

/** −1, 0 or 1: how two canonical decimals compare. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  return new Exact(a).cmp(b) as -1 | 0 | 1;
}

/** Whether a text is a figure: '' and what is masked are none, and none is 0. */
export function isFigure(text: string): boolean {
  return SIGNED.test(text);
}

/** The sum of plain decimals that may be below zero, exactly; `less` is taken off. '' where one of them is no figure: it is not known then. */
export function sumOfDecimals(figures: readonly string[], less: readonly string[] = []): string {
  if (![...figures, ...less].every(isFigure)) return '';
  const gained = figures.reduce((sum, figure) => sum.plus(figure), new Exact(0));
  return less.reduce((sum, figure) => sum.minus(figure), gained).toFixed();
}

/** The middle one of plain decimals that may be below zero, of an even number the mean of the two in the middle, exactly; '' of none. */
export function medianOfDecimals(figures: readonly string[]): string {
  const sorted = figures.map((figure) => new Exact(figure)).sort((a, b) => a.cmp(b));
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? '' : low.plus(high).div(2).toFixed();
}

const SIGNED = /^-?\d+(\.\d+)?$/;
