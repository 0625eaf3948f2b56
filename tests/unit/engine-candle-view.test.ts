import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { createMovingAverage } from '#lib/engine/candle-view.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { TEN_GRIDS } from './engine-fixture.ts';

/** Minutes that open and close at these ticks; null is a gap. */
function minutes(closes: readonly (number | null)[]): CandleColumns {
  const column = (): Int32Array => Int32Array.from(closes, (close) => close ?? -1);
  return { startMs: 0, stepMs: 60_000, open: column(), high: column(), low: column(), close: column() };
}

describe('the moving average of a backtest', () => {
  it('is the mean close of the complete minutes before a time', () => {
    const average = createMovingAverage(minutes([10, 20, 30, 40]));
    expect(average(2, 120_000)).toBe(15);
    expect(average(2, 179_999)).toBe(15);
    expect(average(2, 180_000)).toBe(25);
    expect(average(4, 240_000)).toBe(25);
  });

  it('counts a gap with the close before it', () => {
    expect(createMovingAverage(minutes([10, null, 40]))(3, 180_000)).toBe(20);
  });

  it('is not a number while that much history is not known', () => {
    const average = createMovingAverage(minutes([null, 20, 30]));
    expect(average(3, 120_000)).toBeNaN();
    expect(average(3, 180_000)).toBeNaN();
    expect(average(2, 180_000)).toBe(25);
  });
});

describe('a backtest', () => {
  it('starts only at a candle that has a price', () => {
    const input = { kind: 'spot_grid', params: TEN_GRIDS, candles: minutes([1500, null]) } as const;
    expect(() => runBacktest({ ...input, fromIndex: 1 })).toThrow(RangeError);
    expect(() => runBacktest({ ...input, fromIndex: 2 })).toThrow(RangeError);
  });

  it('has a curve of as many points as asked for, from the start to the end', () => {
    const candles = minutes(Array.from({ length: 100 }, (_, i) => 1500 - i));
    const { curve, startMs, endMs, profitRate } = runBacktest({
      kind: 'spot_grid',
      params: TEN_GRIDS,
      candles,
      fromIndex: 20,
      curvePoints: 8,
    });
    expect(curve.timeMs).toHaveLength(9);
    expect([curve.timeMs[0], curve.timeMs[8]]).toEqual([startMs, endMs]);
    expect([startMs, endMs]).toEqual([20 * 60_000, 100 * 60_000]);
    expect(curve.rate[0]).toBeCloseTo(0, 3);
    expect(curve.rate[8]).toBe(profitRate);
  });

  it('ends its curve, its time and its candles where the bot ended', () => {
    const candles = minutes([1500, 1400, 1300, 900, 1500, 1500]);
    const params = { ...TEN_GRIDS, stopLossTicks: 950 };
    const { finish, endMs, candles: lived, curve } = runBacktest({ kind: 'spot_grid', params, candles, fromIndex: 0 });
    expect(finish?.reason).toBe('stop_loss');
    expect(endMs).toBe(finish?.timeMs);
    expect(curve.timeMs.at(-1)).toBe(endMs);
    expect(lived).toBe(3);
  });

  it('measures the drawdown from the highest point of the curve', () => {
    const candles = minutes([1500, 2000, 1000, 1500]);
    const { maxDrawdown, curve } = runBacktest({ kind: 'spot_grid', params: TEN_GRIDS, candles, fromIndex: 0 });
    const [, , high, low] = curve.rate as unknown as [number, number, number, number];
    expect(maxDrawdown).toBeCloseTo((high - low) / (1 + high), 6);
    expect(maxDrawdown).toBeGreaterThan(0.1);
  });
});
