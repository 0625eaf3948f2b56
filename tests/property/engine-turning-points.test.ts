import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { Stretch } from '#lib/backtest/search/stretch.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { driveAlong, type PricePath, swingsOf, turningPoints } from '#lib/engine/turning-points.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { leastSwing } from '#lib/kinds/spot-grid/swing.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { candleWalk, PRICE, recorder, shortMeanView, spotGridParams } from './engine-scenario.ts';

const RUNS = { numRuns: 300 };

/** Any grid that only prices wake: no trailing, no stop that waits for a minute's close, no opening that is tried again. */
const priceTriggered = spotGridParams(PRICE).map(
  (params): SpotGridParams => ({
    ...params,
    trailUpLimitTicks: null,
    trailDownLimitTicks: null,
    openingSlippageE8: null,
    stopCheck: 'tick',
  }),
);
/** And without anything but lines. */
const linesOnly = priceTriggered.map(
  (params): SpotGridParams => ({
    ...params,
    triggerTicks: null,
    stopLossTicks: null,
    takeProfitTicks: null,
    stopBelowRange: false,
    stopAboveRange: false,
  }),
);

/** A fill without its time: a reduced path tells when the leg ended that it was on. */
function plain({ timeMs: _, ...fill }: Fill): Omit<Fill, 'timeMs'> {
  return fill;
}

function along(params: SpotGridParams, candles: CandleColumns, path: PricePath) {
  const record = recorder();
  const machine = createSpotGrid(params, shortMeanView(candles, params.spec), record.sink);
  machine.start([path.ticks[0] as number], path.timeMs[0] as number);
  return { isWhole: driveAlong(machine, path), record, machine };
}

function whole(params: SpotGridParams, candles: CandleColumns) {
  const record = recorder();
  const view = shortMeanView(candles, params.spec);
  const result = runBacktest({ kind: 'spot_grid', params, candles, fromIndex: 0, view, sink: record.sink });
  return { result, record };
}

describe('the reduction of a path to its turning points', () => {
  it('gives every spot grid that only prices wake the same fills, one by one, and the same end', () => {
    fc.assert(
      fc.property(priceTriggered, candleWalk(), (params, candles) => {
        const path = turningPoints(candles, 0, candles.open.length);
        const reduced = along(params, candles, path);
        if (!reduced.isWhole) return;
        const full = whole(params, candles);
        expect(reduced.record.fills.map(plain)).toEqual(full.record.fills.map(plain));
        expect(reduced.record.finishes.map((end) => end.reason)).toEqual(full.record.finishes.map((end) => end.reason));
        expect(reduced.record.orders.length).toBe(full.record.orders.length);
      }),
      RUNS,
    );
  });

  it('gives a grid of lines the same fills without the swings that are smaller than its narrowest gap', () => {
    fc.assert(
      fc.property(linesOnly, candleWalk(), (params, candles) => {
        const swing = leastSwing(params) as number;
        const path = swingsOf(turningPoints(candles, 0, candles.open.length), swing);
        const reduced = along(params, candles, path);
        const full = whole(params, candles);
        expect(reduced.isWhole).toBe(true);
        expect(reduced.record.fills.map(plain)).toEqual(full.record.fills.map(plain));
        expect(reduced.machine.holdings()).toEqual(
          along(params, candles, turningPoints(candles, 0, candles.open.length)).machine.holdings(),
        );
      }),
      RUNS,
    );
  });

  it('says no to a path when the machine wants to be woken by time', () => {
    fc.assert(
      fc.property(spotGridParams(PRICE), candleWalk(), (params, candles) => {
        const path = turningPoints(candles, 0, candles.open.length);
        const reduced = along(params, candles, path);
        if (!reduced.isWhole) return;
        expect(reduced.record.fills.map(plain)).toEqual(whole(params, candles).record.fills.map(plain));
      }),
      RUNS,
    );
  });

  it('leaves the profit of every spot grid what a backtest says it is', () => {
    fc.assert(
      fc.property(spotGridParams(PRICE), candleWalk(), (params, candles) => {
        const stretch = new Stretch({ candles }, 0, candles.open.length);
        const { profitRate } = runBacktest({ kind: 'spot_grid', params, candles, fromIndex: 0 });
        expect(stretch.profitRate('spot_grid', params)).toBe(profitRate);
      }),
      RUNS,
    );
  });

  it('leaves what they had gained at a moment within the stretch what a backtest says it is (H51)', () => {
    fc.assert(
      fc.property(spotGridParams(PRICE), candleWalk(), fc.integer({ min: 1, max: 3 }), (params, candles, quarter) => {
        const count = candles.open.length - (candles.open.length % 4);
        fc.pre(count > 0 && (candles.open[0] as number) >= 0);
        const stretch = new Stretch({ candles }, 0, count, { splitAt: (count * quarter) / 4 });
        const until = { candles: stretch.prices.candles, fromIndex: 0, curvePoints: 4 };
        const { profitRate, curve, finish } = runBacktest({ kind: 'spot_grid', params, ...until });
        const gains = stretch.gains('spot_grid', params);
        expect(gains.whole).toBe(profitRate);
        if (finish === null) expect(gains.untilSplit).toBe(curve.rate[quarter]);
      }),
      RUNS,
    );
  });

  it('keeps both ends of every jump and never more points than the candles have', () => {
    fc.assert(
      fc.property(candleWalk(), (candles) => {
        const path = turningPoints(candles, 0, candles.open.length);
        expect(path.ticks.length).toBeLessThanOrEqual(4 * candles.open.length);
        for (let i = 2; i < path.ticks.length; i += 1) {
          if (path.jump[i] === 1 || path.jump[i - 1] === 1) continue;
          const before = (path.ticks[i - 1] as number) - (path.ticks[i - 2] as number);
          const after = (path.ticks[i] as number) - (path.ticks[i - 1] as number);
          expect(Math.sign(before) * Math.sign(after)).toBe(-1);
        }
      }),
      RUNS,
    );
  });
});
