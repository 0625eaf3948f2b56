import { describe, expect, it } from 'vitest';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { type GridLayoutInput, layOutGrid } from '#lib/formulas/grid-quantities.ts';
import {
  documentedMinimum,
  minimumInvestment,
  platformMinimum,
  smallestGridQuantity,
} from '#lib/formulas/minimum-investment.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { feeOn, quoteValueDown, quoteValueUp } from '#lib/money/market-spec.ts';
import { testSpec } from '#tests/support/market-specs.ts';

const units = (text: string): bigint => parseAmount(text) as bigint;
const spec = testSpec();

function input(changes: Partial<GridLayoutInput> = {}): GridLayoutInput {
  return {
    spec,
    lines: gridLines(500_000, 700_000, 20, 'arithmetic'),
    lastTicks: 600_000,
    openTicks: 600_000,
    investIn: 'quote',
    quantity: { type: 'equal' },
    feeRate: 100_000n,
    ...changes,
  };
}

describe('from an investment to orders', () => {
  it('splits a quote investment exactly where it divides exactly (C-129)', () => {
    const lines = [100_000, 200_000, 300_000];
    const layout = layOutGrid(input({ lines, lastTicks: 300_000, openTicks: 300_000, feeRate: 0n }), units('3000'));
    // Both buys rest: 0.1 × 10,000 and 0.1 × 20,000.
    expect(layout.quantities).toEqual([units('0.1'), units('0.1')]);
    expect(layout.cost).toBe(units('3000'));
    expect(layout.openBuy).toBe(0n);
  });

  it('buys at the opening what the sells need after the fee (D4, D9)', () => {
    const layout = layOutGrid(input(), units('10000'));
    const needed = layout.quantities.slice(layout.emptyLine).reduce((sum, quantity) => sum + quantity, 0n);
    expect(layout.openBuy - feeOn(layout.openBuy, 100_000n)).toBeGreaterThanOrEqual(needed);
    expect(layout.openBuy - spec.lotUnits - feeOn(layout.openBuy - spec.lotUnits, 100_000n)).toBeLessThan(needed);
  });

  it('sells at the opening of a base investment what the buys need after the fee', () => {
    const layout = layOutGrid(input({ investIn: 'base' }), units('1'));
    const buys = layout.quantities.slice(0, layout.emptyLine);
    const needed = buys.reduce((sum, quantity, i) => sum + quoteValueUp(spec, quantity, input().lines[i]!), 0n);
    const received = quoteValueDown(spec, layout.openSell, 600_000);
    expect(received - feeOn(received, 100_000n)).toBeGreaterThanOrEqual(needed);
    expect(layout.cost).toBeLessThanOrEqual(units('1'));
  });

  it('gives each lower grid (1 + ratio) times the quantity of the one above it (D6, C-129)', () => {
    const lines = gridLines(100_000, 140_000, 4, 'arithmetic');
    const layout = layOutGrid(
      input({ lines, lastTicks: 140_000, quantity: { type: 'ratio', ratioE8: 100_000_000n } }),
      units('15000'),
    );
    const [q0, q1, q2, q3] = layout.quantities.map(Number) as [number, number, number, number];
    // Each is floored to the lot, so the proportion holds within one lot.
    expect(Math.abs(q2 - 2 * q3)).toBeLessThanOrEqual(100);
    expect(Math.abs(q1 - 2 * q2)).toBeLessThanOrEqual(200);
    expect(Math.abs(q0 - 2 * q1)).toBeLessThanOrEqual(200);
  });

  it('uses all of the investment but less than one lot per grid (C-122)', () => {
    for (const investment of ['100', '1234.5678', '99999999']) {
      const layout = layOutGrid(input(), units(investment));
      const lotInEveryGrid = quoteValueUp(spec, spec.lotUnits * 21n, 700_000);
      expect(layout.cost).toBeLessThanOrEqual(units(investment));
      expect(units(investment) - layout.cost).toBeLessThan(lotInEveryGrid);
    }
  });
});

describe('the minimum investment', () => {
  it('is the documented sum: minimum of each buy order, 1 % price bump, 10 % margin (H33, E-352)', () => {
    const lines = [100_000, 200_000, 300_000];
    // Two buys at 10,000 and 20,000: 3 USDT is more than 0.000001 BTC, twice.
    expect(documentedMinimum(spec, lines)).toBe(units('6.666'));
    // With a minimum of 0.01 BTC the value of it counts: 100 + 200.
    expect(documentedMinimum(testSpec({ minBaseUnits: units('0.01') }), lines)).toBe(units('333.3'));
  });

  it('is never below the platform minimum of 10 USDT or what that is worth (H33)', () => {
    expect(platformMinimum('USDT', null)).toBe(units('10'));
    expect(platformMinimum('BTC', units('50000'))).toBe(units('0.0002'));
    expect(platformMinimum('BTC', null)).toBe(0n);
    expect(platformMinimum('BTC', 0n)).toBe(0n);
    expect(minimumInvestment(input({ lines: [590_000, 610_000] }), null)).toBe(units('10'));
    const inBase = minimumInvestment(input({ lines: [590_000, 610_000], investIn: 'base' }), null);
    expect(quoteValueUp(spec, inBase, 600_000)).toBeGreaterThanOrEqual(units('10'));
  });

  it('is enough to place every order, also when quantities are equal over a wide range (H33)', () => {
    for (const investIn of ['quote', 'base'] as const) {
      for (const quantity of [{ type: 'equal' }, { type: 'ratio', ratioE8: 5_000_000n }] as const) {
        for (const lastTicks of [1_000, 100_000, 150_000, 449_000, 600_000, 950_000, 2_000_000]) {
          const lines = gridLines(100_000, 1_000_000, 30, 'geometric');
          const wide = input({ lines, lastTicks, openTicks: Math.ceil(lastTicks * 1.005), investIn, quantity });
          const { quantities, openBuy, openSell } = layOutGrid(wide, minimumInvestment(wide, null));
          const opening = openBuy + openSell;
          const least = smallestOrder(spec, BigInt(wide.openTicks) * spec.tickUnits);
          expect(opening === 0n || opening >= least).toBe(true);
          for (const [i, quantityOfGrid] of quantities.entries()) {
            expect(quantityOfGrid).toBeGreaterThanOrEqual(
              smallestGridQuantity(spec, lines[i]!, lines[i + 1]!, 100_000n),
            );
          }
        }
      }
    }
  });

  it('counts what a sell has left after the fee of its buy (D4)', () => {
    const coarse = testSpec({ lotUnits: units('1'), minBaseUnits: units('1'), minQuoteUnits: 1n });
    // One coin bought leaves 0.999, which is no whole lot: two must be bought.
    expect(smallestGridQuantity(coarse, 1_000, 1_100, 100_000n)).toBe(units('2'));
  });

  it('stays a number of the wire even where no investment could be enough (H33)', () => {
    const lines = gridLines(100_000, 1_000_000, 200, 'geometric');
    const absurd = minimumInvestment(input({ lines, quantity: { type: 'ratio', ratioE8: 100_000_000n } }), null);
    expect(absurd / 100_000_000n).toBeGreaterThan(99_999_999n);
    expect(`${absurd / 100_000_000n}`.length).toBeLessThanOrEqual(20);
  });
});
