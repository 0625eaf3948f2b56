import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import { type DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import { expect } from '#tests/support/quick-expect.ts';
import {
  candleWalk,
  driveThrough,
  livePoints,
  PRICE,
  recorder,
  shortMeanView,
  spotGridParams,
} from './engine-scenario.ts';

const RUNS = { numRuns: 200 };

/** Times inside a minute differ between drivers; the minute does not. */
function byMinute<T extends { readonly timeMs: number }>(events: readonly T[]): T[] {
  return events.map((event) => ({ ...event, timeMs: Math.floor(event.timeMs / 60_000) }));
}

describe('the drivers agree', () => {
  it('makes the same fills, orders and operations live, point by point, as in a backtest, candle by candle', () => {
    fc.assert(
      fc.property(
        fc.array(spotGridParams(PRICE), { minLength: 1, maxLength: 3 }),
        candleWalk(),
        fc.integer({ min: 0, max: 7 }),
        (bots, candles, refine) => {
          const points = livePoints(candles, refine);
          const first = points[0] as DriverPoint;
          const driver = new LiveDriver();
          driver.setLastTicks(first.ticks);
          const live = bots.map((params, i) => {
            const record = recorder();
            const machine = createSpotGrid(params, shortMeanView(candles, params.spec), record.sink);
            machine.start([first.ticks], first.timeMs);
            const watch = new EquityWatch(machine, params.spec);
            watch.takeExact(machine.equity([first.ticks]).start);
            driver.add(`${i}`, machine, 0, watch);
            return { machine, record, watch };
          });
          driveThrough(driver, candles, points);
          for (const [i, params] of bots.entries()) {
            const record = recorder();
            const view = shortMeanView(candles, params.spec);
            const input = { kind: 'spot_grid', params, candles, fromIndex: 0, view } as const;
            const result = runBacktest({ ...input, sink: record.sink });
            const { record: lived, machine, watch } = live[i] as (typeof live)[number];
            expect(byMinute(lived.fills)).toEqual(byMinute(record.fills));
            expect(byMinute(lived.orders)).toEqual(byMinute(record.orders));
            expect(byMinute(lived.operations)).toEqual(byMinute(record.operations));
            expect(byMinute(lived.finishes)).toEqual(byMinute(record.finishes));
            expect(result.equity.residual).toBe(0n);
            // A3: what a bot kept is worth what it was where it ended; A2: one drawdown.
            const end = lived.finishes[0]?.prices;
            if (end !== undefined) {
              watch.takeExact(machine.equity(end).equity);
              expect(machine.equity(end)).toEqual(result.equity);
            }
            expect(watch.span().fall).toBe(result.maxDrawdown);
            if (result.finish === null) expect(machine.equity([driver.lastTicks])).toEqual(result.equity);
          }
        },
      ),
      RUNS,
    );
  });

  it('gives the same result whether anybody listens or not', () => {
    fc.assert(
      fc.property(
        spotGridParams(PRICE),
        candleWalk(),
        fc.integer({ min: 0, max: 50 }),
        (params, candles, curvePoints) => {
          const view = shortMeanView(candles, params.spec);
          const input = { kind: 'spot_grid', params, candles, fromIndex: 0, curvePoints, view } as const;
          const record = recorder();
          const heard = runBacktest({ ...input, sink: record.sink });
          const quiet = runBacktest(input);
          expect(quiet).toEqual(heard);
          expect(quiet.fills).toBe(record.fills.length);
          expect(quiet.finish).toEqual(record.finishes[0] ?? null);
          const atTheEnd = quiet.gridProfit + quiet.positionProfit;
          const profit = quiet.equity.equity - quiet.equity.start;
          expect(atTheEnd * 100_000_000n).toBeLessThanOrEqual(profit);
          expect(profit - atTheEnd * 100_000_000n).toBeLessThan(100_000_000n);
        },
      ),
      RUNS,
    );
  });
});
