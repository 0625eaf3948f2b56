// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { mountChart } from '#components/chart/mount-chart.ts';

/** A phone keeps the chart mounted behind another view, where it has no width: the view that is wanted waits for one. */

const ranges = vi.hoisted(() => [] as { from: number; to: number }[]);
vi.mock('lightweight-charts', () => {
  const timeScale = {
    setVisibleLogicalRange: (range: { from: number; to: number }) => void ranges.push(range),
    subscribeVisibleLogicalRangeChange: () => undefined,
    fitContent: () => undefined,
  };
  return {
    CandlestickSeries: {},
    HistogramSeries: {},
    ColorType: {},
    CrosshairMode: {},
    PriceLineSource: {},
    createSeriesMarkers: () => ({ setMarkers: () => undefined }),
    createChart: () => ({
      addSeries: () => ({ setData: () => undefined, update: () => undefined, attachPrimitive: () => undefined }),
      priceScale: () => ({ applyOptions: () => undefined }),
      subscribeCrosshairMove: () => undefined,
      timeScale: () => timeScale,
      remove: () => undefined,
    }),
  };
});

let resized: () => void = () => undefined;
let isWatched = false;
class FakeObserver {
  constructor(told: () => void) {
    resized = told;
  }
  observe(): void {
    isWatched = true;
  }
  disconnect(): void {
    isWatched = false;
  }
}
afterEach(() => {
  ranges.length = 0;
  vi.unstubAllGlobals();
});

const bars = Array.from({ length: 200 }, (_, i) => ({ time: i, open: 1, high: 1, low: 1, close: 1, volume: 1 }));
const NEWEST = { from: 80, to: 206 };

function mountAt(width: number) {
  vi.stubGlobal('ResizeObserver', FakeObserver);
  const element = document.createElement('div');
  const clientWidth = vi.spyOn(element, 'clientWidth', 'get').mockReturnValue(width);
  const chart = mountChart(element, 1, 'en', { onHover: () => undefined, onNeedOlder: () => undefined });
  return { chart, clientWidth };
}

it('shows the newest bars once it has a width, and only then', () => {
  const { chart, clientWidth } = mountAt(0);
  chart.setBars(bars, true);
  resized();
  expect(ranges).toEqual([]);
  clientWidth.mockReturnValue(360);
  resized();
  expect(ranges).toEqual([NEWEST]);
  // Another width later is the reader's own view.
  clientWidth.mockReturnValue(640);
  resized();
  expect(ranges).toEqual([NEWEST]);
  chart.destroy();
  expect(isWatched).toBe(false);
});

it('shows them at once where there is room', () => {
  const { chart } = mountAt(360);
  chart.setBars(bars, true);
  expect(ranges).toEqual([NEWEST]);
});
