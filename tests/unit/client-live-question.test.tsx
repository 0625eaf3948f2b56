// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bars, useBars } from '#components/chart/use-bars.ts';
import { DataTable } from '#components/ui/data-table.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';

/** What is shown answers the question that is asked now: rows of another page, filter or time are not its answer (H55, D1). */

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useSearchParams: () => new URLSearchParams(),
}));

let answer: (call: FakeCall) => Record<string, unknown> | null;
let calls: FakeCall[];
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const ok = (data: unknown, more: object = {}) => ({ code: 200, message: '', data, ...more });
const DOWN = { code: 503, message: '' };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const fake = fakeFetch((call) => answer(call));
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pageOf = ({ url }: FakeCall): string => new URL(url, 'http://x').searchParams.get('page') ?? '';

function Paged() {
  const [page, setPage] = useState(1);
  const { data, error, isLoading } = useCall(
    'accountBook',
    { query: { strategy_id: '1', strategy_type: 'spot_grid', query_type: 'fund', page, page_size: 20 } },
    { refreshInterval: 10_000 },
  );
  return (
    <>
      <DataTable
        label="rows"
        rows={data?.data}
        error={error}
        isLoading={isLoading}
        rowKey={({ time }) => String(time)}
        columns={[{ id: 'time', header: 'time', cell: ({ time }) => `row ${time}` }]}
        empty="none at all"
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </>
  );
}

async function openPaged(): Promise<void> {
  render(
    <ComponentHost>
      <Paged />
    </ComponentHost>,
  );
  await pass(100);
}

const next = async (): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await pass(100);
};
const shown = (): string => document.body.textContent ?? '';

describe('a table of pages', () => {
  it('shows no row of the page before once the next one failed, can be left again, and recovers', async () => {
    let isDown = true;
    answer = (call) =>
      pageOf(call) === '2' && isDown
        ? DOWN
        : ok([{ time: Number(pageOf(call)) * 10, change: '1', asset: 'USDT', type: 'funding' }], { pagecount: 2 });
    await openPaged();
    expect(shown()).toContain('row 10');
    await next();
    expect(shown()).not.toContain('row 10');
    expect(shown()).toContain('trying again');
    expect((screen.getByRole('button', { name: 'Previous' }) as HTMLButtonElement).disabled).toBe(false);
    isDown = false;
    await pass(61_000);
    expect(shown()).toContain('row 20');
    isDown = true;
    await pass(61_000);
    // Rows of this very page stay while it cannot be refreshed.
    expect(shown()).toContain('row 20');
  });

  it('never says "none" of a question that is open or has failed because the one before had none', async () => {
    let second: Record<string, unknown> | null = DOWN;
    answer = (call) => (pageOf(call) === '2' ? second : ok([], { pagecount: 2 }));
    await openPaged();
    expect(shown()).toContain('none at all');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(shown()).not.toContain('none at all');
    await pass(100);
    expect(shown()).not.toContain('none at all');
    expect(shown()).toContain('trying again');
    second = ok([]);
    await pass(61_000);
    expect(shown()).toContain('none at all');
  });
});

describe('a good reply without the data that was asked for', () => {
  it('is no answer: it is not waited for without end, and asked again', async () => {
    let isWhole = false;
    answer = () =>
      isWhole ? ok([{ time: 10, change: '1', asset: 'USDT', type: 'funding' }]) : { code: 200, message: '' };
    await openPaged();
    expect(shown()).toContain('trying again');
    isWhole = true;
    await pass(61_000);
    expect(shown()).toContain('row 10');
  });
});

describe('a question that is asked again a moment later', () => {
  it('is the question of its own key, whatever is shown by then', async () => {
    // SWR puts the question of a key that it has kept off to the next frame.
    let show: (page: number) => void = () => undefined;
    function Turned() {
      const [page, setPage] = useState(1);
      show = setPage;
      const query = { strategy_id: '1', strategy_type: 'spot_grid', query_type: 'fund', page, page_size: 20 } as const;
      const { data } = useCall('accountBook', { query });
      return <p>{data?.data?.map(({ time }) => `row ${time}`).join()}</p>;
    }
    answer = (call) => ok([{ time: Number(pageOf(call)) * 10, change: '1', asset: 'USDT', type: 'funding' }]);
    render(
      <ComponentHost>
        <Turned />
      </ComponentHost>,
    );
    await pass(100);
    act(() => show(2));
    await pass(100);
    act(() => show(1));
    await pass(100);
    act(() => show(2));
    act(() => show(1));
    await pass(100);
    answer = () => null;
    act(() => show(2));
    await pass(100);
    expect(shown()).toBe('row 20');
  });
});

