import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { DriverPoint } from '#lib/engine/live-driver.ts';
import type { BotMachine, EngineSink, Fill, MarketView, OrderEvent } from '#lib/engine/machine.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import * as infinite from '#lib/kinds/infinite-grid/engine.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import * as margin from '#lib/kinds/margin-grid/engine.ts';
import * as martingale from '#lib/kinds/martingale/engine.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import * as spot from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { type MarketSpec, quoteValueUp } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { COARSE, candleWalk, closeOf, FINE, fixedView, livePoints, PRICE, spotGridParams } from './engine-scenario.ts';
import { infiniteGridParams, marginGridParams } from './every-kind-scenario.ts';
import type { House } from './golden-life.ts';
import { indicatorParams, withVolumes } from './indicator-scenario.ts';
import { martingaleParams } from './martingale-scenario.ts';

/** Any order of what an owner may do with a running bot, between ticks and restarts. */

interface Act {
  /** Share of the points after which it comes, permille. */
  readonly at: number;
  readonly what: 'pause' | 'resume' | 'withdraw' | 'restore' | 'terminate' | 'change';
  /** Of what may be taken out, permille. */
  readonly part: number;
}

const acts = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 999 }),
      what: fc.constantFrom(
        'pause',
        'resume',
        'pause',
        'resume',
        'withdraw',
        'withdraw',
        'restore',
        'terminate',
        'change',
        'change',
      ),
      part: fc.integer({ min: 0, max: 1_000 }),
    }),
    { maxLength: 14 },
  )
  .map((list) => [...list].sort((a, b) => a.at - b.at) as readonly Act[]);

interface Heard {
  readonly fills: Fill[];
  readonly orders: OrderEvent[];
  readonly operations: string[];
  finishes: number;
  readonly cash: { type: string; asset: string; amount: bigint }[];
}

function listener(): { readonly heard: Heard; readonly sink: EngineSink } {
  const heard: Heard = { fills: [], orders: [], operations: [], finishes: 0, cash: [] };
  return {
    heard,
    sink: {
      fill: (fill) => void heard.fills.push(fill),
      order: (order) => void heard.orders.push(order),
      operation: (type) => void heard.operations.push(type),
      finish: () => {
        heard.finishes += 1;
      },
      cash: (type, _timeMs, asset, amount) => void heard.cash.push({ type, asset, amount }),
    },
  };
}

function live(machine: BotMachine, { ticks, timeMs, jump }: DriverPoint, last: number): void {
  while (machine.wakeAtMs <= timeMs) machine.wakeByTime(machine.wakeAtMs, [last]);
  const [slot] = machine.slots;
  if (slot === undefined || (ticks > slot.below && ticks < slot.above)) return;
  if (jump) machine.jump(0, ticks, timeMs);
  else machine.move(0, ticks, timeMs);
}

/** What the bot's money must be by what it told: what it began with, each fill once, loans, interest, and what was taken out. */
class Account {
  readonly held = new Map<string, bigint>();

  add(asset: string, amount: bigint): void {
    this.held.set(asset, (this.held.get(asset) ?? 0n) + amount);
  }

  book(fill: Fill, base: string, quote: string): void {
    const isBuy = fill.side === 'buy';
    this.add(base, isBuy ? fill.quantity : -fill.quantity);
    this.add(quote, isBuy ? -fill.quote : fill.quote);
    this.add(fill.feeAsset, -fill.fee);
  }
}

function checkOrders(machine: BotMachine, params: { spec: MarketSpec }): void {
  const { spec } = params;
  const held = machine.holdings();
  let money = 0n;
  let coins = 0n;
  for (const { side, ticks, quantity } of machine.openOrders()) {
    if (side === 'buy') money += quoteValueUp(spec, quantity, ticks);
    else coins += quantity;
  }
  expect(money <= (held[spec.quote] as bigint)).toBe(true);
  expect(coins <= (held[spec.base] as bigint)).toBe(true);
}

interface Changeable<P> extends House<P> {
  change?: EngineKind<P>['change'];
  /** Other params for a running bot at a price. */
  changed?(params: P, part: number, last: number): P;
  /** Stops of its position go on while it is paused, and may close a part of it. */
  readonly isGuarded?: boolean;
  /** Of kinds whose investment is all that they were given: the params with so much more. */
  funded?(params: P, deposit: bigint): P;
}

