// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RecentTrades, type Trade } from '#components/discovery/recent-trades.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** What the latest trades of a shared bot are counted in: what stands in a column's head is what its figures are of. */

const trade = (changes: Partial<Trade>) =>
  ({
    ...{ finish_time: 1_780_000_000, account: 'spot', side: 'sell', role: 'maker', level: -1, signal_type: '' },
    ...{ match_price: '60000', fee: '0.1', fee_asset: 'USDT' },
    ...changes,
  }) as Trade;

const bot = (market: string, settle: '' | 'usdt' | 'btc', money_asset: string) =>
  strategyRow({ strategy_type: settle === '' ? 'spot_grid' : 'futures_grid', market, settle, money_asset });

/** The columns that are counted in something, and the row's figures in them. */
function shown(row: ReturnType<typeof bot>, ...trades: Trade[]) {
  render(<RecentTrades trades={trades} bot={row} priceDecimals={1} />, { wrapper: ComponentHost });
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '');
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent ?? '');
  const counted = heads.flatMap((head, at) => (/\((?!UTC)/.test(head) ? [[head, cells[at]]] : []));
  return Object.fromEntries(counted);
}

afterEach(cleanup);

describe('the latest trades of a shared bot', () => {
  it('are paid in the quote on spot and on a contract that is settled in it', () => {
    for (const row of [bot('BTC_USDT', '', 'USDT'), bot('BTC_USDT', 'usdt', 'USDT')]) {
      const sold = trade({ market: 'BTC_USDT', match_qty: '0.01', match_amount: '600', profit: '1.5' });
      expect(shown(row, sold)).toEqual({
        'Price (USDT)': '60,000.0',
        'Quantity (BTC)': '0.010000',
        'Amount (USDT)': '600.00',
        'Grid profit (USDT)': '+1.5000',
      });
      cleanup();
    }
  });

  it('are dollars that are paid in coins on a contract that is settled in its coin', () => {
    const sold = trade({ market: 'BTC_USD', match_qty: '600', match_amount: '0.01', profit: '0.000025' });
    expect(shown(bot('BTC_USD', 'btc', 'BTC'), { ...sold, fee_asset: 'BTC', fee: '0.0000075' })).toEqual({
      'Price (USD)': '60,000.0',
      'Quantity (USD)': '600.0000',
      'Amount (BTC)': '0.01000',
      'Grid profit (BTC)': '+0.000025',
    });
  });
});
