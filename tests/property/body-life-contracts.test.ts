import fc from 'fast-check';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { BotMachine, EngineSink, MarketView, WakeSlot } from '#lib/engine/machine.ts';
import { type ContractSpec, orderUnitsOf } from '#lib/formulas/contract-value.ts';
import * as arbitrage from '#lib/kinds/arbitrage/engine.ts';
import * as futures from '#lib/kinds/futures-grid/engine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import * as indicator from '#lib/kinds/indicator/engine.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import * as martingale from '#lib/kinds/martingale/engine.ts';
import type { ContractMartingaleParams } from '#lib/kinds/martingale/params.ts';
import * as recurring from '#lib/kinds/recurring-buy/engine.ts';
import type { RecurringBuyParams } from '#lib/kinds/recurring-buy/params.ts';
import * as smart from '#lib/kinds/smart-position/engine.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import {
  driveFutures,
  type FuturesMarket,
  type FuturesRecord,
  firstPrices,
  futuresGridParams,
  futuresMarket,
  futuresPoints,
  futuresRecorder,
  SPECS,
} from './engine-futures-scenario.ts';
import {
  arbitrageScenario,
  goLive,
  movedHoldings,
  portfolioScenario,
  recurringScenario,
  type Scenario,
  startPrices,
  viewOfMarkets,
} from './engine-markets-scenario.ts';
import { closeOf, PRICE, START_MS } from './engine-scenario.ts';
import type { House } from './golden-life.ts';
import { indicatorParams, withVolumes } from './indicator-scenario.ts';
import { martingaleParams } from './martingale-scenario.ts';

/** Any order of what an owner may do with a running bot that has a contract, or several markets, between ticks, marks and restarts. */

interface Act {
  /** Share of the points after which it comes, permille. */
  readonly at: number;
  readonly what: 'pause' | 'resume' | 'restore' | 'terminate' | 'increase' | 'reduce' | 'restop' | 'relay';
  /** Of what is moved, permille. */
  readonly part: number;
}

/** `more`: what only some kinds' owners can do. */
const actsWith = (...more: readonly Act['what'][]) =>
  fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: 999 }),
        what: fc.constantFrom<Act['what']>(
          'pause',
          'resume',
          'pause',
          'resume',
          'restore',
          'terminate',
          'increase',
          'increase',
          'reduce',
          'reduce',
          'reduce',
          'restop',
          'restop',
          ...more,
        ),
        part: fc.integer({ min: 0, max: 1_000 }),
      }),
      { maxLength: 14 },
    )
    .map((list) => [...list].sort((a, b) => a.at - b.at) as readonly Act[]);
const acts = actsWith();

/** What fills of a paused bot are: its end, what limits a loss or secures a profit, or a reduction that keeps it alive. */
const PROTECTIVE: readonly string[] = ['close', 'reduce'];

/** Does one act at the present prices; returns the machine that goes on. */
function doAct(
  machine: BotMachine,
  { what, part }: Act,
  around: { prices: readonly number[]; timeMs: number; restore(snapshot: unknown): BotMachine },
): BotMachine {
  const { prices, timeMs, restore } = around;
  if (what === 'restore') return restore(JSON.parse(JSON.stringify(machine.snapshot())));
  const before = machine.status;
  if (what === 'pause') {
    machine.pause?.(prices, timeMs);
    expect(machine.status).toBe(before === 'running' ? 'paused' : before);
    if (machine.status === 'paused') expect([machine.step, machine.openOrders()]).toEqual(['pause', []]);
  } else if (what === 'resume') {
    expect(machine.resume?.(prices, timeMs)).toBe(before === 'paused' ? null : 'not-paused');
    // What is made up for may be the last of the account, and a stop that is met ends the bot.
    if (before === 'paused') expect(['running', 'finished']).toContain(machine.status);
    else expect(machine.status).toBe(before);
  } else if (what === 'terminate' && part < 300)
    machine.terminate(closeOf(part, prices[0] as number, timeMs), prices, timeMs);
  return machine;
}

