import { describe, expect, it } from 'vitest';
import { botsCsv } from '#components/portfolio/csv-button.tsx';
import {
  asksForSpread,
  isSpreadTooHigh,
  type PlannedEnd,
  stateObstacle,
  sumsOf,
  wayOf,
} from '#components/portfolio/end/plan.ts';
import type { Moves } from '#components/portfolio/portfolio.ts';
import { exposureCsv, movesCsv } from '#components/portfolio/portfolio-csv.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

const futures = strategyRow({ strategy_id: 2, strategy_type: 'futures_grid', settle: 'usdt' });

function planned(
  id: number,
  returns: readonly (readonly [string, string])[],
  profit: string,
  asset: string,
): PlannedEnd {
  const bot = strategyRow({ strategy_id: id });
  return {
    bot,
    ...wayOf(bot, 'market'),
    obstacle: null,
    isOld: false,
    preview: {
      debts: [],
      trades: [],
      rests: null,
      returns: returns.map(([currency, amount]) => ({ currency, amount })),
      profit,
      profit_rate: '0',
      profit_asset: asset,
    },
  };
}

describe('the plan for the end of several bots', () => {
  it('closes each as wanted where it can: coins are kept, a position on a contract is closed at the market (M-088)', () => {
    expect(wayOf(strategyRow(), 'no_close')).toMatchObject({ type: 'no_close', options: [{ type: 'no_close' }] });
    expect(wayOf(futures, 'no_close')).toMatchObject({
      type: 'market',
      options: [{ account: 'futures_usdt', type: 'market' }],
    });
    expect(wayOf(strategyRow(), 'market').options).toMatchObject([
      { account: 'spot', type: 'market', slip: '0', expiration: 0 },
    ]);
  });

  it('adds up exactly the figures beside each bot, by asset, with those apart that are not ended', () => {
    const left: PlannedEnd = { ...planned(3, [], '9', 'USDT'), preview: null, obstacle: 'spread' };
    const ends = [
      planned(
        1,
        [
          ['USDT', '100.00000001'],
          ['BTC', '0.1'],
        ],
        '-1.5',
        'USDT',
      ),
      planned(2, [['USDT', '0.00000002']], '0.25', 'USDT'),
      planned(4, [['BTC', '0.2']], '-0.00000001', 'BTC'),
      left,
    ];
    expect(sumsOf(ends)).toEqual({
      returns: [
        { asset: 'USDT', amount: '100.00000003' },
        { asset: 'BTC', amount: '0.3' },
      ],
      profits: [
        { asset: 'USDT', amount: '-1.25' },
        { asset: 'BTC', amount: '-0.00000001' },
      ],
    });
  });

  it('does not know what ends come to of which one is not known', () => {
    const ends = [
      planned(1, [['USDT', '100']], '', 'USDT'),
      planned(2, [['USDT', '']], '0.25', 'USDT'),
      planned(4, [['BTC', '0.2']], '-0.00000001', 'BTC'),
    ];
    expect(sumsOf(ends)).toEqual({
      returns: [
        { asset: 'BTC', amount: '0.2' },
        { asset: 'USDT', amount: '' },
      ],
      profits: [
        { asset: 'BTC', amount: '-0.00000001' },
        { asset: 'USDT', amount: '' },
      ],
    });
  });

  it('sells no coins at a spread above 3 %, or one that nobody knows; a bot that is ending is left out (M-159, X27)', () => {
    expect(asksForSpread(strategyRow(), 'market')).toBe(true);
    expect(asksForSpread(strategyRow(), 'no_close')).toBe(false);
    expect(asksForSpread(futures, 'market')).toBe(false);
    expect(isSpreadTooHigh({ price: '97', last_price: '100' })).toBe(false);
    expect(isSpreadTooHigh({ price: '96.9', last_price: '100' })).toBe(true);
    expect(isSpreadTooHigh({ price: '--', last_price: '100' })).toBe(true);
    expect(isSpreadTooHigh(undefined)).toBe(true);
    expect(stateObstacle(strategyRow({ status: 'stopping' }))).toBe('state');
    expect(stateObstacle(strategyRow({ status: 'pause' }))).toBeNull();
  });

  it('a list’s file has the exchange’s own figures, a name that a spreadsheet would run as text', () => {
    const [head, row] = botsCsv([strategyRow({ strategy_name: '=1+1', profit: '-0.00000001' })]).split('\r\n');
    expect(head).toBe(
      'strategy_id,strategy_type,strategy_name,market,status,create_time,finish_time,finish_as,money,money_asset,profit,profit_rate,usdt_total_profit,fee,funding,interest',
    );
    expect(row).toContain("42,spot_grid,'=1+1,BTC_USDT");
    expect(row).toContain(',-0.00000001,');
  });

  it('the files of exposure and of moves have every digit ungrouped, one row a coin and a move, of the moment they were told', () => {
    const time = 1_800_000_000;
    const coin = { asset: 'BTC', held: '0', long: '0', short: '12345.00000001', owed: '0' };
    const exposure = [{ ...coin, net: '-12345.00000001', usdt: '-740700000.0006' }];
    expect(exposureCsv({ time, exposure })).toBe(
      'time,asset,held,long,short,owed,net,usdt\r\n2027-01-15T08:00:00.000Z,BTC,0,0,12345.00000001,0,-12345.00000001,-740700000.0006\r\n',
    );
    const move = {
      percent: -30,
      total: '-1234567.00000001',
      bots: '-1234567',
      accounts: '-0.00000001',
      ends: [
        { reason: 'liquidated', bots: 2 },
        { reason: 'stop_loss', bots: 1 },
      ],
      worst: [
        { strategy_id: 7, strategy_type: 'futures_grid', strategy_name: '=1+1, "x"', usdt: '-9', finish_as: '' },
        { strategy_id: 8, strategy_type: 'spot_grid', strategy_name: 'b', usdt: '-1', finish_as: 'stop_loss' },
      ],
    } satisfies Moves['moves'][number];
    const nothing = { ...move, percent: 10, ends: [], worst: [] };
    const [head, first, second] = movesCsv({
      time,
      bots: 3,
      left_out: 1,
      moves: [move, nothing],
    }).split('\r\n');
    expect(head).toBe('time,percent,total,bots,accounts,ends,worst,reckoned_bots,left_out_bots');
    expect(first).toBe(
      '2027-01-15T08:00:00.000Z,-30,-1234567.00000001,-1234567,-0.00000001,liquidated: 2; stop_loss: 1,"7 =1+1, ""x"": -9; 8 b: -1 stop_loss",3,1',
    );
    expect(second).toBe('2027-01-15T08:00:00.000Z,10,-1234567.00000001,-1234567,-0.00000001,,,3,1');
  });
});
