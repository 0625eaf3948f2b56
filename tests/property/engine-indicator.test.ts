import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { BotMachine, CloseInstruction } from '#lib/engine/machine.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import { createIndicator, restoreIndicator } from '#lib/kinds/indicator/engine.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import { expect } from '#tests/support/quick-expect.ts';
import {
  driveFutures,
  type FuturesMarket,
  firstPrices,
  futuresMarket,
  futuresPoints,
  SPECS,
} from './engine-futures-scenario.ts';
import { COARSE, FINE, PRICE } from './engine-scenario.ts';
import { indicatorParams, withVolumes } from './indicator-scenario.ts';
import { roundRecorder, TEXT } from './martingale-scenario.ts';

const RUNS = { numRuns: 150 };
/** For what must be reached: always the same scenarios. */
const SEEDED = { numRuns: 600, seed: 20_260_804 };
/** Minutes before the bot starts. */
const HISTORY = 40;

type Recorded = ReturnType<typeof roundRecorder>;

const markets = futuresMarket().map((market) => ({ ...market, candles: withVolumes(market.candles) }));
const scenario: [fc.Arbitrary<IndicatorParams>, fc.Arbitrary<FuturesMarket>, fc.Arbitrary<number>] = [
  indicatorParams(PRICE, [FINE, COARSE, ...SPECS]),
  markets,
  fc.integer({ min: 0, max: 3 }),
];

/** The part of a market that the bot lives through: what a driver shows. Spot bots are shown no marks. */
function lived(params: IndicatorParams, market: FuturesMarket, from: number, refine: number) {
  const { candles } = market;
  const cut = <T extends Int32Array>(column: T): T => column.subarray(from) as T;
  const columns: CandleColumns = {
    startMs: candles.startMs + from * candles.stepMs,
    stepMs: candles.stepMs,
    open: cut(candles.open),
    high: cut(candles.high),
    low: cut(candles.low),
    close: cut(candles.close),
  };
  const rest = { ...market, candles: columns, marks: cut(markColumn(candles, market.marks)) };
  const points = futuresPoints(rest, refine);
  return {
    start: firstPrices(rest),
    startMs: columns.startMs,
    points: isContract(params.spec) ? points : points.filter(({ feed }) => feed === 0),
  };
}

/** The first minute with a price that has so much history. */
function beginning({ candles }: FuturesMarket): number {
  return candles.open.findIndex((open, i) => i >= HISTORY && open >= 0);
}

function started(params: IndicatorParams, market: FuturesMarket, prices: readonly number[], startMs: number) {
  const record = roundRecorder();
  const view = createCandleView(market.candles, params.spec, market.funding);
  const machine = createIndicator(params, view, record.sink);
  machine.start(isContract(params.spec) ? prices : prices.slice(0, 1), startMs);
  return { machine, record, view };
}

/** By asset, what fills and cash events moved. */
function movedInto(record: Recorded, params: IndicatorParams): Record<string, bigint> {
  const { spec } = params;
  const sums: Record<string, bigint> = { [spec.contract?.settle ?? spec.quote]: params.investment };
  const add = (asset: string, amount: bigint): void => {
    sums[asset] = (sums[asset] ?? 0n) + amount;
  };
  for (const { side, quantity, quote, fee, feeAsset, realised } of record.fills) {
    add(feeAsset, -fee);
    if (realised !== undefined) add(feeAsset, realised);
    else {
      add(spec.base, side === 'buy' ? quantity : -quantity);
      add(spec.quote, side === 'buy' ? -quote : quote);
    }
  }
  for (const { asset, amount } of record.cash) add(asset, amount);
  return sums;
}

function byMinute<T extends { readonly timeMs: number }>(events: readonly T[]): T[] {
  return events.map((event) => ({ ...event, timeMs: Math.floor(event.timeMs / 60_000) }));
}