/** Another range and number of grids around the price, or the same with other stops; more money or none. */
function changed<P extends SpotGridParams>(params: P, part: number, last: number): P {
  if (part < 200) return { ...params, stopLossTicks: null, takeProfitTicks: null };
  const width = 40 + part * 10;
  const low = Math.max(1, last - (part % 2 === 0 ? width : Math.floor(width / 3)));
  return {
    ...params,
    lowTicks: low,
    highTicks: last + width,
    gridCount: 2 + (part % 17),
    stopLossTicks: null,
    takeProfitTicks: null,
  };
}

/** Another fall and rise, or the same with other stops. */
function changedSwing(params: InfiniteGridParams, part: number): InfiniteGridParams {
  const stops = { ...params, stopLossTicks: null, takeProfitTicks: null };
  if (part < 200) return stops;
  // Every sixth has more money and the same swing.
  return part % 6 === 0 ? stops : { ...stops, fallE8: BigInt(part) * 20_000n, riseE8: BigInt(1_200 - part) * 20_000n };
}

/** Drives one life and holds every step of it. */
function checkLife<P extends { spec: MarketSpec; investment: bigint; investIn?: 'quote' | 'base' }>(
  house: Changeable<P>,
  begun: P,
  points: readonly DriverPoint[],
  todo: readonly Act[],
  view: MarketView = fixedView(begun.spec, PRICE),
): void {
  let params = begun;
  const { spec } = params;
  const { heard, sink } = listener();
  let machine = house.create(params, view, sink);
  let last = (points[0] as DriverPoint).ticks;
  machine.start([last], (points[0] as DriverPoint).timeMs);
  const account = new Account();
  account.add(params.investIn === 'base' ? spec.base : spec.quote, params.investment);
  let booked = 0;
  let paid = 0;
  const check = (): void => {
    for (; booked < heard.fills.length; booked += 1) account.book(heard.fills[booked] as Fill, spec.base, spec.quote);
    for (; paid < heard.cash.length; paid += 1) {
      const { type, asset, amount } = heard.cash[paid] as (typeof heard.cash)[number];
      // Interest is owed, not paid.
      if (type !== 'interest') account.add(asset, amount);
    }
    const statement = machine.equity([last]);
    expect(statement.residual).toBe(0n);
    for (const [asset, amount] of Object.entries(machine.holdings())) {
      expect([asset, amount]).toEqual([asset, account.held.get(asset) ?? 0n]);
    }
    for (const amount of Object.values(machine.holdings())) expect(amount >= 0n).toBe(true);
    if (machine.status === 'running') checkOrders(machine, params);
    if (machine.status === 'paused') expect(machine.openOrders()).toEqual([]);
  };
  for (const [index, point] of points.entries()) {
    const before = heard.fills.length;
    const wasPaused = machine.status === 'paused';
    live(machine, point, last);
    // What fills while it is paused is its end alone, or what a stop of its position closes: nothing is bought.
    if (wasPaused && heard.fills.length > before) {
      if (house.isGuarded) expect(heard.fills.slice(before).map(({ side }) => side)).not.toContain('buy');
      else expect(machine.status).toBe('finished');
    }
    last = point.ticks;
    for (const { at, what, part } of todo) {
      if (Math.floor((at * points.length) / 1000) !== index) continue;
      if (what === 'restore') {
        machine = house.restore(params, JSON.parse(JSON.stringify(machine.snapshot())), view, sink);
      } else if (what === 'pause') pauseAndCheck(machine, heard, last, point.timeMs);
      else if (what === 'resume') resumeAndCheck(machine, last, point.timeMs);
      else if (what === 'change' && house.change !== undefined && house.changed !== undefined) {
        const asked = house.changed(params, part, last);
        const deposit = part % 3 === 0 && part >= 200 ? BigInt(part) * 10_000_000n : 0n;
        const after = house.funded?.(asked, deposit) ?? asked;
        const plan = {
          deposit,
          isLaidAnew: deposit > 0n || isElsewhere(params, after),
          prices: [last],
          timeMs: point.timeMs,
        };
        // On a copy first: what it says there is what happens.
        const said = listener();
        const planned = house.change(params, after, machine.snapshot(), plan, view, said.sink);
        const told = { fills: heard.fills.length, orders: heard.orders.length };
        const status = machine.status;
        const next = house.change(params, after, machine.snapshot(), plan, view, sink);
        expect(typeof next).toBe(typeof planned);
        expect(heard.fills.slice(told.fills)).toEqual(said.heard.fills);
        expect(heard.orders.slice(told.orders)).toEqual(said.heard.orders);
        if (typeof next === 'string') {
          expect(heard.orders.length).toBe(told.orders);
          continue;
        }
        // A paused one takes other stops, and stays paused; its grid is laid anew only while it runs.
        const isQuiet = part < 200 || (house.funded !== undefined && deposit === 0n);
        // One that waits for its trigger waits on, or opens where it has none or stands at it; what has opened has no trigger any more.
        if (status === 'open') expectWaiting(next, triggerOf(after) ?? null, last);
        else if (status !== 'running') expect([status, isQuiet, next.status]).toEqual(['paused', true, 'paused']);
        else expect(triggerOf(after)).toBe(triggerOf(params));
        expect(next.equity([last])).toEqual((planned as BotMachine).equity([last]));
        expect(next.equity([last]).equity <= machine.equity([last]).equity + deposit * 100_000_000n).toBe(true);
        expect(house.restore(after, JSON.parse(JSON.stringify(next.snapshot())), view, sink).slots).toEqual(next.slots);
        machine = next;
        params = after;
        account.add(spec.quote, deposit);
        changes += 1;
      } else if (what === 'terminate' && part < 300)
        machine.terminate(closeOf(part, last, point.timeMs), [last], point.timeMs);
      else if (what === 'withdraw' && machine.withdrawable !== undefined) {
        const { asset, amount } = machine.withdrawable();
        const wanted = (amount * BigInt(part)) / 1_000n;
        const refused = machine.withdraw?.(wanted, point.timeMs);
        expect(refused === null).toBe(wanted > 0n);
        if (refused === null) account.add(asset, -wanted);
        expect(machine.withdraw?.(machine.withdrawable().amount + 1n, point.timeMs)).not.toBe(null);
      }
    }
    check();
  }
  expect(heard.finishes).toBe(machine.status === 'finished' ? 1 : 0);
}

