import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { type DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import type { BotMachine, CloseInstruction, EngineSink } from '#lib/engine/machine.ts';
import { createMarginGrid, restoreMarginGrid } from '#lib/kinds/margin-grid/engine.ts';
import type { MarginGridParams } from '#lib/kinds/margin-grid/params.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { candleWalk, driveByHand, fixedView, livePoints, PRICE, recorder, shortMeanView } from './engine-scenario.ts';
import { marginGridParams } from './every-kind-scenario.ts';

const RUNS = { numRuns: 150 };
/** For what must be reached: always the same scenarios. */
const SEEDED = { numRuns: 300, seed: 20_260_801 };

interface Cash {
  readonly type: string;
  readonly timeMs: number;
  readonly asset: string;
  readonly amount: bigint;
}

function cashRecorder() {
  const { sink, ...record } = recorder();
  const cash: Cash[] = [];
  const hearing: EngineSink = {
    ...sink,
    cash: (type, timeMs, asset, amount) => cash.push({ type, timeMs, asset, amount }),
  };
  return { record: { ...record, cash }, sink: hearing };
}
type MarginRecord = ReturnType<typeof cashRecorder>['record'];

function start(params: MarginGridParams, points: readonly DriverPoint[]) {
  const { record, sink } = cashRecorder();
  const machine = createMarginGrid(params, fixedView(params.spec, PRICE), sink);
  const first = points[0] as DriverPoint;
  machine.start([first.ticks], first.timeMs);
  return { machine, record, sink };
}

/** What fills, loans and insurance alone lead to; interest is owed and moves nothing. */
function holdingsByRecord(params: MarginGridParams, record: MarginRecord): Record<string, bigint> {
  const { base, quote } = params.spec;
  const held = { [quote]: 0n, [base]: 0n };
  held[params.investIn === 'quote' ? quote : base] = params.investment;
  const move = (asset: string, amount: bigint): void => {
    held[asset] = (held[asset] as bigint) + amount;
  };
  for (const fill of record.fills) {
    const sign = fill.side === 'buy' ? 1n : -1n;
    move(base, sign * fill.quantity);
    move(quote, -sign * fill.quote);
    move(fill.feeAsset, -fill.fee);
  }
  for (const { type, asset, amount } of record.cash) if (type !== 'interest') move(asset, amount);
  return held;
}

/** What is owed by asset: loans taken, less those paid back, and interest. */
function owedByRecord(record: MarginRecord): Record<string, bigint> {
  const owed: Record<string, bigint> = {};
  for (const { type, asset, amount } of record.cash) {
    if (type === 'loan') owed[asset] = (owed[asset] ?? 0n) + amount;
    if (type === 'interest') owed[asset] = (owed[asset] ?? 0n) - amount;
  }
  return Object.fromEntries(Object.entries(owed).filter(([, amount]) => amount !== 0n));
}

function owedOf(machine: BotMachine, ticks: number): Record<string, bigint> {
  return Object.fromEntries((machine.loan?.([ticks])?.debts ?? []).map(({ asset, owed }) => [asset, owed]));
}

/** Assets ÷ debt ≤ 1.1, without the engine's formula. */
function isPastLimit(params: MarginGridParams, machine: BotMachine, ticks: number): boolean {
  const { base, quote, tickUnits } = params.spec;
  const value = (pair: Record<string, bigint>): bigint =>
    (pair[quote] ?? 0n) * 100_000_000n + (pair[base] ?? 0n) * BigInt(ticks) * tickUnits;
  const debt = value(owedOf(machine, ticks));
  return debt > 0n && value(machine.holdings()) * 10n <= debt * 11n;
}

function byMinute<T extends { readonly timeMs: number }>(events: readonly T[]): T[] {
  return events.map((event) => ({ ...event, timeMs: Math.floor(event.timeMs / 60_000) }));
}

function expectSame(one: MarginRecord, other: MarginRecord): void {
  expect(byMinute(one.fills)).toEqual(byMinute(other.fills));
  expect(byMinute(one.orders)).toEqual(byMinute(other.orders));
  expect(byMinute(one.operations)).toEqual(byMinute(other.operations));
  expect(byMinute(one.cash)).toEqual(byMinute(other.cash));
  expect(byMinute(one.finishes)).toEqual(byMinute(other.finishes));
}

describe('any margin grid on any price path', () => {
  it('keeps the identity with residual 0, holds and owes the sum of its movements, never less than nothing', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(marginGridParams(), candleWalk(120, 60), (params, candles) => {
        const points = livePoints(candles, 1);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          const statement = machine.equity([ticks]);
          expect(statement.residual).toBe(0n);
          const held = machine.holdings();
          expect(held).toEqual(holdingsByRecord(params, record));
          expect(owedOf(machine, ticks)).toEqual(owedByRecord(record));
          for (const amount of Object.values(held)) expect(amount).toBeGreaterThanOrEqual(0n);
          if (machine.status === 'finished') {
            expect(machine.loan?.([ticks])).toBeNull();
            expect(statement.equity).toBeGreaterThanOrEqual(0n);
          }
        });
        const matched = record.fills.reduce((sum, fill) => sum + (fill.matchProfit ?? 0n), 0n);
        expect(machine.statistics().matchedProfit).toBe(matched);
        for (const { type } of record.cash) seen.add(type);
      }),
      { ...SEEDED, numRuns: 60 },
    );
    for (const type of ['loan', 'interest']) expect(seen).toContain(type);
  });

  it('is closed by force at the first price past the limit, and runs on at every other', () => {
    let forced = 0;
    fc.assert(
      fc.property(marginGridParams(), candleWalk(), (params, candles) => {
        const points = livePoints(candles, 3);
        const { machine, record } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          if (machine.status === 'running') expect(isPastLimit(params, machine, ticks)).toBe(false);
        });
        if (record.finishes[0]?.reason === 'liquidated') forced += 1;
      }),
      SEEDED,
    );
    expect(forced).toBeGreaterThan(10);
  });

  it('says with what it holds where the forced close comes: one tick before it is none', () => {
    let compared = 0;
    fc.assert(
      fc.property(marginGridParams(), candleWalk(60), (params, candles) => {
        const points = livePoints(candles, 0);
        const { machine } = start(params, points);
        driveByHand(machine, points, (ticks) => {
          const level = machine.loan?.([ticks])?.forcedCloseTicks ?? null;
          if (machine.status !== 'running' || level === null) return;
          expect(isPastLimit(params, machine, level)).toBe(true);
          expect(isPastLimit(params, machine, level + Math.sign(ticks - level))).toBe(false);
          compared += 1;
        });
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('does the same live, point by point, as in a backtest, candle by candle', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        marginGridParams(),
        candleWalk(120, 60),
        fc.integer({ min: 0, max: 5 }),
        (params, candles, refine) => {
          const points = livePoints(candles, refine);
          const first = points[0] as DriverPoint;
          const lived = cashRecorder();
          const machine = createMarginGrid(params, shortMeanView(candles, params.spec), lived.sink);
          machine.start([first.ticks], first.timeMs);
          const driver = new LiveDriver();
          driver.setLastTicks(first.ticks);
          driver.add('bot', machine);
          for (const point of points) driver.advance(point);
          driver.advanceTime(candles.startMs + candles.open.length * candles.stepMs);
          const tested = cashRecorder();
          const view = shortMeanView(candles, params.spec);
          const input = { kind: 'margin_grid', params, candles, fromIndex: 0, view } as const;
          const result = runBacktest({ ...input, sink: tested.sink });
          expectSame(lived.record, tested.record);
          expect(result.equity.residual).toBe(0n);
          if (result.finish === null) expect(machine.equity([driver.lastTicks])).toEqual(result.equity);
          expect(runBacktest(input)).toEqual(result);
          seen.add(result.finish?.reason ?? 'running');
        },
      ),
      SEEDED,
    );
    for (const reason of ['running', 'liquidated', 'stop_loss', 'stop_profit', 'less_low', 'over_high']) {
      expect(seen).toContain(reason);
    }
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment', () => {
    fc.assert(
      fc.property(marginGridParams(), candleWalk(), fc.nat(500), (params, candles, moment) => {
        const points = livePoints(candles, 1);
        const whole = start(params, points);
        driveByHand(whole.machine, points, () => {});
        const cut = moment % points.length;
        const parted = start(params, points);
        if (cut > 0) driveByHand(parted.machine, points.slice(0, cut), () => {});
        const stored = JSON.parse(JSON.stringify(parted.machine.snapshot()));
        const machine = restoreMarginGrid(params, stored, fixedView(params.spec, PRICE), parted.sink);
        // The first point repeats the last price, so wakes in between see what they would have seen.
        driveByHand(machine, points.slice(Math.max(0, cut - 1)), () => {});
        expect(parted.record).toEqual(whole.record);
        expect(machine.snapshot()).toEqual(whole.machine.snapshot());
      }),
      RUNS,
    );
  });

  it('can be terminated at any moment in any way, pays its loan back and ends owing nothing', () => {
    const ways = fc.constantFrom<CloseInstruction['type']>('market', 'limit', 'no_close');
    fc.assert(
      fc.property(
        marginGridParams(),
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
          if (way !== 'limit') expect(machine.status).toBe('finished');
          driveByHand(machine, points.slice(at), (seen) => {
            expect(machine.equity([seen]).residual).toBe(0n);
          });
          while (machine.status === 'stopping') machine.wakeByTime(machine.wakeAtMs, [ticks]);
          expect(machine.status).toBe('finished');
          expect(machine.openOrders()).toEqual([]);
          expect(machine.loan?.([ticks])).toBeNull();
          expect(owedByRecord(record)).toEqual({});
          expect(machine.holdings()).toEqual(holdingsByRecord(params, record));
          for (const amount of Object.values(machine.holdings())) expect(amount).toBeGreaterThanOrEqual(0n);
          expect(machine.equity([ticks]).residual).toBe(0n);
          expect(record.finishes).toHaveLength(1);
        },
      ),
      RUNS,
    );
  });
});
