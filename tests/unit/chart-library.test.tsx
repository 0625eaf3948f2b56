// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PriceChart } from '#components/chart/price-chart.tsx';
import { watchLateParts } from '#lib/client/late-part.ts';
import type { InstrumentRow } from '#lib/client/market-rows.ts';
import { askUntilThere } from '#lib/client/part-line.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';

// As the page's frame does it (components/layout/frame.tsx).
watchLateParts(askUntilThere);

/** The chart library is a file of its own: one that did not come is said to be so and asked for until it comes. */

const library = vi.hoisted(() => ({ isDown: true, asked: 0, mounted: 0 }));
vi.mock('#components/chart/mount-chart.ts', () => {
  library.asked += 1;
  if (library.isDown) throw new Error('chunk');
  const nothing = (): void => undefined;
  return {
    mountChart: () => {
      library.mounted += 1;
      return {
        setBars: nothing,
        updateBar: nothing,
        setMarks: nothing,
        setSignals: nothing,
        showAll: nothing,
        restyle: nothing,
        destroy: nothing,
      };
    },
  };
});

const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const candles = [[1_800_000_000, '100', '101', '99', '100', '5']];
  const answer = ({ url }: { readonly url: string }) => ({
    code: 200,
    message: '',
    data: url.includes('period=') ? candles : [],
  });
  vi.stubGlobal('fetch', fakeFetch(answer).fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rowOf = (market: string) => ({ type: 'spot', market, price_decimals: 1 }) as unknown as InstrumentRow;
const page = (market: string) => (
  <ComponentHost>
    <PriceChart row={rowOf(market)} />
  </ComponentHost>
);

const NOT_THERE = 'Not up to date – reconnecting';

it('is asked for until it comes, also when another market was chosen meanwhile', async () => {
  const { rerender } = render(page('BTC_USDT'));
  await pass(500);
  expect(screen.getByText(NOT_THERE)).toBeTruthy();
  const before = library.asked;
  await pass(10_000);
  expect(library.asked).toBeGreaterThan(before);
  rerender(page('ETH_USDT'));
  await pass(100);
  library.isDown = false;
  await pass(60_000);
  expect(library.mounted).toBe(1);
  expect(screen.queryByText(NOT_THERE)).toBeNull();
});

it('lies under what says the values of a bar, which ends before the axis of prices and pushes what comes below it (Arabic and Spanish at 390 px)', async () => {
  library.isDown = false;
  render(page('BTC_USDT'));
  await pass(10_000);
  const values = screen.getByText('O').closest('p');
  const column = values?.parentElement;
  expect(values?.className).not.toContain('absolute');
  expect(column?.className).toMatch(/\babsolute\b.*\bright-18\b/);
  expect(column?.className).toContain('flex-col');
});
