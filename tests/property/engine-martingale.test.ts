import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { type DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import type { CloseInstruction, Fill, MarketView } from '#lib/engine/machine.ts';
import { buildLadder } from '#lib/formulas/martingale-ladder.ts';
import { createMartingale, restoreMartingale } from '#lib/kinds/martingale/engine.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { candleWalk, driveByHand, fixedView, livePoints, PRICE } from './engine-scenario.ts';
import { martingaleParams, roundRecorder, TEXT } from './martingale-scenario.ts';

const RUNS = { numRuns: 150 };

function start(
  params: MartingaleParams,
  points: readonly DriverPoint[],
  view: MarketView = fixedView(params.spec, PRICE),
) {
  const record = roundRecorder();
  const machine = createMartingale(params, view, record.sink);
  const first = points[0] as DriverPoint;
  machine.start([first.ticks], first.timeMs);
  return { machine, record };
}

/** Holdings that the fills alone lead to. */
function holdingsByFills(params: MartingaleParams, fills: readonly Fill[]): Record<string, bigint> {
  const { base, quote } = params.spec;
  const held = { [quote]: params.investment, [base]: 0n };
  for (const fill of fills) {
    const sign = fill.side === 'buy' ? 1n : -1n;
    held[base] = (held[base] as bigint) + sign * fill.quantity;
    held[quote] = (held[quote] as bigint) - sign * fill.quote;
    held[fill.feeAsset] = (held[fill.feeAsset] as bigint) - fill.fee;
  }
  return held;
}

const walk = fc.tuple(martingaleParams(PRICE), candleWalk());

describe('any spot martingale on any price path', () => {
  it('keeps the equity identity with residual 0, owes nothing, and holds what its fills say, at every point', () => {
    fc.assert(
      fc.property(walk, ([params, candles]) => {
        const points = livePoints(candles, 1);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          expect(machine.equity([ticks]).residual).toBe(0n);
          const held = machine.holdings();
          expect(held).toEqual(holdingsByFills(params, record.fills));
          for (const amount of Object.values(held)) expect(amount).toBeGreaterThanOrEqual(0n);
        });
        expect(machine.statistics().fills).toBe(record.fills.length);
      }),
      RUNS,
    );
  });

  it('has the exact average cost of its cycle: what its buys paid by what they left after fees (M-109)', () => {
    fc.assert(
      fc.property(walk, ([params, candles]) => {
        const points = livePoints(candles, 0);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, () => {
          const round = machine.round?.();
          if (round === null || round === undefined || machine.status !== 'running') return;
          const lastSale = record.fills.findLastIndex((fill) => fill.side === 'sell');
          const buys = record.fills.slice(lastSale + 1);
          const paid = buys.reduce((sum, fill) => sum + fill.quote, 0n);
          const got = buys.reduce((sum, fill) => sum + fill.quantity - fill.fee, 0n);
          expect([round.invested, round.baseHeld]).toEqual([paid, got]);
          const exact = (Number(paid) * 1e8) / (Number(got) * Number(params.spec.tickUnits));
          expect(Math.abs((round.averageCostTicks as number) / exact - 1)).toBeLessThan(1e-12);
          const target = paid * (100_000_000n + params.takeProfitE8);
          const tick = BigInt(round.takeProfitTicks as number) * params.spec.tickUnits * got;
          expect(tick).toBeGreaterThanOrEqual(target);
          expect(tick - params.spec.tickUnits * got).toBeLessThan(target);
        });
      }),
      RUNS,
    );
  });

  it('does on a falling path exactly what the table of orders showed before creation', () => {
    fc.assert(
      fc.property(martingaleParams(PRICE), fc.integer({ min: 0, max: 20 }), (picked, slip) => {
        const params = { ...picked, triggerTicks: null, stopLossE8: null };
        const view: MarketView = { movingAverage: () => Number.NaN, marketFillTicks: (_f, _s, _q, at) => at + slip };
        const start0 = [{ timeMs: 0, ticks: PRICE, jump: false }];
        const { machine, record } = start(params, start0, view);
        const table = buildLadder(params, PRICE + slip);
        if (table[0]?.withheld !== null) {
          expect(machine.status).toBe('finished');
          return;
        }
        const shown = table.map((row) => row.takeProfitTicks);
        const lived = [machine.round?.()?.takeProfitTicks];
        for (const row of table.slice(1)) {
          machine.move(0, row.ticks, 1000);
          lived.push(machine.round?.()?.takeProfitTicks);
          expect(machine.round?.()).toMatchObject({ baseHeld: row.held, invested: row.paid });
          expect(params.investment - (machine.holdings()[params.spec.quote] as bigint)).toBe(row.needed);
        }
        expect(lived).toEqual(shown);
        const placed = table.filter((row) => row.withheld === null);
        expect(record.fills.map((fill) => [fill.level, fill.ticks, fill.quantity, fill.quote])).toEqual(
          placed.map((row) => [row.index, row.ticks, row.quantity, row.value]),
        );
      }),
      RUNS,
    );
  });

  it('rests orders on the right side of the price, within the market’s minima and with money for all of them', () => {
    fc.assert(
      fc.property(walk, ([params, candles]) => {
        const points = livePoints(candles, 0);
        const { machine } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          if (machine.status === 'finished') expect(machine.openOrders()).toEqual([]);
          if (machine.status !== 'running') return;
          let needed = 0n;
          for (const order of machine.openOrders()) {
            expect(order.quantity % params.spec.lotUnits).toBe(0n);
            expect(order.quantity).toBeGreaterThanOrEqual(params.spec.minBaseUnits);
            if (order.side === 'buy') {
              expect(order.ticks).toBeLessThan(ticks);
              needed += (order.quantity * BigInt(order.ticks) * params.spec.tickUnits) / 100_000_000n;
            } else expect(order.ticks).toBeGreaterThan(ticks);
          }
          expect(machine.holdings()[params.spec.quote]).toBeGreaterThanOrEqual(needed);
        });
      }),
      RUNS,
    );
  });

  it('puts every round on record with all its orders, and the rounds sum to the profit taken (M-107, M-108)', () => {
    fc.assert(
      fc.property(walk, ([params, candles]) => {
        const points = livePoints(candles, 0);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, () => {});
        const { rounds, fills } = record;
        expect(rounds.map(([round]) => round.cycle)).toEqual(rounds.map((_, i) => i + 1));
        const sum = rounds.reduce((total, [round]) => total + round.profit, 0n);
        expect(machine.statistics()).toMatchObject({ matches: rounds.length, matchedProfit: sum });
        const done = rounds.flatMap(([, orders]) => orders.filter((order) => order.state === 'filled'));
        const present = machine.round?.()?.orders.filter((order) => order.state === 'filled') ?? [];
        const told = [...done, ...present].map((order) => [
          order.side,
          order.matchTicks,
          order.matchQuantity,
          order.fee,
        ]);
        expect(told).toEqual(fills.map((fill) => [fill.side, fill.ticks, fill.quantity, fill.fee]));
        if (params.transactionType !== 'hoarding' && params.spec.lotUnits === 100n && rounds.length > 0) {
          const since = fills.findLastIndex((fill) => fill.side === 'sell');
          const held = holdingsByFills(params, fills.slice(0, since + 1));
          const spare = held[params.spec.base] as bigint;
          const change = (held[params.spec.quote] as bigint) - params.investment;
          // Parts of a lot that could not be sold keep their cost; everything else is in the rounds.
          expect(sum).toBeGreaterThanOrEqual(change);
          const most = spare * BigInt(2 * PRICE) * params.spec.tickUnits;
          expect(sum - change).toBeLessThanOrEqual(most / 100_000_000n + 1n);
        }
      }),
      RUNS,
    );
  });

  it('gives every round that ends at its take profit a profit when that exceeds two fees (C-300)', () => {
    fc.assert(
      fc.property(walk, ([params, candles]) => {
        fc.pre(params.takeProfitE8 > 2n * params.feeRate);
        const points = livePoints(candles, 0);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, () => {});
        for (const [round, orders] of record.rounds) {
          if (orders.at(-1)?.type === 'take_profit') expect(round.profit).toBeGreaterThan(0n);
        }
      }),
      RUNS,
    );
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment', () => {
    fc.assert(
      fc.property(walk, fc.array(fc.nat(500), { maxLength: 5 }), ([params, candles], moments) => {
        const points = livePoints(candles, 1);
        const whole = start(params, points);
        driveByHand(whole.machine, points, () => {});
        const parted = start(params, points);
        let { machine } = parted;
        let begin = 0;
        const cuts = [...new Set(moments.map((moment) => moment % points.length))].sort((a, b) => a - b);
        for (const cut of [...cuts, points.length]) {
          const part = points.slice(Math.max(0, begin - 1), cut);
          if (part.length > 0) driveByHand(machine, part, () => {});
          const stored = JSON.parse(JSON.stringify(machine.snapshot()));
          machine = restoreMartingale(params, stored, fixedView(params.spec, PRICE), parted.record.sink);
          expect(machine.snapshot()).toEqual(stored);
          begin = cut;
        }
        expect(TEXT(parted.record)).toBe(TEXT(whole.record));
        expect(machine.snapshot()).toEqual(whole.machine.snapshot());
        expect(machine.round?.()).toEqual(whole.machine.round?.());
      }),
      RUNS,
    );
  });

  it('can be terminated at any moment in any way, keeps the identity, and ends with nothing resting', () => {
    const ways = fc.constantFrom<CloseInstruction['type']>('market', 'limit', 'no_close');
    fc.assert(
      fc.property(
        walk,
        fc.nat(500),
        ways,
        fc.integer({ min: -2000, max: 2000 }),
        ([params, candles], moment, way, far) => {
          const points = livePoints(candles, 0);
          const at = moment % points.length;
          const { machine, record } = start(params, points);
          driveByHand(machine, points.slice(0, at + 1), () => {});
          const { ticks, timeMs } = points[at] as DriverPoint;
          const close: CloseInstruction =
            way === 'limit'
              ? { type: way, ticks: Math.max(1, ticks + far), expiresAtMs: timeMs + 180_000 }
              : { type: way };
          machine.terminate(close, [ticks], timeMs);
          if (way !== 'limit') expect(machine.status).toBe('finished');
          driveByHand(machine, points.slice(at), () => {});
          // It asks the book once a minute, until its time is over.
          while (machine.status === 'stopping') machine.wakeByTime(machine.wakeAtMs, [ticks]);
          expect(machine.status).toBe('finished');
          expect(machine.openOrders()).toEqual([]);
          expect(machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
          expect(machine.equity([ticks]).residual).toBe(0n);
          expect(machine.holdings()).toEqual(holdingsByFills(params, record.fills));
          expect(record.finishes).toHaveLength(1);
        },
      ),
      RUNS,
    );
  });
});

