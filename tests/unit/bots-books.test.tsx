// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { BotDetailBody } from '#components/bots/detail/bot-detail-body.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

const NOWHERE = { market: '', account: '', price: '' };
const line = (term: string, value: string, parts: readonly object[] = [], difference = '0') => {
  return { term, value, parts, difference };
};

/** A grid that has lost: what it holds is worth less than it cost, and its fees were taken in coins. */
const BOOKS = {
  asset: 'USDT',
  time: 1_760_000_000,
  residual: '0',
  lines: [
    line('start', '1000', [{ ...NOWHERE, what: 'funded', asset: 'USDT', amount: '1000', value: '1000', count: 1 }]),
    line('deposits', '0'),
    line('withdrawals', '0'),
    line('grid_profit', '2.5', [
      {
        ...NOWHERE,
        what: 'completed',
        market: 'BTC_USDT',
        account: 'spot',
        asset: 'USDT',
        amount: '2',
        value: '2',
        count: 3,
      },
      { ...NOWHERE, what: 'completed_fees', asset: 'USDT', amount: '0.5', value: '0.5', count: 0 },
    ]),
    line('position_profit', '-101.0000000000000004'),
    line('fees', '1.0000000000000001', [
      {
        ...{ what: 'trade_fees', market: 'BTC_USDT', account: 'spot', asset: 'BTC', price: '' },
        ...{ amount: '0.00002', value: '1.0000000000000001', count: 41 },
      },
    ]),
    line('funding', '0'),
    line('interest', '0'),
    line('profit_share', '0'),
    line('equity', '900.4999999999999995'),
  ],
};

let announced: string[];
let books: object;

function answer({ url }: FakeCall): object | null {
  if (url.includes('capabilities')) return { code: 200, message: '', data: announced };
  if (url.includes('/books/')) return books;
  if (url.includes('/book_rows/')) {
    const page = Number(new URL(url, 'http://test').searchParams.get('page'));
    const row = {
      ...{ time: 1_760_000_000 + page, market: 'BTC_USDT', account: 'spot', side: 'buy', type: 'grid' },
      ...{ asset: 'BTC', amount: '0.000001', price: '50000.1', value: '0.0500001' },
    };
    return { code: 200, message: '', data: [row], page, pagecount: 3, totalcount: 41 };
  }
  return { code: 200, message: '', data: [], page: 1, pagecount: 1, totalcount: 0 };
}

async function show(isOwn: boolean, changes: Partial<StrategyRow> = {}): Promise<void> {
  render(
    <ComponentHost>
      <BotDetailBody bot={strategyRow(changes)} isOwn={isOwn} />
    </ComponentHost>,
  );
  await pass(1_000);
}

async function open(changes: Partial<StrategyRow> = {}): Promise<void> {
  await show(true, changes);
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Books' }), { button: 0 });
  await pass(1_000);
}

// The part loads late; no clock of the test's moves that.
beforeAll(() => import('#components/bots/books/books-tab.tsx'));
const calls = inOwnTime(answer, () => {
  announced = ['books'];
  books = { code: 200, message: '', data: BOOKS };
});

describe('the books of a bot', () => {
  it('are offered to its owner alone, and where the exchange has them', async () => {
    await show(false);
    expect(screen.queryByRole('tab', { name: 'Books' })).toBeNull();
    cleanup();
    announced = [];
    await show(true);
    expect(screen.queryByRole('tab', { name: 'Books' })).toBeNull();
    expect(calls.some(({ url }) => url.includes('/books/'))).toBe(false);
  });

  it('have the files of what they are made of, of kinds too that have no tab for it', async () => {
    const files = (): readonly (string | null)[] =>
      screen.getAllByRole('button', { name: /^Export · / }).map(({ textContent }) => textContent);
    await open();
    expect(files()).toEqual(['Export · Trade history', 'Export · Capital flow']);
    cleanup();
    await open({ strategy_type: 'martingale' });
    expect(files()).toEqual(['Export · Trade history', 'Export · Completed rounds', 'Export · Capital flow']);
  });

  it('say each term with its sign and every digit, a loss as one, and the residual', async () => {
    await open();
    const lines = within(screen.getByRole('region', { name: 'Books' }).querySelector('ul') as HTMLElement);
    const text = lines.getAllByRole('button').map((button) => button.textContent);
    expect(text).toEqual([
      'Start1,000',
      'Deposits0',
      'Withdrawals0',
      'Grid profit, before fees+2.5',
      'Position profit, before fees-101.0000000000000004',
      'Fees-1.0000000000000001',
      'Funding0',
      'Interest0',
      'Profit share0',
      'Equity900.4999999999999995',
    ]);
    expect(screen.getByText('0 USDT')).toBeTruthy();
    expect(screen.getByText(/to the last digit/)).toBeTruthy();
  });

  it('open a line to its parts and a part to its rows, page by page', async () => {
    await open();
    const fees = screen.getByRole('button', { name: /^Fees/ });
    expect(fees.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(fees);
    expect(fees.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText(/0\.00002 BTC/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show 41 entries' }));
    await pass(1_000);
    expect(screen.getAllByText('0.0500001').length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await pass(1_000);
    const asked = calls.filter(({ url }) => url.includes('/book_rows/')).map(({ url }) => new URL(url, 'http://test'));
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { part: 'trade_fees', asset: 'BTC', market: 'BTC_USDT', account: 'spot', page: '1', page_size: '20' },
      { part: 'trade_fees', asset: 'BTC', market: 'BTC_USDT', account: 'spot', page: '2', page_size: '20' },
    ]);
    // One line is open at a time.
    fireEvent.click(screen.getByRole('button', { name: /^Grid profit/ }));
    expect(fees.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText('Net profit of completed trades')).toBeTruthy();
    expect(screen.getByText('Fees of completed trades, which stand under Fees')).toBeTruthy();
  });

  it('say it when the lines do not come to the equity', async () => {
    books = { code: 200, message: '', data: { ...BOOKS, residual: '0.0000000000000001' } };
    await open();
    expect(screen.getByText('0.0000000000000001 USDT')).toBeTruthy();
    expect(screen.getByText(/fault of the exchange/)).toBeTruthy();
  });

  it('say why there are none, and nothing of "none" after a bad reply', async () => {
    books = { code: 404, message: '', data: { issue: 'books-unkept' } };
    await open();
    expect(screen.getByText(/ended before its books were kept/)).toBeTruthy();
    cleanup();
    books = { code: 500, message: '' };
    await open();
    expect(screen.queryByText(/ended before/)).toBeNull();
    books = { code: 200, message: '', data: BOOKS };
    await pass(30_000);
    expect(screen.getByRole('button', { name: /^Equity/ })).toBeTruthy();
  });
});
