import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { priceAt, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

let exchange: TestExchange;
let demo: Who;
const folder = mkdtempSync(join(tmpdir(), 'exchange-lists-'));
const spot = { strategy_type: 'spot_grid' };

beforeAll(async () => {
  exchange = await openTestExchange(folder, { worldBots: 90, worldDays: 36 });
  demo = await exchange.trader('demo');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Item = Record<string, string> & {
  strategy_id: number;
  back_profit: { time_stamp: number; rate: string }[];
  create_time: number;
};

/** What of each rule's fields the object does not have. */
function missingOf(told: object, documented: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(documented).flatMap(([rule, fields]) =>
    fields.split(' ').flatMap((path) => {
      const found = path
        .split('.')
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], told);
      return found === undefined ? [`${rule} ${path}`] : [];
    }),
  );
}

const recommended = async (query: Record<string, string | number> = {}) =>
  exchange.send('recommendList', { query: { ...spot, page_size: 500, ...query } });

describe('bots with parameters of an AI search', () => {
  // Those that are: exchange-ai-grades.test.ts.
  it('are not such in public lists because somebody says so: what no search found is its owner’s (C-018, C-105)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const byHand = await startKind(exchange, who, 'spot_grid', { param_source: 'manual' });
    const claimed = await startKind(exchange, who, 'spot_grid', { param_source: 'ai' });
    await exchange.pass(5_000);
    const detail = await exchange.send('strategyDetail', {
      query: { strategy_id: claimed, strategy_type: 'spot_grid' },
    });
    const { anonymous } = detail.data.user_info;
    const { data } = await exchange.send('signalerStrategies', { query: { anonymous } });
    const told = new Map(
      data.map((item: { strategy_id: number; type: string; is_ai: number }) => [
        item.strategy_id,
        [item.type, item.is_ai],
      ]),
    );
    expect(told.get(claimed)).toEqual(['user', 0]);
    expect(told.get(byHand)).toEqual(['user', 0]);
  });
});