describe('the pages', () => {
  const row = (call: FakeCall) => [{ time: Number(pageOf(call)) * 10, change: '1', asset: 'USDT', type: 'funding' }];

  it('are as many as last heard while one fails, and both ways lead out of it', async () => {
    answer = (call) => (pageOf(call) === '2' ? DOWN : ok(row(call), { pagecount: 10 }));
    await openPaged();
    await next();
    expect(shown()).toContain('Page 2 of 10');
    await next();
    expect(shown()).toContain('Page 3 of 10');
    expect(shown()).toContain('row 30');
  });

  it('give way to the last when the list has become shorter', async () => {
    let pagecount = 3;
    answer = (call) => ok(Number(pageOf(call)) > pagecount ? [] : row(call), { pagecount });
    await openPaged();
    await next();
    await next();
    expect(shown()).toContain('row 30');
    pagecount = 2;
    await pass(11_000);
    await pass(600);
    await pass(100);
    expect(shown()).toContain('row 20');
    expect(shown()).toContain('Page 2 of 2');
    pagecount = 0;
    await pass(11_000);
    await pass(600);
    await pass(100);
    expect(shown()).toContain('none at all');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('of a list that has grown again are not given up for what was known of it before', async () => {
    let pagecount = 2;
    answer = (call) => ok(Number(pageOf(call)) > pagecount ? [] : row(call), { pagecount });
    await openPaged();
    await next();
    pagecount = 1;
    await pass(11_000);
    await pass(600);
    await pass(100);
    expect(shown()).toContain('row 10');
    pagecount = 2;
    await pass(11_000);
    await next();
    await pass(1_000);
    expect(shown()).toContain('row 20');
    expect(shown()).toContain('Page 2 of 2');
  });
});

describe('a gap', () => {
  it.each([
    [CODE.unknown, true, 'none at all'],
    [CODE.loginRequired, false, common.error.code['401']],
    [CODE.forbidden, false, common.error.code['403']],
  ])('says that there is none only where the exchange knows no such thing (code %d)', (code, isNone, words) => {
    render(
      <ComponentHost>
        <LiveGap error={new Refused({ code, message: '' })} unknown="none at all" />
      </ComponentHost>,
    );
    expect(shown().includes('none at all')).toBe(isNone);
    expect(shown()).toBe(words);
  });
});

describe('older candles', () => {
  const bar = (time: number) => [time, '1', '1', '1', '1', '1'];
  const MINUTE = 60;
  let bars: Bars;

  function Chart() {
    bars = useBars({ market: 'BTC_USDT', type: 'spot' }, '1m');
    return null;
  }

  it.each([
    ['a bad reply', DOWN],
    ['no reply', null],
    ['a refusal of the question', { code: 400, message: 'a limit in words of its own' }],
  ])('are asked again after %s, and stand before those that are there', async (_what, bad) => {
    const nowS = 1_800_000_000;
    const first = nowS - 10 * MINUTE;
    let isBad = true;
    answer = ({ url }) => {
      const query = new URL(url, 'http://x').searchParams;
      if (Number(query.get('to')) !== first) return ok([bar(first), bar(nowS)]);
      return isBad ? bad : ok([bar(first - 2 * MINUTE), bar(first - MINUTE)]);
    };
    render(
      <ComponentHost>
        <Chart />
      </ComponentHost>,
    );
    await pass(100);
    expect(bars.bars).toHaveLength(2);
    act(() => bars.loadOlder());
    await pass(100);
    expect(bars.bars).toHaveLength(2);
    expect(bars.state).toBe('ready');
    isBad = false;
    await pass(31_000);
    // After a refusal by scrolling on, else by itself.
    if (bars.bars.length === 2) {
      expect(bad).toHaveProperty('code', 400);
      act(() => bars.loadOlder());
      await pass(3_000);
    }
    expect(bars.bars.map(({ time }) => time)).toEqual([first - 2 * MINUTE, first - MINUTE, first, nowS]);
    const asked = calls.filter(({ url }) => url.includes(`to=${first}&`) || url.endsWith(`to=${first}`)).length;
    await pass(60_000);
    expect(calls.filter(({ url }) => url.includes(`to=${first}&`) || url.endsWith(`to=${first}`))).toHaveLength(asked);
  });
});
