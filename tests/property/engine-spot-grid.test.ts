import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { DriverPoint } from '#lib/engine/live-driver.ts';
import type { BotMachine, CloseInstruction, Fill, OrderEvent } from '#lib/engine/machine.ts';
import { createSpotGrid, restoreSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { quoteValueUp } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { candleWalk, driveByHand, fixedView, livePoints, PRICE, recorder, spotGridParams } from './engine-scenario.ts';

const RUNS = { numRuns: 150 };

function start(params: SpotGridParams, points: readonly DriverPoint[]) {
  const record = recorder();
  const machine = createSpotGrid(params, fixedView(params.spec, PRICE), record.sink);
  const first = points[0] as DriverPoint;
  machine.start([first.ticks], first.timeMs);
  return { machine, record };
}

/** Holdings that the fills alone lead to. */
function holdingsByFills(params: SpotGridParams, fills: readonly Fill[]): Record<string, bigint> {
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

/** What the record says last about the buy of a line. */
function lastWord(orders: readonly OrderEvent[], level: number): OrderEvent {
  return orders.findLast((event) => event.level === level && event.side === 'buy') as OrderEvent;
}

function checkLines(machine: BotMachine, params: SpotGridParams, ticks: number, orders: readonly OrderEvent[]): void {
  const open = machine.openOrders();
  const withheld = machine.withheldOrders();
  const levels = [...open, ...withheld].map((order) => order.level).sort((a, b) => a - b);
  expect(levels).toEqual(Array.from({ length: params.gridCount + 1 }, (_, i) => i));
  const held = machine.holdings();
  let quoteNeeded = 0n;
  let baseNeeded = 0n;
  for (const order of open) {
    if (order.side === 'buy') {
      expect(order.ticks).toBeLessThan(ticks);
      quoteNeeded += quoteValueUp(params.spec, order.quantity, order.ticks);
    } else {
      expect(order.ticks).toBeGreaterThan(ticks);
      baseNeeded += order.quantity;
    }
    expect(order.quantity % params.spec.lotUnits).toBe(0n);
    expect(order.quantity).toBeGreaterThanOrEqual(params.spec.minBaseUnits);
  }
  expect(held[params.spec.quote]).toBeGreaterThanOrEqual(quoteNeeded);
  expect(held[params.spec.base]).toBeGreaterThanOrEqual(baseNeeded);
  if (orders.some((event) => event.kind === 'cancelled')) return;
  for (const order of withheld) {
    if (order.side !== 'buy' || order.reason !== 'no-funds') continue;
    const cost = quoteValueUp(params.spec, lastWord(orders, order.level).quantity, order.ticks);
    expect((held[params.spec.quote] as bigint) - quoteNeeded).toBeLessThan(cost);
  }
}

describe('any spot grid on any price path', () => {
  it('keeps the equity identity with residual 0 and never owes anything, at every point', () => {
    fc.assert(
      fc.property(spotGridParams(PRICE), candleWalk(), (params, candles) => {
        const points = livePoints(candles, 1);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          const statement = machine.equity([ticks]);
          expect(statement.residual).toBe(0n);
          const held = machine.holdings();
          expect(held).toEqual(holdingsByFills(params, record.fills));
          for (const amount of Object.values(held)) expect(amount).toBeGreaterThanOrEqual(0n);
        });
        const matched = record.fills.reduce((sum, fill) => sum + (fill.matchProfit ?? 0n), 0n);
        expect(machine.statistics().matchedProfit).toBe(matched);
        expect(machine.statistics().fills).toBe(record.fills.length);
      }),
      RUNS,
    );
  });

  it('has exactly one order or one reason on every line while it runs, and funds for all of them', () => {
    fc.assert(
      fc.property(spotGridParams(PRICE), candleWalk(), (params, candles) => {
        const points = livePoints(candles, 0);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          if (machine.status === 'running') checkLines(machine, params, ticks, record.orders);
          if (machine.status === 'finished') expect(machine.openOrders()).toEqual([]);
        });
      }),
      RUNS,
    );
  });

  it('fills grid orders at their own line only, on prices that were seen, and sells a bought lot one line higher', () => {
    fc.assert(
      fc.property(spotGridParams(PRICE), candleWalk(), (params, candles) => {
        const points = livePoints(candles, 0);
        const { machine, record } = start(params, points);
        let from = (points[0] as DriverPoint).ticks;
        let seen = record.fills.length;
        driveByHand(machine, points, (ticks) => {
          for (const fill of record.fills.slice(seen)) {
            if (fill.role !== 'grid') continue;
            expect(fill.ticks).toBeGreaterThanOrEqual(Math.min(from, ticks));
            expect(fill.ticks).toBeLessThanOrEqual(Math.max(from, ticks));
            if (fill.side === 'buy') expect(ticks).toBeLessThanOrEqual(fill.ticks);
            else expect(ticks).toBeGreaterThanOrEqual(fill.ticks);
          }
          seen = record.fills.length;
          from = ticks;
        });
      }),
      RUNS,
    );
  });

  it('gives every completed pair a profit when the lines are further apart than two fees', () => {
    fc.assert(
      fc.property(spotGridParams(PRICE), candleWalk(), (params, candles) => {
        fc.pre(params.gridCount <= 6 && params.trailDownLimitTicks === null);
        const points = livePoints(candles, 0);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, () => {});
        const step = params.lowTicks * (params.spacing === 'arithmetic' ? 1 : 0.9);
        fc.pre(
          (params.highTicks - params.lowTicks) / params.gridCount / step > 0.002 + 2.1 * (Number(params.feeRate) / 1e8),
        );
        for (const fill of record.fills) if (fill.matchProfit !== null) expect(fill.matchProfit).toBeGreaterThan(0n);
      }),
      RUNS,
    );
  });

  it('says the same bytes when it is run again', () => {
    const text = (value: unknown): string =>
      JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
    fc.assert(
      fc.property(spotGridParams(PRICE), candleWalk(60), (params, candles) => {
        const points = livePoints(candles, 1);
        const runs = [0, 1].map(() => {
          const { machine, record } = start(params, points);
          driveByHand(machine, points, () => {});
          return text([record, machine.snapshot()]);
        });
        expect(runs[0]).toBe(runs[1]);
      }),
      { numRuns: 50 },
    );
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment', () => {
    fc.assert(
      fc.property(
        spotGridParams(PRICE),
        candleWalk(),
        fc.array(fc.nat(500), { maxLength: 5 }),
        (params, candles, moments) => {
          const points = livePoints(candles, 1);
          const whole = start(params, points);
          driveByHand(whole.machine, points, () => {});
          const parted = start(params, points);
          let { machine } = parted;
          let begin = 0;
          const cuts = [...new Set(moments.map((moment) => moment % points.length))].sort((a, b) => a - b);
          for (const cut of [...cuts, points.length]) {
            // The first point repeats the last price, so wakes in between see what they would have seen.
            const part = points.slice(Math.max(0, begin - 1), cut);
            if (part.length > 0) driveByHand(machine, part, () => {});
            const stored = JSON.parse(JSON.stringify(machine.snapshot()));
            machine = restoreSpotGrid(params, stored, fixedView(params.spec, PRICE), parted.record.sink);
            begin = cut;
          }
          expect(parted.record.fills).toEqual(whole.record.fills);
          expect(parted.record.orders).toEqual(whole.record.orders);
          expect(parted.record.operations).toEqual(whole.record.operations);
          expect(machine.snapshot()).toEqual(whole.machine.snapshot());
        },
      ),
      RUNS,
    );
  });

  it('can be terminated at any moment in any way, keeps the identity, and ends with nothing resting', () => {
    const ways = fc.constantFrom<CloseInstruction['type']>('market', 'limit', 'no_close');
    fc.assert(
      fc.property(
        spotGridParams(PRICE),
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
          const limit = Math.max(1, ticks + distance);
          const expiresAtMs = timeMs + 180_000;
          machine.terminate(
            way === 'limit' ? { type: way, ticks: limit, expiresAtMs } : { type: way },
            [ticks],
            timeMs,
          );
          if (way !== 'limit') expect(machine.status).toBe('finished');
          driveByHand(machine, points.slice(at), () => {});
          while (machine.status === 'stopping') machine.wakeByTime(machine.wakeAtMs, [ticks]);
          expect(machine.status).toBe('finished');
          expect(machine.openOrders()).toEqual([]);
          expect(machine.equity([ticks]).residual).toBe(0n);
          expect(machine.holdings()).toEqual(holdingsByFills(params, record.fills));
          expect(record.finishes).toHaveLength(1);
          const closing = record.fills.filter((fill) => fill.role === 'close');
          if (way === 'no_close' && record.finishes[0]?.reason === 'cancelled') expect(closing).toEqual([]);
          if (way === 'limit') {
            for (const fill of closing) {
              if (record.finishes[0]?.reason === 'cancelled') expect(fill.ticks).toBeGreaterThanOrEqual(limit);
            }
          }
        },
      ),
      RUNS,
    );
  });
});
