import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import { riskTierOf } from '#lib/formulas/liquidation.ts';
import { restoreFuturesGrid } from '#lib/kinds/futures-grid/engine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { expect } from '#tests/support/quick-expect.ts';
import {
  driveFutures,
  type FuturesMarket,
  type FuturesRecord,
  firstPrices,
  futuresGridParams,
  futuresMarket,
  futuresPoints,
  futuresRecorder,
  startedGrid,
  viewOf,
} from './engine-futures-scenario.ts';

const RUNS = { numRuns: 100 };
/** For what must be reached: always the same scenarios. */
const SEEDED = { numRuns: 400, seed: 20_260_801 };

/** Times inside a minute differ between drivers; the minute does not. */
function byMinute<T extends { readonly timeMs: number }>(events: readonly T[]): T[] {
  return events.map((event) => ({ ...event, timeMs: Math.floor(event.timeMs / 60_000) }));
}

function expectSame(one: FuturesRecord, other: FuturesRecord): void {
  expect(byMinute(one.fills)).toEqual(byMinute(other.fills));
  expect(byMinute(one.orders)).toEqual(byMinute(other.orders));
  expect(byMinute(one.operations)).toEqual(byMinute(other.operations));
  expect(byMinute(one.cash)).toEqual(byMinute(other.cash));
  expect(byMinute(one.finishes)).toEqual(byMinute(other.finishes));
}

/** What the record says that the account must hold: every movement is a fill's profit and fee, or a cash event. */
function movedInto(record: FuturesRecord): bigint {
  const fills = record.fills.reduce((sum, fill) => sum + (fill.realised ?? 0n) - fill.fee, 0n);
  return record.cash.reduce((sum, event) => sum + event.amount, fills);
}

function settleHolding(machine: BotMachine, { spec }: FuturesGridParams): bigint {
  return machine.holdings()[spec.contract.settle] ?? 0n;
}

const scenario = (
  isFree = false,
): [fc.Arbitrary<FuturesGridParams>, fc.Arbitrary<FuturesMarket>, fc.Arbitrary<number>] => [
  futuresGridParams(isFree),
  futuresMarket(),
  fc.integer({ min: 0, max: 3 }),
];

