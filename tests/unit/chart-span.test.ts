import { describe, expect, it } from 'vitest';
import { loadedSpan, PERIODS, periodOf, secondsOf } from '#components/chart/periods.ts';

/** A bot's life on a chart: which bars show it whole, and which are loaded for it. */

const NOW_S = 1_800_000_000;
const HOUR_S = 3_600;
const DAY_S = 86_400;

describe('the period that shows a time whole (issue 10, zoom to the bot’s life)', () => {
  it.each([
    [60, '1m'],
    [4 * HOUR_S, '1m'],
    [20 * HOUR_S, '5m'],
    [2 * DAY_S, '15m'],
    [9 * DAY_S, '1h'],
    [30 * DAY_S, '4h'],
    [90 * DAY_S, '1d'],
    [2_000 * DAY_S, '1d'],
  ] as const)('%i s: %s', (seconds, period) => {
    expect(periodOf({ fromS: NOW_S - seconds, toS: null }, NOW_S)).toBe(period);
    expect(periodOf({ fromS: NOW_S - 900 * DAY_S, toS: NOW_S - 900 * DAY_S + seconds }, NOW_S)).toBe(period);
  });
});

describe('the bars that are loaded for it', () => {
  it('are the whole life with some room before it, to now while it lives', () => {
    const { start, end } = loadedSpan({ fromS: NOW_S - DAY_S + 7, toS: null }, 900, NOW_S, 1_500);
    expect(start).toBe(NOW_S - DAY_S - 24 * 900);
    expect(end).toBeNull();
  });

  it('end with it, with some room but no bar that is not there yet', () => {
    const old = loadedSpan({ fromS: NOW_S - 9 * DAY_S, toS: NOW_S - 8 * DAY_S }, 900, NOW_S, 1_500);
    expect(old.end).toBe(NOW_S - 8 * DAY_S + 24 * 900);
    const fresh = loadedSpan({ fromS: NOW_S - DAY_S, toS: NOW_S - 100 }, 900, NOW_S, 1_500);
    expect(fresh.end).toBe(NOW_S + 900);
  });

  it.each(PERIODS.map(({ id }) => id))(
    'are never more than one call gives, of its end where it is longer (%s)',
    (period) => {
      const length = secondsOf(period);
      for (const days of [1, 90, 1_500]) {
        const { start, end } = loadedSpan({ fromS: NOW_S - days * DAY_S, toS: NOW_S }, length, NOW_S, 1_500);
        expect((end ?? 0) - start).toBeLessThanOrEqual(1_500 * length);
        expect(end).toBeGreaterThanOrEqual(NOW_S);
        expect(start % length).toBe(0);
      }
    },
  );
});