/** Money that came in is neither profit nor loss: every stop stands where it stood, and only the liquidation has moved. */
function expectSameStops(machine: BotMachine, slots: readonly WakeSlot[], liquidation: number | null): void {
  const [last, mark] = slots as [WakeSlot, WakeSlot];
  expect(machine.slots[0]).toEqual(last);
  const now = machine.slots[1] as WakeSlot;
  const moved = machine.position?.([PRICE, PRICE])?.liquidationTicks ?? null;
  for (const side of ['below', 'above'] as const) {
    const wasLiquidation = mark[side] === liquidation;
    if (!wasLiquidation && now[side] !== moved) expect(now[side]).toBe(mark[side]);
    if (wasLiquidation && moved !== liquidation) expect(now[side]).not.toBe(liquidation);
  }
}

/**
 * Moves margin in or out and holds what must be true of it: what is said before – both liquidation prices, the most that may go out –
 * is what comes, nothing else changes, and the mark price liquidates nothing of it. Returns what came in; negative: went out.
 */
function moveMargin(
  machine: BotMachine,
  act: Act,
  investment: bigint,
  prices: readonly number[],
  timeMs: number,
): bigint {
  const { what, part } = act;
  const mayMove = machine.status === 'running' || machine.status === 'paused';
  const most = machine.reducibleMargin?.(prices) ?? 0n;
  expect(machine.reduceMargin?.(most + 1n, prices, timeMs)).toBe(mayMove ? 'no-funds' : 'not-running');
  if (!mayMove) {
    expect([most, machine.increaseMargin?.(1n, prices, timeMs)]).toEqual([0n, 'not-running']);
    return 0n;
  }
  const source = what === 'increase' ? investment : most;
  const amount = (source * BigInt(part)) / 1_000n;
  const change = what === 'increase' ? amount : -amount;
  const said = machine.liquidations?.(change);
  const before = machine.equity(prices);
  const position = machine.position?.(prices);
  const orders = machine.openOrders();
  const slots = machine.slots.map((slot) => ({ ...slot }));
  const call = what === 'increase' ? 'increaseMargin' : 'reduceMargin';
  expect(machine[call]?.(amount, prices, timeMs)).toBe(amount > 0n ? null : 'no-funds');
  expect(machine.liquidations?.(0n)).toEqual(said);
  const after = machine.equity(prices);
  expect(after.equity - before.equity).toBe(change * 100_000_000n);
  expect(after.deposits - after.withdrawals - before.deposits + before.withdrawals).toBe(change * 100_000_000n);
  const { equity, withdrawals } = after;
  const line = machine.equityLine?.() ?? { fixed: Number.NaN, factor: Number.NaN };
  const [, mark = 0] = prices;
  const isInverse = machine.feeds[0]?.market.startsWith('BTC_USD@') === true;
  const watched = line.fixed + line.factor * (isInverse ? 1 / mark : mark);
  expect(Math.abs(watched - Number(equity + withdrawals) / 1e8)).toBeLessThan(2 + Math.abs(watched) * 1e-9);
  // What is put back was given before.
  if (what === 'increase')
    expect(before.withdrawals === 0n || after.deposits - before.deposits < change * 100_000_000n || change === 0n).toBe(
      true,
    );
  expect([machine.openOrders(), machine.position?.(prices)?.size]).toEqual([orders, position?.size]);
  if (what === 'reduce' && amount > 0n) {
    const { below, above } = machine.slots[1] as { below: number; above: number };
    const level = machine.position?.(prices)?.liquidationTicks ?? null;
    if (level !== null) expect((position?.size ?? 0n) > 0n ? mark > level : mark < level).toBe(true);
    expect(mark > below || level !== below).toBe(true);
    expect(mark < above || level !== above).toBe(true);
  }
  if (what === 'reduce') expect(machine.reducibleMargin?.(prices)).toBe(most - amount);
  expectSameStops(machine, slots, position?.liquidationTicks ?? null);
  return change;
}