/** Times inside a minute differ between drivers; the minute does not. */
function byMinute<T extends { readonly timeMs: number }>(events: readonly T[]): T[] {
  return events.map((event) => ({ ...event, timeMs: Math.floor(event.timeMs / 60_000) }));
}

describe('the drivers agree on a spot martingale', () => {
  it('makes the same fills, orders, rounds and operations live as in a backtest', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 0, max: 7 }), ([params, candles], refine) => {
        const points = livePoints(candles, refine);
        const first = points[0] as DriverPoint;
        const { machine, record: lived } = start(params, points);
        const driver = new LiveDriver();
        driver.setLastTicks(first.ticks);
        driver.add('bot', machine);
        for (const point of points) driver.advance(point);
        driver.advanceTime(candles.startMs + candles.open.length * candles.stepMs);
        const record = roundRecorder();
        const input = {
          kind: 'martingale',
          params,
          candles,
          fromIndex: 0,
          view: fixedView(params.spec, PRICE),
        } as const;
        const result = runBacktest({ ...input, sink: record.sink });
        expect(byMinute(lived.fills)).toEqual(byMinute(record.fills));
        expect(byMinute(lived.orders)).toEqual(byMinute(record.orders));
        expect(byMinute(lived.operations)).toEqual(byMinute(record.operations));
        expect(byMinute(lived.finishes)).toEqual(byMinute(record.finishes));
        expect(lived.rounds.map(([round]) => round.profit)).toEqual(record.rounds.map(([round]) => round.profit));
        expect(result.equity.residual).toBe(0n);
        if (result.finish === null) expect(machine.equity([driver.lastTicks])).toEqual(result.equity);
        expect(runBacktest(input)).toEqual(result);
      }),
      RUNS,
    );
  });
});
