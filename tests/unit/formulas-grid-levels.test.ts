import { describe, expect, it } from 'vitest';
import { emptyLineAt, gridLineAt, gridLines } from '#lib/formulas/grid-levels.ts';
import { everyGridEarns, gridReturn, gridReturnRange } from '#lib/formulas/grid-return.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { feeOn } from '#lib/money/market-spec.ts';

describe('the lines of a grid', () => {
  it.each([
    { source: 'Gate help 22274', low: 30, high: 150, grids: 3, lines: [30, 70, 110, 150] },
    { source: 'KuCoin 21959472633113', low: 8000, high: 12000, grids: 4, lines: [8000, 9000, 10000, 11000, 12000] },
  ])('$source: n intervals have n + 1 equally spaced lines (oracle grid_levels)', ({ low, high, grids, lines }) => {
    expect(gridLines(low, high, grids, 'arithmetic')).toEqual(lines);
  });

  it('floors every line to the tick (oracle grid_levels)', () => {
    expect(gridLines(10, 20, 3, 'arithmetic')).toEqual([10, 13, 16, 20]);
    expect(gridLines(100, 200, 2, 'geometric')).toEqual([100, 141, 200]);
  });

  it('puts a geometric line that falls exactly on a tick on it, not one below (C-128)', () => {
    for (const factor of [2, 3, 7, 10]) {
      const lines = gridLines(1_000, 1_000 * factor ** 6, 6, 'geometric');
      expect(lines).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => 1_000 * factor ** i));
    }
  });

  it('keeps the outer lines exactly at the typed prices (C-122)', () => {
    for (const spacing of ['arithmetic', 'geometric'] as const) {
      const lines = gridLines(3_333_333, 7_777_777, 97, spacing);
      expect(lines[0]).toBe(3_333_333);
      expect(lines.at(-1)).toBe(7_777_777);
      expect(lines).toHaveLength(98);
    }
  });

  it('stays exact where prices have more digits than a float can multiply (C-251)', () => {
    const high = 9_999_999_900_000_000;
    const lines = gridLines(1, high, 1_000, 'arithmetic');
    expect(lines[999]).toBe(1 + Number((999n * BigInt(high - 1)) / 1_000n));
  });

  it('continues the same ladder beyond the range for a trailing grid', () => {
    expect(gridLineAt(100, 200, 10, 'arithmetic', 11)).toBe(210);
    expect(gridLineAt(100, 200, 10, 'arithmetic', -1)).toBe(90);
    expect(gridLineAt(100, 400, 2, 'geometric', 3)).toBe(800);
    expect(gridLineAt(100, 400, 2, 'geometric', -1)).toBe(50);
  });

  it('leaves the line nearest to the price empty, the upper one on a tie (oracle first_orders)', () => {
    const lines = gridLines(2500, 2800, 15, 'arithmetic');
    const empty = emptyLineAt(lines, 2610);
    expect(lines[empty - 1]).toBe(2600);
    expect(lines[empty]).toBe(2620);
    expect(lines[empty + 1]).toBe(2640);
  });

  it('leaves an outer line empty when the price is outside the range (D9)', () => {
    const lines = gridLines(2500, 2800, 15, 'arithmetic');
    expect(emptyLineAt(lines, 1)).toBe(0);
    expect(emptyLineAt(lines, 99_999)).toBe(15);
  });
});

describe('the return per grid', () => {
  it('takes both fees out of what is received, as OKX publishes it (C-260, oracle match_return)', () => {
    // 400–5000, 10 grids, tick 0.1.
    const { min, max } = gridReturnRange(gridLines(4_000, 50_000, 10, 'arithmetic'), 100_000n);
    expect(max).toBeCloseTo(1.14570215, 12);
    expect(min).toBeCloseTo(0.0991200440528634, 12);
  });

  it('is about the price step less twice the fee (C-260, E-351)', () => {
    expect(gridReturn(10_000, 10_100, 100_000n)).toBeCloseTo(0.01 - 2 * 0.001, 4);
  });

  it('decides exactly whether every pair earns more than its fees (C-257)', () => {
    // (1 − 0.5)² × 4 = 1: nothing is earned; one tick more earns.
    expect(everyGridEarns([100, 400], 50_000_000n)).toBe(false);
    expect([399, 400].map((high) => everyGridEarns([100, high], 50_000_000n, true))).toEqual([false, true]);
    expect(everyGridEarns([100, 401], 50_000_000n)).toBe(true);
    expect(everyGridEarns([100, 401, 401], 50_000_000n)).toBe(false);
  });
});

describe('the profit of a matched pair', () => {
  it("is what Bybit's worked example prints (oracle match_profit)", () => {
    const units = (text: string): bigint => parseAmount(text) as bigint;
    const rate = 100_000n;
    const bought = units('0.08795882');
    const baseFee = feeOn(bought, rate);
    const sold = bought - baseFee;
    expect(sold).toBe(units('0.08787086'));
    const cost = Number(bought) * 53_000;
    const received = Number(sold) * 57_000;
    const quoteFee = received * 0.001;
    expect((received - quoteFee - cost) / 1e8).toBeCloseTo(341.81, 2);
    // The source counts both fees at the price of the sale's leg and the buy's leg.
    expect((Number(baseFee) * 57_000 + quoteFee) / 1e8).toBeCloseTo(10.02, 2);
  });
});