/** A house whose bots' owner may set other stops. */
interface Changeable<P> extends House<P> {
  readonly change?: EngineKind<P>['change'];
  changed?(params: P, part: number, last: number): P;
  /** The params with so much more money. */
  funded?(params: P, deposit: bigint): P;
  /** Another range around a price, or another number of grids. */
  relaid?(params: P, part: number, last: number): P;
}

/**
 * A grid whose range, number of grids or money is another: what is said on a copy is what comes, it costs at most what trading does, and
 * what the grid holds then is what its orders on the other side close. The bot as it goes on; null: refused, and nothing has happened.
 */
function relay<P>(
  { change, relaid, funded, restore }: Changeable<P>,
  machine: BotMachine,
  params: P,
  { part, deposit }: { readonly part: number; readonly deposit: bigint },
  around: { readonly prices: readonly number[]; readonly timeMs: number; readonly view: MarketView },
  record: FuturesRecord & { readonly sink: EngineSink },
): { readonly machine: BotMachine; readonly params: P } | null {
  if (change === undefined || relaid === undefined || funded === undefined) return null;
  const { prices, timeMs, view } = around;
  const after = funded(relaid(params, part, prices[0] as number), deposit);
  const asked = { deposit, isLaidAnew: true, prices: [...prices], timeMs };
  const snapshot = (): unknown => JSON.parse(JSON.stringify(machine.snapshot()));
  const said = futuresRecorder();
  const planned = change(params, after, snapshot(), asked, view, said.sink);
  const told = { fills: record.fills.length, orders: record.orders.length };
  const before = machine.equity(prices);
  const next = change(params, after, snapshot(), asked, view, record.sink);
  expect(record.fills.slice(told.fills)).toEqual(said.fills);
  expect(record.orders.slice(told.orders)).toEqual(said.orders);
  if (typeof next === 'string' || typeof planned === 'string') {
    expect([next, record.orders.length]).toEqual([planned, told.orders]);
    return null;
  }
  expect(machine.status).toBe('running');
  const now = next.equity(prices);
  expect(now).toEqual(planned.equity(prices));
  // Slippage and fees are paid around the last price.
  const flat = prices.map(() => prices[0] as number);
  const cost = machine.equity(flat).equity + deposit * 100_000_000n - next.equity(flat).equity;
  if (next.status === 'running') expect(cost >= 0n).toBe(true);
  const opening = said.fills.filter(({ role }) => role === 'open');
  expect(opening.length).toBeLessThanOrEqual(1);
  const given = now.deposits - now.withdrawals - before.deposits + before.withdrawals;
  expect(given).toBe(deposit * 100_000_000n);
  if (next.status === 'running') expectOpened(next, after, prices);
  expect(restore(after, JSON.parse(JSON.stringify(next.snapshot())), view, record.sink).slots).toEqual(next.slots);
  return { machine: next, params: after };
}

/** A long grid holds what it offers, a short one owes what it bids for, a neutral one has nothing. */
function expectOpened(machine: BotMachine, params: unknown, prices: readonly number[]): void {
  const { side, spec } = params as FuturesGridParams;
  const sum = (one: 'buy' | 'sell'): bigint =>
    machine.openOrders().reduce((all, order) => all + (order.side === one ? order.quantity : 0n), 0n);
  const size = orderUnitsOf(spec, machine.position?.(prices)?.size ?? 0n);
  expect(size).toBe(side === 'long' ? sum('sell') : side === 'short' ? -sum('buy') : 0n);
  expect(sum('buy') + sum('sell')).toBeGreaterThan(0n);
}

/**
 * Other stops for a bot that works: what is said on a copy is what comes, no order of a grid moves, and where it is refused nothing has
 * happened. The bot as it goes on, and its params; null: refused.
 */
