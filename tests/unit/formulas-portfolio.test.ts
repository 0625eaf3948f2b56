import { describe, expect, it } from 'vitest';
import {
  arbitrageAnnualRateE8,
  arbitrageMinimum,
  reserveRateE8,
  splitArbitrage,
} from '#lib/formulas/arbitrage-terms.ts';
import { indicatorMinimum } from '#lib/formulas/indicator-minimum.ts';
import { portfolioMinimum } from '#lib/formulas/portfolio-minimum.ts';
import { equalShares, marketCapShares, shareOutHundred } from '#lib/formulas/portfolio-shares.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';

const USDT = 100_000_000n;
const sum = (shares: readonly number[]): number => shares.reduce((total, share) => total + share, 0);

describe('shares of a portfolio', () => {
  it('are equal, and what is left over goes to the first coins (C-247, E-220)', () => {
    expect(equalShares(4)).toEqual([25, 25, 25, 25]);
    expect(equalShares(3)).toEqual([34, 33, 33]);
    expect(equalShares(7)).toEqual([15, 15, 14, 14, 14, 14, 14]);
    expect(equalShares(0)).toEqual([]);
  });

  it('follow the market caps with at least 1 % each, taken from the largest (C-247, E-220)', () => {
    expect(marketCapShares([60n, 40n])).toEqual([60, 40]);
    expect(marketCapShares([1_000_000n, 1n, 1n])).toEqual([98, 1, 1]);
    const ten = marketCapShares([10n ** 12n, ...Array.from({ length: 9 }, () => 1n)]);
    expect(ten).toEqual([91, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(sum(marketCapShares([0n, 0n, 0n]))).toBe(100);
  });

  it('of held coins are floored, and the remainder is added one point at a time from the first on (C-327)', () => {
    expect(shareOutHundred([1n, 1n, 1n])).toEqual([34, 33, 33]);
    expect(shareOutHundred([199n, 398n, 403n])).toEqual([20, 40, 40]);
    for (const weights of [
      [7n, 11n, 13n],
      [1n, 999n],
      [3n, 3n, 3n, 3n, 3n, 3n],
    ]) {
      expect(sum(shareOutHundred(weights))).toBe(100);
    }
  });

  it('need 10 USDT for each coin (C-241, C-418, E-217, M-369)', () => {
    expect(portfolioMinimum(2)).toBe(20n * USDT);
    expect(portfolioMinimum(10)).toBe(100n * USDT);
  });
});

interface AprVector {
  readonly rate: string;
  readonly interval_s: number;
  readonly leverage: number;
  readonly percent: string;
}

const VECTORS: readonly AprVector[] = [
  { rate: '0.0001', interval_s: 28_800, leverage: 2, percent: '7.30' },
  { rate: '0.0001', interval_s: 28_800, leverage: 3, percent: '8.21' },
];

describe('arbitrage terms', () => {
  it.each(VECTORS)('reckon a reference annual rate of $percent % at $leverage X (C-430, E-357)', (vector) => {
    const rate = BigInt(Math.round(Number(vector.rate) * 1e8));
    const annual = arbitrageAnnualRateE8(rate, vector.interval_s * 1000, vector.leverage);
    expect((Number(annual) / 1e6).toFixed(2)).toBe(vector.percent);
  });

  it('give a negative annual rate where longs are paid', () => {
    expect(arbitrageAnnualRateE8(-10_000n, 28_800_000, 1)).toBe(-5_475_000n);
  });

  it('keep 15 settlements in reserve: of 0.0001 when nothing is known, of nothing when the rate is negative (C-431, E-356)', () => {
    expect(reserveRateE8(20_000n)).toBe(300_000n);
    expect(reserveRateE8(null)).toBe(150_000n);
    expect(reserveRateE8(-1n)).toBe(0n);
  });

  it('divide an investment into coins, margin and reserve to the last unit', () => {
    const { spot, margin, reserve } = splitArbitrage(1000n * USDT, 2, 10_000n);
    expect(spot + margin + reserve).toBe(1000n * USDT);
    // 1000 ÷ (1 + 1/2 + 15 · 0.0001) = 666.0006…
    expect(spot).toBe(66_600_066_600n);
    expect([margin, reserve]).toEqual([33_300_033_301n, 99_900_099n]);
    expect(splitArbitrage(1000n * USDT, 1, -5n)).toEqual({ spot: 500n * USDT, margin: 500n * USDT, reserve: 0n });
  });

  it('ask for both legs of the smallest order, the margin × 1.0005 and the reserve; at least 10 USDT (C-248, H34, E-246, E-288, E-353)', () => {
    // 0.0001 BTC at 60,000 is 6 USDT, with 1 % and 10 % on top 6.666; at a tenth of the price it is little.
    expect(arbitrageMinimum(testSpec(), testContract(), 600_000, 2, -1n)).toBe(1_000_066_650n);
    expect(arbitrageMinimum(testSpec(), testContract(), 300_000, 2, -1n)).toBe(10n * USDT);
    // A platform that says another one is taken at its word (E-288).
    expect(arbitrageMinimum(testSpec(), testContract(), 300_000, 2, -1n, 6n * USDT)).toBe(6n * USDT);
    const spec = { ...testSpec(), companions: { 'BTC_USDT@USDT': testContract() } };
    const facts = { spec, lastTicks: 300_000, feeRate: 0n, nextFundingE8: -1n };
    const { typedMinimum } = definitionOf('spot-future-arbitrage');
    const least = [null, 6n * USDT].map((minTotal) => typedMinimum?.({ leverage: '2' }, { ...facts, minTotal }));
    expect(least).toEqual([10n * USDT, 6n * USDT]);
    const larger = testContract({ sizeMin: 100n });
    const notional = 66_660_000_000n;
    const margin = (notional * 10_005n) / 20_000n;
    expect(arbitrageMinimum(testSpec(), larger, 600_000, 2, -1n)).toBe(notional + margin);
    expect(arbitrageMinimum(testSpec(), larger, 600_000, 2, 10_000n)).toBe(notional + margin + 99_990_000n);
  });
});

describe('the minimum of an indicator bot', () => {
  const input = { spec: testSpec(), leverage: 1, ratioE8: USDT, lastTicks: 600_000, assetInUsdt: USDT };

  it('is 10 USDT while the market asks for less (C-250, E-195, M-368)', () => {
    expect(indicatorMinimum(input)).toBe(10n * USDT);
  });

  it('lets the smallest trade be an order: a tenth of the capital needs ten times as much', () => {
    // 0.00005 BTC at 60,000 is 3 USDT; × 1.01 × 1.10 ÷ 0.1.
    expect(indicatorMinimum({ ...input, ratioE8: 10_000_000n })).toBe(3_333_000_000n);
  });

  it('needs less with leverage', () => {
    const contract = { ...input, spec: testContract({ sizeMin: 100n }) };
    const plain = indicatorMinimum(contract);
    const levered = indicatorMinimum({ ...contract, leverage: 10 });
    expect(plain).toBe(66_993_300_000n);
    expect(levered).toBe(6_699_330_000n);
  });
});
