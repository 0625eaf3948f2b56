import { describe, expect, it } from 'vitest';
import { lifeCurve } from '#lib/formulas/life-curve.ts';

const MIDNIGHT_S = Date.UTC(2026, 4, 21) / 1000;
const HOUR_S = 3_600;
const day = (trading_date: string, profit_rate: string) => ({ trading_date, profit_rate });
const at = (hours: number, profit_rate: string) => ({ time: MIDNIGHT_S + hours * HOUR_S, profit_rate });
const hoursOf = (points: readonly { readonly x: number; readonly y: number }[] = []) =>
  points.map(({ x, y }) => [(x - MIDNIGHT_S) / HOUR_S, y]);

describe('the curve of a young bot (issue 10, from the first minute)', () => {
  it('is a line from its first minute: from 0 at its start to what it is worth now', () => {
    const curve = lifeCurve([day('2026-05-20', '-0.01')], [], { fromS: MIDNIGHT_S - 600, toS: MIDNIGHT_S - 540 });
    expect(curve?.points).toEqual([
      { x: MIDNIGHT_S - 600, y: 0 },
      { x: MIDNIGHT_S - 540, y: -0.01 },
    ]);
    expect(curve?.rate).toBe('-0.01000000');
  });

  it('runs over the points of its first days and the ends of all days, in real time, whatever order they come in', () => {
    const days = [day('2026-05-22', '0.05'), day('2026-05-20', '0.01'), day('2026-05-21', '-0.2')];
    const early = [at(-1, '0.005'), at(-2, '-0.003'), at(3, '0.02')];
    const curve = lifeCurve(days, early, { fromS: MIDNIGHT_S - 3 * HOUR_S, toS: MIDNIGHT_S + 30 * HOUR_S });
    expect(hoursOf(curve?.points)).toEqual([
      [-3, 0],
      [-2, -0.003],
      [-1, 0.005],
      [0, 0.01],
      [3, 0.02],
      [24, -0.2],
      [30, 0.05],
    ]);
  });

  it('has nothing from before its start or after its end, and is none where nothing is known', () => {
    const span = { fromS: MIDNIGHT_S, toS: MIDNIGHT_S + HOUR_S };
    expect(hoursOf(lifeCurve([], [at(-1, '1'), at(0.5, '0.1'), at(2, '1')], span)?.points)).toEqual([
      [0, 0],
      [0.5, 0.1],
    ]);
    expect(lifeCurve([], [], span)).toBeNull();
  });
});