describe('the recommended list', () => {
  it('carries identity, provider, figures and a curve of at most 31 points per item (C-105, C-106, C-107, C-108, C-109, C-110, C-111, C-112, C-113, C-427)', async () => {
    const { data } = await recommended();
    // Their values: exchange-public-lists.test.ts.
    const documented = {
      'C-105':
        'strategy_id strategy_type strategy_name strategy_name_en type market instrument_type money_asset is_use_base create_time',
      'C-106':
        'user_info.nick user_info.nick_en user_info.nickname user_info.avatar user_info.tier user_info.anonymous',
      'C-107': 'follow_num follow_fee_rate',
      'C-108': 'is_ai cycle side leverage',
      'C-109': 'stop_upward_price stop_downward_price',
      'C-110': 'max_draw_down adj_sharp_rate rate take_profit win_num loss_num',
      'C-111': 'cycle_profit',
      'C-112': 'asset_info',
      'C-113': 'back_profit.0.time_stamp back_profit.0.rate low_price high_price grid_num',
    };
    for (const item of data as Item[]) {
      expect(missingOf(item, documented)).toEqual([]);
      expect(item).toMatchObject({ strategy_type: 'spot_grid', instrument_type: 'spot', asset_info: [] });
      expect(item.back_profit.length).toBeLessThanOrEqual(31);
      expect(item.back_profit.at(-1)?.rate).toBe(item.rate);
      const times = item.back_profit.map((point) => point.time_stamp);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
    expect(data.some((item: Item) => item.back_profit.length === 31)).toBe(true);
    // What it made over the cycles that it is older than is what its row over them says.
    const told = new Set<number>();
    for (const { strategy_id, cycle_profit } of data.slice(0, 6) as (Item & { cycle_profit: { cycle: number }[] })[])
      for (const { cycle, ...made } of cycle_profit) {
        const data_period = cycle === 7 ? 'week' : 'month';
        const row = await exchange.send('strategies', { query: { ...spot, strategy_id, data_period } });
        expect(made).toEqual({ profit_rate: row.data[0].profit_rate });
        told.add(cycle);
      }
    expect([...told].sort()).toEqual([30, 7]);
  });

  it('pages by what is asked for, 10 without it, and says where the pages end (C-217, C-218, C-384, X43, X44)', async () => {
    const all = await recommended();
    const first = await recommended({ page_size: 15, page: 1 });
    const camel = await exchange.send('recommendList', { query: { ...spot, pageSize: 15, page: 2 } });
    expect(first.data.length).toBe(15);
    expect(first).toMatchObject({
      page: 1,
      totalcount: all.totalcount,
      pagecount: Math.ceil((all.totalcount as number) / 15),
    });
    expect([...first.data, ...camel.data].map((item: Item) => item.strategy_id)).toEqual(
      all.data.slice(0, 30).map((item: Item) => item.strategy_id),
    );
    expect((await exchange.send('recommendList', { query: spot })).data.length).toBe(10);
    expect((await recommended({ page: 99 })).data).toEqual([]);
  });

  it('orders by yield, APR or Sharpe ratio, what has none of it last (C-050, H47, H50)', async () => {
    for (const [order, field] of [
      ['rate', 'rate'],
      ['year_pft_rate', 'year_pft_rate'],
      ['adj_sharp_rate', 'adj_sharp_rate'],
    ] as const) {
      const { data } = await recommended({ order_by: order });
      const values = data.map((item: Item) => (item[field] === '' ? Number.NEGATIVE_INFINITY : Number(item[field])));
      expect(values).toEqual([...values].sort((a, b) => b - a));
    }
  });

  it('by age, ours, has whoever stands in it at all, oldest first, so that each keeps its page', async () => {
    const listed: number[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { data, pagecount } = await recommended({ page });
      listed.push(...data.map((item: Item) => item.strategy_id));
      pages = pagecount ?? 0;
    }
    const byAge = await recommended({ order_by: 'create_time', page_size: 500 });
    const ids = byAge.data.map((item: Item) => item.strategy_id);
    expect(ids).toEqual(listed.toSorted((a, b) => a - b));
    expect(byAge.pagecount).toBe(1);
    const second = await recommended({ order_by: 'create_time', page_size: 4, page: 2 });
    expect(second.data.map((item: Item) => item.strategy_id)).toEqual(ids.slice(4, 8));
  });

  it('ranks nobody without seven whole days, in no order, and the provider page shows no figures of theirs (A5, G2, C-110, H50, H57)', async () => {
    for (const order of ['rate', 'year_pft_rate', 'adj_sharp_rate', undefined]) {
      const { data } = await recommended({ strategy_type: 'all', ...(order === undefined ? {} : { order_by: order }) });
      expect(data.length).toBeGreaterThan(0);
      for (const item of data as Item[]) {
        expect(Number(item.run_times)).toBeGreaterThanOrEqual(7 * 86_400);
        expect(Number(item.year_pft_rate)).toBeGreaterThanOrEqual(-1);
      }
    }
    const young: Item[] = [];
    for (const anonymous of await providers()) {
      const { data } = await exchange.send('signalerStrategies', { query: { anonymous, page_size: 500 } });
      young.push(...data.filter((item: Item) => Number(item.run_times) < 7 * 86_400));
    }
    expect(young.length).toBeGreaterThan(0);
    for (const item of young) expect(item.year_pft_rate).toBe('');
  });

  it('filters by market, by type and by open parameters', async () => {
    const { data } = await recommended({ market: 'BTC_USDT' });
    expect(data.length).toBeGreaterThan(0);
    expect(data.every((item: Item) => item.market === 'BTC_USDT')).toBe(true);
    const open = await recommended({ params_open_type: '1' });
    expect(open.data.every((item: Item) => item.low_price !== '-')).toBe(true);
    const martingales = (await recommended({ strategy_type: 'martingale' })).data;
    expect(martingales.length).toBeGreaterThan(0);
    expect(martingales.every((item: Item) => item.strategy_type === 'martingale')).toBe(true);
    expect((await recommended({ market: 'NONE_USDT' })).data).toEqual([]);
  });
});

const providers = async (): Promise<string[]> => {
  const { data } = await recommended({ strategy_type: 'all', order_by: 'rate' });
  return [...new Set<string>(data.map((item: { user_info: { anonymous: string } }) => item.user_info.anonymous))];
};

/** Bots of the futures page stand on a contract; which bots those are, their details tell. */
const isOnFutures = async ({ market, strategy_type: kind }: Item): Promise<boolean> => {
  const { data } = await recommended({ strategy_type: kind as string, market: market as string });
  return data.some((item: Item) => item.instrument_type?.startsWith('futures_'));
};

describe('cards of the picker', () => {
  it('lists tabs and classes in the documents’ order (C-033, C-034, C-035)', async () => {
    const { data } = await exchange.send('strategyTabs');
    expect(data.map(({ key }: { key: string }) => key)).toEqual([
      'all',
      'recommended',
      'grid',
      'average-cost',
      'passive-arbitrage',
      'expert',
    ]);
  });

  it('counts copies and takes the annualised rate from the running bots of a class; hot strategies are a call of their own (C-103, C-104, C-382, C-383)', async () => {
    const { data } = await exchange.send('strategyClass', { query: { market_kind: 'spot' } });
    const [grid] = data;
    expect(grid).toMatchObject({
      class: 'grid',
      list: expect.arrayContaining([expect.objectContaining({ strategy_type: 'spot_grid', follow_num: 0 })]),
    });
    const rates = (await recommended()).data
      .map((item: Item) => item.year_pft_rate)
      .filter((text: string) => text !== '')
      .map(Number)
      .sort((a: number, b: number) => a - b);
    const card = grid.list.find(({ strategy_type: kind }: Item) => kind === 'spot_grid');
    expect(Number(card.year_pft_rate)).toBe(rates[Math.floor(rates.length / 2)]);
    const hot = await exchange.send('hotStrategies');
    const markets = hot.data.map(({ market }: { market: string }) => market);
    expect(new Set(markets).size).toBe(markets.length);
    expect(hot.data[0].market).toMatch(/^[A-Z]+_[A-Z]+$/);
    for (const { name, desc } of hot.data) expect([name.length > 0, typeof desc]).toEqual([true, 'string']);
    // Of one market where one is named: its own bots alone, or nothing.
    const ofSymbol = async (symbol: string) =>
      (await exchange.send('strategyClass', { query: { market_kind: 'spot', symbol } })).data
        .find(({ class: name }: { class: string }) => name === 'grid')
        .list.find(({ strategy_type: kind }: Item) => kind === 'spot_grid').year_pft_rate;
    const there = (await recommended({ market: 'BTC_USDT' })).data
      .map((item: Item) => Number(item.year_pft_rate))
      .sort((a: number, b: number) => a - b);
    expect(Number(await ofSymbol('BTC_USDT'))).toBe(there[Math.floor(there.length / 2)]);
    expect(await ofSymbol('NONE_USDT')).toBe('');
    const futures = await exchange.send('hotStrategies', { query: { market_kind: 'futures' } });
    expect(futures.data.length).toBeGreaterThan(0);
    for (const item of futures.data) expect(await isOnFutures(item), JSON.stringify(item)).toBe(true);
  });
});

describe('the popular block', () => {
  it('has no bot that was hidden since its rank was looked at (H54)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const range = { low_price: priceAt(exchange, 'BTC_USDT', 0.7), high_price: priceAt(exchange, 'BTC_USDT', 1.3) };
    const id = await startKind(exchange, await exchange.trader(), 'spot_grid', { ...range, is_hide: 0 });
    await exchange.pass(9 * 86_400_000, 3_600_000);
    const who = await exchange.trader();
    const shown = async () =>
      (await exchange.send('hotStrategies')).data.map(({ strategy_id }: { strategy_id: number }) => strategy_id);
    expect(await shown()).toEqual([id]);
    const body = { strategy_id: id, strategy_type: 'spot_grid', is_hide: 1 } as const;
    expect(await exchange.send('hideStrategy', { who, body })).toMatchObject({ code: 200 });
    // No look has seen it yet.
    expect(await shown()).toEqual([]);
    await exchange.stop();
  });
});

