import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { type DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { expect } from '#tests/support/quick-expect.ts';
import {
  candleWalk,
  driveThrough,
  fixedView,
  livePoints,
  PRICE,
  recorder,
  shortMeanView,
  spotGridParams,
} from './engine-scenario.ts';

const RUNS = { numRuns: 150 };

/** A grid that only its lines decide of: no stops, no trailing, no fees, and money for every order. */
const plainGrid = spotGridParams(PRICE).map(
  (params): SpotGridParams => ({
    ...params,
    investIn: 'quote',
    investment: 5_000_000_000_000n,
    quantity: { type: 'equal' },
    triggerTicks: null,
    stopLossTicks: null,
    takeProfitTicks: null,
    stopBelowRange: false,
    stopAboveRange: false,
    trailUpLimitTicks: null,
    trailDownLimitTicks: null,
    openingSlippageE8: null,
    feeRate: 0n,
  }),
);

/** The fills of a grid that sees these prices, `isJump` or on the way to them. */
function fillsAlong(params: SpotGridParams, throughTicks: number, prices: readonly number[], isJump: boolean): Fill[] {
  const record = recorder();
  const machine = createSpotGrid(params, { ...fixedView(params.spec, PRICE), throughTicks }, record.sink);
  machine.start([PRICE], 0);
  for (const [i, ticks] of prices.entries()) {
    if (isJump) machine.jump(0, ticks, i + 1);
    else machine.move(0, ticks, i + 1);
  }
  return record.fills;
}

const pathOf = (minutes: number) =>
  fc.array(fc.integer({ min: 50_000, max: 70_000 }), { minLength: 1, maxLength: minutes });

/** Prices that are often exactly at a line, or as few ticks beyond as decide. */
const pathAtLines = (params: SpotGridParams, n: number) => {
  const lines = gridLines(params.lowTicks, params.highTicks, params.gridCount, params.spacing);
  const near = fc.record({ line: fc.constantFrom(...lines), by: fc.integer({ min: -n - 1, max: n + 1 }) });
  return fc.array(
    near.map(({ line, by }) => line + by),
    { minLength: 1, maxLength: 60 },
  );
};

describe('orders that must be traded through', () => {
  it('never fill when touched ones have not: of every line, at every moment, as many fills at most', () => {
    const scenario = plainGrid.chain((params) =>
      fc
        .integer({ min: 1, max: 4 })
        .chain((n) => fc.tuple(fc.constant(params), fc.constant(n), pathAtLines(params, n))),
    );
    fc.assert(
      fc.property(scenario, fc.boolean(), ([params, n, path], isJump) => {
        const touched = fillsAlong(params, 0, path, isJump);
        const through = fillsAlong(params, n, path, isJump);
        const counts = new Map<string, number>();
        const key = ({ side, level }: Fill): string => `${side} ${level}`;
        const events = [...touched.map((fill) => [fill, 1] as const), ...through.map((fill) => [fill, -1] as const)];
        // Touched ones of a moment first.
        for (const [fill, by] of events.sort(([a], [b]) => a.timeMs - b.timeMs)) {
          const left = (counts.get(key(fill)) ?? 0) + by;
          expect(left).toBeGreaterThanOrEqual(0);
          counts.set(key(fill), left);
        }
      }),
      RUNS,
    );
  });

  it('fill as touched ones do on a path that goes at least as far beyond every line that it reaches', () => {
    fc.assert(
      fc.property(plainGrid, pathOf(60), fc.boolean(), (params, anywhere, isJump) => {
        const lines = new Set(gridLines(params.lowTicks, params.highTicks, params.gridCount, params.spacing));
        const path = anywhere.filter((ticks) => !lines.has(ticks));
        expect(fillsAlong(params, 1, path, isJump)).toEqual(fillsAlong(params, 0, path, isJump));
      }),
      RUNS,
    );
  });

  it('fill live as in a backtest, whatever else the grid does', () => {
    fc.assert(
      fc.property(
        spotGridParams(PRICE),
        candleWalk(),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 3 }),
        (params, candles, refine, throughTicks) => {
          const byMinute = (fills: readonly Fill[]): Fill[] =>
            fills.map((fill) => ({ ...fill, timeMs: Math.floor(fill.timeMs / 60_000) }));
          const view = shortMeanView(candles, params.spec);
          const points = livePoints(candles, refine);
          const first = points[0] as DriverPoint;
          const driver = new LiveDriver();
          driver.setLastTicks(first.ticks);
          const live = recorder();
          const machine = createSpotGrid(params, { ...view, throughTicks }, live.sink);
          machine.start([first.ticks], first.timeMs);
          driver.add('bot', machine, 0);
          driveThrough(driver, candles, points);
          const past = recorder();
          const input = { kind: 'spot_grid', params, candles, fromIndex: 0, view, throughTicks } as const;
          const result = runBacktest({ ...input, sink: past.sink });
          expect(byMinute(live.fills)).toEqual(byMinute(past.fills));
          expect(live.finishes.map(({ reason, prices }) => [reason, prices])).toEqual(
            past.finishes.map(({ reason, prices }) => [reason, prices]),
          );
          expect(result.equity.residual).toBe(0n);
        },
      ),
      RUNS,
    );
  });
});
