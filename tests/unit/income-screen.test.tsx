// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { incomeCsv } from '#components/income/income-export.tsx';
import { IncomePart } from '#components/income/income-part.tsx';
import { receivedSharesCsv } from '#components/income/received-shares.tsx';
import { BotsSection } from '#components/my-bots/bots-section.tsx';
import { listsOf, modeOf } from '#components/my-bots/lists.tsx';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT' }));

const PROFIT = {
  history_profit: '-120.5',
  run_total_profit: '20.25',
  today_profit: '-3.00000001',
  signal_profit: '0.2',
  total_asset: '3000',
};
const SHARE = { strategy_type: 'spot_grid', market: 'BTC_USDT', asset: 'USDT' } as const;
/** The latest first, one a page. */
const SHARES = [
  { ...SHARE, time: 1_795_000_000, strategy_id: 2, name: '=SUM(A1)', amount: '1.23456789' },
  { ...SHARE, time: 1_794_000_000, strategy_id: 1, name: '', amount: '0.00000001' },
];
const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 8, 1);
/** 250 days that lose more and more: two pages of the line. */
const LINE = Array.from({ length: 250 }, (_, index) => ({
  trading_date: new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10),
  spot_grid: `${-index / 2}`,
  total: `${index}.5`,
}));

let announced: readonly string[];
let refuses: boolean;
/** Moments that the exchange keeps no more. */
let forgotten: number;
let line: typeof LINE;

function answer({ url }: FakeCall): object | null {
  const query = new URL(url, 'http://x').searchParams;
  if (url === '/api/session')
    return { code: 200, message: '', data: { logged_in: true, anonymous: '0'.repeat(16), nickname: 'demo' } };
  if (url.includes('/capabilities')) return { code: 200, message: '', data: announced };
  if (refuses) return null;
  const interval = query.get('interval') ?? 'all';
  const days = interval === 'all' ? line : line.slice(-Number(interval));
  if (url.includes('get_user_profit')) {
    const parts = [{ strategy_type: 'spot_grid', asset: 'BTC', profit: '-0.00000001', today: '0', shares: '0' }];
    return { code: 200, message: '', data: query.get('strategy_type') === 'all' ? { ...PROFIT, parts } : PROFIT };
  }
  if (url.includes('received_shares')) {
    const page = Number(query.get('page'));
    return {
      code: 200,
      message: '',
      data: [SHARES[page - 1]],
      page,
      pagecount: SHARES.length,
      totalcount: SHARES.length,
    };
  }
  if (url.includes('daily-profit-detail')) return { code: 200, message: '', data: days };
  if (url.includes('total-profit-detail')) {
    const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))];
    if (page > 1 && forgotten > 0) {
      forgotten -= 1;
      return { code: 409, message: '' };
    }
    const data = days.slice((page - 1) * size, page * size);
    const pages = { page, pagecount: Math.ceil(days.length / size), totalcount: days.length };
    return { code: 200, message: '', data, ...pages, ...(days.length > size ? { moment: '1795000000000-7' } : {}) };
  }
  return { code: 200, message: '', data: [] };
}

beforeAll(async () => {
  await import('#components/bots/bots-table.tsx');
});
const calls = inOwnTime(answer, () => {
  getDefaultStore().set(botsViewAtom, { tab: 'running', kind: null, sort: '', refreshToken: 0, fastUntilMs: null });
  announced = ['income_all'];
  refuses = false;
  forgotten = 0;
  line = LINE;
});

async function open(): Promise<void> {
  render(
    <ComponentHost>
      <IncomePart type="spot_grid" isActive />
    </ComponentHost>,
  );
  await pass(200);
}

const asked = (path: string): string[] => calls.filter(({ url }) => url.includes(path)).map(({ url }) => url);

