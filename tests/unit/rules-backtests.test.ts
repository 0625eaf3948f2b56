import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RUNNABLE_KINDS, STRATEGIES } from '#lib/kinds/definitions.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Rules of the systems btcreate, btlist and btresult, over every kind. */

const NOW_S = MORNING_MS / 1000;
const WEEK = { begin_time: NOW_S - 7 * 86_400, end_time: NOW_S };

let exchange: TestExchange;
let who: Who;

beforeEach(async () => {
  exchange = await openTestExchange(temporaryFolder());
  who = await exchange.trader();
});
afterEach(() => exchange.stop());

async function recordOf(body: object) {
  const { code, data } = await exchange.send('createBacktest', { who, body: { ...body, ...WEEK } });
  expect(code, JSON.stringify(data)).toBe(200);
  return (await exchange.send('backtests', { who, query: { page_size: 1 } })).data[0];
}

describe('a record says what was put in, in what, and where (E-082, E-113, E-115)', () => {
  it.each(RUNNABLE_KINDS)('of %s', async (kind) => {
    const { asset, account, body } = KIND_BODIES[kind];
    const record = await recordOf(body(exchange));
    expect(record).toMatchObject({
      strategy_type: kind,
      bot_type: kind,
      begin_time: WEEK.begin_time,
      end_time: WEEK.end_time,
      create_time: NOW_S,
      status: 'running',
      params: { pair: record.market, begin_money_currency: asset },
    });
    if (account.startsWith('futures')) expect(record.params.settle).toBe(account.replace('futures_', ''));
  });

  it('from the payload as it is: no form text is made of it', async () => {
    await recordOf(KIND_BODIES.spot_grid.body(exchange));
    const decode = vi.spyOn(STRATEGIES.spot_grid, 'decode');
    await exchange.send('backtests', { who, query: {} });
    expect(decode).not.toHaveBeenCalled();
  });

  it.each(['spot_grid', 'infinite_grid'] as const)('of %s funded with coins', async (kind) => {
    const { params } = await recordOf(KIND_BODIES[kind].body(exchange, { is_use_base: '1', money: '0.1' }));
    expect(params).toMatchObject({ begin_money_amount: '0.1', begin_money_currency: 'BTC', settle: '' });
  });

  it('of a contract that is settled in coins', async () => {
    const range = {
      low_price: priceAt(exchange, 'BTC_USD@BTC', 0.97),
      high_price: priceAt(exchange, 'BTC_USD@BTC', 1.03),
    };
    const changes = { market: 'BTC_USD', instrument_type: 'futures_btc', money: '0.5', ...range };
    const { params } = await recordOf(KIND_BODIES.futures_grid.body(exchange, changes));
    expect(params).toMatchObject({ begin_money_amount: '0.5', begin_money_currency: 'BTC', settle: 'btc' });
  });
});

describe('what nobody said is the documented default', () => {
  it.each(RUNNABLE_KINDS)(
    '%s takes a backtest without a profit share: it is 5 % then (C-170, C-359, C-417)',
    async (kind) => {
      const { follow_fee_rate: _share, ...body } = KIND_BODIES[kind].body(exchange);
      expect((await recordOf(body)).payload.follow_fee_rate).toBe('0.05');
    },
  );
});

describe('the pages of a list', () => {
  it('take both spellings of their size, ten by default, and answer page, pagecount and totalcount (E-302, E-268, X43, X44)', async () => {
    for (let made = 0; made < 12; made += 1) await recordOf(KIND_BODIES.spot_grid.body(exchange));
    const page = async (query: Readonly<Record<string, string | number>>) => {
      const { data, page: at, pagecount, totalcount } = await exchange.send('backtests', { who, query });
      return [data.length, at, pagecount, totalcount];
    };
    expect(await page({})).toEqual([10, 1, 2, 12]);
    expect(await page({ page: 2 })).toEqual([2, 2, 2, 12]);
    expect(await page({ page: 3, page_size: 5 })).toEqual([2, 3, 3, 12]);
    expect(await page({ page: 3, pageSize: 5 })).toEqual([2, 3, 3, 12]);
    expect(await page({ page_size: 500 })).toEqual([12, 1, 1, 12]);
    expect((await exchange.send('backtests', { who, query: { page_size: 501 } })).code).toBe(400);
  });
});
