import { compareDecimals, isZero, readDecimal } from '../../money/decimal-text.ts';
import { decimalsOf } from '../../money/decimals-of.ts';
import { type MarketSpec, parseTicks } from '../../money/market-spec.ts';
import type { Issue } from '../definition.ts';
import { fault } from './issue.ts';

/** Range prices reach to 99,999,999; trigger, stop-loss and take-profit prices to 999,999 (X2). */
export const MAX_RANGE_PRICE = '99999999';
export const MAX_STOP_PRICE = '999999';

/** A value that was read, or the issue that stopped it; both null when nothing was typed. */
export type Read<T> =
  | { readonly value: T; readonly issue: null }
  | { readonly value: null; readonly issue: Issue | null };

const NOTHING: Read<never> = { value: null, issue: null };
const refuse = (issue: Issue): Read<never> => ({ value: null, issue });

/** '{label} should be between {min} and {max}' (C-251). */
export function outOfRange(field: string, min: string, max: string, label = field): Issue {
  return fault(field, 'range', { label, min, max });
}

/**
 * Reads a price into ticks: above 0, at most `max` (below it when `isBelowMax`, C-261), not finer than the tick.
 */
export function readPrice(
  field: string,
  text: string,
  spec: MarketSpec,
  max: string,
  isBelowMax = false,
): Read<number> {
  if (text === '') return NOTHING;
  const price = readDecimal(text);
  if (price === null) return refuse(isNumberLike(text) ? outOfRange(field, '0', max) : notNumber(field));
  const order = compareDecimals(price, max);
  if (isZero(price) || order > 0 || (isBelowMax && order === 0)) return refuse(outOfRange(field, '0', max));
  const ticks = parseTicks(spec, price);
  if (ticks === null) {
    return refuse(fault(field, 'price.decimals', { label: field, decimals: String(spec.priceDecimals) }));
  }
  return { value: ticks, issue: null };
}

export interface PercentLimits {
  readonly min: string;
  readonly max: string;
  readonly decimals: number;
  /** Name of the field in messages, where it is not the field's own. */
  readonly label?: string;
}

/** Reads a percent as canonical text within limits, both included; the caller chooses the out-of-range issue. */
export function readPercent(field: string, text: string, limits: PercentLimits, beyond: Issue): Read<string> {
  const { label = field } = limits;
  if (text === '') return NOTHING;
  const percent = readDecimal(text);
  if (percent === null) return refuse(isNumberLike(text) ? beyond : fault(field, 'number.format', { label }));
  if (compareDecimals(percent, limits.min) < 0 || compareDecimals(percent, limits.max) > 0) return refuse(beyond);
  if (decimalsOf(percent) > limits.decimals) {
    return refuse(fault(field, 'number.decimals', { label, decimals: String(limits.decimals) }));
  }
  return { value: percent, issue: null };
}

/** Reads a whole number within limits, both included. */
export function readInteger(field: string, text: string, min: number, max: number): Read<number> {
  if (text === '') return NOTHING;
  const number = readDecimal(text);
  if (number === null)
    return refuse(isNumberLike(text) ? outOfRange(field, String(min), String(max)) : notNumber(field));
  if (decimalsOf(number) > 0) return refuse(fault(field, 'number.integer', { label: field }));
  if (compareDecimals(number, String(min)) < 0 || compareDecimals(number, String(max)) > 0) {
    return refuse(outOfRange(field, String(min), String(max)));
  }
  return { value: Number(number), issue: null };
}

export function notNumber(field: string): Issue {
  return fault(field, 'number.format', { label: field });
}

/** Digits and points that are no number we can hold, or one with a sign: out of range rather than malformed. */
export function isNumberLike(text: string): boolean {
  return /^-?\d+(\.\d*)?$/.test(text);
}
