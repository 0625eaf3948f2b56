import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { BotMachine, CloseInstruction, MarketView, WakeSlot } from '#lib/engine/machine.ts';
import { orderUnitsOf } from '#lib/formulas/contract-value.ts';
import { buildLadder } from '#lib/formulas/martingale-ladder.ts';
import { createContractMartingale, restoreContractMartingale } from '#lib/kinds/martingale/engine.ts';
import type { ContractMartingaleParams } from '#lib/kinds/martingale/params.ts';
import { expect } from '#tests/support/quick-expect.ts';
import {
  driveFutures,
  type FuturesMarket,
  firstPrices,
  futuresMarket,
  futuresPoints,
  SPECS,
  viewOf,
} from './engine-futures-scenario.ts';
import { PRICE } from './engine-scenario.ts';
import { martingaleParams, roundRecorder, TEXT } from './martingale-scenario.ts';

const RUNS = { numRuns: 100 };
/** For what must be reached: always the same scenarios. */
const SEEDED = { numRuns: 200, seed: 20_260_801 };

type Recorded = ReturnType<typeof roundRecorder>;

const contractParams = martingaleParams(PRICE, SPECS) as fc.Arbitrary<ContractMartingaleParams>;
const scenario: [fc.Arbitrary<ContractMartingaleParams>, fc.Arbitrary<FuturesMarket>, fc.Arbitrary<number>] = [
  contractParams,
  futuresMarket(),
  fc.integer({ min: 0, max: 3 }),
];

function started(params: ContractMartingaleParams, market: FuturesMarket): { machine: BotMachine; record: Recorded } {
  const record = roundRecorder();
  const machine = createContractMartingale(params, viewOf(market, params.spec), record.sink);
  machine.start(firstPrices(market), market.candles.startMs);
  return { machine, record };
}

/** What the record says that the account must hold: every movement is a fill's profit and fee, or a cash event. */
function movedInto(record: Recorded): bigint {
  const fills = record.fills.reduce((sum, fill) => sum + (fill.realised ?? 0n) - fill.fee, 0n);
  return record.cash.reduce((sum, event) => sum + event.amount, fills);
}

const isRunning = ({ status }: BotMachine): boolean => status === 'running';
const isOver = ({ status }: BotMachine): boolean => status === 'finished';

function byMinute<T extends { readonly timeMs: number }>(events: readonly T[]): T[] {
  return events.map((event) => ({ ...event, timeMs: Math.floor(event.timeMs / 60_000) }));
}