describe('any set of conditions on any path', () => {
  it('does the same live as in a backtest, fill by fill, on spot markets and contracts', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(...scenario, (params, market, refine) => {
        const fromIndex = beginning(market);
        if (fromIndex < 0) return;
        const { start, startMs, points } = lived(params, market, fromIndex, refine);
        const { machine, record: live } = started(params, market, start, startMs);
        const driver = new LiveDriver();
        driver.setLastTicks(start[0] as number);
        driver.setMarkTicks(start[1] as number);
        driver.add('bot', machine);
        for (const { feed, point } of points) {
          if (feed === 1) driver.advanceMark(point);
          else driver.advance(point);
        }
        const { candles, marks, funding } = market;
        driver.advanceTime(candles.startMs + candles.open.length * candles.stepMs);
        const record = roundRecorder();
        const input = { kind: 'compose-indicator', params, candles, marks, funding, fromIndex } as const;
        const result = runBacktest({ ...input, sink: record.sink });
        expect(byMinute(live.fills)).toEqual(byMinute(record.fills));
        expect(byMinute(live.orders)).toEqual(byMinute(record.orders));
        expect(byMinute(live.operations)).toEqual(byMinute(record.operations));
        expect(byMinute(live.cash)).toEqual(byMinute(record.cash));
        expect(byMinute(live.finishes)).toEqual(byMinute(record.finishes));
        expect(result.equity.residual).toBe(0n);
        if (result.finish === null) {
          const prices = isContract(params.spec) ? [driver.lastTicks, driver.markTicks] : [driver.lastTicks];
          expect(machine.equity(prices)).toEqual(result.equity);
        }
        expect(runBacktest(input)).toEqual(result);
        seen.add(result.finish?.reason ?? 'running');
        for (const { signal, side } of record.fills) seen.add(`${signal} ${side}`);
        for (const { type } of record.cash) seen.add(type);
        for (const { reason } of record.orders) seen.add(reason);
      }),
      SEEDED,
    );
    for (const what of [
      'running',
      'stop_loss',
      'stop_profit',
      'liquidated',
      'funding',
      'slippage-exceeded',
      'no-funds',
      'below-minimum',
      'open buy',
      'increase buy',
      'reduce sell',
      'close sell',
      'close buy',
      'open-l buy',
      'open-s sell',
      'increase-l buy',
      'increase-s sell',
      'reduce-l sell',
      'reduce-s buy',
      'ptn-stoploss sell',
      'ptn-stoprofit sell',
      'protect-profit sell',
      'ptn-stoploss buy',
      'ptn-stoprofit buy',
      'protect-profit buy',
      'stop_loss sell',
      'stop_profit sell',
    ])
      expect(seen).toContain(what);
  });

  it('keeps the identity with residual 0, holds the sum of its movements and never less than nothing', () => {
    fc.assert(
      fc.property(...scenario, (params, market, refine) => {
        const fromIndex = beginning(market);
        if (fromIndex < 0) return;
        const { start, startMs, points } = lived(params, market, fromIndex, refine);
        const { machine, record } = started(params, market, start, startMs);
        driveFutures(machine, start, points, {
          after: ({ prices }) => {
            const holdings = machine.holdings();
            const moved = movedInto(record, params);
            for (const [asset, amount] of Object.entries(holdings)) {
              if (amount !== (moved[asset] ?? 0n) || amount < 0n) {
                throw new Error(`${asset}: ${amount} held, ${moved[asset]} moved`);
              }
            }
            if (machine.equity(prices).residual !== 0n) throw new Error('The residual is not 0');
          },
        });
        const { fills, matches, matchedProfit } = machine.statistics();
        const matched = record.fills.filter(({ matchProfit }) => matchProfit !== null);
        expect([fills, matches]).toEqual([record.fills.length, matched.length]);
        expect(matchedProfit).toBe(matched.reduce((sum, fill) => sum + (fill.matchProfit as bigint), 0n));
      }),
      RUNS,
    );
  });

  it('trades at most once on one K-line close, and outside of one only what its stops and its owner ask', () => {
    fc.assert(
      fc.property(...scenario, (params, market, _refine) => {
        const fromIndex = beginning(market);
        if (fromIndex < 0) return;
        const record = roundRecorder();
        const { candles, marks, funding } = market;
        const input = { kind: 'compose-indicator', params, candles, marks, funding, fromIndex } as const;
        runBacktest({ ...input, sink: record.sink });
        const bySides = record.fills.filter(({ signal }) => /^(open|increase|reduce|close)/.test(signal ?? ''));
        const times = bySides.map(({ timeMs }) => timeMs);
        expect(new Set(times).size).toBe(times.length);
        for (const timeMs of times) expect(timeMs % 60_000).toBe(0);
      }),
      RUNS,
    );
  });

  it('knows nothing of the future: a history that ends earlier has had the same fills', () => {
    fc.assert(
      fc.property(...scenario, fc.integer({ min: 1, max: 99 }), (params, market, _refine, percent) => {
        const fromIndex = beginning(market);
        if (fromIndex < 0) return;
        const { candles, marks, funding } = market;
        const length = fromIndex + 1 + Math.floor(((candles.open.length - fromIndex - 1) * percent) / 100);
        const until = candles.startMs + length * candles.stepMs;
        const cut = {
          ...candles,
          open: candles.open.slice(0, length),
          high: candles.high.slice(0, length),
          low: candles.low.slice(0, length),
          close: candles.close.slice(0, length),
          volume: (candles.volume as Float64Array).slice(0, length),
        };
        const run = (columns: CandleColumns, marked: Int32Array): Recorded => {
          const record = roundRecorder();
          const input = { kind: 'compose-indicator', params, candles: columns, marks: marked, funding } as const;
          runBacktest({ ...input, fromIndex, sink: record.sink });
          return record;
        };
        const whole = run(candles, marks);
        const parted = run(cut, marks.slice(0, length));
        const untilThen = <T extends { readonly timeMs: number }>(events: readonly T[]): T[] =>
          events.filter(({ timeMs }) => timeMs < until);
        expect(untilThen(parted.fills)).toEqual(untilThen(whole.fills));
        expect(untilThen(parted.orders)).toEqual(untilThen(whole.orders));
      }),
      RUNS,
    );
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment', () => {
    fc.assert(
      fc.property(...scenario, fc.array(fc.nat(500), { maxLength: 5 }), (params, market, refine, moments) => {
        const fromIndex = beginning(market);
        if (fromIndex < 0) return;
        const { start, startMs, points } = lived(params, market, fromIndex, refine);
        const whole = started(params, market, start, startMs);
        driveFutures(whole.machine, start, points, {});
        const parted = started(params, market, start, startMs);
        let { machine } = parted;
        let prices: readonly number[] = start;
        let begin = 0;
        const cuts = [...new Set(moments.map((moment) => moment % points.length))].sort((a, b) => a - b);
        for (const cut of [...cuts, points.length]) {
          driveFutures(machine, prices, points.slice(begin, cut), {
            after: (step) => {
              prices = [...step.prices];
            },
          });
          const stored = JSON.parse(JSON.stringify(machine.snapshot()));
          const slots = machine.slots.map((slot) => ({ ...slot }));
          machine = restoreIndicator(params, stored, parted.view, parted.record.sink);
          expect(machine.snapshot()).toEqual(stored);
          expect(machine.slots).toEqual(slots);
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
          const fromIndex = beginning(market);
          if (fromIndex < 0) return;
          const { start, startMs, points } = lived(params, market, fromIndex, refine);
          const at = moment % points.length;
          const { machine, record } = started(params, market, start, startMs);
          let prices: readonly number[] = start;
          const follow = (some: typeof points): void =>
            driveFutures(machine, prices, some, {
              after: (step) => {
                prices = [...step.prices];
              },
            });
          follow(points.slice(0, at + 1));
          const { timeMs } = (points[at] as (typeof points)[number]).point;
          endIt(machine, way, prices, timeMs, far);
          if (way === 'deleverage' && machine.status !== 'finished') return;
          if (way === 'market' || way === 'no_close') expect(machine.status).toBe('finished');
          follow(points.slice(at + 1));
          while (machine.status === 'stopping') machine.wakeByTime(machine.wakeAtMs, prices);
          expect(machine.status).toBe('finished');
          expect(machine.openOrders()).toEqual([]);
          expect(machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
          expect(machine.equity(prices).residual).toBe(0n);
          if (isContract(params.spec)) expect(machine.position?.(prices)).toBeNull();
          expect(record.finishes).toHaveLength(1);
        },
      ),
      RUNS,
    );
  });
});

function endIt(
  machine: BotMachine,
  way: CloseInstruction['type'] | 'deleverage',
  prices: readonly number[],
  timeMs: number,
  far: number,
): void {
  const last = prices[0] as number;
  if (way === 'deleverage') machine.deleverage?.(last, [last, last], timeMs);
  else if (way === 'limit') {
    machine.terminate({ type: way, ticks: Math.max(1, last + far), expiresAtMs: timeMs + 180_000 }, prices, timeMs);
  } else machine.terminate({ type: way }, prices, timeMs);
}
