import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { botAccount, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { gridBody, openTestExchange, startGrid } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;

describe('the life of a spot grid through the exchange', () => {
  it('asks for the agreement, then the values, then the fund password (C-343, C-344, C-210)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.logIn();
    const create = (changes: object) => exchange.send('createGrid', { who, body: gridBody(exchange, { ...changes }) });
    expect(await create({})).toMatchObject({ code: 406, data: { issue: 'agreement-required' } });
    const { data } = await exchange.send('agreement', { who });
    await exchange.send('signAgreement', { who, body: { version: data.version } });
    const upsideDown = { low_price: '60000', high_price: '50000', fundpass: undefined };
    expect(await create(upsideDown)).toMatchObject({
      code: 422,
      data: { field: 'high_price', issue: 'grid.high_not_above_low' },
    });
    expect(await create({ fundpass: undefined })).toMatchObject({ code: 423, require_fundpass: true });
    expect(await create({ fundpass: 'not-this-one' })).toMatchObject({ code: 424 });
    expect(await create({})).toMatchObject({ code: 200 });
    // Free for a while after a right one.
    expect(await create({ fundpass: undefined })).toMatchObject({ code: 200 });
  });

  it('opens, runs and gives everything back to the last unit when it is stopped (M-119, M-121, M-122, M-309, M-126)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const before = exchange.ledger.assets(userSpot(DEMO));
    const created = await exchange.send('createGrid', { who, body: gridBody(exchange) });
    const id = created.data.strategy_id as number;
    const row = async () =>
      (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'spot_grid' } })).data;
    expect(await row()).toMatchObject({ status: 'open', step: 'transfer-success', step_code: 3, money: '3000' });
    expect(exchange.ledger.balance(botAccount(id), 'USDT')).toBe(parseAmount('3000'));
    await exchange.pass(1_000);
    expect(await row()).toMatchObject({ status: 'running', step: 'running', step_code: 0, residual: '0' });
    await exchange.pass(3 * 3_600_000, 60_000);
    const running = await row();
    expect(running.match_times).toBeGreaterThan(0);
    expect(parseAmount(running.strategy_profit)).toBeGreaterThan(0n);
    expect(await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } })).toMatchObject({
      code: 200,
    });
    const ended = await row();
    expect(ended).toMatchObject({ status: 'finished', step: 'stopped', finish_as: 'cancelled', reason: 'cancelled' });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    const after = exchange.ledger.assets(userSpot(DEMO));
    const change = (asset: string) => (after.get(asset) ?? 0n) - (before.get(asset) ?? 0n);
    // What is less than a lot cannot be sold: it comes back as coins, valued at the last price in the bot's result.
    const dust = change('BTC');
    expect(dust).toBeGreaterThanOrEqual(0n);
    expect(dust).toBeLessThan(100n);
    const profit = change('USDT') + (dust * (parseAmount(ended.last_price) as bigint)) / 100_000_000n;
    const told = ended.profit.startsWith('-')
      ? -(parseAmount(ended.profit.slice(1)) as bigint)
      : parseAmount(ended.profit);
    expect(profit).toBe(told);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    expect(await exchange.send('cancelGrid', { who, path: { id } })).toMatchObject({ code: 409 });
  });

  it('sells at the market into its account book: what came in, what went out (M-106, M-112, M-287, M-288, M-294)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const balance = await exchange.send('gridBalance', { who, path: { id } });
    const spot = await exchange.send('strategyBalances', { who, query });
    expect(balance.data.assets.balances).toEqual(spot.data.spot);
    const held = (asset: string) =>
      balance.data.assets.balances
        .filter(({ currency }: { currency: string }) => currency === asset)
        .reduce((sum: bigint, { available, locked }: { available: string; locked: string }) => {
          return sum + (parseAmount(available) as bigint) + (parseAmount(locked) as bigint);
        }, 0n);
    expect(held('BTC')).toBe(exchange.ledger.balance(botAccount(id), 'BTC'));
    expect(held('USDT')).toBe(exchange.ledger.balance(botAccount(id), 'USDT'));
    await exchange.send('cancelGrid', { who, path: { id } });
    const book = await exchange.send('accountBook', { who, query: { ...query, query_type: 'fund', page_size: 30 } });
    expect(book.data.at(-1)).toMatchObject({ change: '3000', asset: 'USDT', type: 'bot-fund' });
    expect(book.data[0]).toMatchObject({ type: 'bot-return' });
    const earlier = await exchange.send('accountBook', { who, query: { ...query, query_type: 'fund', to: 0 } });
    expect(earlier).toMatchObject({ data: [], totalcount: 0 });
  });

  it('waits for its trigger price and says so (M-097, M-069, M-070)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const id = await startGrid(exchange, who, { trigger_price: (last * 0.972).toFixed(1) });
    const { data } = await exchange.send('strategyDetail', {
      who,
      query: { strategy_id: id, strategy_type: 'spot_grid' },
    });
    expect(data).toMatchObject({ status: 'open', step: 'wait-touch', step_code: 2, params: { trigger_status: 1 } });
    const reasons = await exchange.send('orderReasons', { who, path: { id } });
    expect(reasons.data[0]).toMatchObject({ kind: 'withheld', reason: 'waiting-trigger' });
    await exchange.send('cancelGrid', { who, path: { id } });
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(parseAmount('100000'));
  });

  it('gives the money back of a bot that is stopped before the market started it', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const { data } = await exchange.send('createGrid', { who, body: gridBody(exchange) });
    expect(await exchange.send('cancelGrid', { who, path: { id: data.strategy_id } })).toMatchObject({ code: 200 });
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(parseAmount('100000'));
    const row = await exchange.send('strategyDetail', {
      who,
      query: { strategy_id: data.strategy_id, strategy_type: 'spot_grid' },
    });
    expect(row.data).toMatchObject({ status: 'finished', finish_as: 'cancelled', profit: '0', trade_num: 0 });
    await exchange.pass(5_000);
  });

  it('invests base coins and keeps them in its books exactly (C-150)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who, { is_use_base: '1', money: '0.2' });
    const row = await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'spot_grid' } });
    expect(row.data).toMatchObject({ money: '0.2', money_asset: 'BTC', side: 'sell', residual: '0' });
    const outable = await exchange.send('availableBalance', { who, query: { currency: 'BTC' } });
    expect(outable.data).toMatchObject({ max_outable: { outable: '0.8' } });
    await exchange.pass(3_600_000, 60_000);
    await exchange.send('cancelGrid', { who, path: { id } });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('runs a repeated create once (Idempotency-Key)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const body = gridBody(exchange, { money: '60000' });
    const key = 'the-same-wish-0001';
    const first = await exchange.send('createGrid', { who, body, key });
    // The balance would not do for a second one: the repeat still hears of its bot.
    expect(await exchange.send('createGrid', { who, body, key })).toEqual(first);
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(parseAmount('40000'));
  });

  it('refuses what the form would refuse, at its field (C-233, C-234, C-254, C-252)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const refusal = async (changes: Readonly<Record<string, unknown>>) =>
      (await exchange.send('createGrid', { who, body: gridBody(exchange, changes) })).data;
    expect(await refusal({ money: '99999999' })).toMatchObject({ field: 'money', issue: 'money.balance.create' });
    expect(await refusal({ money: '10' })).toMatchObject({ field: 'money', issue: 'money.min.create' });
    expect(await refusal({ grid_num: '201' })).toMatchObject({ field: 'grid_num', values: { min: '2', max: '200' } });
    expect(await refusal({ market: 'NOPE_USDT' })).toMatchObject({ field: 'market', issue: 'market-unknown' });
    expect(await refusal({ strategy_type: 'smart-position' })).toMatchObject({ field: 'strategy_type' });
    expect(await refusal({ leverage: '5' })).toMatchObject({ field: 'leverage' });
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(parseAmount('100000'));
  });
});