const triggerOf = (params: object): number | null | undefined =>
  (params as { triggerTicks?: number | null }).triggerTicks;

function expectWaiting(machine: BotMachine, triggerTicks: number | null, last: number): void {
  waited += 1;
  if (triggerTicks === null || triggerTicks === last) {
    expect(['running', 'finished']).toContain(machine.status);
    return;
  }
  expect([machine.step, machine.openOrders()]).toEqual(['wait-touch', []]);
  const [{ below, above }] = machine.slots as [{ below: number; above: number }];
  expect(triggerTicks < last ? below : above).toBe(triggerTicks);
  expect(last > below && last < above).toBe(true);
}

function pauseAndCheck(machine: BotMachine, heard: Heard, last: number, timeMs: number): void {
  const resting = machine.status === 'running' ? machine.openOrders() : [];
  const told = heard.orders.length;
  const wasRunning = machine.status === 'running';
  machine.pause?.([last], timeMs);
  if (!wasRunning) {
    expect(heard.orders.length).toBe(told);
    return;
  }
  expect(machine.status).toBe('paused');
  const cancelled = heard.orders.slice(told).map(({ kind, reason, side, level, ticks, quantity }) => {
    expect([kind, reason]).toEqual(['cancelled', 'paused']);
    return { side, level, ticks, quantity };
  });
  expect(cancelled).toEqual(resting);
}

function resumeAndCheck(machine: BotMachine, last: number, timeMs: number): void {
  if (machine.status !== 'paused') {
    expect(machine.resume?.([last], timeMs)).toBe('not-paused');
    return;
  }
  const equity = machine.equity([last]).equity;
  expect(machine.resume?.([last], timeMs)).toBe(null);
  // Trading at the market costs slippage and fees, never more than a hundredth of it, and brings nothing.
  const after = machine.equity([last]).equity;
  expect(after <= equity).toBe(true);
}

/** Around the price, at it, or none. */
const triggerNear = (last: number, part: number): number | null => (part % 4 === 0 ? null : last - 20 + (part % 41));

