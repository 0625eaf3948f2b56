import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type NearPortfolio, portfolioRange } from '#lib/formulas/portfolio-range.ts';
import { isOffTarget, type PortfolioValues, portfolioTotal, rebalanceDifferences } from '#lib/formulas/rebalance.ts';
import { expect } from '#tests/support/quick-expect.ts';

const WHOLE = 100_000_000n;

/** A portfolio of 2–6 coins, each near its target, with some cash. */
function portfolios(): fc.Arbitrary<PortfolioValues> {
  const coin = fc.record({ weight: fc.integer({ min: 1, max: 50 }), off: fc.integer({ min: 70, max: 130 }) });
  return fc
    .record({ coins: fc.array(coin, { minLength: 2, maxLength: 6 }), cash: fc.integer({ min: 0, max: 20 }) })
    .map(({ coins, cash }) => {
      const total = BigInt(coins.reduce((sum, { weight }) => sum + weight, 0));
      const targetsE8 = coins.map(({ weight }) => (BigInt(weight) * WHOLE) / total);
      targetsE8[0] = (targetsE8[0] as bigint) + WHOLE - targetsE8.reduce((sum, one) => sum + one, 0n);
      return {
        values: coins.map(({ weight, off }) => BigInt(weight * off) * 10n ** 14n),
        cash: BigInt(cash) * 10n ** 15n,
        targetsE8,
      };
    });
}

function near(portfolio: PortfolioValues): NearPortfolio {
  return {
    values: portfolio.values.map(Number),
    cash: Number(portfolio.cash),
    total: Number(portfolioTotal(portfolio)),
    targets: portfolio.targetsE8.map((share) => Number(share) / 1e8),
  };
}

/** The portfolio with coin i’s price at a corner of the range: up when bit i is set, else down. Rounded into the range. */
function atCorner({ values, cash, targetsE8 }: PortfolioValues, factor: number, corner: number): PortfolioValues {
  const scaled = BigInt(Math.floor(factor * 1e12));
  const moved = values.map((value, i) =>
    ((corner >> i) & 1) === 1 ? (value * scaled) / 10n ** 12n : (value * 10n ** 12n) / scaled + 1n,
  );
  return { values: moved, cash, targetsE8 };
}

describe('the range in which a portfolio sleeps', () => {
  it('reaches no threshold and no stop at any of its corners, and one just outside of it where it is limited', () => {
    let limited = 0;
    fc.assert(
      fc.property(
        portfolios(),
        fc.integer({ min: 1, max: 500 }),
        fc.option(fc.integer({ min: 1, max: 400 })),
        fc.option(fc.integer({ min: 1, max: 400 })),
        (portfolio, permille, loss, profit) => {
          const thresholdE8 = BigInt(permille) * 100_000n;
          fc.pre(!isOffTarget(portfolio, thresholdE8));
          const total = portfolioTotal(portfolio);
          const lowest = loss === null ? null : total - (total * BigInt(loss)) / 1000n;
          const highest = profit === null ? null : total + (total * BigInt(profit)) / 1000n;
          const factor = portfolioRange(near(portfolio), {
            threshold: permille / 1000,
            isStuck: false,
            lowest: lowest === null ? null : Number(lowest),
            highest: highest === null ? null : Number(highest),
          });
          expect(factor).toBeGreaterThanOrEqual(1);
          const isReached = (at: PortfolioValues): boolean =>
            isOffTarget(at, thresholdE8) ||
            (lowest !== null && portfolioTotal(at) <= lowest) ||
            (highest !== null && portfolioTotal(at) >= highest);
          const corners = Array.from({ length: 2 ** portfolio.values.length }, (_, corner) => corner);
          if (factor === 1) return;
          const inside = Math.min(factor, 1000);
          for (const corner of corners) expect(isReached(atCorner(portfolio, inside, corner))).toBe(false);
          // Cash is counted between, so a range with cash may be narrower than it had to be.
          if (portfolio.cash > 0n || factor > 1000) return;
          limited += 1;
          expect(corners.some((corner) => isReached(atCorner(portfolio, factor * (1 + 1e-6), corner)))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
    expect(limited).toBeGreaterThan(5);
  });

  it('lets a share that could not be brought back go the threshold further before it wakes the bot again', () => {
    const portfolio = { values: [700, 300], cash: 0, total: 1000, targets: [0.5, 0.5] };
    const limits = { threshold: 0.05, lowest: null, highest: null };
    expect(portfolioRange(portfolio, { ...limits, isStuck: false })).toBe(1);
    // 75 % of the whole: k² = 0.75 × 0.3 ÷ (0.7 × 0.25).
    expect(portfolioRange(portfolio, { ...limits, isStuck: true })).toBeCloseTo(Math.sqrt(0.225 / 0.175), 6);
  });

  it('differences of a rebalance sum to the cash that is put to work, to the last unit', () => {
    fc.assert(
      fc.property(portfolios(), (portfolio) => {
        const differences = rebalanceDifferences(portfolio);
        const sum = differences.reduce((all, one) => all + one, 0n);
        const gap = sum + portfolio.cash;
        expect(gap < 0n ? -gap : gap).toBeLessThanOrEqual(BigInt(differences.length));
      }),
    );
  });
});
