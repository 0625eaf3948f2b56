import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annualisedBacktestRateE8, compoundAnnualRate } from '#lib/formulas/annualised.ts';
import { fallE8, fallOver, maxDrawdown } from '#lib/formulas/drawdown.ts';
import { expectancyOf } from '#lib/formulas/expectancy.ts';
import { exposureE8 } from '#lib/formulas/exposure.ts';
import { resampledBand, resampledDays } from '#lib/formulas/monte-carlo.ts';
import { profitFactorE8 } from '#lib/formulas/profit-factor.ts';
import { worstRun } from '#lib/formulas/worst-run.ts';
import { seededUniform } from '#tests/bench/support/seeded-candles.ts';
import { sharedPath } from '#tests/support/shared-path.ts';

const file = sharedPath('spec/oracles.json');
const isThere = existsSync(file);
if (!isThere) console.log(`skipped: the published examples of metrics are not at ${file}`);

const DAY_MS = 86_400_000;

interface Vector {
  readonly start: string;
  readonly end?: string;
  readonly days?: number;
  readonly cagr?: string;
  readonly profits?: readonly string[];
  readonly max_drawdown_abs?: string;
  readonly max_drawdown_rel?: string;
}

describe.runIf(isThere)('published examples', () => {
  const { metrics } = JSON.parse(isThere ? readFileSync(file, 'utf8') : '{}') as { metrics: readonly Vector[] };

  it('of the compound annual growth are met (oracle metrics)', () => {
    const examples = metrics.filter(({ cagr }) => cagr !== undefined);
    expect(examples.length).toBeGreaterThan(0);
    for (const { start, end, days, cagr } of examples) {
      expect(compoundAnnualRate(Number(start), Number(end), days as number)).toBeCloseTo(Number(cagr), 4);
    }
  });

  it('of the largest drawdown, in money and relative, are met (oracle metrics)', () => {
    const examples = metrics.filter(({ profits }) => profits !== undefined);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      let equity = BigInt(example.start);
      const equities = [equity, ...(example.profits ?? []).map((profit) => (equity += BigInt(profit)))];
      const { absolute, relativeE8 } = maxDrawdown(equities);
      expect(absolute).toBe(BigInt(example.max_drawdown_abs as string));
      expect(Number(relativeE8) / 1e8).toBe(Number(example.max_drawdown_rel));
    }
  });
});

describe('figures of a backtest', () => {
  it('annualise simply over begun days (E-369)', () => {
    // 1 % in 36 days and a second: 37 days.
    expect(annualisedBacktestRateE8(1_000_000n, 0, 36 * DAY_MS + 1000)).toBe((1_000_000n * 365n) / 37n);
    expect(annualisedBacktestRateE8(1_000_000n, 0, 73 * DAY_MS)).toBe(5_000_000n);
    expect(annualisedBacktestRateE8(-1_000_000n, 0, 73 * DAY_MS)).toBe(-5_000_000n);
    // As of bots: a year is told from seven days on (H50).
    expect(annualisedBacktestRateE8(1_000_000n, 5, 7 * DAY_MS + 5)).toBe((1_000_000n * 365n) / 7n);
    expect(annualisedBacktestRateE8(1_000_000n, 5, 7 * DAY_MS + 4)).toBeNull();
  });

  it('know no compound rate without a start or a time, and lose all when the end is nothing', () => {
    expect(compoundAnnualRate(0, 10, 100)).toBeNull();
    expect(compoundAnnualRate(10, 10, 0)).toBeNull();
    expect(compoundAnnualRate(10, 0, 100)).toBe(-1);
  });

  it('divide what was won by what was lost, and know no factor without a loss', () => {
    expect(profitFactorE8([30n, -10n, 15n, -20n])).toBe(150_000_000n);
    expect(profitFactorE8([-1n])).toBe(0n);
    expect(profitFactorE8([5n, 0n])).toBeNull();
    expect(profitFactorE8([])).toBeNull();
  });

  it('find the run of losses that cost the most, not the longest', () => {
    expect(worstRun([5n, -1n, -1n, -1n, 4n, -10n, -5n, 0n, -2n])).toEqual({ losses: 2, amount: -15n });
    expect(worstRun([-1n, -2n])).toEqual({ losses: 2, amount: -3n });
    expect(worstRun([3n, 0n])).toEqual({ losses: 0, amount: 0n });
    expect(worstRun([])).toEqual({ losses: 0, amount: 0n });
  });

  it('count the time with a position in any market once', () => {
    const first = [
      { timeMs: 10, quantity: 5n },
      { timeMs: 30, quantity: -5n },
      { timeMs: 80, quantity: -2n },
    ];
    expect(exposureE8([first], 0, 100)).toBe(40_000_000n);
    expect(exposureE8([first, [{ timeMs: 20, quantity: 1n }]], 0, 100)).toBe(90_000_000n);
    expect(exposureE8([first], 20, 80)).toBe((10n * 100_000_000n) / 60n);
    expect(exposureE8([], 0, 100)).toBe(0n);
    expect(exposureE8([first], 5, 5)).toBe(0n);
  });

  it('do not count a rest of less than a lot as a position', () => {
    const trades = [
      { timeMs: 10, quantity: 999n },
      { timeMs: 30, quantity: -990n },
    ];
    expect(exposureE8([trades], 0, 100)).toBe(90_000_000n);
    expect(exposureE8([trades], 0, 100, [10n])).toBe(20_000_000n);
  });
});

