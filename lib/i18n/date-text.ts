/**
 * Dates, times and rows of words as everybody reads them: one format per language, from Intl. Nothing else in the product writes a date for a person.
 */

import { NO_FIGURE } from '../money/display.ts';

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

/** Says its zone: of a moment that is agreed for everybody. */
const ZONED = { ...MINUTE, timeZoneName: 'short' } as const;

export type TimeDetail = 'minute' | 'second' | 'zoned';

/** Figures have the same digits in every language, and days are counted as the exchange counts them. */
const inLatinDigits = (locale: string): string => `${locale}-u-ca-gregory-nu-latn`;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(locale: string, timeZone: string, detail: TimeDetail | 'day'): Intl.DateTimeFormat {
  const key = `${locale}|${timeZone}|${detail}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const parts = { day: DAY, minute: MINUTE, second: SECOND, zoned: ZONED }[detail];
  const formatter = new Intl.DateTimeFormat(inLatinDigits(locale), { ...parts, timeZone });
  formatters.set(key, formatter);
  return formatter;
}

/** A moment in UTC seconds, '--' where none is known (0): "Mar 5, 2026, 14:07" or 2026年3月5日 14:07, in `timeZone` (an IANA name). */
export function timeText(seconds: number, locale: string, timeZone: string, detail: TimeDetail = 'minute'): string {
  return seconds > 0 ? formatterOf(locale, timeZone, detail).format(seconds * 1000) : NO_FIGURE;
}

/** A moment that is the same for everybody – an expiry, a settlement –: in UTC, and it says so ("Mar 5, 2026, 08:00 UTC"). */
export function utcText(seconds: number, locale: string): string {
  return timeText(seconds, locale, 'UTC', 'zoned');
}

/** A UTC day (YYYY-MM-DD, as curves and date inputs have it) in words; what is no day stays as it is. */
export function dayText(day: string, locale: string): string {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) ? day : formatterOf(locale, 'UTC', 'day').format(ms);
}

/** The zone of whoever looks. In the browser only: pages that everybody shares are written in UTC. */
export function viewerTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const AGE_UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** An age in one unit, as the language writes it short: "12 sec", "3 min". */
export function ageText(seconds: number, locale: string): string {
  const [unit, length] = AGE_UNITS.find(([, size]) => seconds >= size * 2) ?? AGE_UNITS[2];
  const count = Math.floor(seconds / length);
  return new Intl.NumberFormat(inLatinDigits(locale), { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}

/**
 * Several things in a row, as the language parts them: short ones mostly by commas, in a sentence ('long') with its "and". Never Intl's 'unit', which is
 * for "3 h 20 min": Chinese writes its parts without anything between them.
 */
export function listText(parts: readonly string[], locale: string, style: 'narrow' | 'long' = 'narrow'): string {
  return new Intl.ListFormat(locale, { type: 'conjunction', style }).format(parts);
}