function setOtherStops<P>(
  { change, changed }: Changeable<P>,
  machine: BotMachine,
  params: P,
  part: number,
  around: { readonly prices: readonly number[]; readonly timeMs: number; readonly view: MarketView },
  record: FuturesRecord & { readonly sink: EngineSink },
): { readonly machine: BotMachine; readonly params: P } | null {
  if (change === undefined || changed === undefined) return null;
  const { prices, timeMs, view } = around;
  const { status } = machine;
  const after = changed(params, part, prices[0] as number);
  const asked = { deposit: 0n, isLaidAnew: false, prices: [...prices], timeMs };
  const snapshot = (): unknown => JSON.parse(JSON.stringify(machine.snapshot()));
  const said = futuresRecorder();
  const planned = change(params, after, snapshot(), asked, view, said.sink);
  const fills = record.fills.length;
  const next = change(params, after, snapshot(), asked, view, record.sink);
  if (typeof next === 'string' || typeof planned === 'string') {
    expect([next, record.fills.length]).toEqual([planned, fills]);
    return null;
  }
  if (status === 'open') moves.retrigger += 1;
  else expect(['running', 'paused']).toContain(status);
  expect(record.fills.slice(fills)).toEqual(said.fills);
  expect(next.equity(prices)).toEqual(planned.equity(prices));
  if (next.status === status && next.round === undefined) expect(next.openOrders()).toEqual(machine.openOrders());
  return { machine: next, params: after };
}

/**
 * More money for a bot that works with it: what is said on a copy is what comes, nothing of it is profit, and only one that runs takes
 * it. The bot as it goes on; null: refused.
 */
function putIn<P>(
  { change, funded }: Changeable<P>,
  machine: BotMachine,
  params: P,
  deposit: bigint,
  around: { readonly prices: readonly number[]; readonly timeMs: number; readonly view: MarketView },
  record: FuturesRecord & { readonly sink: EngineSink },
): { readonly machine: BotMachine; readonly params: P } | null {
  if (change === undefined || funded === undefined || deposit === 0n) return null;
  const { prices, timeMs, view } = around;
  const after = funded(params, deposit);
  const asked = { deposit, isLaidAnew: true, prices: [...prices], timeMs };
  const snapshot = (): unknown => JSON.parse(JSON.stringify(machine.snapshot()));
  const said = futuresRecorder();
  const planned = change(params, after, snapshot(), asked, view, said.sink);
  const told = { fills: record.fills.length, orders: record.orders.length };
  const before = machine.equity(prices);
  const next = change(params, after, snapshot(), asked, view, record.sink);
  expect(record.fills.slice(told.fills)).toEqual(said.fills);
  if (typeof next === 'string' || typeof planned === 'string') {
    expect([next, record.orders.length]).toEqual([planned, told.orders]);
    return null;
  }
  expect([machine.status, next.status]).toEqual(['running', 'running']);
  const now = next.equity(prices);
  expect(now).toEqual(planned.equity(prices));
  expect(now.deposits - before.deposits).toBe(deposit * 100_000_000n);
  expect(now.equity <= before.equity + deposit * 100_000_000n).toBe(true);
  for (const { side } of said.fills) expect(side).toBe('buy');
  return { machine: next, params: after };
}

