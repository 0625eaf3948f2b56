import { describe, expect, it } from 'vitest';
import type { BotMachine, EngineSink, Fill, MarketView } from '#lib/engine/machine.ts';
import { createFuturesGrid } from '#lib/kinds/futures-grid/engine.ts';
import { createInfiniteGrid } from '#lib/kinds/infinite-grid/engine.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import { createMartingale } from '#lib/kinds/martingale/engine.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { coins, PLAIN, TEN_GRIDS } from './engine-fixture.ts';
import { TEN_FUTURES } from './engine-futures-bench.ts';
import { WAITING_FOR_NOTHING } from './martingale-fixture.ts';

/** Sells a hundredth higher, buys a hundredth lower. */
const INFINITE: InfiniteGridParams = {
  spec: PLAIN,
  fallE8: 1_000_000n,
  riseE8: 1_000_000n,
  investIn: 'quote',
  investment: coins(10_000),
  triggerTicks: null,
  stopLossTicks: null,
  takeProfitTicks: null,
  stopCheck: 'tick',
  keepCoins: false,
  feeRate: 0n,
};

/** Orders at the market fill at the price of now; orders that rest, as many ticks beyond as is said. */
const viewThrough = (throughTicks: number): MarketView => ({
  movingAverage: () => Number.NaN,
  marketFillTicks: (_feed, _side, _quantity, at) => at,
  throughTicks,
});

interface Run {
  readonly machine: BotMachine;
  /** What filled since it was asked last: side and price. */
  filled(): [string, number][];
  finishes: [string, readonly number[]][];
}

type Maker = (view: MarketView, sink: EngineSink) => BotMachine;

function run(make: Maker, through: number, start: number): Run {
  let fills: Fill[] = [];
  const finishes: Run['finishes'] = [];
  const sink: EngineSink = {
    fill: (fill) => fills.push(fill),
    order: () => {},
    operation: () => {},
    finish: (reason, _timeMs, prices) => finishes.push([reason, prices]),
  };
  const machine = make(viewThrough(through), sink);
  machine.start([start], 0);
  const filled = (): [string, number][] => {
    const told = fills.map(({ side, ticks }) => [side, ticks] as [string, number]);
    fills = [];
    return told;
  };
  filled();
  return { machine, filled, finishes };
}

const grid = (through: number, change: Partial<SpotGridParams> = {}, start = 1500): Run =>
  run((view, sink) => createSpotGrid({ ...TEN_GRIDS, ...change }, view, sink), through, start);
const spotGrid: Maker = (view, sink) => createSpotGrid(TEN_GRIDS, view, sink);
const futuresGrid: Maker = (view, sink) => createFuturesGrid(TEN_FUTURES, view, sink);
const infiniteGrid: Maker = (view, sink) => createInfiniteGrid(INFINITE, view, sink);
const round: Maker = (view, sink) => createMartingale(WAITING_FOR_NOTHING, view, sink);

describe('a resting order of the ladder', () => {
  it('fills when it is touched, unless the port says otherwise', () => {
    const { machine, filled } = grid(0);
    machine.move(0, 1400, 1);
    expect(filled()).toEqual([['buy', 1400]]);
    machine.jump(0, 1500, 2);
    expect(filled()).toEqual([['sell', 1500]]);
  });

  it('that must be traded through is not filled at its line, and one tick beyond at its own price', () => {
    const { machine, filled } = grid(1);
    expect(machine.slots[0]).toEqual({ below: 1399, above: 1601 });
    machine.move(0, 1400, 1);
    expect(filled()).toEqual([]);
    machine.move(0, 1399, 2);
    expect(filled()).toEqual([['buy', 1400]]);
    machine.move(0, 1500, 3);
    expect(filled()).toEqual([]);
    machine.move(0, 1501, 4);
    expect(filled()).toEqual([['sell', 1500]]);
  });

  it('fills so when the price jumps as well, each line that it has gone through', () => {
    const { machine, filled } = grid(3);
    machine.jump(0, 1298, 1);
    expect(filled()).toEqual([['buy', 1400]]);
    machine.jump(0, 1297, 2);
    expect(filled()).toEqual([['buy', 1300]]);
    machine.jump(0, 1503, 3);
    expect(filled()).toEqual([
      ['sell', 1400],
      ['sell', 1500],
    ]);
  });

  it('does not hold a stop up: one that stands between the line and where it fills acts first, at its own price', () => {
    const touched = grid(0, { stopLossTicks: 999 });
    touched.machine.move(0, 990, 1);
    expect(touched.filled().at(-2)).toEqual(['buy', 1000]);
    const through = grid(2, { stopLossTicks: 999 });
    through.machine.move(0, 990, 1);
    expect(through.filled().slice(-2)).toEqual([
      ['buy', 1100],
      ['sell', 999],
    ]);
    expect(through.finishes).toEqual([['stop_loss', [999]]]);
  });

  it('comes before its ladder moves, however near the next line is', () => {
    const tight = { lowTicks: 1000, highTicks: 1010, trailUpLimitTicks: 1200, momentumE8: -100_000_000n };
    const gate: Partial<MarketView> = { movingAverage: () => 1000 };
    const make = (view: MarketView, sink: EngineSink): BotMachine =>
      createSpotGrid({ ...TEN_GRIDS, ...tight }, { ...view, ...gate }, sink);
    const { machine, filled } = run(make, 3, 1009);
    machine.move(0, 1012, 1);
    expect([filled(), machine.statistics().range]).toEqual([[], { lowTicks: 1000, highTicks: 1010 }]);
    machine.move(0, 1013, 2);
    expect([filled(), machine.statistics().range]).toEqual([[['sell', 1010]], { lowTicks: 1003, highTicks: 1013 }]);
  });
});

