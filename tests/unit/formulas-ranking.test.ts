import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annualisedBacktestRateE8, annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { pooled, recordScore, sampleOf } from '#lib/formulas/ranking-score.ts';
import { studentT90 } from '#lib/formulas/student-t.ts';

/** From the printed tables (Abramowitz & Stegun 26.10): one-sided 0.90. */
const PRINTED: readonly (readonly [number, number])[] = [
  [1, 3.078],
  [2, 1.886],
  [3, 1.638],
  [5, 1.476],
  [6, 1.44],
  [7, 1.415],
  [10, 1.372],
  [20, 1.325],
  [29, 1.311],
  [60, 1.296],
  [120, 1.289],
  [100_000, 1.2816],
];

/** The formula of H57 once more, from its words alone. */
function byHand(returns: readonly number[], maxDrawdown: number, t: number): number {
  const n = returns.length;
  let sum = 0;
  for (const one of returns) sum += one;
  const m = sum / n;
  let squares = 0;
  for (const one of returns) squares += (one - m) * (one - m);
  const s = Math.sqrt(squares / (n - 1));
  return m - (t * s) / Math.sqrt(n) - maxDrawdown / 365;
}

describe('the score of a record (G2, H57)', () => {
  it("takes the 0.90 quantile of Student's t, as printed", () => {
    for (const [freedom, t] of PRINTED) expect(studentT90(freedom)).toBeCloseTo(t, 3);
    expect(() => studentT90(0)).toThrow();
  });

  it('is mean − t·s/√n − drawdown/365, worked out by hand', () => {
    // Seven days: mean 0.002, deviation 0.001·√(28/6), t(6) = 1.43976.
    const returns = [-0.001, 0, 0.001, 0.002, 0.003, 0.004, 0.005];
    expect(recordScore(sampleOf(returns), 0.0365)).toBeCloseTo(0.002 - (1.43976 * 0.00216025) / 2.645751 - 0.0001, 7);
    // Two days, one up, one down: t(1) = 3.07768.
    expect(recordScore(sampleOf([0.01, -0.01]), 0)).toBeCloseTo(-3.07768 * 0.01, 6);
    expect(recordScore(sampleOf([0.01]), 0)).toBeNull();
  });

  it('agrees with the words of the decision on any record', () => {
    const returns = fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 7, maxLength: 121 });
    fc.assert(
      fc.property(returns, fc.double({ min: 0, max: 1, noNaN: true }), (days, fall) => {
        const score = recordScore(sampleOf(days), fall) as number;
        expect(score).toBeCloseTo(byHand(days, fall, studentT90(days.length - 1)), 9);
      }),
      { numRuns: 60 },
    );
  });

  it('puts a short record below a long one of the same days, and a deeper fall below a shallow one', () => {
    const week = [0.004, -0.001, 0.003, 0.002, -0.002, 0.005, 0.001];
    const months = Array.from({ length: 12 }, () => week).flat();
    const of = (days: readonly number[], fall: number) => recordScore(sampleOf(days), fall) as number;
    expect(of(months, 0.02)).toBeGreaterThan(of(week, 0.02));
    expect(of(week, 0.02)).toBeGreaterThan(of(week, 0.4));
  });

  it('pools records as if they were one, however their days are dealt out to bots', () => {
    const day = fc.record({ value: fc.double({ min: -0.3, max: 0.3, noNaN: true }), bot: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(day, { minLength: 2, maxLength: 80 }), (days) => {
        const bots = [0, 1, 2, 3, 4, 5].map((bot) => days.filter((one) => one.bot === bot).map(({ value }) => value));
        const pool = bots.map(sampleOf).reduce(pooled);
        const whole = sampleOf(days.map(({ value }) => value));
        expect(pool.count).toBe(whole.count);
        expect(pool.mean).toBeCloseTo(whole.mean, 12);
        expect(pool.squares).toBeCloseTo(whole.squares, 10);
      }),
      { numRuns: 60 },
    );
  });
});

describe('annualised rates (A5, H50)', () => {
  it('never say that more than everything would be lost', () => {
    expect(annualisedRateE8(-98_640_000n, 10 * 86_400)).toBe(-100_000_000n);
    expect(annualisedBacktestRateE8(-50_000_000n, 0, 7 * 86_400_000)).toBe(-100_000_000n);
  });

  it('of a part of a life are made over that part, once the bot itself is seven days old', () => {
    const day = 86_400;
    expect(annualisedRateE8(1_000_000n, 40 * day, 5 * day)).toBe(73_000_000n);
    expect(annualisedRateE8(1_000_000n, 6 * day, 5 * day)).toBeNull();
    expect(annualisedRateE8(1_000_000n, 40 * day, 0)).toBeNull();
  });
});