describe('expectancy', () => {
  it('is that of the published example, in money and per unit of the mean loss (A11; freqtrade, calculate_expectancy)', () => {
    const cents = [100, 200, 50, -150, 300, -100, 80, -30].map((profit) => BigInt(profit) * 100n);
    const expectancy = expectancyOf(cents);
    expect(expectancy?.amount).toBe(5_625n);
    expect(expectancy?.ratio).toBeCloseTo(0.6027, 4);
  });

  it('knows nothing without trades, and no ratio without a loss', () => {
    expect(expectancyOf([])).toBeNull();
    expect(expectancyOf([5n, 0n])).toEqual({ amount: 2n, ratio: null });
    expect(expectancyOf([-4n, -2n])).toEqual({ amount: -3n, ratio: -1 });
  });
});

describe('drawdowns of stretches', () => {
  it('put together are that of the whole (A2)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 60 }),
        fc.nat(10),
        (equities, size) => {
          const spans = [];
          for (let at = 0; at < equities.length; at += size + 1) {
            const part = equities.slice(at, at + size + 1);
            spans.push({ high: Math.max(...part), low: Math.min(...part), fall: fallOfAll(part) });
          }
          expect(fallOver(spans)).toBe(fallOfAll(equities));
          expect(fallOver(spans, 1000)).toBe(fallOfAll([1000, ...equities]));
        },
      ),
    );
  });

  it('are rounded down for the wire', () => {
    expect(fallE8(0.123456789)).toBe(12_345_678n);
    expect(fallE8(0)).toBe(0n);
  });
});

function fallOfAll(equities: readonly number[]): number {
  let [peak, fall] = [0, 0];
  for (const equity of equities) {
    peak = Math.max(peak, equity);
    fall = Math.max(fall, (peak - equity) / peak);
  }
  return fall;
}

describe('the band of a bot whose days are drawn', () => {
  it('contains the result that it belongs to, whatever the days were (A1)', () => {
    const day = fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 900, max: 1100 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 3000 }) },
    );
    fc.assert(
      fc.property(fc.array(day, { minLength: 10, maxLength: 60 }), fc.integer(), (permille, seed) => {
        let equity = 1_000_000_000_000n;
        const equities = [equity, ...permille.map((factor) => (equity = (equity * BigInt(factor)) / 1000n))];
        const end = resampledDays(equities, seededUniform(seed), { paths: 400 }).at(-1);
        const rate = ((equity - 1_000_000_000_000n) * 100_000_000n) / 1_000_000_000_000n;
        expect(end !== undefined && end.p5 <= rate && rate <= end.p95).toBe(true);
      }),
    );
  });

  it('is nothing with fewer than ten days, and a line for a bot that did nothing', () => {
    expect(resampledDays(Array<bigint>(10).fill(5n), seededUniform(1))).toEqual([]);
    const band = resampledDays(Array<bigint>(12).fill(5n), seededUniform(1), { paths: 10, parts: 2 });
    expect(band.map(({ p5, p95 }) => [p5, p95])).toEqual([
      [0n, 0n],
      [0n, 0n],
      [0n, 0n],
    ]);
  });

  it('lets nobody lose more than everything', () => {
    const trades = [...Array<bigint>(20).fill(5n), -1_000n];
    const end = resampledBand(trades, 950n, seededUniform(2)).at(-1);
    expect(end?.p5).toBe(-100_000_000n);
  });

  it('lets nobody come back who has lost everything', () => {
    // One trade of ten costs the whole start; the other nine each bring it.
    const trades = [...Array<bigint>(9).fill(100n), -100n];
    expect(resampledBand(trades, 100n, seededUniform(2)).at(-1)?.p5).toBe(-100_000_000n);
  });
});

describe('the band of resampled trades', () => {
  const profits = Array.from({ length: 50 }, (_, i) => BigInt((i % 5) - 1) * 1_000_000n);

  it('is the same for the same source of randomness, and another for another', () => {
    const band = (seed: number) => resampledBand(profits, 1_000_000_000n, seededUniform(seed));
    expect(band(1)).toEqual(band(1));
    expect(band(1)).not.toEqual(band(2));
  });

  it('begins at nothing, holds the middle between its edges and ends around what the trades come to', () => {
    const band = resampledBand(profits, 1_000_000_000n, seededUniform(3));
    expect(band).toHaveLength(41);
    expect(band[0]).toEqual({ part: 0, p5: 0n, p50: 0n, p95: 0n });
    expect(band.at(-1)?.part).toBe(1);
    for (const { p5, p50, p95 } of band) expect(p5 <= p50 && p50 <= p95).toBe(true);
    // 50 trades of 0.1 % on average: 5 % in the middle.
    expect(Number(band.at(-1)?.p50) / 1e8).toBeCloseTo(0.05, 2);
  });

  it('is a line when all trades are alike, and nothing with fewer than ten', () => {
    const alike = resampledBand(Array<bigint>(10).fill(5n), 1000n, seededUniform(4), { paths: 20, parts: 5 });
    expect(alike.map(({ p5, p95 }) => [p5, p95])).toEqual(
      [0n, 1n, 2n, 3n, 4n, 5n].map((n) => [n * 1_000_000n, n * 1_000_000n]),
    );
    expect(resampledBand(Array<bigint>(9).fill(5n), 1000n, seededUniform(4))).toEqual([]);
  });

  it('takes the nearest rank of the sorted ends', () => {
    const draws = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
    let path = -1;
    let drawn = 0;
    // Each path draws the same trade ten times: path p ends at ten times profit p.
    const random = (): number => {
      if (drawn % 10 === 0) path += 1;
      drawn += 1;
      return draws[path % 10] as number;
    };
    const ten = Array.from({ length: 10 }, (_, i) => BigInt(i) * 10n);
    const [, end] = resampledBand(ten, 100_000n, random, { paths: 10, parts: 1 });
    expect(end).toEqual({ part: 1, p5: 0n, p50: 400_000n, p95: 900_000n });
  });
});
