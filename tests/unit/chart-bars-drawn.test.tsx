// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PriceChart } from '#components/chart/price-chart.tsx';
import { formLinesAtom } from '#components/form/chart-marks.ts';
import type { InstrumentRow } from '#lib/client/market-rows.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';

/** What the canvas is told: bars of the period that is chosen, whole for every new canvas, and none of another period. */

const library = vi.hoisted(() => ({ drawn: [] as number[], calledWhenGone: 0 }));
vi.mock('#components/chart/mount-chart.ts', () => ({
  mountChart: () => {
    let isGone = false;
    const noted = (): void => {
      if (isGone) library.calledWhenGone += 1;
    };
    return {
      setBars: (bars: readonly unknown[]) => {
        noted();
        library.drawn.push(bars.length);
      },
      updateBar: noted,
      setMarks: noted,
      setSignals: noted,
      showAll: noted,
      restyle: noted,
      destroy: () => {
        isGone = true;
      },
    };
  },
}));

const row = { type: 'spot', market: 'BTC_USDT', price_decimals: 1 } as unknown as InstrumentRow;
const START = 1_800_000_000;
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
let answer: (call: FakeCall) => Record<string, unknown> | null;

beforeEach(() => {
  vi.useFakeTimers({ now: START * 1000 });
  library.drawn.length = 0;
  library.calledWhenGone = 0;
  vi.stubGlobal('fetch', fakeFetch((call) => answer(call)).fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  getDefaultStore().set(formLinesAtom, [] as never);
});

const candle = (time: number) => [time, '100', '101', '99', '100', '5'];
const isOf = ({ url }: FakeCall, period: string): boolean =>
  new URL(url, 'http://x').searchParams.get('period') === period;

const page = (decimals: number) => (
  <ComponentHost>
    <PriceChart row={{ ...row, price_decimals: decimals }} />
  </ComponentHost>
);
const bars = { code: 200, message: '', data: [candle(START - 900), candle(START)] };

describe('the canvas', () => {
  it.each([
    ['has no candles', { code: 200, message: '', data: [] }],
    ['could not be loaded', { code: 503, message: '' }],
  ])('keeps no candles of another period when the chosen one %s', async (_name, reply) => {
    answer = (call) => (isOf(call, '1h') ? reply : bars);
    render(page(1));
    await pass(500);
    expect(library.drawn.at(-1)).toBe(2);
    await act(async () => screen.getByRole('button', { name: '1h' }).click());
    await pass(500);
    expect(library.drawn.at(-1)).toBe(0);
    expect(document.body.textContent).not.toContain('101');
  });

  it('is given all bars when it is made anew, and the one before it is called no more', async () => {
    answer = () => bars;
    getDefaultStore().set(formLinesAtom, [{ ticks: 1000, role: 'trigger' }] as never);
    const { rerender } = render(page(1));
    await pass(500);
    const before = library.drawn.length;
    rerender(page(2));
    await pass(3_000);
    expect(library.drawn.slice(before)).toContain(2);
    expect(library.calledWhenGone).toBe(0);
  });
});
