import { describe, expect, it } from 'vitest';
import { type FuturesGridInput, layOutFuturesGrid } from '#lib/formulas/futures-grid-layout.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { minimumFuturesInvestment } from '#lib/formulas/minimum-investment-futures.ts';
import { coins } from './engine-fixture.ts';
import { INVERSE, LINEAR, PLAIN_CONTRACT } from './futures-fixture.ts';

const INPUT: Omit<FuturesGridInput, 'openTicks'> = {
  spec: PLAIN_CONTRACT,
  lines: gridLines(1000, 2000, 10, 'arithmetic'),
  lastTicks: 1500,
  side: 'long',
  quantity: { type: 'equal' },
  leverage: 5,
};

describe('the minimum investment of a futures grid', () => {
  it('is the sum over the buy orders × 1.01 × 1.10 ÷ leverage × 1.005, and opening and closing fee (H33, C-432, E-352, E-353)', () => {
    // One contract of 0.01 coins on each of 1000 … 1900: 145; × 1.111 = 161.095.
    const withoutFee = minimumFuturesInvestment(INPUT, null);
    expect(withoutFee).toBe(coins((161.095 * 1.005) / 5));
    const taker = { ...PLAIN_CONTRACT, contract: { ...PLAIN_CONTRACT.contract, takerE8: 50_000n } };
    expect(minimumFuturesInvestment({ ...INPUT, spec: taker }, null) - withoutFee).toBe(coins(161.095 * 0.001));
  });

  it('counts fees with at most 0.15 % (C-436, E-348)', () => {
    const at = (takerE8: bigint): bigint =>
      minimumFuturesInvestment(
        { ...INPUT, spec: { ...PLAIN_CONTRACT, contract: { ...PLAIN_CONTRACT.contract, takerE8 } } },
        null,
      );
    expect(at(75_000n)).toBe(at(500_000n));
    expect(at(75_000n)).toBeGreaterThan(at(50_000n));
  });

  it('is never less than the platform’s ten dollars, in what the contract settles in', () => {
    const small = { ...INPUT, spec: LINEAR, lines: gridLines(10_000, 20_000, 3, 'arithmetic'), lastTicks: 15_000 };
    expect(minimumFuturesInvestment({ ...small, leverage: 50 }, null)).toBe(coins(10));
    const inverse = {
      ...INPUT,
      spec: INVERSE,
      lines: gridLines(500_000, 700_000, 3, 'arithmetic'),
      lastTicks: 600_000,
    };
    expect(minimumFuturesInvestment(inverse, coins(50_000))).toBe(coins(0.0002));
  });

  it('is enough for a contract on every line at a price one percent worse, and a tenth of it is not', () => {
    for (const spec of [PLAIN_CONTRACT, LINEAR, INVERSE]) {
      for (const side of ['long', 'short', 'neutral'] as const) {
        for (const quantity of [{ type: 'equal' }, { type: 'ratio', ratioE8: 8_000_000n }] as const) {
          const input = { ...INPUT, spec, side, quantity };
          const minimum = minimumFuturesInvestment(input, null);
          for (const openTicks of [1485, 1500, 1515]) {
            const layout = layOutFuturesGrid({ ...input, openTicks }, minimum);
            expect(layout.contracts.every((contracts) => contracts >= 1n)).toBe(true);
            expect(layout.cost).toBeLessThanOrEqual(minimum);
          }
          if (spec !== PLAIN_CONTRACT || side !== 'long') continue;
          const layout = layOutFuturesGrid({ ...input, openTicks: 1500 }, minimum / 10n);
          expect(layout.contracts.some((contracts) => contracts === 0n)).toBe(true);
        }
      }
    }
  });
});

describe('the layout of a futures grid', () => {
  it('uses the investment up to less than one contract a line', () => {
    const layout = layOutFuturesGrid({ ...INPUT, openTicks: 1500 }, coins(1000));
    expect(layout.contracts).toEqual(new Array(10).fill(36n));
    expect(layout.opening).toBe(180n);
    expect(layout.cost).toBe(coins(36 * 27.135));
    expect(layOutFuturesGrid({ ...INPUT, openTicks: 1500 }, coins(37 * 27.135)).contracts[0]).toBe(37n);
    expect(layOutFuturesGrid({ ...INPUT, openTicks: 1500 }, coins(37 * 27.135) - 1n).contracts[0]).toBe(36n);
  });

  it('puts no more into one order than the market takes', () => {
    const spec = { ...PLAIN_CONTRACT, contract: { ...PLAIN_CONTRACT.contract, sizeMax: 20n } };
    const layout = layOutFuturesGrid({ ...INPUT, spec, openTicks: 1500 }, coins(1000));
    expect(layout.contracts).toEqual(new Array(10).fill(20n));
  });
});