describe('the provider page', () => {
  it('tells who shares and what runs, by anonymous id (C-028, H3)', async () => {
    const { data } = await recommended();
    const { anonymous, nickname } = data[0].user_info;
    const profile = await exchange.send('signaler', { query: { anonymous } });
    const list = await exchange.send('signalerStrategies', { query: { anonymous, page_size: 100 } });
    expect(profile.data).toMatchObject({ nickname, bot_num: list.totalcount });
    expect(
      list.data.every((item: Item & { user_info: { anonymous: string } }) => item.user_info.anonymous === anonymous),
    ).toBe(true);
    expect(await exchange.send('signaler', { query: { anonymous: 'ffffffffffffffff' } })).toMatchObject({ code: 404 });
  });
});

describe('a trader’s own lists', () => {
  it('separates running from finished, counts both, sorts and pages (M-019, M-025, M-283, E-136, E-327, E-283)', async () => {
    const ids: number[] = [];
    for (const money of ['500', '2000', '900', '1200']) ids.push(await startGrid(exchange, demo, { money }));
    await exchange.send('cancelGrid', { who: demo, path: { id: ids[1] as number } });
    const list = async (query: Record<string, string | number>) =>
      exchange.send('strategies', { who: demo, query: { ...spot, ...query } });
    const idsOf = ({ data }: { data?: { strategy_id: number }[] }) => data?.map(({ strategy_id: id }) => id);
    expect(idsOf(await list({ status: 'running' }))).toEqual([ids[3], ids[2], ids[0]]);
    expect(idsOf(await list({ status: 'finished' }))).toEqual([ids[1]]);
    expect(await list({ status: 'running', page_size: 2, page: 2 })).toMatchObject({
      page: 2,
      pagecount: 2,
      totalcount: 3,
    });
    expect(idsOf(await list({ status: 'running', sort: 'money_asc' }))).toEqual([ids[0], ids[2], ids[3]]);
    expect(idsOf(await list({ status: 'running', sort: 'create_time_asc' }))).toEqual([ids[0], ids[2], ids[3]]);
    expect(await list({ sort: 'drop table' })).toMatchObject({ code: 422, data: { field: 'sort' } });
    expect(await list({ strategy_type: 'all-compose-indicator' })).toMatchObject({ totalcount: 0 });
    const running = await exchange.send('strategyNumber', { who: demo, query: { status: 'running' } });
    // The documented keys first, in their order; behind them single-indicator bots by their own kind (C9).
    expect(running.data.slice(0, 13).at(-1)).toEqual({ key: 'finance-low-buy', num: 0 });
    expect(running.data.slice(13).map(({ key }: { key: string }) => key)).toContain('macd');
    expect(running.data.find(({ key }: { key: string }) => key === 'spot_grid')).toEqual({ key: 'spot_grid', num: 3 });
    const finished = await exchange.send('strategyNumber', { who: demo, query: { status: 'finished' } });
    expect(finished.data.find(({ key }: { key: string }) => key === 'spot_grid').num).toBe(1);
    const assets = await exchange.send('gridAssets', { who: demo, query: spot });
    expect(assets.data.map(({ asset }: { asset: string }) => asset)).toEqual(['BTC', 'USDT']);
  });

  it('carries in each row what the documents name: identity, state, money, counters, position, whom it follows, who sees it (M-089 … M-095)', async () => {
    await startGrid(exchange, demo, { money: '700' });
    const { data } = await exchange.send('strategies', { who: demo, query: { ...spot, status: 'running' } });
    const documented = {
      'M-089': 'strategy_id strategy_type strategy_name market period side cycle',
      'M-090': 'status step behavior_status create_time finish_time run_times finish_as reason running_cycle',
      'M-091': 'money money_asset profit profit_rate strategy_profit year_pft_rate total_increase_amount',
      'M-092': 'match_times trade_num total_trade_count win_num loss_num max_order_amount',
      'M-093': 'position position_value margin leverage liq_price avg_hold_cost take_profit_price stop_loss_price',
      'M-094': 'follow_id follow_name follow_info user_info follow_fee_rate follow_num',
      'M-095': 'is_open_params is_hide is_hide_order is_ai abstract params',
    };
    expect(missingOf(data[0], documented)).toEqual([]);
    expect(data[0]).toMatchObject({
      strategy_type: 'spot_grid',
      market: 'BTC_USDT',
      money: '700',
      money_asset: 'USDT',
    });
    expect(data[0]).toMatchObject({ status: 'running', finish_time: 0, finish_as: '', follow_id: 0, is_hide: 0 });
    expect(String(data[0].create_time)).toMatch(/^\d{10}$/);
    expect(typeof data[0].params).toBe('object');
    expect(data[0].user_info.anonymous).toMatch(/^[0-9a-f]{16}$/);
  });

  it('reads one bot by id for everybody who may see it, with the figures of the asked period (X46, C-114, C-115, C-116, C-117, C-118, C-119, C-360, E-281, E-335, M-284)', async () => {
    const { data } = await recommended({ order_by: 'rate', params_open_type: '1' });
    const id = data[0].strategy_id as number;
    const of = async (period: string) =>
      (await exchange.send('strategies', { query: { ...spot, strategy_id: id, data_period: period } })).data[0];
    const whole = await of('all_period');
    const documented = {
      'C-114': 'strategy_id strategy_type strategy_name market user_info.anonymous abstract',
      'C-115': 'run_times',
      'C-116': 'follow_num follow_id follow_fee_rate is_open_params is_ai',
      'C-117': 'year_pft_rate profit_rate max_draw_down usdt_total_profit usdt_strategy_profit win_num loss_num',
      'C-118': 'match_times trade_num total_trade_count',
      'C-119': 'money_asset params.stop_upward_price params.stop_downward_price params.moving_average_momentum',
    };
    expect(missingOf(whole, documented)).toEqual([]);
    // In seconds.
    expect(whole.run_times).toBe(Math.floor(exchange.clock.nowMs() / 1000) - whole.create_time);
    const curve = await exchange.send('dailyCurve', { path: { id }, query: { ...spot, page_size: 200 } });
    expect(whole.profit_rate).toBe(curve.data[0].profit_rate);
    const week = await of('week');
    if (curve.data.length > 8 && week.profit !== '-') {
      const expected = Number(curve.data[0].profit) - Number(curve.data[7].profit);
      expect(Number(week.profit)).toBeCloseTo(expected, 6);
    }
    expect((await exchange.send('strategies', { query: { strategy_type: 'martingale', strategy_id: id } })).code).toBe(
      404,
    );
  });
});