/** Drives one life of a bot in one contract and holds every step of it. */
function checkContractLife<P extends { spec: MarketSpec; investment: bigint }>(
  house: Changeable<P>,
  begun: P,
  market: FuturesMarket,
  refine: number,
  todo: readonly Act[],
): { readonly roles: ReadonlySet<string>; readonly reason: string } {
  let params = begun;
  const spec = params.spec as ContractSpec;
  const { settle } = spec.contract;
  const view = createCandleView(market.candles, spec, market.funding);
  const record = futuresRecorder();
  const { sink } = record;
  let machine = house.create(params, view, sink);
  machine.start(firstPrices(market), market.candles.startMs);
  const points = futuresPoints(market, refine);
  let fills = record.fills.length;
  let wasPaused = false;
  let paidIn = 0n;
  // The driver goes on with whatever machine stands here.
  const rider = new Proxy({} as BotMachine, {
    get: (_target, name) => {
      const value = Reflect.get(machine, name, machine) as unknown;
      return typeof value === 'function' ? value.bind(machine) : value;
    },
  });
  const roles = new Set<string>();
  driveFutures(rider, firstPrices(market), points, {
    before() {
      wasPaused = machine.status === 'paused';
      fills = record.fills.length;
    },
    after({ prices, point, index }) {
      for (const { role } of wasPaused ? record.fills.slice(fills) : []) expect(PROTECTIVE).toContain(role);
      for (const act of todo) {
        if (Math.floor((act.at * points.length) / 1000) !== index) continue;
        const { what } = act;
        if (what === 'increase' || what === 'reduce') {
          const moved = moveMargin(machine, act, params.investment, prices, point.point.timeMs);
          paidIn += moved;
          if (moved !== 0n) moves[what] += 1;
          continue;
        }
        if (what === 'relay') {
          const around = { prices, timeMs: point.point.timeMs, view };
          const deposit = act.part % 3 === 0 ? (begun.investment * BigInt(act.part)) / 1_000n : 0n;
          const changed = relay(house, machine, params, { part: act.part, deposit }, around, record);
          if (changed === null) continue;
          moves.relay += 1;
          machine = changed.machine;
          params = changed.params;
          paidIn += deposit;
          continue;
        }
        if (what === 'restop') {
          const around = { prices, timeMs: point.point.timeMs, view };
          const changed = setOtherStops(house, machine, params, act.part, around, record);
          if (changed !== null) moves.restop += 1;
          machine = changed?.machine ?? machine;
          params = changed?.params ?? params;
          continue;
        }
        machine = doAct(machine, act, {
          prices,
          timeMs: point.point.timeMs,
          restore: (snapshot) => house.restore(params, snapshot, view, sink),
        });
      }
      const statement = machine.equity(prices);
      expect(statement.residual).toBe(0n);
      expect(machine.holdings()).toEqual(movedHoldings(record, { [settle]: begun.investment + paidIn }, [spec]));
      expect((machine.holdings()[settle] as bigint) >= 0n).toBe(true);
      if (machine.status === 'paused') expect(machine.openOrders()).toEqual([]);
      // Between two rounds all that there is has been given, or is the profit of rounds.
      if (machine.round !== undefined && machine.position?.(prices) === null) {
        const { matchedProfit } = machine.statistics();
        expect(machine.holdings()[settle]).toBe(begun.investment + paidIn + matchedProfit);
      }
    },
  });
  for (const { role } of record.fills) roles.add(role);
  expect(record.finishes.length).toBe(machine.status === 'finished' ? 1 : 0);
  return { roles, reason: record.finishes[0]?.reason ?? machine.status };
}

/** The same of a bot of several markets, at the minutes' ends. */
function checkMarketsLife<P extends { readonly spec: MarketSpec }>(
  house: Changeable<P>,
  scenario: Scenario<P>,
  begunWith: Readonly<Record<string, bigint>>,
  specs: readonly MarketSpec[],
  seed: number,
  todo: readonly Act[],
): void {
  const { columns } = scenario;
  let { params } = scenario;
  const given: Record<string, bigint> = { ...begunWith };
  const view = viewOfMarkets(scenario);
  const record = futuresRecorder();
  const { sink } = record;
  const first = house.create(params, view, sink);
  first.start(startPrices(first, columns), START_MS);
  const live = goLive(first, columns, 1, seed);
  const minutes = 100;
  for (let minute = 1; ; minute += 1) {
    const wasPaused = live.machine.status === 'paused';
    const fills = record.fills.length;
    if (!live.step()) break;
    for (const { role } of wasPaused ? record.fills.slice(fills) : []) expect(PROTECTIVE).toContain(role);
    for (const act of todo) {
      if (Math.floor((act.at * minutes) / 1000) !== minute) continue;
      const around = { prices: live.prices(), timeMs: START_MS + minute * 60_000, view };
      if (act.what === 'increase' || act.what === 'restop') {
        const deposit = BigInt(act.part) * 1_000_000_000n;
        const changed =
          act.what === 'increase'
            ? putIn(house, live.machine, params, deposit, around, record)
            : setOtherStops(house, live.machine, params, act.part, around, record);
        if (changed === null) continue;
        moves[act.what] += 1;
        live.replace(changed.machine);
        params = changed.params;
        if (act.what === 'increase') given[params.spec.quote] = (given[params.spec.quote] ?? 0n) + deposit;
        continue;
      }
      live.replace(
        doAct(live.machine, act, {
          prices: live.prices(),
          timeMs: START_MS + minute * 60_000,
          restore: (snapshot) => house.restore(params, snapshot, view, sink),
        }),
      );
    }
    expect(live.machine.equity(live.prices()).residual).toBe(0n);
    const moved = movedHoldings(record, given, specs);
    for (const [asset, amount] of Object.entries(live.machine.holdings())) {
      expect([asset, amount]).toEqual([asset, moved[asset] ?? 0n]);
      expect(amount >= 0n).toBe(true);
    }
  }
  expect(record.finishes.length).toBe(live.machine.status === 'finished' ? 1 : 0);
}

