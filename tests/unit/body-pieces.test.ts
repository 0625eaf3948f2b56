import { describe, expect, it } from 'vitest';
import type { BotMachine, EngineSink, Fill, MarketView } from '#lib/engine/machine.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import { TEN_GRIDS } from './engine-fixture.ts';

/** A grid at a venue that has bought on all of its lines down to 1000; it may move down as it likes, and is stopped where a minute ends at 950. */
function boughtDown(fills: Fill[]): BotMachine {
  const sink: EngineSink = {
    fill: (fill) => fills.push(fill),
    order: () => {},
    operation: () => {},
    finish: () => {},
  };
  const view: MarketView = { movingAverage: () => 1000, marketFillTicks: (_feed, _side, _quantity, at) => at };
  const stop = { stopLossTicks: 950, stopCheck: 'close' } as const;
  const params = { ...TEN_GRIDS, ...stop, trailDownLimitTicks: 500, momentumE8: -100_000_000n };
  const machine = createSpotGrid(params, view, sink);
  machine.start([1500], 0);
  for (const order of machine.openOrders().filter(({ side }) => side === 'buy')) {
    const { quantity, ticks } = order;
    machine.fillPiece?.(order, { quantity, quote: quantity * BigInt(ticks), fee: 0n }, 1);
  }
  machine.answerPieces?.(1000, 2);
  return machine;
}

describe('a level that the price has reached at a venue', () => {
  it('fills nothing, whatever rests between it and the price', () => {
    const fills: Fill[] = [];
    const machine = boughtDown(fills);
    // It passes the stop, which the end of the minute decides of, and moves down twice.
    for (const level of [950, 900, 800]) {
      expect(machine.slots[0]?.below).toBe(level);
      machine.passLevel?.('below', 3);
    }
    machine.wakeByTime(60_000, [960]);
    expect(machine.status).toBe('running');
    expect(machine.slots).toEqual([{ below: 950, above: 900 }]);
    fills.length = 0;
    machine.passLevel?.('below', 60_001);
    expect(fills).toEqual([]);
    expect(machine.openOrders()[0]).toMatchObject({ side: 'sell', ticks: 900 });
    expect(() => machine.passLevel?.('above', 60_002)).toThrow('An order rests at the level');
  });
});