describe('any futures martingale on any path of last and mark prices', () => {
  it('does the same live as in a backtest, with marks, funding, liquidations and gaps', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(...scenario, (params, market, refine) => {
        const { machine, record: lived } = started(params, market);
        const driver = new LiveDriver();
        const [last, mark] = firstPrices(market) as [number, number];
        driver.setLastTicks(last);
        driver.setMarkTicks(mark);
        driver.add('bot', machine);
        for (const { feed, point } of futuresPoints(market, refine)) {
          if (feed === 1) driver.advanceMark(point);
          else driver.advance(point);
        }
        const { candles, marks, funding } = market;
        driver.advanceTime(candles.startMs + candles.open.length * candles.stepMs);
        const record = roundRecorder();
        const input = { kind: 'contract-martingale', params, candles, marks, funding, fromIndex: 0 } as const;
        const result = runBacktest({ ...input, sink: record.sink });
        expect(byMinute(lived.fills)).toEqual(byMinute(record.fills));
        expect(byMinute(lived.orders)).toEqual(byMinute(record.orders));
        expect(byMinute(lived.operations)).toEqual(byMinute(record.operations));
        expect(byMinute(lived.cash)).toEqual(byMinute(record.cash));
        expect(byMinute(lived.finishes)).toEqual(byMinute(record.finishes));
        expect(lived.rounds.map(([round]) => round.profit)).toEqual(record.rounds.map(([round]) => round.profit));
        expect(result.equity.residual).toBe(0n);
        if (result.finish === null) expect(machine.equity([driver.lastTicks, driver.markTicks])).toEqual(result.equity);
        expect(runBacktest(input)).toEqual(result);
        seen.add(result.finish?.reason ?? 'running');
        for (const { type } of record.cash) seen.add(type);
        if (record.rounds.length > 2) seen.add('rounds');
      }),
      SEEDED,
    );
    for (const what of ['running', 'liquidated', 'stop_loss', 'money_not_enough', 'funding', 'rounds'])
      expect(seen).toContain(what);
  });

  it('keeps the equity identity with residual 0, holds the sum of its movements and never less than nothing', () => {
    fc.assert(
      fc.property(...scenario, (params, market, refine) => {
        const { machine, record } = started(params, market);
        driveFutures(machine, firstPrices(market), futuresPoints(market, refine), {
          after: ({ prices }) => {
            const holding = machine.holdings()[params.spec.contract.settle] as bigint;
            const isExact = machine.equity(prices).residual === 0n && holding === params.investment + movedInto(record);
            // One question a point: asking a thousand times costs more than the bot does.
            if (!isExact || holding < 0n)
              expect([machine.equity(prices).residual, holding]).toBe('exact, and not below 0');
          },
        });
        expect(machine.statistics().fills).toBe(record.fills.length);
        if (machine.status === 'finished') expect(machine.position?.([PRICE, PRICE])).toBeNull();
      }),
      RUNS,
    );
  });

  it('records rounds whose profits are exactly what the account gained (M-107, M-108)', () => {
    fc.assert(
      fc.property(...scenario, (params, market, refine) => {
        const { machine, record } = started(params, market);
        driveFutures(machine, firstPrices(market), futuresPoints(market, refine), {});
        const { spec } = params;
        const sum = record.rounds.reduce((total, [round]) => total + round.profit, 0n);
        expect(machine.statistics()).toMatchObject({ matches: record.rounds.length, matchedProfit: sum });
        expect(record.fills.reduce((total, { matchProfit }) => total + (matchProfit ?? 0n), 0n)).toBe(sum);
        expect(record.rounds.map(([round]) => round.cycle)).toEqual(record.rounds.map((_, i) => i + 1));
        if (machine.position?.([PRICE, PRICE]) === null) {
          expect(machine.holdings()[spec.contract.settle]).toBe(params.investment + sum);
        }
        const done = record.rounds.flatMap(([, orders]) => orders.filter((order) => order.state === 'filled'));
        const present = machine.round?.()?.orders.filter((order) => order.state === 'filled') ?? [];
        expect([...done, ...present].map((order) => [order.side, order.matchTicks, order.matchQuantity])).toEqual(
          record.fills.map((fill) => [fill.side, fill.ticks, fill.quantity]),
        );
      }),
      RUNS,
    );
  });

  it('is liquidated at once where the mark price called for it, whatever its owner does before that', () => {
    let called = 0;
    fc.assert(
      fc.property(...scenario, (params, market, refine) => {
        const { machine } = started(params, market);
        const prices = firstPrices(market);
        for (const { feed, point } of futuresPoints(market, refine)) {
          while (machine.wakeAtMs < point.timeMs) machine.wakeByTime(machine.wakeAtMs, prices);
          prices[feed] = point.ticks;
          const { below, above } = machine.slots[feed] as WakeSlot;
          if (point.ticks > below && point.ticks < above) continue;
          const isOpen = isRunning(machine) && machine.position?.(prices) != null;
          machine.jump(feed, point.ticks, point.timeMs);
          if (feed === 0 || !isOpen || machine.wakeAtMs > point.timeMs) continue;
          called += 1;
          machine.pause?.(prices, point.timeMs);
          if (refine % 2 === 0) machine.resume?.(prices, point.timeMs);
          if (isOver(machine)) continue;
          expect(machine.wakeAtMs).toBeLessThanOrEqual(point.timeMs);
          machine.wakeByTime(point.timeMs, prices);
          expect(isOver(machine)).toBe(true);
        }
      }),
      SEEDED,
    );
    expect(called).toBeGreaterThan(5);
  });

  it('does on a losing path exactly what the table of orders showed, liquidation after each order included (H39)', () => {
    fc.assert(
      fc.property(contractParams, fc.integer({ min: 0, max: 20 }), (picked, slip) => {
        const params = { ...picked, triggerTicks: null, stopLossE8: null };
        const isLong = params.side === 'buy';
        const view: MarketView = {
          movingAverage: () => Number.NaN,
          marketFillTicks: (_f, side, _q, at) => (side === 'buy' ? at + slip : at - slip),
        };
        const record = roundRecorder();
        const machine = createContractMartingale(params, view, record.sink);
        machine.start([PRICE, PRICE], 0);
        const table = buildLadder(params, isLong ? PRICE + slip : PRICE - slip);
        if (table[0]?.withheld !== null) {
          expect(machine.status).toBe('finished');
          return;
        }
        let last = table[0];
        for (const row of table) {
          if (row.index > 0) machine.move(0, row.ticks, 1000);
          expect(machine.round?.()).toMatchObject({
            baseHeld: orderUnitsOf(params.spec, row.held),
            takeProfitTicks: row.takeProfitTicks,
          });
          const position = machine.position?.([row.ticks, row.ticks]);
          expect(position?.liquidationTicks).toBe(row.liquidationTicks);
          expect(position?.size).toBe(isLong ? row.held : -row.held);
          if (row.withheld === null) last = row;
        }
        expect(machine.openOrders().filter((order) => order.side === params.side)).toEqual([]);
        expect(machine.position?.([PRICE, PRICE])?.fullLiquidationTicks).toBe(last.liquidationTicks);
        const placed = table.filter((row) => row.withheld === null);
        expect(record.fills.map((fill) => [fill.level, fill.ticks, fill.quantity])).toEqual(
          placed.map((row) => [row.index, row.ticks, orderUnitsOf(params.spec, row.quantity)]),
        );
      }),
      RUNS,
    );
  });

  it('says from its first order on where it would be liquidated if all add orders filled', () => {
    fc.assert(
      fc.property(contractParams, (picked) => {
        const params = { ...picked, triggerTicks: null };
        const view: MarketView = { movingAverage: () => Number.NaN, marketFillTicks: (_f, _s, _q, at) => at };
        const machine = createContractMartingale(params, view, roundRecorder().sink);
        machine.start([PRICE, PRICE], 0);
        if (machine.status !== 'running') return;
        const full = buildLadder(params, PRICE).at(-1)?.liquidationTicks;
        expect(machine.position?.([PRICE, PRICE])?.fullLiquidationTicks).toBe(full);
      }),
      RUNS,
    );
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment', () => {
    fc.assert(
      fc.property(...scenario, fc.array(fc.nat(500), { maxLength: 5 }), (params, market, refine, moments) => {
        const points = futuresPoints(market, refine);
        const whole = started(params, market);
        driveFutures(whole.machine, firstPrices(market), points, {});
        const parted = started(params, market);
        let { machine } = parted;
        let prices = firstPrices(market);
        let begin = 0;
        const cuts = [...new Set(moments.map((moment) => moment % points.length))].sort((a, b) => a - b);
        for (const cut of [...cuts, points.length]) {
          driveFutures(machine, prices, points.slice(begin, cut), {
            after: (step) => {
              prices = [...step.prices];
            },
          });
          const stored = JSON.parse(JSON.stringify(machine.snapshot()));
          machine = restoreContractMartingale(params, stored, viewOf(market, params.spec), parted.record.sink);
          expect(machine.snapshot()).toEqual(stored);
          begin = cut;
        }
        expect(TEXT(parted.record)).toBe(TEXT(whole.record));
        expect(machine.snapshot()).toEqual(whole.machine.snapshot());
      }),
      RUNS,
    );
  });

  it('can be terminated or deleveraged at any moment, keeps the identity, and holds no contract after', () => {
    const ways = fc.constantFrom<CloseInstruction['type'] | 'deleverage'>('market', 'limit', 'no_close', 'deleverage');
    fc.assert(
      fc.property(
        ...scenario,
        fc.nat(500),
        ways,
        fc.integer({ min: -2000, max: 2000 }),
        (params, market, refine, moment, way, far) => {
          const points = futuresPoints(market, refine);
          const at = moment % points.length;
          const { machine, record } = started(params, market);
          let prices = firstPrices(market);
          driveFutures(machine, prices, points.slice(0, at + 1), {
            after: (step) => {
              prices = [...step.prices];
            },
          });
          const { timeMs } = (points[at] as (typeof points)[number]).point;
          const last = prices[0] as number;
          const hadPosition = machine.position?.(prices) !== null;
          if (way === 'deleverage') machine.deleverage?.(last, [last, last], timeMs);
          else if (way === 'limit') {
            machine.terminate(
              { type: way, ticks: Math.max(1, last + far), expiresAtMs: timeMs + 180_000 },
              prices,
              timeMs,
            );
          } else machine.terminate({ type: way }, prices, timeMs);
          if (way === 'market' || way === 'no_close') expect(machine.status).toBe('finished');
          if (way === 'deleverage' && hadPosition) expect(record.finishes.at(-1)?.reason).toBe('auto_deleveraged');
          if (way === 'deleverage' && !hadPosition) return;
          driveFutures(machine, prices, points.slice(at + 1), {
            after: (step) => {
              prices = [...step.prices];
            },
          });
          while (machine.status === 'stopping') machine.wakeByTime(machine.wakeAtMs, prices);
          expect(machine.status).toBe('finished');
          expect(machine.openOrders()).toEqual([]);
          expect(machine.position?.(prices)).toBeNull();
          expect(machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
          expect(machine.equity(prices).residual).toBe(0n);
          expect(machine.holdings()[params.spec.contract.settle]).toBe(params.investment + movedInto(record));
          expect(record.finishes).toHaveLength(1);
        },
      ),
      RUNS,
    );
  });
});
