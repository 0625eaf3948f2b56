import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { botAccount, userAccount, userSpot, userTrial } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { crashFeed } from './exchange-crash-feed.ts';
import { gridBody, MORNING_MS, openTestExchange, startGrid } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const usdt = (text: string): bigint => parseAmount(text) as bigint;

describe('the accounts of a trader', () => {
  it('begin with paper money for every kind of bot, and money moves between them to the last unit', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const wallet = async () => (await exchange.send('wallet', { who })).data;
    expect(await wallet()).toEqual(
      expect.arrayContaining([
        { account: 'futures_usdt', asset: 'USDT', available: '50000', locked: '0' },
        { account: 'futures_btc', asset: 'BTC', available: '0.5', locked: '0' },
        { account: 'margin', asset: 'USDT', available: '50000', locked: '0' },
      ]),
    );
    const move = (body: object) =>
      exchange.send('transfer', {
        who,
        body: { asset: 'USDT', amount: '12.00000001', fundpass: 'paper-fund', ...body },
      });
    expect(await move({ from: 'spot', to: 'futures_usdt' })).toMatchObject({ code: 200 });
    expect(exchange.ledger.balance(userAccount(DEMO, 'futures_usdt'), 'USDT')).toBe(usdt('50012.00000001'));
    // F9: moved money is a security event.
    const told = exchange.logged.map((line) => JSON.parse(line)).filter(({ what }) => what === 'transfer');
    const moved = { from: 'spot', to: 'futures_usdt', asset: 'USDT', amount: '12.00000001' };
    expect(told).toMatchObject([{ event: 'security', userId: DEMO, ip: '127.0.0.1', ...moved }]);
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(usdt('99987.99999999'));
    const refused = async (body: object) => (await move(body)).data;
    expect(await refused({ from: 'spot', to: 'spot' })).toMatchObject({ issue: 'transfer-same' });
    expect(await refused({ from: 'spot', to: 'futures_btc' })).toMatchObject({ issue: 'transfer-asset' });
    expect(await refused({ from: 'spot', to: 'margin', amount: '0' })).toMatchObject({ issue: 'transfer-amount' });
    expect(await refused({ from: 'spot', to: 'margin', amount: '100000' })).toMatchObject({
      issue: 'transfer-balance',
    });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('are told apart by the available balance: spot unless another is asked for (C-150, M-104)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const outable = async (query: Record<string, string>) =>
      (await exchange.send('availableBalance', { who, query })).data.max_outable.outable;
    expect(await outable({ currency: 'USDT' })).toBe('100000');
    expect(await outable({ currency: 'USDT', account: 'futures_usdt' })).toBe('50000');
    expect(await outable({ account: 'futures_btc' })).toBe('0.5');
    const id = await startKind(exchange, who, 'futures_grid');
    expect(await outable({ currency: 'USDT', account: 'futures_usdt' })).toBe('48000');
    const row = (await exchange.send('wallet', { who })).data.find(
      ({ account }: { account: string }) => account === 'futures_usdt',
    );
    expect(usdt(row.locked)).toBeGreaterThan(usdt('1990'));
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
  });
});

