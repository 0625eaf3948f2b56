import fc from 'fast-check';
import { describe, it } from 'vitest';
import { emptyLineAt, gridLines } from '#lib/formulas/grid-levels.ts';
import { type GridLayoutInput, layOutGrid } from '#lib/formulas/grid-quantities.ts';
import { minimumInvestment, smallestGridQuantity } from '#lib/formulas/minimum-investment.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';

const E8 = 100_000_000n;
const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

interface Case {
  readonly input: GridLayoutInput;
  readonly investment: bigint;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    low: fc.integer({ min: 2_000, max: 500_000 }),
    width: fc.double({ min: 0.02, max: 3, noNaN: true }),
    grids: fc.integer({ min: 2, max: 60 }),
    at: fc.double({ min: -0.2, max: 1.2, noNaN: true }),
    isArithmetic: fc.boolean(),
    ratioE8: fc.bigInt({ min: 0n, max: 30_000_000n }),
    investIn: fc.constantFrom('quote' as const, 'base' as const),
    lot: fc.constantFrom(1n, 100n, 10_000n, 1_000_000n),
    feeRate: fc.constantFrom(0n, 25_000n, 100_000n),
    money: fc.bigInt({ min: 5n, max: 100_000n }),
  })
  .map(({ low, width, grids, at, isArithmetic, ratioE8, investIn, lot, feeRate, money }) => {
    const high = Math.round(low * (1 + width)) + grids;
    const lastTicks = Math.max(1, Math.round(low + (high - low) * at));
    const spec = testSpec({ lotUnits: lot, minBaseUnits: lot });
    const lines = gridLines(low, high, grids, isArithmetic ? 'arithmetic' : 'geometric');
    const quantity = { type: 'ratio', ratioE8 } as const;
    const quote = money * E8;
    const investment = investIn === 'quote' ? quote : (quote * E8) / (BigInt(lastTicks) * spec.tickUnits);
    return { input: { spec, lines, lastTicks, openTicks: lastTicks + 1, investIn, quantity, feeRate }, investment };
  });

/** Quantities and cost when the top interval is planned with `top` base units: written for the test, from the documents. */
function planned({ spec, lines, lastTicks, openTicks, investIn, quantity, feeRate }: GridLayoutInput, top: bigint) {
  const count = lines.length - 1;
  const empty = emptyLineAt(lines, lastTicks);
  const factor = E8 + (quantity.type === 'ratio' ? quantity.ratioE8 : 0n);
  const quantities: bigint[] = new Array(count);
  let weight = 10n ** 18n;
  for (let i = count - 1; i >= 0; i -= 1) {
    quantities[i] = ((top * weight) / 10n ** 18n / spec.lotUnits) * spec.lotUnits;
    weight = (weight * factor) / E8;
  }
  let buys = 0n;
  let sells = 0n;
  for (let i = 0; i < count; i += 1) {
    const amount = quantities[i] as bigint;
    if (i < empty) buys += up(amount * BigInt(lines[i] as number) * spec.tickUnits, E8);
    else sells += amount;
  }
  const price = BigInt(openTicks) * spec.tickUnits;
  const lots = (amount: bigint): bigint => up(amount, spec.lotUnits) * spec.lotUnits;
  const cost =
    investIn === 'quote'
      ? buys + up(lots(up(sells * E8, E8 - feeRate)) * price, E8)
      : sells + lots(up(up(buys * E8, E8 - feeRate) * E8, price));
  return { quantities, cost };
}

describe('a ratio grid (A7)', () => {
  it('is the largest that the investment funds: one unit more of the base quantity is not', () => {
    fc.assert(
      fc.property(cases, ({ input, investment }) => {
        const layout = layOutGrid(input, investment);
        expect(layout.cost).toBeLessThanOrEqual(investment);
        let funded = 0n;
        let beyond = 1n;
        while (planned(input, beyond).cost <= investment) beyond *= 2n;
        while (beyond - funded > 1n) {
          const middle = (funded + beyond) / 2n;
          if (planned(input, middle).cost <= investment) funded = middle;
          else beyond = middle;
        }
        const best = planned(input, funded).quantities;
        for (const [i, quantity] of layout.quantities.entries()) {
          expect(quantity).toBeGreaterThanOrEqual(best[i] as bigint);
        }
        const next = planned(input, beyond).quantities;
        expect(layout.quantities.every((quantity, i) => quantity >= (next[i] as bigint))).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('gets from its minimum investment what every order needs (H33)', () => {
    fc.assert(
      fc.property(cases, ({ input }) => {
        const { spec, lines, feeRate } = input;
        const asked = { ...input, openTicks: input.lastTicks };
        const { quantities, cost } = layOutGrid(asked, minimumInvestment(asked, null));
        expect(cost).toBeLessThanOrEqual(minimumInvestment(asked, null));
        for (const [i, quantity] of quantities.entries()) {
          const least = smallestGridQuantity(spec, lines[i] as number, lines[i + 1] as number, feeRate);
          expect(quantity).toBeGreaterThanOrEqual(least);
        }
      }),
      { numRuns: 200 },
    );
  });
});
