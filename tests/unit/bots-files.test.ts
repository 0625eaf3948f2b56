// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Fill,
  fillsCsv,
  postingsCsv,
  readComings,
  readFills,
  readPostings,
  roundsCsv,
  rowsJson,
  taxCsv,
} from '#components/bots/export/bot-files.ts';
import { columnsCsv } from '#lib/client/file-texts.ts';
import { fakeFetch } from '#tests/support/component-host.tsx';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** Files of what a bot did: whole, the oldest first, in the exchange's own figures. */

const fill = (changes: Partial<Fill>): Fill =>
  ({
    finish_time: 1_760_000_000,
    market: 'BTC_USDT',
    account: 'spot',
    side: 'buy',
    role: 'grid',
    match_price: '60000',
    match_qty: '0.01',
    match_amount: '600',
    fee: '0.00001',
    fee_asset: 'BTC',
    result: 'none',
    profit: '',
    level: 1,
    signal_type: '',
    ...changes,
  }) as Fill;

const gainsOf = (csv: string): readonly (string | undefined)[] =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1));

afterEach(() => vi.unstubAllGlobals());

describe('columns of a file', () => {
  it('have the exchange’s own words and figures, times in ISO and none that is still to come', () => {
    const rows = [
      { begun: 1_760_000_000, ended: 0, count: 0, name: '=1+1' },
      { begun: 0, ended: 1_760_000_001, count: 3, name: 'a,b' },
    ];
    expect(columnsCsv(['name', 'count', 'begun', 'ended'], ['begun', 'ended'], rows).split('\r\n')).toEqual([
      'name,count,begun,ended',
      "'=1+1,0,2025-10-09T08:53:20.000Z,",
      '"a,b",3,,2025-10-09T08:53:21.000Z',
      '',
    ]);
  });
});

