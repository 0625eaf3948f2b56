// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderBook } from '#components/trade/order-book.tsx';
import { PriceHeader } from '#components/trade/price-header.tsx';
import type { InstrumentRow } from '#lib/client/market-rows.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { marketRow } from '#tests/support/market-row.ts';

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useSearchParams: () => new URLSearchParams(),
}));

const ROW: InstrumentRow = { type: 'spot', ...marketRow('BTC_USDT') };

let last: string;
let isDown: boolean;
let calls: FakeCall[];
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const ticker = () => ({
  market: 'BTC_USDT',
  last,
  change_24h: '-0.0123',
  high_24h: '61000',
  low_24h: '59000',
  base_volume_24h: '12345.6',
  quote_volume_24h: '740000000',
  time: 1,
});

beforeEach(() => {
  vi.useFakeTimers();
  last = '60000';
  isDown = false;
  const fake = fakeFetch((call) => {
    if (isDown) return null;
    if (call.url.includes('tickers')) return { code: 200, message: '', data: [ticker()] };
    return { code: 200, message: '', data: { asks: [['60001', '0.5']], bids: [['59999', '0.25']], last } };
  });
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openHeader(initial?: ReturnType<typeof ticker>): Promise<HTMLElement> {
  render(
    <ComponentHost>
      <PriceHeader row={ROW} initial={initial} />
    </ComponentHost>,
  );
  return screen.getByRole('region', { name: 'Price of BTC/USDT' });
}

describe('the price header', () => {
  it('stands whole from the first ticker that the server gave, before anything is fetched', async () => {
    const header = await openHeader(ticker());
    for (const text of ['60,000.0', '61,000.0', '59,000.0', '12.35K', '740M'])
      expect(header.textContent).toContain(text);
    // The sign says it too, not the colour alone.
    expect(within(header).getAllByText('-1.23%').length).toBeGreaterThan(0);
  });

  it('keeps what the server gave, and says that it is old, when nothing more comes (D2)', async () => {
    isDown = true;
    const header = await openHeader(ticker());
    await pass(5_000);
    expect(header.textContent).toContain('60,000');
    expect(header.textContent).toContain('Not up to date');
  });

  it('shows -- while no price is known', async () => {
    const header = await openHeader();
    expect(header.textContent).toContain('--');
  });

  it('asks every second and says in a word which way the price went', async () => {
    const header = await openHeader(ticker());
    await pass(100);
    expect(within(header).queryByRole('img', { name: 'up' })).toBeNull();
    last = '60010.5';
    await pass(1_100);
    expect(header.textContent).toContain('60,010.5');
    expect(within(header).getByRole('img', { name: 'up' })).toBeTruthy();
    last = '60000';
    await pass(1_100);
    expect(within(header).getByRole('img', { name: 'down' })).toBeTruthy();
  });

  it('has the room of that mark before the price has gone anywhere, so that nothing goes down with the first move', async () => {
    const header = await openHeader(ticker());
    await pass(100);
    // What is not seen is not told either.
    const room = within(header).getByText('▲');
    expect(room.className).toContain('invisible');
    expect(room.getAttribute('aria-hidden')).toBe('true');
    last = '60010.5';
    await pass(1_100);
    const mark = within(header).getByRole('img', { name: 'up' });
    expect(room.className.replace('invisible ', '')).toBe(mark.className);
    expect(within(header).getAllByText('▲')).toEqual([mark]);
  });

  it('keeps its figures and says that they are old when nothing comes any more', async () => {
    const header = await openHeader(ticker());
    await pass(100);
    isDown = true;
    await pass(3_000);
    expect(header.textContent).toContain('60,000.0');
    expect(within(header).getByRole('status').textContent).toContain('Not up to date');
    isDown = false;
    await pass(30_000);
    expect(within(header).queryByText(/Not up to date/)).toBeNull();
  });

  it('asks nothing while its tab is hidden', async () => {
    await openHeader(ticker());
    await pass(100);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(1_000);
    const before = calls.length;
    await pass(10_000);
    expect(calls.length).toBe(before);
    visibility.mockReturnValue('visible');
    await pass(1_100);
    expect(calls.length).toBeGreaterThan(before);
  });
});

describe('the order book', () => {
  it('shows both sides, the last price between them and the spread', async () => {
    render(
      <ComponentHost>
        <OrderBook row={ROW} />
      </ComponentHost>,
    );
    await pass(100);
    expect(screen.getByRole('list', { name: 'Sell orders' }).textContent).toContain('60,001.0');
    expect(screen.getByRole('list', { name: 'Buy orders' }).textContent).toContain('59,999.0');
    expect(screen.getByText(/Spread/).textContent).toBe('Spread 0.0033%');
  });

  it('keeps the book and says that it is old when nothing comes any more', async () => {
    render(
      <ComponentHost>
        <OrderBook row={ROW} />
      </ComponentHost>,
    );
    await pass(100);
    isDown = true;
    await pass(3_000);
    expect(screen.getByRole('list', { name: 'Buy orders' }).textContent).toContain('59,999.0');
    expect(screen.getByRole('status').textContent).toContain('Not up to date');
  });
});