describe('total income', () => {
  it('is offered of the listed kinds and of no other; what memory has of another kind is its running bots (E-022, E-256, E-150, E-149)', () => {
    const offered = CREATABLE_KINDS.filter((kind) => listsOf(kind).some(({ mode }) => mode === 'income'));
    expect(new Set(offered)).toEqual(
      new Set(['spot_grid', 'futures_grid', 'margin_grid', 'smart-position', 'spot-future-arbitrage', 'infinite_grid']),
    );
    expect(modeOf('spot_grid', 'income')).toBe('income');
    expect(modeOf('martingale', 'income')).toBe('running');
    expect(modeOf('spot_grid', 'active')).toBe('running');
  });

  it('stands in the bots table as a list of its kind, and goes with it to the next kind that has it (E-005, E-026, E-028)', async () => {
    render(
      <ComponentHost>
        <BotsSection />
      </ComponentHost>,
    );
    await pass(200);
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Total income' }), { button: 0 });
    await vi.waitFor(() => expect(asked('get_user_profit').at(-1)).toContain('strategy_type=spot_grid'));
    fireEvent.click(screen.getByRole('radio', { name: 'Futures grid' }));
    await pass(200);
    expect(asked('get_user_profit').at(-1)).toContain('strategy_type=futures_grid');
    fireEvent.click(screen.getByRole('radio', { name: 'Spot martingale' }));
    await pass(200);
    expect(screen.queryByRole('tab', { name: 'Total income' })).toBeNull();
    expect(screen.getByRole('tab', { name: 'Running', selected: true })).toBeTruthy();
  });

  it('lists what copies paid, payment by payment, beside the income of all types, where the exchange tells it; the file has all of them, oldest first', async () => {
    announced = ['income_all', 'received_shares'];
    await open();
    expect(screen.queryByRole('region', { name: 'Profit shares received' })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'All types' }));
    await pass(200);
    const place = screen.getByRole('region', { name: 'Profit shares received' });
    expect(place.textContent).toContain('=SUM(A1) · BTC/USDT');
    expect(place.textContent).toContain('1.2345');
    fireEvent.click(within(place).getByRole('button', { name: 'Next' }));
    await pass(200);
    expect(place.textContent).toContain('Spot grid · BTC/USDT');
    expect(receivedSharesCsv(SHARES.toReversed())).toBe(
      [
        'time,strategy_id,strategy_type,name,market,asset,amount',
        '2026-11-06T21:20:00.000Z,1,spot_grid,,BTC_USDT,USDT,0.00000001',
        "2026-11-18T11:06:40.000Z,2,spot_grid,'=SUM(A1),BTC_USDT,USDT,1.23456789",
        '',
      ].join('\r\n'),
    );
  });

  it('shows total return, current assets and today’s return, signed, and says that times are in UTC (E-076, E-079, E-129)', async () => {
    await open();
    const figure = (label: string) => screen.getByText(label).closest('dt')?.parentElement?.querySelector('dd');
    expect(figure('Total return')?.textContent).toBe('-100.0500 USDT');
    expect(figure('Total return')?.querySelector('.text-fall')).not.toBeNull();
    expect(figure('Current assets')?.textContent).toBe('3,000.00 USDT');
    expect(figure('Today’s return')?.textContent).toContain('-3');
    expect(screen.getByText(/^Times are in UTC/)).toBeTruthy();
  });

  it('says of each of the three what it is made of, and leads to the help of the kind it is of (E-129)', async () => {
    await import('#components/bots/figures/figure-tip.tsx');
    await open();
    const said = async (label: string, term: string) => {
      fireEvent.click(screen.getByRole('button', { name: label }));
      await pass(200);
      const tip = screen.getByRole('dialog', { name: term });
      const values = [...tip.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
      const help = within(tip).queryByRole('link', { name: 'How this kind of bot works' });
      fireEvent.keyDown(tip, { key: 'Escape' });
      return { values, help: help?.getAttribute('href') };
    };
    const help = '/en/help/bots/spot_grid';
    expect(await said('Total return', 'Total return')).toEqual({
      values: ['Total return-100.0500 USDT', 'Total profit-100.2500 USDT', 'Received from copies+0.2000 USDT'],
      help,
    });
    expect(await said('Current assets', 'Current assets')).toEqual({
      values: ['Current assets3,000.00 USDT'],
      help,
    });
    expect(await said('Today’s return', 'Today')).toEqual({ values: [expect.stringMatching(/^Today-3/)], help });
  });

  it('draws the line of all, 90, 30 and 7 days, all at first, page by page, and the bars of 90, 30 and 7, 30 at first (E-077, E-078, E-277, E-278, E-328, E-334)', async () => {
    await open();
    const [all, bars] = [
      screen.getByRole('region', { name: 'Cumulative return' }),
      screen.getByRole('region', { name: 'Daily return' }),
    ];
    const ranges = (place: HTMLElement) =>
      within(place)
        .getAllByRole<HTMLInputElement>('radio')
        .map(({ value, checked }) => `${value}${checked ? '*' : ''}`);
    expect(ranges(all)).toEqual(['all*', '90', '30', '7']);
    expect(ranges(bars)).toEqual(['90', '30*', '7']);
    expect(asked('total-profit-detail')).toEqual([
      expect.stringMatching(/interval=all.*page=1(&|$)/),
      expect.stringMatching(/interval=all.*page=2(&|$)/),
    ]);
    expect(asked('total-profit-detail')[0]).toContain('page_size=200');
    expect(within(all).getByRole('img').getAttribute('aria-label')).toMatch(
      /^Cumulative return from .*2026 to .*2027: -124\.5/,
    );
    fireEvent.click(within(all).getByRole('radio', { name: '7 days' }));
    fireEvent.click(within(bars).getByRole('radio', { name: '90 days' }));
    await pass(200);
    expect(asked('total-profit-detail').at(-1)).toContain('interval=7');
    expect(asked('daily-profit-detail').at(-1)).toContain('interval=90');
    expect(bars.querySelectorAll('rect')).toHaveLength(90);
  });

  it('begins with the oldest day whichever an exchange begins with: the line ends and the bars end today (E-077, E-078)', async () => {
    line = LINE.toReversed().slice(0, 7);
    await open();
    const ends = screen.getAllByRole('img').map((chart) => chart.getAttribute('aria-label') ?? '');
    expect(ends).toHaveLength(2);
    for (const label of ends) expect(label).toMatch(/May 2, 2027.*May 8, 2027/);
    expect(ends[0]).toContain('-124.5');
  });

  it('asks for the further pages of the line by the moment of the first, and begins again once where that is kept no more', async () => {
    forgotten = 1;
    await open();
    const pages = asked('total-profit-detail').map((url) => {
      const query = new URL(url, 'http://x').searchParams;
      return [query.get('page'), query.get('moment')];
    });
    expect(pages).toEqual([
      ['1', null],
      ['2', '1795000000000-7'],
      ['1', null],
      ['2', '1795000000000-7'],
    ]);
    const all = screen.getByRole('region', { name: 'Cumulative return' });
    expect(within(all).getByRole('img').getAttribute('aria-label')).toMatch(/: -124\.5/);
  });

  it('tells the bar that is pointed at, and the last one else', async () => {
    await open();
    const bars = screen.getByRole('region', { name: 'Daily return' });
    const told = () => bars.querySelector('p')?.textContent;
    expect(told()).toBe('May 8, 2027-124.5000 USDT');
    fireEvent.pointerEnter(bars.querySelector('[data-bar="0"]') as Element);
    expect(told()).toBe('Apr 9, 2027-110.0000 USDT');
    fireEvent.pointerLeave(bars.querySelector('[data-bar="0"]')?.closest('.relative') as Element);
    expect(told()).toBe('May 8, 2027-124.5000 USDT');
  });

  it('tells each day by keys, and keeps the one that a finger has left', async () => {
    await open();
    for (const [name, first] of [
      ['Cumulative return', 0],
      ['Daily return', LINE.length - 30],
    ] as const) {
      const chart = screen.getByRole('region', { name });
      const day = screen.getByRole('slider', { name });
      const told = day.getAttribute('aria-valuetext') ?? '';
      fireEvent.change(day, { target: { value: '0' } });
      const then = day.getAttribute('aria-valuetext') ?? '';
      expect(then).not.toBe(told);
      expect(then).toContain(
        `${LINE[first]?.spot_grid === '0' ? '0.0000' : Number(LINE[first]?.spot_grid).toFixed(4)} USDT`,
      );
      expect(within(chart).getByText(then.split(': ')[0] as string, { selector: 'p span' })).toBeTruthy();
    }
    const bars = screen.getByRole('region', { name: 'Daily return' });
    const place = bars.querySelector('[data-bar="0"]')?.closest('.relative') as Element;
    const shown = (): string =>
      screen.getByRole('slider', { name: 'Daily return' }).getAttribute('aria-valuetext') ?? '';
    const first = shown();
    fireEvent.pointerLeave(place, { pointerType: 'touch' });
    expect(shown()).toBe(first);
    fireEvent.pointerLeave(place, { pointerType: 'mouse' });
    expect(shown()).not.toBe(first);
  });

  it('has all types one tab further, by type and asset to the last digit, where the exchange tells them, and no such tab elsewhere (H61)', async () => {
    await open();
    fireEvent.click(screen.getByRole('radio', { name: 'All types' }));
    await pass(200);
    expect(asked('get_user_profit').at(-1)).toContain('strategy_type=all');
    expect(screen.getByRole('table', { name: 'By type and asset' }).textContent).toContain('-0.00000001 BTC');
    cleanup();
    announced = [];
    await open();
    expect(screen.queryByRole('radio', { name: 'All types' })).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says that nothing has been earned, and that what failed is asked for again: not known is not none (H55)', async () => {
    line = [];
    await open();
    expect(screen.getAllByText('Nothing has been earned or lost yet')).toHaveLength(2);
    cleanup();
    refuses = true;
    await open();
    expect(screen.queryByText('Nothing has been earned or lost yet')).toBeNull();
  });

  it('asks for nothing while another list is looked at', async () => {
    render(
      <ComponentHost>
        <IncomePart type="spot_grid" isActive={false} />
      </ComponentHost>,
    );
    await pass(200);
    expect(asked('profit')).toEqual([]);
  });

  it('goes into a file a row a day, every digit, with what each day did', () => {
    const days = [
      { trading_date: '2026-11-27', total: '-0.1', spot_grid: '-0.3', martingale: '0.2' },
      { trading_date: '2026-11-28', total: '0.00000001', spot_grid: '-0.3', martingale: '0.30000001' },
    ];
    expect(incomeCsv(days, 'all').split('\r\n')).toEqual([
      'trading_date,earned_usdt,total_usdt,spot_grid,martingale',
      '2026-11-27,-0.1,-0.1,-0.3,0.2',
      '2026-11-28,0.10000001,0.00000001,-0.3,0.30000001',
      '',
    ]);
    expect(incomeCsv(days, 'spot_grid').split('\r\n')[2]).toBe('2026-11-28,0,-0.3');
    // Of a day of which nothing is said it is not known what was earned on it, nor on the next.
    const gap = [days[0]!, { trading_date: '2026-11-28' }, { ...days[1]!, trading_date: '2026-11-29' }];
    expect(incomeCsv(gap, 'spot_grid').split('\r\n').slice(1, 4)).toEqual([
      '2026-11-27,-0.3,-0.3',
      '2026-11-28,,',
      '2026-11-29,,-0.3',
    ]);
  });
});