/** None, or so many percent. */
const percentOf = (part: number, most: number): bigint | null =>
  part % 4 === 0 ? null : BigInt(1 + (part % most)) * 1_000_000n;

const FUTURES: Changeable<FuturesGridParams> = {
  create: futures.createFuturesGrid,
  restore: futures.restoreFuturesGrid,
  change: futures.changeFuturesGrid,
  changed: (params, part) => ({
    ...params,
    stopLossE8: percentOf(part, 60),
    takeProfitE8: percentOf(part >> 1, 90),
    leverage: part % 5 === 0 ? 1 + (part % 50) : params.leverage,
  }),
  funded: (params, deposit) => ({ ...params, investment: params.investment + deposit }),
  relaid(params, part, last) {
    const width = 40 + part * 10;
    const lowTicks = Math.max(1, last - (part % 2 === 0 ? width : Math.floor(width / 3)));
    const highTicks = part % 7 === 0 ? last - 1 : last + width;
    return { ...params, lowTicks, highTicks: Math.max(highTicks, lowTicks + 1), gridCount: 2 + (part % 17) };
  },
};
const MARTINGALE: Changeable<ContractMartingaleParams> = {
  create: martingale.createContractMartingale,
  restore: martingale.restoreContractMartingale,
  change: MACHINES['contract-martingale'].engine.change,
  changed: (params, part, last) => ({
    ...params,
    takeProfitE8: BigInt(1 + (part % 20)) * 500_000n,
    stopLossE8: percentOf(part, 30),
    // What only one that waits for it may change.
    ...(part % 5 === 0 ? { triggerTicks: part % 10 === 0 ? null : last - 10 + (part % 21) } : {}),
  }),
};
const INDICATOR: Changeable<IndicatorParams> = {
  create: indicator.createIndicator,
  restore: indicator.restoreIndicator,
  change: MACHINES['compose-indicator'].engine.change,
  changed: (params, part) => ({ ...params, totalStopE8: percentOf(part, 60) }),
};
const SMART: Changeable<SmartPositionParams> = {
  create: smart.createSmartPosition,
  restore: smart.restoreSmartPosition,
  change: smart.changeSmartPosition,
  changed: (params, part) => ({ ...params, stopLossE8: percentOf(part, 60) }),
  funded: (params, deposit) => ({ ...params, investment: params.investment + deposit }),
};
const RECURRING: Changeable<RecurringBuyParams> = {
  create: recurring.createRecurringBuy,
  restore: recurring.restoreRecurringBuy,
  change: recurring.changeRecurringBuy,
  changed: (params, part) => ({ ...params, takeProfitE8: percentOf(part, 60) }),
  funded: (params, deposit) => ({ ...params, investment: params.investment + deposit }),
};
const ARBITRAGE = { create: arbitrage.createArbitrage, restore: arbitrage.restoreArbitrage };

const moves = { increase: 0, reduce: 0, restop: 0, retrigger: 0, relay: 0 };

const refinement = fc.integer({ min: 0, max: 2 });
const turns = fc.integer({ min: 1, max: 1_000_000 });