describe('the daily curve', () => {
  it('comes newest first in pages, and with 31 points on a home curve’s first page of 30 (C-363, M-290, E-280, E-330, X45)', async () => {
    // The spot grid of the demo world that lived longest, ended or not.
    const ages = new Map<number, number>();
    for await (const { record } of loadBots(exchange.store)) {
      if (record.kind !== spot.strategy_type || record.isHide) continue;
      ages.set(record.id, (record.finishMs ?? exchange.clock.nowMs()) - record.createMs);
    }
    const [old] = [...ages].reduce((a, b) => (a[1] > b[1] ? a : b));
    const curve = (query: Record<string, string | number>) =>
      exchange.send('dailyCurve', { path: { id: old }, query: { ...spot, ...query } });
    const all = await curve({ page_size: 200 });
    expect(all.totalcount).toBeGreaterThan(31);
    const days = all.data.map((point: { trading_date: string }) => point.trading_date);
    expect(days).toEqual([...days].sort().reverse());
    expect((await curve({ page_size: 30, type: 'home_curve' })).data).toEqual(all.data.slice(0, 31));
    expect((await curve({ page_size: 100, type: 'home_curve' })).data).toEqual(all.data.slice(0, 100));
    expect((await curve({ page_size: 10, page: 2 })).data).toEqual(all.data.slice(10, 20));
  });
});