describe('any futures grid on any path of last and mark prices', () => {
  it('does the same live, point by point, as in a backtest, candle by candle, with marks, funding and gaps', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(...scenario(), (params, market, refine) => {
        const { machine, record } = startedGrid(params, market);
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
        const { sink, ...tested } = futuresRecorder();
        const input = { kind: 'futures_grid', params, candles, marks, funding, fromIndex: 0 } as const;
        const result = runBacktest({ ...input, sink });
        expectSame(record, tested);
        expect(result.equity.residual).toBe(0n);
        if (result.finish === null) expect(machine.equity([driver.lastTicks, driver.markTicks])).toEqual(result.equity);
        expect(runBacktest(input)).toEqual(result);
        seen.add(result.finish?.reason ?? 'running');
        for (const { type } of record.cash) seen.add(type);
      }),
      SEEDED,
    );
    // The scenarios reach what they are there for.
    for (const what of ['running', 'liquidated', 'stop_loss', 'stop_profit', 'less_low', 'over_high', 'funding'])
      expect(seen).toContain(what);
  });

  it('keeps the equity identity with residual 0, holds the sum of its movements and never less than nothing', () => {
    fc.assert(
      fc.property(...scenario(), (params, market, refine) => {
        const { machine, record } = startedGrid(params, market);
        const check = (prices: readonly number[]): void => {
          const equity = machine.equity(prices);
          expect(equity.residual).toBe(0n);
          expect(equity.equity).toBe(
            equity.start + equity.gridProfit + equity.positionProfit - equity.fees + equity.funding,
          );
          const holding = settleHolding(machine, params);
          expect(holding).toBe(params.investment + movedInto(record));
          expect(holding).toBeGreaterThanOrEqual(0n);
          if (machine.status === 'finished') {
            expect(machine.position?.(prices)).toBeNull();
            expect(equity.equity).toBe(holding * 100_000_000n);
          }
        };
        driveFutures(machine, firstPrices(market), futuresPoints(market, refine), {
          after: ({ prices }) => check(prices),
        });
        expect(machine.statistics().matchedProfit).toBe(
          record.fills.reduce((sum, fill) => sum + (fill.matchProfit ?? 0n), 0n),
        );
      }),
      RUNS,
    );
  });

  it('is liquidated at the first mark price past the formula’s, and at no other (H39)', () => {
    let liquidations = 0;
    fc.assert(
      fc.property(...scenario(true), (params, market, refine) => {
        const { machine, record } = startedGrid(params, market);
        let expected: boolean | null = null;
        driveFutures(machine, firstPrices(market), futuresPoints(market, refine), {
          before: ({ prices, point }) => {
            expected = point.feed === 1 && isPastFormula(machine, params, prices, point.point.ticks);
          },
          after: ({ point }) => {
            if (point.feed === 0) return;
            if (expected === true) {
              liquidations += 1;
              expect(machine.status).toBe('finished');
              expect(record.finishes.at(-1)?.reason).toBe('liquidated');
            } else if (expected === false && machine.status === 'running') {
              expect(record.finishes).toEqual([]);
            }
          },
        });
      }),
      SEEDED,
    );
    expect(liquidations).toBeGreaterThan(10);
  });

  it('says where it would be liquidated if every order on the losing side filled: there it is once they have', () => {
    let compared = 0;
    fc.assert(
      fc.property(...scenario(true), (params, market, refine) => {
        const { machine } = startedGrid(params, market);
        driveFutures(machine, firstPrices(market), futuresPoints(market, refine).slice(0, 40), {});
        const prices = firstPrices(market);
        const position = machine.position?.(prices) ?? null;
        if (position === null || machine.status !== 'running') return;
        const twin = restoreFuturesGrid(
          params,
          machine.snapshot(),
          viewOf(market, params.spec),
          futuresRecorder().sink,
        );
        const end = position.size > 0n ? params.lowTicks : params.highTicks;
        twin.jump(0, end, market.candles.startMs + 7_200_000);
        const after = twin.position?.(prices) ?? null;
        // A position that the way brings to nothing has no price to compare.
        if (after === null) return;
        compared += 1;
        expect(after.liquidationTicks).toBe(position.fullLiquidationTicks);
      }),
      SEEDED,
    );
    expect(compared).toBeGreaterThan(20);
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment', () => {
    fc.assert(
      fc.property(...scenario(), fc.integer({ min: 0, max: 400 }), (params, market, refine, at) => {
        const points = futuresPoints(market, refine);
        const whole = startedGrid(params, market);
        driveFutures(whole.machine, firstPrices(market), points, {});
        const { machine, record } = startedGrid(params, market);
        let snapshot: string | null = null;
        let seen = 0;
        driveFutures(machine, firstPrices(market), points, {
          after: ({ index }) => {
            if (index !== at) return;
            snapshot = JSON.stringify(machine.snapshot());
            seen = record.fills.length;
          },
        });
        if (snapshot === null) return;
        const { sink, ...later } = futuresRecorder();
        const view = viewOf(market, params.spec);
        const restored = restoreFuturesGrid(params, JSON.parse(snapshot), view, sink);
        expect(JSON.stringify(restored.snapshot())).toBe(snapshot);
        const prices = pricesAt(market, points, at);
        const rest = points.slice(at + 1);
        driveFutures(restored, prices, rest, {});
        expect(later.fills).toEqual(whole.record.fills.slice(seen));
        expect(restored.snapshot()).toEqual(whole.machine.snapshot());
      }),
      RUNS,
    );
  });
});

/** The published form, in floats where only the side of a level is asked: balance + profit at the mark ≤ value × (mmr + taker). */
function isPastFormula(
  machine: BotMachine,
  params: FuturesGridParams,
  prices: readonly number[],
  markTicks: number,
): boolean | null {
  const position = machine.position?.(prices) ?? null;
  if (position === null) return null;
  const { contract, tickUnits } = params.spec;
  const units = Number(position.size < 0n ? -position.size : position.size) * Number(contract.quantoUnits);
  const value = (ticks: number): number =>
    contract.isInverse ? (units * 1e8) / (ticks * Number(tickUnits)) : (units * ticks * Number(tickUnits)) / 1e8;
  const entry = value(position.entryTicks);
  const direction = position.size > 0n !== contract.isInverse ? 1 : -1;
  const margin = Number(settleHolding(machine, params));
  const rate = Number(riskTierOf(contract, BigInt(Math.round(entry))).maintenanceE8 + contract.takerE8) / 1e8;
  const left = margin + direction * (value(markTicks) - entry) - value(markTicks) * rate;
  // Within the float's own error the exact engine decides.
  return Math.abs(left) < entry * 1e-9 ? null : left < 0;
}

function pricesAt(market: FuturesMarket, points: ReturnType<typeof futuresPoints>, at: number): number[] {
  const prices = firstPrices(market);
  for (const { feed, point } of points.slice(0, at + 1)) prices[feed] = point.ticks;
  return prices;
}
