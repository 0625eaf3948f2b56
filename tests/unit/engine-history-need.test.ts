import { describe, expect, it } from 'vitest';
import type { Bar } from '#lib/indicators/bar.ts';
import { createIndicator, INDICATOR_IDS, indicatorSpec } from '#lib/indicators/catalogue.ts';
import { type Condition, type IndicatorConditions, wireIndicatorName } from '#lib/indicators/condition.ts';
import { warmUpKlines, warmUpMs } from '#lib/indicators/condition-warm-up.ts';
import { historyMinutes } from '#lib/kinds/history-need.ts';
import { TEN_GRIDS } from './engine-fixture.ts';
import { closeIs, HALVES, IN_AND_OUT, sideOf } from './indicator-bench.ts';
import { WAITING_FOR_NOTHING } from './martingale-fixture.ts';

const HOUR_MS = 3_600_000;

function mean(length: number): Condition {
  return { ...closeIs('gt', 0), indicatorName: 'ma', indicatorArgs: [`${length}`] };
}

function hourly(...conditions: readonly Condition[]): IndicatorConditions {
  return { ...IN_AND_OUT, open: sideOf('open', conditions, '0.5', '1h') };
}

/** The i-th K-line of a market that swings. */
function bar(i: number): Bar {
  const close = 100 + 10 * Math.sin(i / 7);
  return { openMs: i * HOUR_MS, open: close - 1, high: close + 2, low: close - 2, close, volume: 5 };
}

describe('the history that a bot begins with', () => {
  it('is ten K-lines for each bar of the longest argument, at least 250 and – where that is enough for a value – at most 1,000', () => {
    expect([20, 60, 600].map((length) => warmUpKlines(hourly(mean(3), mean(length)), '1h'))).toEqual([250, 600, 1000]);
  });

  it('is enough for every indicator there is to have its value and some hundred K-lines beyond, however long it is asked for', () => {
    for (const id of INDICATOR_IDS) {
      if (id === 'number') continue;
      const { args, warmUp } = indicatorSpec(id);
      const longest = args.map(({ max }) => max);
      const asked = { ...closeIs('gt', 0), indicatorName: wireIndicatorName(id), indicatorArgs: longest.map(String) };
      const fed = warmUpKlines(hourly(asked), '1h');
      expect(fed, id).toBeGreaterThan(warmUp(longest) + 200);
      // It waits for a pivot of the prices besides.
      if (id === 'zigzag') continue;
      const indicator = createIndicator(id, longest);
      let value = Number.NaN;
      for (let i = 0; i < fed; i += 1) value = indicator.update(bar(i));
      expect(value, id).not.toBeNaN();
    }
  });

  it('looks at the conditions of the period only, and not at numbers to compare with', () => {
    expect(warmUpKlines(hourly(mean(60)), '1m')).toBe(250);
    expect(warmUpKlines(hourly(closeIs('gt', 99_999)), '1h')).toBe(250);
  });

  it('is as long as the longest of its periods, and one K-line more for a start in the middle of one', () => {
    expect(warmUpMs(hourly(mean(60)))).toBe(601 * HOUR_MS);
    expect(warmUpMs(IN_AND_OUT)).toBe(251 * 60_000);
  });

  it('is handed to backtests of every kind: the momentum gate’s minutes, the indicators’, or none', () => {
    expect(historyMinutes('spot_grid', TEN_GRIDS)).toBe(720);
    expect(historyMinutes('martingale', WAITING_FOR_NOTHING)).toBe(0);
    expect(historyMinutes('macd', { ...HALVES, conditions: hourly(mean(60)) })).toBe(601 * 60);
  });
});