describe('the life of a bot in a contract', () => {
  beforeEach(() => {
    Object.assign(moves, { increase: 0, reduce: 0, restop: 0, retrigger: 0, relay: 0 });
  });
  afterEach(() => {
    expect(moves.increase).toBeGreaterThan(30);
    expect(moves.reduce).toBeGreaterThan(5);
    expect(moves.restop).toBeGreaterThan(20);
  });

  it('keeps every unit of a futures grid, whose crossed lines one order makes up for', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        futuresGridParams(),
        futuresMarket(),
        refinement,
        actsWith('relay', 'relay'),
        (params, market, refine, todo) => {
          const { roles, reason } = checkContractLife(FUTURES, params, market, refine, todo);
          for (const role of [...roles, reason]) seen.add(role);
        },
      ),
      { numRuns: runs(200, 500) },
    );
    for (const what of ['rebalance', 'liquidated', 'paused', 'cancelled']) expect(seen).toContain(what);
    expect(moves.relay).toBeGreaterThan(30);
  });

  it('keeps every unit of a futures martingale', () => {
    fc.assert(
      fc.property(martingaleParams(PRICE, SPECS), futuresMarket(), refinement, acts, (params, market, refine, todo) => {
        checkContractLife(MARTINGALE, params as ContractMartingaleParams, market, refine, todo);
      }),
      { numRuns: runs(150, 400) },
    );
    expect(moves.retrigger).toBeGreaterThan(3);
  });

  it('keeps every unit of an indicator bot, which makes up for nothing', () => {
    const markets = futuresMarket().map((market) => ({ ...market, candles: withVolumes(market.candles) }));
    fc.assert(
      fc.property(indicatorParams(PRICE, SPECS), markets, refinement, acts, (params, market, refine, todo) => {
        const { roles } = checkContractLife(INDICATOR, params, market, refine, todo);
        expect(roles).not.toContain('rebalance');
      }),
      { numRuns: runs(150, 400) },
    );
  });
});

describe('the life of a bot of several markets', () => {
  it('keeps every unit of a smart position, which brings its shares back only while it runs, and buys with more money', () => {
    Object.assign(moves, { increase: 0, reduce: 0, restop: 0, retrigger: 0, relay: 0 });
    fc.assert(
      fc.property(portfolioScenario(), turns, acts, (scenario, seed, todo) => {
        const { coins, investment, spec } = scenario.params;
        const given = {
          [spec.quote]: investment,
          ...Object.fromEntries(coins.map((one) => [one.spec.base, one.brought])),
        };
        checkMarketsLife(
          SMART,
          scenario,
          given,
          coins.map((one) => one.spec),
          seed,
          todo,
        );
      }),
      { numRuns: runs(60, 400) },
    );
    expect(moves.increase).toBeGreaterThan(10);
    expect(moves.restop).toBeGreaterThan(10);
  });

  it('keeps every unit of a recurring buy, whose money that comes in is for dates to come', () => {
    Object.assign(moves, { increase: 0, restop: 0 });
    fc.assert(
      fc.property(recurringScenario(), turns, acts, (scenario, seed, todo) => {
        const { coins, investment, spec } = scenario.params;
        const specs = coins.map((one) => one.spec);
        checkMarketsLife(RECURRING, scenario, { [spec.quote]: investment }, specs, seed, todo);
      }),
      { numRuns: runs(60, 400) },
    );
    expect(moves.increase).toBeGreaterThan(5);
    expect(moves.restop).toBeGreaterThan(5);
  });

  it('keeps every unit of an arbitrage, whose funding and reductions go on while it is paused', () => {
    fc.assert(
      fc.property(arbitrageScenario(), turns, acts, (scenario, seed, todo) => {
        const { spec, contract, investment } = scenario.params;
        checkMarketsLife(ARBITRAGE, scenario, { [spec.quote]: investment }, [spec, contract], seed, todo);
      }),
      { numRuns: runs(60, 400) },
    );
  });
});