describe('after a pause', () => {
  /** The fills of going on at a price, by ticks that an order must be traded through. */
  const wentOn = (make: Maker, through: number, [start, now]: readonly [number, number]): [string, number][] => {
    const { machine, filled } = run(make, through, start);
    machine.pause?.([now], 1);
    machine.resume?.([now], 2);
    return filled();
  };

  it.each([
    ['spot grid', spotGrid],
    ['futures grid', futuresGrid],
  ] as const)(
    'the line of a %s that the price has only touched rests again, one that it went through is made up for',
    (_, make) => {
      expect(wentOn(make, 0, [1500, 1400])).toEqual([['buy', 1400]]);
      expect(wentOn(make, 2, [1500, 1400])).toEqual([]);
      expect(wentOn(make, 2, [1500, 1399])).toEqual([]);
      expect(wentOn(make, 2, [1500, 1398])).toEqual([['buy', 1398]]);
      expect(wentOn(make, 2, [1500, 1601])).toEqual([]);
      expect(wentOn(make, 2, [1500, 1602])).toEqual([['sell', 1602]]);
    },
  );

  it('so does an infinite grid', () => {
    expect(wentOn(infiniteGrid, 0, [10_000, 10_100])).toEqual([['sell', 10_100]]);
    expect(wentOn(infiniteGrid, 1, [10_000, 10_100])).toEqual([]);
    expect(wentOn(infiniteGrid, 1, [10_000, 10_101])).toEqual([['sell', 10_101]]);
  });

  it('the orders of a round do', () => {
    expect(wentOn(round, 0, [1000, 990])).toEqual([['buy', 990]]);
    expect(wentOn(round, 1, [1000, 990])).toEqual([]);
    expect(wentOn(round, 1, [1000, 989])).toEqual([['buy', 989]]);
  });
});

describe('the orders of a round', () => {
  it('are traded through, the take profit too, and the next round opens at the price that is seen', () => {
    const { machine, filled } = run(round, 1, 1000);
    machine.move(0, 990, 1);
    expect(filled()).toEqual([]);
    machine.move(0, 989, 2);
    expect(filled()).toEqual([['buy', 990]]);
    const profit = machine.round?.()?.takeProfitTicks as number;
    machine.move(0, profit, 3);
    expect(filled()).toEqual([]);
    machine.move(0, profit + 1, 4);
    expect(filled()).toEqual([
      ['sell', profit],
      ['buy', profit + 1],
    ]);
  });
});

describe('a limit close', () => {
  it('that rests fills at its own price when it is traded through; one that the price is at already does not rest', () => {
    const { machine, filled, finishes } = grid(1);
    machine.terminate({ type: 'limit', ticks: 1600, expiresAtMs: 1e9 }, [1500], 1);
    expect(machine.slots[0]?.above).toBe(1601);
    machine.move(0, 1600, 2);
    expect(filled()).toEqual([]);
    machine.move(0, 1601, 3);
    expect(filled()).toEqual([['sell', 1600]]);
    expect(finishes).toEqual([['cancelled', [1601]]]);
    const met = grid(1);
    met.machine.terminate({ type: 'limit', ticks: 1500, expiresAtMs: 1e9 }, [1500], 1);
    expect(met.filled()).toEqual([['sell', 1500]]);
  });
});
