import { describe, expect, it } from 'vitest';
import { annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { maxDrawdown } from '#lib/formulas/drawdown.ts';
import { pointsOfPeriod } from '#lib/formulas/periods.ts';
import { sharpeOfWholeDays } from '#lib/formulas/sharpe.ts';
import { winRate } from '#lib/formulas/win-rate.ts';

describe('performance figures', () => {
  it('annualise simply, over the seconds run (H36)', () => {
    // 1 % in 36.5 days is 10 % a year.
    expect(annualisedRateE8(1_000_000n, 36.5 * 86_400)).toBe(10_000_000n);
    expect(annualisedRateE8(-1_000_000n, 365 * 86_400)).toBe(-1_000_000n);
  });

  it('show no annualised figure for a bot younger than seven days (A5, H50)', () => {
    expect(annualisedRateE8(1_000_000n, 7 * 86_400 - 1)).toBeNull();
    // 1 % in a week: 365 ÷ 7 %.
    expect(annualisedRateE8(1_000_000n, 7 * 86_400)).toBe(52_142_857n);
  });

  it("find freqtrade's absolute and relative drawdown (oracle metrics)", () => {
    let equity = 1_000n;
    const equities = [equity];
    for (const profit of [0n, -500n, 500n, 10_000n, -1_000n]) {
      equity += profit;
      equities.push(equity);
    }
    expect(maxDrawdown(equities)).toEqual({ absolute: 1_000n, relativeE8: 50_000_000n });
  });

  it('make the Sharpe ratio of at least seven whole days, with the sample deviation and √365 (A6)', () => {
    // Returns +10 %, −10 %, … from 1: mean 0.1/7, eight points with the beginning of the first day.
    let equity = 1;
    const rates = [0n];
    for (let day = 0; day < 7; day += 1) {
      equity *= day % 2 === 0 ? 1.1 : 0.9;
      rates.push(BigInt(Math.round((equity - 1) * 1e8)));
    }
    const mean = 0.1 / 7;
    const deviation = Math.sqrt((4 * (0.1 - mean) ** 2 + 3 * (-0.1 - mean) ** 2) / 6);
    expect(sharpeOfWholeDays(rates)).toBeCloseTo((mean / deviation) * Math.sqrt(365), 4);
    expect(sharpeOfWholeDays(rates.slice(0, 7))).toBeNull();
    expect(sharpeOfWholeDays(Array<bigint>(9).fill(5n))).toBeNull();
    expect(sharpeOfWholeDays([])).toBeNull();
  });

  it('take 8, 31 and 91 points for week, month and three months (E-335)', () => {
    const curve = Array.from({ length: 200 }, (_, i) => i);
    expect(pointsOfPeriod(curve, 'week')).toEqual([192, 193, 194, 195, 196, 197, 198, 199]);
    expect(pointsOfPeriod(curve, 'month')).toHaveLength(31);
    expect(pointsOfPeriod(curve, 'three_mon')).toHaveLength(91);
    expect(pointsOfPeriod(curve, 'all_period')).toBe(curve);
    expect(pointsOfPeriod([1, 2], 'month')).toEqual([1, 2]);
  });

  it('count the win rate over wins and losses, and none without trades (E-368, H37)', () => {
    expect(winRate(2, 1)).toBe(6_667);
    expect(winRate(0, 3)).toBe(0);
    expect(winRate(5, 0)).toBe(10_000);
    expect(winRate(0, 0)).toBeNull();
  });
});
