import { isUnset, readDecimal, shiftDecimal } from '../../money/decimal-text.ts';
import type { FormValues } from '../definition.ts';

/** Form text ↔ wire text, for the payloads of all kinds. Percents become fractions by moving the point. */

const PERCENT_TO_FRACTION = -2;

/** Canonical decimal; what cannot be read stays as typed, so that the refusal names the value that was sent. */
export function plain(text: string | undefined): string {
  return readDecimal(text ?? '') ?? text ?? '';
}

/** A zero or absent value is "not set" (X3). */
export function optional(text: string | undefined): string {
  return isUnset(text ?? '') ? '' : plain(text);
}

export function fraction(text: string | undefined): string {
  const percentText = readDecimal(text ?? '');
  return percentText === null ? '' : (shiftDecimal(percentText, PERCENT_TO_FRACTION) ?? '');
}

export function percent(text: string | undefined): string {
  const fractionText = readDecimal(text ?? '');
  return fractionText === null ? '' : (shiftDecimal(fractionText, -PERCENT_TO_FRACTION) ?? '');
}

export function flag(text: string | undefined): 0 | 1 {
  return text === '1' ? 1 : 0;
}

/** How stops are checked means nothing without one (C-073). */
export function stopCheckFlag(values: FormValues): 0 | 1 {
  return hasStop(values) ? flag(values.stop_check_type) : 0;
}

/** Whether a grid stops at a price, of its own or of its range. */
export function hasStop(values: FormValues): boolean {
  const switches = ['stop_loss_on', 'stop_profit_on', 'is_less_low_stop', 'is_over_high_stop'];
  return switches.some((name) => values[name] === '1');
}

export function flagText(text: string | undefined): '0' | '1' {
  return text === '1' ? '1' : '0';
}

export function onIfSet(text: string): '0' | '1' {
  return text === '' ? '0' : '1';
}

/** The payload builders only clamp (X1); the market's own maximum is the check's. */
export function clampGrids(text: string, most: number): string {
  return /^\d{1,15}$/.test(text) && Number(text) > most ? String(most) : text;
}
