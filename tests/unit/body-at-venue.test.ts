import { describe, expect, it } from 'vitest';
import {
  type BotMachine,
  type EngineSink,
  EQUITY_SCALE,
  type Fill,
  type MarketView,
  type OpenOrder,
} from '#lib/engine/machine.ts';
import { createContractMartingale, createMartingale } from '#lib/kinds/martingale/engine.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { TEN_GRIDS } from './engine-fixture.ts';
import { LINEAR, WAITING_FOR_NOTHING } from './martingale-fixture.ts';

const heard = (fills: Fill[]): EngineSink => ({
  fill: (fill) => fills.push(fill),
  order: () => {},
  operation: () => {},
  finish: () => {},
});

/** A venue that has not executed yet what is asked for at the market. */
const VENUE: MarketView = {
  movingAverage: () => 1000,
  marketFillTicks: (_feed, _side, _quantity, at) => at,
  executed: () => null,
};

/** A grid at a venue, from 1000 to 2000; it may move down as it likes, and is stopped where a minute ends at 950. */
function gridAtVenue(fills: Fill[]): BotMachine {
  const stop = { stopLossTicks: 950, stopCheck: 'close' } as const;
  const params = { ...TEN_GRIDS, ...stop, trailDownLimitTicks: 500, momentumE8: -100_000_000n };
  const machine = createSpotGrid(params, VENUE, heard(fills));
  machine.start([1500], 0);
  return machine;
}

/** So much of an order that rests was executed. */
function fill(machine: BotMachine, order: OpenOrder, quantity: bigint): void {
  machine.fillPiece?.(order, { quantity, quote: quantity * BigInt(order.ticks), fee: 0n }, 1);
}

function fillWhole(machine: BotMachine, order: OpenOrder): void {
  fill(machine, order, order.quantity);
}

/** All of its buys have filled. */
function buyDown(machine: BotMachine): void {
  for (const order of machine.openOrders().filter(({ side }) => side === 'buy')) fillWhole(machine, order);
  machine.answerPieces?.(1000, 2);
}

describe('a level that the price has reached at a venue', () => {
  it('fills nothing, whatever rests between it and the price', () => {
    const fills: Fill[] = [];
    const machine = gridAtVenue(fills);
    buyDown(machine);
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

describe('a price at which a bot at a venue is looked at', () => {
  it('neither fills its orders nor moves the ladder away from under them', () => {
    const fills: Fill[] = [];
    const machine = gridAtVenue(fills);
    const orders = machine.openOrders();
    fills.length = 0;
    // Far below every line, and where the ladder moves down.
    machine.jump(0, 700, 3);
    machine.wakeByTime(60_000, [960]);
    expect(fills).toEqual([]);
    expect(machine.openOrders()).toEqual(orders);
    buyDown(machine);
    expect(machine.slots[0]).toEqual({ below: 950, above: 1100 });
  });
});

describe('an order of a round that is executed in pieces', () => {
  it('rests with what is left of it, and counts once it is whole', () => {
    const machine = createMartingale(WAITING_FOR_NOTHING, VENUE, heard([]));
    machine.start([1000], 0);
    const [next] = machine.openOrders() as [OpenOrder];
    const part = next.quantity / 3n;
    fill(machine, next, part);
    machine.answerPieces?.(990, 2);
    expect(machine.openOrders()[0]).toEqual({ ...next, quantity: next.quantity - part });
    expect(() => fillWhole(machine, next)).toThrow('So much of the order does not rest');
    fill(machine, next, next.quantity - part);
    machine.answerPieces?.(990, 3);
    expect(machine.openOrders().map(({ ticks }) => ticks)).toEqual([980, 970, 960, 1005]);
  });
});

describe('an order of a round that is whole before a nearer one', () => {
  const resting = (machine: BotMachine): number[] => machine.openOrders().map(({ ticks }) => ticks);

  it('counts as filled once that is, also where the round is paused in between', () => {
    const machine = createMartingale(WAITING_FOR_NOTHING, VENUE, heard([]));
    machine.start([1000], 0);
    expect(resting(machine)).toEqual([990, 980, 970, 960, 1010]);
    fillWhole(machine, machine.openOrders()[1] as OpenOrder);
    machine.answerPieces?.(995, 2);
    expect(resting(machine)).toEqual([990, 970, 960, 1010]);
    machine.pause?.([995], 3);
    expect(machine.resume?.([985], 4)).toBeNull();
    expect(resting(machine).slice(0, 2)).toEqual([970, 960]);
    expect(machine.slots[0]?.below).toBe(970);
  });
});

describe('a take profit that is executed in pieces', () => {
  const takeProfitOf = (machine: BotMachine): OpenOrder => machine.openOrders().at(-1) as OpenOrder;

  it('is a part of the end where another order has entered meanwhile: the round goes on with that', () => {
    const machine = createMartingale(WAITING_FOR_NOTHING, VENUE, heard([]));
    machine.start([1000], 0);
    const [next] = machine.openOrders() as [OpenOrder];
    const takeProfit = takeProfitOf(machine);
    fill(machine, next, next.quantity / 3n);
    fillWhole(machine, takeProfit);
    machine.answerPieces?.(1010, 2);
    expect(machine.statistics().matches).toBe(0);
    // What is left of the other is cancelled; what it has entered is part of the average cost, 997.5.
    expect(machine.openOrders().map(({ ticks }) => ticks)).toEqual([980, 970, 960, 1008]);
    expect(takeProfitOf(machine).quantity).toBe(next.quantity / 3n);
    expect(machine.equity([1010]).residual).toBe(0n);
  });

  it('brings what the account of a contract has gained', () => {
    const params = { ...WAITING_FOR_NOTHING, spec: LINEAR, leverage: 5 };
    const machine = createContractMartingale(params, VENUE, heard([]));
    machine.start([1000, 1000], 0);
    const paid = machine.equity([1000, 1000]).fees;
    const takeProfit = takeProfitOf(machine);
    const half = (takeProfit.quantity / LINEAR.contract.quantoUnits / 2n) * LINEAR.contract.quantoUnits;
    const gained = (takeProfit.quantity * 10n * LINEAR.tickUnits) / UNITS_PER_COIN;
    for (const quantity of [half, takeProfit.quantity - half]) {
      const quote = (quantity * BigInt(takeProfit.ticks) * LINEAR.tickUnits) / UNITS_PER_COIN;
      machine.fillPiece?.(takeProfit, { quantity, quote, fee: 0n }, 1);
    }
    machine.answerPieces?.(1010, 2);
    expect(machine.statistics()).toMatchObject({ matches: 1, matchedProfit: gained - paid / EQUITY_SCALE });
  });
});

describe('the first order of a round at a venue', () => {
  it('is what the others follow from, as it was executed', () => {
    const executed: NonNullable<MarketView['executed']> = (_feed, _side, quantity) => ({
      ticks: 1100,
      quantity,
      quote: quantity * 1100n,
      fee: 0n,
    });
    const machine = createMartingale(WAITING_FOR_NOTHING, { ...VENUE, executed }, heard([]));
    machine.start([1000], 0);
    // One percent apart from there, and one fewer: it has cost more.
    expect(machine.openOrders().map(({ ticks }) => ticks)).toEqual([1089, 1078, 1067, 1111]);
  });
});