describe('files of a bot', () => {
  it('hold every fill of every page, the oldest first, and are none when a page does not come', async () => {
    let isDown = false;
    const { fetch, calls } = fakeFetch(({ url }) => {
      const page = Number(new URL(url, 'http://test').searchParams.get('page'));
      if (isDown && page === 2) return { code: 500, message: '' };
      const orders = [
        fill({ finish_time: 1_760_000_000 - page * 10 }),
        fill({ finish_time: 1_760_000_000 - page * 10 - 1 }),
      ];
      return { code: 200, message: '', data: { orders }, page, pagecount: 3, totalcount: 6 };
    });
    vi.stubGlobal('fetch', fetch);
    const times = (await readFills(strategyRow())).map(({ finish_time }) => finish_time - 1_760_000_000);
    expect(times).toEqual([-31, -30, -21, -20, -11, -10]);
    expect(calls).toHaveLength(3);
    isDown = true;
    await expect(readFills(strategyRow())).rejects.toThrow();
  });

  it('hold of a bot on contracts every change of its futures account, 500 a page, of others what came in and went out (M-294, M-295, M-383)', async () => {
    const { fetch, calls } = fakeFetch(({ url }) => {
      const page = Number(new URL(url, 'http://test').searchParams.get('page'));
      const data = [{ time: 1_760_000_000 - page, change: `-${page}`, asset: 'USDT', type: 'funding' }];
      return { code: 200, message: '', data, page, pagecount: 2, totalcount: 2 };
    });
    vi.stubGlobal('fetch', fetch);
    const asked = (): readonly string[] =>
      calls.splice(0).map(({ url }) => {
        const { pathname, searchParams } = new URL(url, 'http://test');
        return `${pathname.split('/').at(-1)} ${searchParams.get('page_size')}`;
      });
    const onContract = strategyRow({ strategy_type: 'futures_grid', settle: 'usdt' });
    expect((await readPostings(onContract)).map(({ change }) => change)).toEqual(['-2', '-1']);
    expect(asked()).toEqual(['futures_account_book 500', 'futures_account_book 500']);
    await readPostings(strategyRow());
    expect(asked()).toEqual(['account_book 500', 'account_book 500']);
    // A coin and its contract: the row names no settlement, but fees and results of the contract are changes of the account all the same.
    await readPostings(strategyRow({ strategy_type: 'spot-future-arbitrage', settle: '' }));
    expect(asked()).toEqual(['futures_account_book 500', 'futures_account_book 500']);
    // What came in says whose coins they were, for a tax office; coins that were traded for are not brought.
    await readComings(strategyRow({ strategy_type: 'spot-future-arbitrage', settle: '' }));
    expect(asked()).toEqual(['account_book 500', 'account_book 500']);
  });

  it('are CSV with a head, ISO times and plain figures, which a spreadsheet runs nothing of', () => {
    const text = fillsCsv([fill({ market: '=BTC_USDT', profit: '-1.5' })]);
    expect(text).toBe(
      'finish_time,market,account,side,role,match_price,match_qty,match_amount,fee,fee_asset,profit\r\n' +
        "2025-10-09T08:53:20.000Z,'=BTC_USDT,spot,buy,grid,60000,0.01,600,0.00001,BTC,-1.5\r\n",
    );
    expect(postingsCsv([{ time: 1_760_000_000, type: 'run', change: '-1000', asset: 'USDT' }])).toContain(
      '2025-10-09T08:53:20.000Z,run,-1000,USDT',
    );
    const round = {
      cycle_index: 3,
      create_time: 0,
      finish_time: 60,
      invest_amount: '10',
      profit: '1',
      result: 'gain',
      settle: 'USDT',
    };
    expect(roundsCsv([round as never])).toContain('3,1970-01-01T00:00:00.000Z,1970-01-01T00:01:00.000Z,10,1,USDT');
  });

  it('are JSON that says of which bot', () => {
    expect(JSON.parse(rowsJson(strategyRow(), [fill({})]))).toMatchObject({
      strategy_id: 42,
      strategy_type: 'spot_grid',
      rows: [{ match_qty: '0.01' }],
    });
  });

  it('for taxes say what each sale has gained, first in first out, each market for itself, and nothing of contracts', () => {
    const fills = [
      fill({}),
      fill({ market: 'ETH_USDT', match_qty: '1', match_amount: '2000', fee: '2', fee_asset: 'USDT' }),
      fill({ side: 'sell', match_qty: '0.00999', match_amount: '700', fee: '0.7', fee_asset: 'USDT' }),
      fill({ market: 'ETH_USDT', side: 'sell', match_qty: '2', match_amount: '9', fee: '0', fee_asset: 'USDT' }),
      fill({ account: 'futures', side: 'sell' }),
    ];
    const gains = gainsOf(taxCsv(fills, 'BTC_USDT', []));
    // 0.01 less its fee of 0.00001 was bought for 600.
    expect(gains).toEqual(['', '', '99.3', '']);
  });

  it('for taxes know that coins that were brought were there first: until they are gone nobody knows what a sale has gained', () => {
    const sale = { side: 'sell', match_qty: '0.01', match_amount: '700', fee: '0', fee_asset: 'USDT' } as const;
    const fills = [fill({ fee: '0', fee_asset: 'USDT' }), fill(sale), fill(sale), fill(sale)];
    const posting = (type: string, change: string, asset = 'BTC') => ({ time: 1, type, change, asset });
    const gainsWith = (...postings: readonly ReturnType<typeof posting>[]) =>
      gainsOf(taxCsv(fills, 'BTC_USDT', postings));
    expect(gainsWith(posting('bot-fund', '0.02'))).toEqual(['', '', '', '100']);
    expect(gainsWith(posting('bot-fund', '0.015'))).toEqual(['', '', '', '']);
    // Money, another coin, what went out, and what is owed were no coins of its owner's.
    const others = [posting('bot-fund', '1000', 'USDT'), posting('bot-fund', '1', 'ETH'), posting('bot-return', '-1')];
    expect(gainsWith(...others)).toEqual(['', '100', '', '']);
    // What pays a debt for him neither.
    expect(gainsWith(posting('insurance', '1'))).toEqual(['', '100', '', '']);
  });

  it('for taxes say what a short sale has gained with the purchase that covers it, and nothing before', () => {
    const sale = { side: 'sell', match_qty: '0.01', match_amount: '700', fee: '0.7', fee_asset: 'USDT' } as const;
    const fills = [fill(sale), fill(sale), fill({ match_amount: '650' }), fill({ match_amount: '640' })];
    const lent = [
      { time: 1, type: 'loan', change: '0.02', asset: 'BTC' },
      { time: 9, type: 'loan', change: '-0.02', asset: 'BTC' },
    ];
    // 0.00999 of the first 0.01 that brought 699.3; then what is left of it, and most of the second.
    expect(gainsOf(taxCsv(fills, 'BTC_USDT', lent))).toEqual(['', '', '48.6007', '58.6007']);
  });

  it('for taxes have no gains of a market of which a figure is hidden', () => {
    const text = taxCsv([fill({}), fill({ side: 'sell', match_amount: '-' })], 'BTC_USDT', []);
    expect(
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .every((line) => line.endsWith(',')),
    ).toBe(true);
  });
});
