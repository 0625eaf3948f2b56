import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpotGridPayload } from '#lib/kinds/spot-grid/definition/payload.ts';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import { sightOf } from '#server/exchange/views/visibility.ts';
import { gridBody, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES } from './exchange-kind-bodies.ts';
import { gathered } from './store-fixture.ts';

let exchange: TestExchange;
let demo: Who;
let copier: Who;
const folder = mkdtempSync(join(tmpdir(), 'exchange-visibility-'));

beforeAll(async () => {
  exchange = await openTestExchange(folder, { worldBots: 40, worldDays: 20 });
  demo = await exchange.trader('demo');
  copier = await exchange.trader('copier');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function worldBot(wanted: (record: BotRecord) => boolean): Promise<BotRecord> {
  const found = (await gathered(loadBots(exchange.store))).find(
    ({ record }) => record.ownerId > 10_002 && record.kind === 'spot_grid' && wanted(record),
  );
  if (found === undefined) throw new Error('the test world has no such bot');
  return found.record;
}

/** Old enough for a list: seven whole days (H57), with a day to spare for the one that it began in. */
const isRanked = (record: BotRecord) => exchange.clock.nowMs() - record.createMs > 9 * 86_400_000;

const detail = (id: number, who?: Who) =>
  exchange.send('strategyDetail', { query: { strategy_id: id, strategy_type: 'spot_grid' }, ...(who ? { who } : {}) });

describe('who may see what of a bot', () => {
  it('shows parameters of AI bots, of open ones, and to a creator who copies nobody (C-345, M-277, E-250)', () => {
    const bot = { ownerId: 1, isAi: false, isOpenParams: false, followId: 0, isHide: false, isHideOrder: false };
    const never = () => false;
    const showsParams = (changes: Partial<typeof bot>, viewer: number | null) =>
      sightOf({ ...bot, ...changes }, viewer, never)?.params;
    expect(showsParams({}, 1)).toBe(true);
    expect(showsParams({}, 2)).toBe(false);
    expect(showsParams({}, null)).toBe(false);
    expect(showsParams({ followId: 7 }, 1)).toBe(false);
    expect(showsParams({ isOpenParams: true }, null)).toBe(true);
    expect(showsParams({ isAi: true }, null)).toBe(true);
    expect(sightOf({ ...bot, isHide: true }, 2, never)).toBeNull();
    expect(sightOf({ ...bot, isHide: true }, 2, () => true)?.params).toBe(false);
    expect(sightOf({ ...bot, isHide: true }, 1, never)?.params).toBe(true);
    expect(sightOf({ ...bot, isHideOrder: true }, null, never)?.trades).toBe('none');
    expect(sightOf({ ...bot, isHideOrder: true }, 1, never)?.trades).toBe('whole');
  });

  it('masks hidden parameters and amounts before they leave the exchange; rates stay (C-345, M-279)', async () => {
    const record = await worldBot(
      (bot) => isRanked(bot) && !bot.isOpenParams && !bot.isHide && bot.status === 'running' && bot.tradeNum > 0,
    );
    const { data: row } = await detail(record.id, demo);
    expect(row).toMatchObject({ params: null, money: '-', profit: '-', position: '-', fee: '-', avg_hold_cost: '-' });
    expect(row.profit_rate).toMatch(/^-?\d/);
    expect(JSON.stringify(row)).not.toContain((record.payload as SpotGridPayload).low_price);
    const list = await exchange.send('recommendList', { query: { strategy_type: 'spot_grid', page_size: 100 } });
    const item = list.data.find(({ strategy_id: id }: { strategy_id: number }) => id === record.id);
    expect(item).toMatchObject({ low_price: '-', high_price: '-', grid_num: '-', take_profit: '-' });
    const curve = await exchange.send('dailyCurve', { path: { id: record.id }, query: { strategy_type: 'spot_grid' } });
    expect(curve.data[0]).toMatchObject({ profit: '-', usdt_money: '-' });
    expect(await exchange.send('openOrders', { path: { id: record.id } })).toMatchObject({ code: 403 });
    const records = await exchange.send('operateRecords', {
      query: { strategy_id: record.id, strategy_type: 'spot_grid' },
    });
    expect(records.data.every(({ from, to }: { from: string; to: string }) => from === '' && to === '')).toBe(true);
  });

  it('shows everything of an open bot to a visitor (M-009, C-341)', async () => {
    const record = await worldBot(
      (bot) => bot.isOpenParams && !bot.isHide && !bot.isHideOrder && bot.status === 'running',
    );
    const { data: row } = await detail(record.id);
    expect(row.params).toMatchObject({
      low_price: (record.payload as SpotGridPayload).low_price,
      grid_num: (record.payload as SpotGridPayload).grid_num,
    });
    expect((await exchange.send('openOrders', { path: { id: record.id } })).code).toBe(200);
    const trades = await exchange.send('tradeRecords', { path: { id: record.id } });
    expect(trades.totalcount).toBe(record.tradeNum);
  });

  it('keeps hidden trades, open orders and operation details to the owner (C-348)', async () => {
    const id = await startGrid(exchange, demo, { is_hide_order: 1 });
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    for (const who of [copier, undefined]) {
      const as = who === undefined ? {} : { who };
      expect(await exchange.send('tradeRecords', { path: { id }, ...as })).toMatchObject({ code: 403 });
      expect(await exchange.send('openOrders', { path: { id }, ...as })).toMatchObject({ code: 403 });
      const { data } = await exchange.send('operateRecords', { query, ...as });
      expect(data.length).toBeGreaterThan(0);
      expect(data.every(({ to }: { to: string }) => to === '')).toBe(true);
    }
    expect((await exchange.send('tradeRecords', { path: { id }, who: demo })).data.orders.length).toBeGreaterThan(0);
    const own = await exchange.send('operateRecords', { query, who: demo });
    expect(own.data.some(({ to }: { to: string }) => to !== '')).toBe(true);
  });

  it('hides a hidden strategy from every public list and from other people’s links (C-348)', async () => {
    const { id: open } = await worldBot((bot) => isRanked(bot) && !bot.isHide && bot.status === 'running');
    const hidden = (await gathered(loadBots(exchange.store))).filter(({ record }) => record.isHide && isRanked(record));
    expect(hidden.length).toBeGreaterThan(0);
    const id = await startGrid(exchange, demo, { is_hide: 1 });
    await exchange.pass(3_000);
    const list = await exchange.send('recommendList', { query: { strategy_type: 'spot_grid', page_size: 500 } });
    const ids = list.data.map(({ strategy_id: each }: { strategy_id: number }) => each);
    expect(ids).toContain(open);
    for (const { record } of hidden) expect(ids).not.toContain(record.id);
    expect(ids).not.toContain(id);
    const profile = await exchange.send('upstreamProfile', { who: demo });
    const shared = await exchange.send('signalerStrategies', {
      query: { anonymous: profile.data.anonymous, page_size: 100 },
    });
    expect(shared.data.map(({ strategy_id: each }: { strategy_id: number }) => each)).not.toContain(id);
    expect(await detail(id, copier)).toMatchObject({ code: 404 });
    expect(await detail(id)).toMatchObject({ code: 404 });
    expect(await exchange.send('dailyCurve', { path: { id }, query: { strategy_type: 'spot_grid' } })).toMatchObject({
      code: 404,
    });
    expect((await detail(id, demo)).data.params).not.toBeNull();
  });

  it('lists a bot only when its owner said so: a create call without is_hide makes a hidden one, of every call (G2, H57)', async () => {
    const { is_hide: _, ...silent } = gridBody(exchange) as Record<string, unknown>;
    for (const [changes, isListed] of [
      [{}, false],
      [{ is_hide: 1 }, false],
      [{ is_hide: 0 }, true],
    ] as const) {
      const { data } = await exchange.send('createGrid', { who: demo, body: { ...silent, ...changes } });
      expect((await detail(data.strategy_id)).code, JSON.stringify(changes)).toBe(isListed ? 200 : 404);
      expect((await detail(data.strategy_id, demo)).data).toMatchObject({
        is_hide: isListed ? 0 : 1,
        is_open_params: isListed ? 1 : 0,
      });
    }
    const run = KIND_BODIES.martingale;
    const { data } = await exchange.send('runStrategy', { who: demo, body: run.body(exchange) });
    const query = { strategy_id: data.strategy_id };
    expect((await exchange.send('strategies', { query })).code).toBe(404);
  });

  it('lets nobody but the owner change a bot or read its money, whoever asks (M-266, M-267, M-282)', async () => {
    const id = await startGrid(exchange, demo, {});
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const options = [
      { account: 'spot', type: 'market', market: 'BTC_USDT', price: 'lastprice', slip: '0', expiration: 0 },
    ];
    const forbidden = await Promise.all([
      exchange.send('cancelGrid', { who: copier, path: { id }, body: { fundpass: 'paper-fund' } }),
      exchange.send('saveStopOptions', {
        who: copier,
        body: { strategy_id: id, strategy_type: 'spot_grid', stop_options: options },
      }),
      exchange.send('stopOptions', { who: copier, query }),
      exchange.send('gridPosition', { who: copier, path: { id } }),
      exchange.send('position', { who: copier, path: { id } }),
      exchange.send('gridBalance', { who: copier, path: { id } }),
      exchange.send('strategyBalances', { who: copier, query }),
      exchange.send('holdRecords', { who: copier, path: { id } }),
      exchange.send('orderReasons', { who: copier, path: { id } }),
      exchange.send('accountBook', { who: copier, query: { ...query, query_type: 'fund' } }),
      exchange.send('enquiryPrice', { who: copier, query: { ...query, account: 'spot', market: 'BTC_USDT' } }),
    ]);
    for (const answer of forbidden) expect(answer).toMatchObject({ code: 403, data: { issue: 'not-owner' } });
    expect((await detail(id, demo)).data.status).toBe('running');
    expect(await exchange.send('cancelGrid', { who: copier, path: { id: 999_999 } })).toMatchObject({ code: 404 });
    expect(await exchange.send('cancelGrid', { path: { id } })).toMatchObject({ code: 401 });
  });

  it('shows even an owner what a guest may see in calls that shared caches keep', async () => {
    const record = await worldBot(
      (bot) => isRanked(bot) && !bot.isOpenParams && !bot.isHide && bot.status === 'running',
    );
    const ask = async (user: unknown) => {
      const request = { query: { strategy_type: 'spot_grid', page_size: 100 }, nowMs: exchange.clock.nowMs(), user };
      return exchange.handlers.recommendList(request as never);
    };
    const asOwner = await ask(exchange.accounts.byId(record.ownerId));
    expect(asOwner).toEqual(await ask(null));
    expect(JSON.stringify(asOwner)).toContain(`"strategy_id":${record.id}`);
  });

  it('gives visitors lists but no private ones (C-341, C-342, M-022)', async () => {
    expect((await exchange.send('recommendList', { query: { strategy_type: 'spot_grid' } })).code).toBe(200);
    expect(
      await exchange.send('strategies', { query: { strategy_type: 'spot_grid', status: 'running' } }),
    ).toMatchObject({
      code: 401,
    });
    expect(await exchange.send('strategyNumber', {})).toMatchObject({ code: 401 });
  });

  it('names people by their anonymous id and nickname, never by account (C-106, M-094, X42)', async () => {
    const list = await exchange.send('recommendList', { query: { strategy_type: 'spot_grid', page_size: 100 } });
    for (const { user_info: info } of list.data) {
      expect(Object.keys(info).sort()).toEqual(['anonymous', 'avatar', 'nick', 'nick_en', 'nickname', 'tier']);
      expect(info.anonymous).toMatch(/^[0-9a-f]{16}$/);
    }
  });
});
