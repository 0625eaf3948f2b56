import { describe, expect, it } from 'vitest';
import { coinScaleOf, countableLots } from '#lib/engine/body/coin-scale.ts';
import type { Fill, MarketView } from '#lib/engine/machine.ts';
import { createInfiniteGrid } from '#lib/kinds/infinite-grid/engine.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import { coins, PLAIN } from './engine-fixture.ts';

const view: MarketView = {
  movingAverage: () => Number.NaN,
  marketFillTicks: (_feed, _side, _quantity, ticks) => ticks,
};

const params: InfiniteGridParams = {
  spec: PLAIN,
  fallE8: 1_000_000n,
  riseE8: 1_000_000n,
  investIn: 'quote',
  investment: coins(1000),
  triggerTicks: null,
  stopLossTicks: null,
  takeProfitTicks: null,
  stopCheck: 'tick',
  keepCoins: false,
  feeRate: 100_000n,
};

function started(change: Partial<InfiniteGridParams>, ticks: number) {
  const fills: Fill[] = [];
  const sink = { fill: (fill: Fill) => fills.push(fill), order() {}, operation() {}, finish() {} };
  const machine = createInfiniteGrid({ ...params, ...change }, view, sink);
  machine.start([ticks], 0);
  return { machine, fills };
}

describe('orders that would be worth more than can be counted', () => {
  it('are as large as can be: the largest investment goes through any price, and its books agree', () => {
    const huge = { fallE8: 60_000_000n, riseE8: 100_000_000n, investment: coins(99_999_999) };
    const { machine, fills } = started(huge, 10_000);
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

describe('an infinite grid that was paused', () => {
  it('rests both orders again where the price has reached neither', () => {
    const { machine, fills } = started({}, 10_000);
    machine.move(0, 10_100, 1);
    const before = machine.openOrders();
    expect(before.map(({ side }) => side)).toEqual(['buy', 'sell']);
    machine.pause?.([10_100], 2);
    expect(machine.openOrders()).toEqual([]);
    expect(machine.withheldOrders()).toEqual(
      before.map(({ side, level, ticks }) => ({ side, level, ticks, reason: 'paused' })),
    );
    expect(machine.resume?.([10_050], 3)).toBe(null);
    expect(machine.openOrders()).toEqual(before);
    expect(fills).toHaveLength(2);
  });

  it('brings its coins back to their value at once where the price has passed an order, completes no pair, and goes on from there', () => {
    const { machine, fills } = started({}, 10_000);
    machine.move(0, 10_100, 1);
    machine.pause?.([10_100], 2);
    machine.move(0, 12_000, 3);
    machine.resume?.([12_000], 4);
    const sale = fills[2] as Fill;
    expect([sale.side, sale.role, sale.ticks, sale.matchProfit]).toEqual(['sell', 'rebalance', 12_000, null]);
    expect(machine.openOrders().map(({ ticks }) => ticks)).toEqual([11_880, 12_120]);
    machine.pause?.([12_000], 5);
    machine.resume?.([9_000], 6);
    const buy = fills[3] as Fill;
    expect([buy.side, buy.role, buy.ticks, buy.matchProfit]).toEqual(['buy', 'rebalance', 9_000, null]);
    expect(machine.withheldOrders()).toEqual([{ side: 'buy', level: 0, ticks: 8_910, reason: 'no-funds' }]);
    expect(machine.statistics().matches).toBe(0);
    expect(machine.equity([9_000]).residual).toBe(0n);
  });

  it('sets what the passed orders had set apart free: the next sale is of all that is above the value there', () => {
    const { machine } = started({ riseE8: 100_000_000n, feeRate: 0n }, 10_000);
    machine.pause?.([10_000], 1);
    machine.resume?.([50_000], 2);
    const sale = machine.openOrders().find(({ side }) => side === 'sell');
    expect(sale).toMatchObject({ ticks: 100_000, quantity: (machine.holdings().BTC as bigint) / 2n });
  });
});