describe('trial funds', () => {
  it('are told with their type, and the markets that take them are listed (C-151, C-378, E-303)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const balance = await exchange.send('trialBalance', { who, query: { currency: 'USDT' } });
    expect(balance.data).toEqual({ available_experience: [{ experience_type: 'signal', available: '100' }] });
    const none = await exchange.send('trialBalance', { who, query: { currency: 'BTC' } });
    expect(none.data.available_experience).toEqual([]);
    const { data } = await exchange.send('trialMarkets');
    expect(data).toContainEqual({ market: 'BTC_USDT', strategy_type: 'spot_grid' });
    expect(data).toContainEqual({ market: 'ETH_USDT', strategy_type: 'futures_grid' });
  });

  it('pay a bot first and only on listed markets, and never as coins that are kept (C-022)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const create = (changes: object) =>
      exchange.send('createGrid', { who, body: gridBody(exchange, { use_experience: 1, ...changes }) });
    expect(await create({ store_coin_flag: 1 })).toMatchObject({ data: { issue: 'trial-keeps-coins' } });
    expect(await create({ is_use_base: '1', money: '0.05' })).toMatchObject({ data: { issue: 'trial-market' } });
    const martingale = KIND_BODIES.martingale.body(exchange, { use_experience: 1 });
    expect(await exchange.send('runStrategy', { who, body: martingale })).toMatchObject({
      data: { issue: 'trial-market' },
    });
    const id = await startGrid(exchange, who, { use_experience: 1, money: '3000' });
    expect(exchange.ledger.balance(userTrial(DEMO), 'USDT')).toBe(0n);
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(usdt('97100'));
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const records = await exchange.send('operateRecords', { who, query: { ...query, page_size: 100 } });
    const types = records.data.map(({ op_type: type }: { op_type: string }) => type);
    expect(types).toContain('experience_in');
    const keep = [
      { account: 'spot', type: 'no_close', market: 'BTC_USDT', price: 'lastprice', slip: '0', expiration: 0 },
    ];
    const saved = await exchange.send('saveStopOptions', { who, body: { ...query, stop_options: keep } });
    expect(saved).toMatchObject({ code: 422, data: { issue: 'stop_option.trial' } });
  });

  it('come back where a limit close finds no buyers in its time: coins that are left are sold, not kept by the trader', async () => {
    const wide = createSimulatedFeed({ seed: 'exchange-tests' });
    const feed: MarketFeed = { ...wide, depthWithin: (...asked) => wide.depthWithin(...asked) / 1_000_000n };
    const folder = temporaryFolder();
    const first = await openTestExchange(folder, { feed });
    const someone = await first.trader();
    const id = await startGrid(first, someone, { use_experience: 1 });
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const limit = { account: 'spot', type: 'limit', market: 'BTC_USDT', price: 'lastprice', slip: '0.001' };
    const body = { ...query, stop_options: [{ ...limit, expiration: 180 }] };
    expect((await first.send('saveStopOptions', { who: someone, body })).code).toBe(200);
    const said = await first.send('closePreview', { who: someone, query: { ...query, ...limit, expiration: 180 } });
    // Less than a lot stays.
    const coins = said.data.returns.find((one: { currency: string }) => one.currency === 'BTC');
    expect(Number(coins?.amount ?? 0)).toBeLessThan(0.000001);
    await first.send('cancelGrid', { who: someone, path: { id } });
    expect(first.ledger.balance(botAccount(id), 'BTC')).toBeGreaterThan(0n);
    await first.kill();
    const exchange = await openTestExchange(folder, { feed, clock: first.clock });
    await exchange.pass(240_000, 10_000);
    const { data } = await exchange.send('strategyDetail', { query });
    expect(data.status).toBe('finished');
    const lent = usdt('100');
    const result = data.profit.startsWith('-') ? -usdt(data.profit.slice(1)) : 0n;
    expect(exchange.ledger.balance(userTrial(DEMO), 'USDT')).toBeGreaterThan(lent + result - usdt('0.1'));
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('lose first and leave the profit to the trader (C-022)', async () => {
    for (const factor of [0.97, 1.02]) {
      const feed = crashFeed(createSimulatedFeed({ seed: 'exchange-tests' }), MORNING_MS + 60_000, factor);
      const exchange = await openTestExchange(temporaryFolder(), { feed });
      const who = await exchange.trader();
      const futures = userAccount(DEMO, 'futures_usdt');
      const id = await startKind(exchange, who, 'futures_grid', { use_experience: 1, money: '1000', leverage: '2' });
      await exchange.pass(3 * 60_000);
      await exchange.send('cancelGrid', { who, path: { id } });
      const { data } = await exchange.send('strategyDetail', {
        who,
        query: { strategy_id: id, strategy_type: 'futures_grid' },
      });
      const profit = data.profit.startsWith('-') ? -usdt(data.profit.slice(1)) : usdt(data.profit);
      expect(profit < 0n).toBe(factor < 1);
      const lent = usdt('100');
      const trial = profit >= 0n ? lent : lent + profit > 0n ? lent + profit : 0n;
      expect(exchange.ledger.balance(userTrial(DEMO), 'USDT')).toBe(trial);
      expect(exchange.ledger.balance(futures, 'USDT')).toBe(usdt('50000') + profit - (trial - lent));
      const records = await exchange.send('operateRecords', {
        who,
        query: { strategy_id: id, strategy_type: 'futures_grid', page_size: 100 },
      });
      expect(records.data.map(({ op_type: type }: { op_type: string }) => type)).toContain('experience_out');
      expect(brokenLaw(exchange.ledger)).toBeNull();
    }
  });
});