const SPOT = { create: spot.createSpotGrid, restore: spot.restoreSpotGrid, change: spot.changeSpotGrid, changed };
const MARTINGALE: Changeable<MartingaleParams> = {
  create: martingale.createMartingale,
  restore: martingale.restoreMartingale,
  change: martingale.changeMartingale,
  // Other exits, another price to wait for, or more money.
  changed(params, part, last) {
    if (part < 200) return { ...params, takeProfitE8: BigInt(1 + part) * 100_000n };
    return part % 3 === 1 ? { ...params, triggerTicks: triggerNear(last, part) } : params;
  },
  funded: (params, deposit) => ({ ...params, investment: params.investment + deposit }),
};
const INDICATOR: Changeable<IndicatorParams> = {
  create: MACHINES['spot-compose-indicator'].engine.create,
  restore: MACHINES['spot-compose-indicator'].engine.restore,
  change: MACHINES['spot-compose-indicator'].engine.change,
  isGuarded: true,
  changed: (params, part) => (part < 200 ? { ...params, totalStopE8: BigInt(1 + part) * 500_000n } : params),
  funded: (params, deposit) => ({ ...params, investment: params.investment + deposit }),
};
let changes = 0;
/** Changes of bots that waited for their trigger. */
let waited = 0;
const INFINITE = {
  create: infinite.createInfiniteGrid,
  restore: infinite.restoreInfiniteGrid,
  change: infinite.changeInfiniteGrid,
  changed: changedSwing,
};
const MARGIN = {
  create: margin.createMarginGrid,
  restore: margin.restoreMarginGrid,
  change: margin.changeMarginGrid,
  changed,
};

describe('the life of a bot on the body', () => {
  it('keeps every unit of a spot grid that is paused, continued, changed, paid into, paid out of and restored in any order', () => {
    fc.assert(
      fc.property(
        spotGridParams(PRICE),
        candleWalk(200, 60),
        fc.integer({ min: 0, max: 3 }),
        acts,
        (params, candles, refine, todo) => checkLife(SPOT, params, livePoints(candles, refine), todo),
      ),
      { numRuns: runs(80, 160) },
    );
    expect(changes).toBeGreaterThan(20);
  });

  it('keeps every unit of an infinite grid, which lays its orders around the price that it goes on at', () => {
    const endless = infiniteGridParams().map((params) => ({ ...params, stopLossTicks: null, takeProfitTicks: null }));
    changes = 0;
    fc.assert(
      fc.property(
        fc.oneof(infiniteGridParams(), endless),
        candleWalk(200, 60),
        fc.integer({ min: 0, max: 3 }),
        acts,
        (params, candles, refine, todo) => checkLife(INFINITE, params, livePoints(candles, refine), todo),
      ),
      { numRuns: runs(60, 120) },
    );
    expect(changes).toBeGreaterThan(20);
  });

  it('keeps every unit of a martingale, whose stop loss goes on while it is paused', () => {
    changes = 0;
    waited = 0;
    fc.assert(
      fc.property(
        martingaleParams(PRICE),
        candleWalk(200, 60),
        fc.integer({ min: 0, max: 3 }),
        acts,
        (params, candles, refine, todo) => checkLife(MARTINGALE, params, livePoints(candles, refine), todo),
      ),
      { numRuns: runs(100, 200) },
    );
    expect(changes).toBeGreaterThan(20);
    expect(waited).toBeGreaterThan(5);
  });

  it('keeps every unit of an indicator bot on a spot market, whose entries may use what came in', () => {
    changes = 0;
    fc.assert(
      fc.property(
        indicatorParams(PRICE, [FINE, COARSE]),
        candleWalk(200, 60).map(withVolumes),
        fc.integer({ min: 0, max: 3 }),
        acts,
        (params, candles, refine, todo) =>
          checkLife(INDICATOR, params, livePoints(candles, refine), todo, createCandleView(candles, params.spec)),
      ),
      { numRuns: runs(60, 120) },
    );
    expect(changes).toBeGreaterThan(20);
  });

  it('keeps every unit of a margin grid, whose debts go on while it is paused', () => {
    changes = 0;
    fc.assert(
      fc.property(
        marginGridParams(),
        candleWalk(200, 60),
        fc.integer({ min: 0, max: 3 }),
        acts,
        (params, candles, refine, todo) => checkLife(MARGIN, params, livePoints(candles, refine), todo),
      ),
      { numRuns: 80 },
    );
    expect(changes).toBeGreaterThan(15);
  });
});

/** Whether the lines of a grid differ, of whichever kind. */
function isElsewhere(one: object, other: object): boolean {
  const lines = ['lowTicks', 'highTicks', 'gridCount', 'fallE8', 'riseE8'];
  return lines.some((name) => Reflect.get(one, name) !== Reflect.get(other, name));
}
