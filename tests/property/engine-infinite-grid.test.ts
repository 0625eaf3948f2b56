import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { type DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import type { CloseInstruction, Fill } from '#lib/engine/machine.ts';
import { createInfiniteGrid, restoreInfiniteGrid } from '#lib/kinds/infinite-grid/engine.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import { quoteValueUp } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { candleWalk, driveByHand, fixedView, livePoints, PRICE, recorder, shortMeanView } from './engine-scenario.ts';
import { infiniteGridParams } from './every-kind-scenario.ts';

const RUNS = { numRuns: 150 };

function start(params: InfiniteGridParams, points: readonly DriverPoint[]) {
  const record = recorder();
  const machine = createInfiniteGrid(params, fixedView(params.spec, PRICE), record.sink);
  const first = points[0] as DriverPoint;
  machine.start([first.ticks], first.timeMs);
  return { machine, record };
}

/** Holdings that the fills alone lead to. */
function holdingsByFills(params: InfiniteGridParams, fills: readonly Fill[]): Record<string, bigint> {
  const { base, quote } = params.spec;
  const held = { [quote]: 0n, [base]: 0n };
  held[params.investIn === 'quote' ? quote : base] = params.investment;
  for (const fill of fills) {
    const sign = fill.side === 'buy' ? 1n : -1n;
    held[base] = (held[base] as bigint) + sign * fill.quantity;
    held[quote] = (held[quote] as bigint) - sign * fill.quote;
    held[fill.feeAsset] = (held[fill.feeAsset] as bigint) - fill.fee;
  }
  return held;
}

function byMinute<T extends { readonly timeMs: number }>(events: readonly T[]): T[] {
  return events.map((event) => ({ ...event, timeMs: Math.floor(event.timeMs / 60_000) }));
}

describe('any infinite grid on any price path', () => {
  it('keeps the equity identity with residual 0 and never holds less than nothing, at every point', () => {
    fc.assert(
      fc.property(infiniteGridParams(), candleWalk(), (params, candles) => {
        const points = livePoints(candles, 1);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          expect(machine.equity([ticks]).residual).toBe(0n);
          const held = machine.holdings();
          expect(held).toEqual(holdingsByFills(params, record.fills));
          for (const amount of Object.values(held)) expect(amount).toBeGreaterThanOrEqual(0n);
        });
        const { matchedProfit, fills, matches } = machine.statistics();
        expect(matchedProfit).toBe(record.fills.reduce((sum, fill) => sum + (fill.matchProfit ?? 0n), 0n));
        expect(matches).toBe(record.fills.filter((fill) => fill.matchProfit !== null).length);
        expect(fills).toBe(record.fills.length);
      }),
      RUNS,
    );
  });

  it('has an order or a reason on each of its two lines, around the price, and the funds for both', () => {
    let withheld = 0;
    fc.assert(
      fc.property(infiniteGridParams(), candleWalk(), (params, candles) => {
        const points = livePoints(candles, 0);
        const { machine } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          if (machine.status !== 'running') return;
          const open = machine.openOrders();
          const empty = machine.withheldOrders();
          withheld += empty.length;
          expect([...open, ...empty].map(({ level }) => level).sort()).toEqual([0, 1]);
          const held = machine.holdings();
          for (const order of open) {
            expect(order.quantity % params.spec.lotUnits).toBe(0n);
            expect(quoteValueUp(params.spec, order.quantity, order.ticks)).toBeGreaterThanOrEqual(
              params.spec.minQuoteUnits,
            );
            if (order.side === 'buy') {
              expect(order.ticks).toBeLessThan(ticks);
              const cost = quoteValueUp(params.spec, order.quantity, order.ticks);
              expect(held[params.spec.quote]).toBeGreaterThanOrEqual(cost);
            } else {
              expect(order.ticks).toBeGreaterThan(ticks);
              expect(held[params.spec.base]).toBeGreaterThan(order.quantity);
            }
          }
        });
      }),
      RUNS,
    );
    expect(withheld).toBeGreaterThan(0);
  });

  it('makes the same fills, orders and operations live, point by point, as in a backtest, candle by candle', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(infiniteGridParams(), candleWalk(), fc.integer({ min: 0, max: 5 }), (params, candles, refine) => {
        const points = livePoints(candles, refine);
        const first = points[0] as DriverPoint;
        const lived = recorder();
        const machine = createInfiniteGrid(params, shortMeanView(candles, params.spec), lived.sink);
        machine.start([first.ticks], first.timeMs);
        const driver = new LiveDriver();
        driver.setLastTicks(first.ticks);
        driver.add('bot', machine);
        for (const point of points) driver.advance(point);
        driver.advanceTime(candles.startMs + candles.open.length * candles.stepMs);
        const tested = recorder();
        const view = shortMeanView(candles, params.spec);
        const input = { kind: 'infinite_grid', params, candles, fromIndex: 0, view } as const;
        const result = runBacktest({ ...input, sink: tested.sink });
        expect(byMinute(lived.fills)).toEqual(byMinute(tested.fills));
        expect(byMinute(lived.orders)).toEqual(byMinute(tested.orders));
        expect(byMinute(lived.operations)).toEqual(byMinute(tested.operations));
        expect(byMinute(lived.finishes)).toEqual(byMinute(tested.finishes));
        if (result.finish === null) expect(machine.equity([driver.lastTicks])).toEqual(result.equity);
        expect(runBacktest(input)).toEqual(result);
        seen.add(result.finish?.reason ?? 'running');
      }),
      { numRuns: 200, seed: 20_260_801 },
    );
    for (const reason of ['running', 'stop_loss', 'stop_profit', 'money_not_enough']) expect(seen).toContain(reason);
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment', () => {
    fc.assert(
      fc.property(infiniteGridParams(), candleWalk(), fc.nat(500), (params, candles, moment) => {
        const points = livePoints(candles, 1);
        const whole = start(params, points);
        driveByHand(whole.machine, points, () => {});
        const cut = moment % points.length;
        const parted = start(params, points);
        if (cut > 0) driveByHand(parted.machine, points.slice(0, cut), () => {});
        const stored = JSON.parse(JSON.stringify(parted.machine.snapshot()));
        const machine = restoreInfiniteGrid(params, stored, fixedView(params.spec, PRICE), parted.record.sink);
        // The first point repeats the last price, so wakes in between see what they would have seen.
        driveByHand(machine, points.slice(Math.max(0, cut - 1)), () => {});
        expect(parted.record.fills).toEqual(whole.record.fills);
        expect(parted.record.orders).toEqual(whole.record.orders);
        expect(parted.record.operations).toEqual(whole.record.operations);
        expect(machine.snapshot()).toEqual(whole.machine.snapshot());
      }),
      RUNS,
    );
  });

  it('can be terminated at any moment in any way and ends with nothing resting', () => {
    const ways = fc.constantFrom<CloseInstruction['type']>('market', 'limit', 'no_close');
    fc.assert(
      fc.property(
        infiniteGridParams(),
        candleWalk(),
        fc.nat(500),
        ways,
        fc.integer({ min: -2000, max: 2000 }),
        (params, candles, moment, way, distance) => {
          const points = livePoints(candles, 0);
          const at = moment % points.length;
          const { machine, record } = start(params, points);
          driveByHand(machine, points.slice(0, at + 1), () => {});
          const { ticks, timeMs } = points[at] as DriverPoint;
          const limit = { type: 'limit', ticks: Math.max(1, ticks + distance), expiresAtMs: timeMs + 180_000 } as const;
          machine.terminate(way === 'limit' ? limit : { type: way }, [ticks], timeMs);
          driveByHand(machine, points.slice(at), () => {});
          while (machine.status === 'stopping') machine.wakeByTime(machine.wakeAtMs, [ticks]);
          expect(machine.status).toBe('finished');
          expect(machine.openOrders()).toEqual([]);
          expect(machine.equity([ticks]).residual).toBe(0n);
          expect(machine.holdings()).toEqual(holdingsByFills(params, record.fills));
          expect(record.finishes).toHaveLength(1);
        },
      ),
      RUNS,
    );
  });
});
