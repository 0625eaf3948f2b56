import { describe, expect, it } from 'vitest';
import { taxCsv } from '#components/bots/export/bot-files.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { loanAccount, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { crashFeed } from './exchange-crash-feed.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, shownActions, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const CRASH_MS = MORNING_MS + 10 * 60_000 + 30_000;
const usdt = (text: string): bigint => parseAmount(text) as bigint;

async function detail(exchange: TestExchange, who: Who, id: number) {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'margin_grid' } }))
    .data;
}

describe('a margin grid’s loan', () => {
  it.each([
    ['buy', ['USDT']],
    ['sell', ['BTC']],
    ['neutral', ['BTC', 'USDT']],
  ] as const)(
    'of a %s grid is in the ledger, grows by interest every hour and is paid back at the end',
    async (side, assets) => {
      const exchange = await openTestExchange(temporaryFolder());
      const who = await exchange.trader();
      const id = await startKind(exchange, who, 'margin_grid', { side });
      const owed = () => new Map(exchange.ledger.assets(loanAccount(id)));
      const before = owed();
      expect([...before.keys()].sort()).toEqual(assets);
      const opened = await detail(exchange, who, id);
      expect(Number(opened.risk_ratio)).toBeGreaterThan(1.1);
      expect(opened.full_liq_price).not.toBe('--');
      await exchange.pass(3 * 3_600_000, 60_000);
      for (const [asset, amount] of owed()) expect(amount, asset).toBeGreaterThan(before.get(asset) ?? 0n);
      const running = await detail(exchange, who, id);
      expect(Number(running.interest)).toBeGreaterThan(0);
      const query = { strategy_id: id, strategy_type: 'margin_grid', query_type: 'fund' };
      const book = await exchange.send('accountBook', { who, query: { ...query, page_size: 100 } });
      expect(book.data.some(({ type }: { type: string }) => type === 'loan')).toBe(true);
      const balance = await exchange.send('gridBalance', { who, path: { id } });
      expect(balance.data.margin_asset.risk).toBe(running.risk_ratio);
      await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
      expect(owed().size).toBe(0);
      expect(await detail(exchange, who, id)).toMatchObject({ status: 'finished', residual: '0' });
      expect(brokenLaw(exchange.ledger)).toBeNull();
    },
  );

  it.each(['buy', 'sell', 'neutral'] as const)(
    'of a %s grid makes gains of its file for taxes that are its result: of short sales with the purchases that cover them',
    async (side) => {
      const exchange = await openTestExchange(temporaryFolder());
      const who = await exchange.trader();
      const range = {
        low_price: priceAt(exchange, 'BTC_USDT', 0.985),
        high_price: priceAt(exchange, 'BTC_USDT', 1.015),
        grid_num: '10',
      };
      const id = await startKind(exchange, who, 'margin_grid', { side, ...range });
      await exchange.pass(12 * 3_600_000, 60_000);
      await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
      const { profit, interest } = await detail(exchange, who, id);
      const fills = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
      const query = { strategy_id: id, strategy_type: 'margin_grid', query_type: 'fund', page_size: 500 };
      const postings = await exchange.send('accountBook', { who, query });
      const [, ...rows] = taxCsv(fills.data.orders.toReversed(), 'BTC_USDT', postings.data.toReversed())
        .trim()
        .split('\r\n');
      expect(rows.length).toBeGreaterThan(8);
      const gained = rows.reduce((sum, row) => sum + Number(row.split(',').at(-1)), 0);
      const covers = rows.filter((row) => row.split(',')[1] === 'buy' && !row.endsWith(','));
      expect(covers.length > 0).toBe(side !== 'buy');
      // What pays interest is no trade: money does, or coins that are bought for it and never sold.
      expect(gained - Number(profit)).toBeGreaterThanOrEqual(-1e-7);
      expect(gained - Number(profit)).toBeLessThanOrEqual(Number(interest) * 1.02 + 0.02);
      expect(Number(interest)).toBeLessThan(Math.abs(Number(profit)));
    },
  );

  it('closes the bot by force at the risk limit, and never leaves the trader below zero, even over a gap (E6)', async () => {
    for (const [factor, leverage] of [
      [0.9, '10'],
      [0.6, '5'],
    ] as const) {
      const feed = crashFeed(createSimulatedFeed({ seed: 'exchange-tests' }), CRASH_MS, factor);
      const exchange = await openTestExchange(temporaryFolder(), { feed });
      const who = await exchange.trader();
      const id = await startKind(exchange, who, 'margin_grid', {
        leverage,
        low_price: priceAt(exchange, 'BTC_USDT', 0.99),
        high_price: priceAt(exchange, 'BTC_USDT', 1.05),
        grid_num: '4',
      });
      await exchange.pass(15 * 60_000, 10_000);
      const ended = await detail(exchange, who, id);
      expect(ended).toMatchObject({ status: 'finished', finish_as: 'liquidated', residual: '0' });
      expect(exchange.ledger.balance(userAccount(DEMO, 'margin'), 'USDT')).toBeGreaterThanOrEqual(usdt('48000'));
      expect(exchange.ledger.assets(loanAccount(id)).size).toBe(0);
      expect(brokenLaw(exchange.ledger)).toBeNull();
    }
  });

  it.each([
    ['sell', { is_use_base: '1', money: '0.05' }, 0.96, 'sells the coins that are its own'],
    ['neutral', {}, 1.04, 'buys back the coins that it owes'],
  ] as const)(
    'of a %s grid that closes at a limit has the limit on the side that it trades: it fills at once',
    async (side, changes, factor, _what) => {
      const feed = crashFeed(createSimulatedFeed({ seed: 'exchange-tests' }), CRASH_MS, factor);
      const exchange = await openTestExchange(temporaryFolder(), { feed });
      const who = await exchange.trader();
      const move = { from: 'spot', to: 'margin', asset: 'BTC', amount: '0.5', fundpass: 'paper-fund' };
      await exchange.send('transfer', { who, body: move });
      const id = await startKind(exchange, who, 'margin_grid', { side, leverage: '2', ...changes });
      await exchange.pass(12 * 60_000, 10_000);
      const option = {
        account: 'margin',
        type: 'limit',
        market: 'BTC_USDT',
        price: 'lastprice',
        slip: '0.01',
        expiration: 180,
      };
      const query = { strategy_id: id, strategy_type: 'margin_grid' };
      const saved = await exchange.send('saveStopOptions', { who, body: { ...query, stop_options: [option] } });
      expect(saved.code).toBe(200);
      await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
      expect(await detail(exchange, who, id)).toMatchObject({ status: 'finished', residual: '0' });
      expect(exchange.ledger.assets(loanAccount(id)).size).toBe(0);
    },
  );

  it('is no larger than the market’s terms let one trader owe in all his bots (C-371)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const move = { from: 'spot', to: 'margin', asset: 'USDT', amount: '100000', fundpass: 'paper-fund' };
    await exchange.send('transfer', { who, body: move });
    await startKind(exchange, who, 'margin_grid', { money: '70000', leverage: '10' });
    const body = KIND_BODIES.margin_grid.body(exchange, { money: '70000', leverage: '10' });
    expect(await exchange.send('createGrid', { who, body })).toMatchObject({
      code: 422,
      data: { field: 'leverage', issue: 'margin-borrow-max', values: { max: '1000000', asset: 'USDT' } },
    });
  });

  it('counts what bots will borrow that have not opened yet: not started, or waiting for their trigger (C-371)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const move = { from: 'spot', to: 'margin', asset: 'USDT', amount: '100000', fundpass: 'paper-fund' };
    await exchange.send('transfer', { who, body: move });
    const refused = { code: 422, data: { field: 'leverage', issue: 'margin-borrow-max' } };
    const create = (changes: object) =>
      exchange.send('createGrid', {
        who,
        body: KIND_BODIES.margin_grid.body(exchange, { money: '40000', leverage: '10', ...changes }),
      });
    const waiting = { trigger_price: priceAt(exchange, 'BTC_USDT', 0.99) };
    expect(await create(waiting)).toMatchObject({ code: 200 });
    expect((await create({})).code).toBe(200);
    // 720,000 are promised; 360,000 more would be too much, before and after the market's next tick.
    expect(await create({})).toMatchObject(refused);
    await exchange.pass(1_000);
    expect(await create({})).toMatchObject(refused);
    expect((await create({ money: '15000' })).code).toBe(200);
    // Two at once: each alone would be within the limit.
    const both = await Promise.all([create({ money: '15000' }), create({ money: '15000' })]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 422]);
  });

  it('is no larger by money that comes in later, which is lent as much for as the investment (C-371)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const move = { from: 'spot', to: 'margin', asset: 'USDT', amount: '100000', fundpass: 'paper-fund' };
    await exchange.send('transfer', { who, body: move });
    const id = await startKind(exchange, who, 'margin_grid', { money: '70000', leverage: '10' });
    const owed = exchange.ledger.balance(loanAccount(id), 'USDT');
    const path = { id };
    const change = async (money: string) => {
      const plan = await exchange.send('investPlan', { who, path, body: { money } });
      const actions = plan.code === 200 ? shownActions(plan.data.plans[0].actions) : [];
      const body = { money, actions, fundpass: 'paper-fund' };
      return [plan, await exchange.send('changeGridParams', { who, path, body })];
    };
    const refused = {
      code: 422,
      data: { field: 'money', issue: 'margin-borrow-max', values: { max: '1000000', asset: 'USDT' } },
    };
    for (const reply of await change('50000')) expect(reply).toMatchObject(refused);
    expect(exchange.ledger.balance(loanAccount(id), 'USDT')).toBe(owed);
    // So much is within the limit.
    for (const reply of await change('40000')) expect(reply.code).toBe(200);
    expect(exchange.ledger.balance(loanAccount(id), 'USDT')).toBe(owed + 360_000n * 100_000_000n);
  });

  it('comes with the price of the forced close before anything is risked (C-145)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const ask = async (side: string) => {
      const query = {
        market: 'BTC_USDT',
        instrument_type: 'margin_grid',
        leverage: '3',
        low_price: priceAt(exchange, 'BTC_USDT', 0.9),
        high_price: priceAt(exchange, 'BTC_USDT', 1.1),
        grid_num: 20,
        money: '2000',
        side,
      };
      return (await exchange.send('minAmount', { query })).data;
    };
    const last = Number(priceAt(exchange, 'BTC_USDT', 1));
    const long = await ask('buy');
    expect(long).toMatchObject({ short_liq_price: '--', max_leverage: '10', base: 'BTC', quote: 'USDT' });
    expect(Number(long.liq_price)).toBeLessThan(last);
    const short = await ask('sell');
    expect(short.liq_price).toBe('--');
    expect(Number(short.short_liq_price)).toBeGreaterThan(last);
    expect(usdt(long.min_amount)).toBeGreaterThan(0n);
  });
});
