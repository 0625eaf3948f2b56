import { describe, expect, it } from 'vitest';
import { PLAN_PERIODS } from '#lib/contract/auto-invest-words.ts';
import { latestDate, monthsLater, SCHEDULES, type Schedule, utcCalendar } from '#lib/formulas/schedule.ts';

const at = (text: string): number => Date.parse(`${text}:00.000Z`);
const said = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

/** The first dates of a schedule from its first one on. */
function dates(every: Schedule, first: string, count: number): string[] {
  const found: string[] = [];
  for (let after = at(first) - 1; found.length < count; ) {
    after = utcCalendar(every, at(first), after);
    found.push(said(after));
  }
  return found;
}

describe('years before a day', () => {
  it('are whole ones, with their leap days; of a 29 February the 28th', () => {
    expect([12, 36, 60].map((months) => said(monthsLater(at('2026-11-30T00:00'), -months)))).toEqual([
      '2025-11-30T00:00',
      '2023-11-30T00:00',
      '2021-11-30T00:00',
    ]);
    expect(said(monthsLater(at('2028-02-29T00:00'), -12))).toBe('2027-02-28T00:00');
    expect(said(monthsLater(at('2028-02-29T00:00'), -48))).toBe('2024-02-29T00:00');
  });
});

describe('the latest date of a schedule (H20)', () => {
  it('is the one that the next one follows, numbered from the first', () => {
    const first = at('2027-12-31T22:15');
    for (const every of SCHEDULES) {
      expect(latestDate(every, first, first - 1)).toBeNull();
      let ms = first;
      for (let index = 0; index < 30; index += 1) {
        const next = utcCalendar(every, first, ms);
        expect(latestDate(every, first, ms)).toEqual({ ms, index });
        expect(latestDate(every, first, next - 1)).toEqual({ ms, index });
        ms = next;
      }
    }
  });

  it('is of the schedules that calls have', () => {
    expect(PLAN_PERIODS).toEqual(SCHEDULES);
  });
});

describe('the dates of a schedule (H20)', () => {
  it('begin with the first one, however long before it one asks', () => {
    for (const every of ['1h', '1d', '1mo'] as const) {
      expect(said(utcCalendar(every, at('2026-03-10T09:30'), at('2020-01-01T00:00')))).toBe('2026-03-10T09:30');
    }
  });

  it('are strictly after the moment that is asked about', () => {
    expect(said(utcCalendar('1h', at('2026-03-10T09:30'), at('2026-03-10T10:30')))).toBe('2026-03-10T11:30');
    expect(said(utcCalendar('1h', at('2026-03-10T09:30'), at('2026-03-10T10:30') - 1))).toBe('2026-03-10T10:30');
    expect(said(utcCalendar('1mo', at('2026-03-10T09:30'), at('2026-04-10T09:30')))).toBe('2026-05-10T09:30');
    expect(said(utcCalendar('1mo', at('2026-03-10T09:30'), at('2026-04-10T09:30') - 1))).toBe('2026-04-10T09:30');
  });

  it.each([
    ['1h', '2026-12-31T22:15', ['2026-12-31T22:15', '2026-12-31T23:15', '2027-01-01T00:15']],
    ['4h', '2026-12-31T22:15', ['2026-12-31T22:15', '2027-01-01T02:15', '2027-01-01T06:15']],
    ['1d', '2028-02-28T09:00', ['2028-02-28T09:00', '2028-02-29T09:00', '2028-03-01T09:00']],
    ['1w', '2026-12-28T09:00', ['2026-12-28T09:00', '2027-01-04T09:00']],
    ['2w', '2026-12-28T09:00', ['2026-12-28T09:00', '2027-01-11T09:00']],
  ] as const)('every %s from %s', (every, first, expected) => {
    expect(dates(every, first, expected.length)).toEqual(expected);
  });

  it('keep their hour where clocks elsewhere are put forward and back', () => {
    // Last Sundays of March and October, first of November: Europe and America change.
    for (const first of ['2026-03-27T01:30', '2026-10-23T01:30', '2026-10-30T06:30']) {
      expect(new Set(dates('1d', first, 6).map((date) => date.slice(11)))).toEqual(new Set([first.slice(11)]));
    }
  });

  it('of a month that has no such day are its last one, and the day comes back', () => {
    expect(dates('1mo', '2027-12-31T23:59', 15)).toEqual([
      '2027-12-31T23:59',
      '2028-01-31T23:59',
      '2028-02-29T23:59',
      '2028-03-31T23:59',
      '2028-04-30T23:59',
      '2028-05-31T23:59',
      '2028-06-30T23:59',
      '2028-07-31T23:59',
      '2028-08-31T23:59',
      '2028-09-30T23:59',
      '2028-10-31T23:59',
      '2028-11-30T23:59',
      '2028-12-31T23:59',
      '2029-01-31T23:59',
      '2029-02-28T23:59',
    ]);
  });

  it('of a leap day come back on leap days, and not in a century that has none', () => {
    const of = (year: number, first: string): string => said(utcCalendar('1mo', at(first), Date.UTC(year, 1, 1)));
    expect(of(2029, '2028-02-29T00:00')).toBe('2029-02-28T00:00');
    expect(of(2032, '2028-02-29T00:00')).toBe('2032-02-29T00:00');
    expect(of(2100, '2096-02-29T00:00')).toBe('2100-02-28T00:00');
    expect(of(2000, '1996-02-29T00:00')).toBe('2000-02-29T00:00');
  });

  it('of months are the same whether one asks from date to date or at once', () => {
    const first = at('2026-01-31T12:00');
    for (const [i, date] of dates('1mo', '2026-01-31T12:00', 40).entries()) {
      if (i > 0) expect(said(utcCalendar('1mo', first, at(date) - 1))).toBe(date);
      expect(utcCalendar('1mo', first, at(date))).toBeGreaterThan(at(date));
    }
  });
});
