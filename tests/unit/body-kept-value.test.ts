import { describe, expect, it } from 'vitest';
import { coinScaleOf, countableLots } from '#lib/engine/body/coin-scale.ts';
import type { Fill, MarketView } from '#lib/engine/machine.ts';
import { createInfiniteGrid } from '#lib/kinds/infinite-grid/engine.ts';
import { coins, PLAIN } from './engine-fixture.ts';

const view: MarketView = {
  movingAverage: () => Number.NaN,
  marketFillTicks: (_feed, _side, _quantity, ticks) => ticks,
};

describe('orders that would be worth more than can be counted', () => {
  it('are as large as can be: the largest investment goes through any price, and its books agree', () => {
    const fills: Fill[] = [];
    const sink = { fill: (fill: Fill) => fills.push(fill), order() {}, operation() {}, finish() {} };
    const machine = createInfiniteGrid(
      {
        spec: PLAIN,
        fallE8: 60_000_000n,
        riseE8: 100_000_000n,
        investIn: 'quote',
        investment: coins(99_999_999),
        triggerTicks: null,
        stopLossTicks: null,
        takeProfitTicks: null,
        stopCheck: 'tick',
        keepCoins: false,
        feeRate: 100_000n,
      },
      view,
      sink,
    );
    machine.start([10_000], 0);
    let time = 0;
    for (const ticks of [2_000_000_000, 1, 90_000, 3, 10_000_000, 7]) {
      time += 1000;
      machine.move(0, ticks, time);
      expect(machine.status).toBe('running');
      expect(machine.equity([ticks]).residual).toBe(0n);
      for (const held of Object.values(machine.holdings())) expect(held).toBeGreaterThanOrEqual(0n);
    }
    const { lotUnits } = PLAIN;
    const most = (ticks: number): bigint => BigInt(countableLots(coinScaleOf(PLAIN, 100_000n), ticks)) * lotUnits;
    const [, ...grid] = fills;
    expect(grid.length).toBeGreaterThan(40);
    for (const { quantity, ticks } of grid) expect(quantity).toBeLessThanOrEqual(most(ticks));
    expect(grid.some(({ quantity, ticks }) => quantity === most(ticks))).toBe(true);
    expect(machine.statistics().matches).toBeGreaterThan(0);
  });
});
