import { describe, expect, it } from 'vitest';
import { takeSpare } from '#lib/engine/body/books.ts';
import { exactOf, setTotal } from '#lib/engine/body/exact.ts';
import { newCoinBot } from '#lib/engine/body/snapshot.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { createSpotGrid, restoreSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import { TEN_GRIDS } from './engine-fixture.ts';

const view = {
  movingAverage: () => Number.NaN,
  marketFillTicks: (_: number, __: string, ___: bigint, at: number) => at,
};
const sink = { isQuiet: true, fill() {}, order() {}, operation() {}, finish() {} };

describe('what spare coins cost', () => {
  it.each([
    ['what a number counts', 90_000_000n * 100_000_000n],
    // Half a loan in coins, of ten times the largest investment.
    ['more than a number counts', 2n ** 55n + 1n],
  ])('is exact, %s, and a sell takes its part of it along, rounded up', (_name, cost) => {
    const bot = newCoinBot(TEN_GRIDS, 10, view, sink);
    for (let i = 0; i <= 10; i += 1) bot.setLine(i, 1000 + 100 * i);
    bot.setSlot(3, 1_000, 1_000);
    bot.setResting(3, 1_000);
    setTotal(bot.spareCost, cost * EQUITY_SCALE);
    takeSpare(bot, 3, { lots: 7_000_000, parts: 0 });
    const share = (cost * 1_000n + 6_999_999n) / 7_000_000n;
    expect(exactOf(bot.spareCost)).toBe((cost - share) * EQUITY_SCALE);
  });

  it('is stored whole', () => {
    const machine = createSpotGrid(TEN_GRIDS, view, sink);
    machine.start([1500], 0);
    const stored = machine.snapshot() as { amounts: Record<string, string> };
    const large = { ...stored, amounts: { ...stored.amounts, spareCost: '36028797018963969' } };
    expect(restoreSpotGrid(TEN_GRIDS, large, view, sink).snapshot()).toEqual(large);
  });
});
