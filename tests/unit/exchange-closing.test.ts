import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { type BotRecord, formatBotRecord, parseBotRecord, type StopOption } from '#server/exchange/bots/bot-record.ts';
import { botAccount, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const units = (text: string): bigint => parseAmount(text) as bigint;

const option = (changes: object = {}) => ({
  account: 'spot',
  type: 'limit',
  market: 'BTC_USDT',
  price: 'lastprice',
  slip: '0.01',
  expiration: 60,
  ...changes,
});

/** What has no slippage and no time. */
const AT_ONCE = { type: 'market', slip: '0', expiration: 0 };

async function withBot() {
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const id = await startGrid(exchange, who);
  return { exchange, who, id };
}

const save = (exchange: TestExchange, who: Who, id: number, options: readonly object[], key?: string) =>
  exchange.send('saveStopOptions', {
    who,
    ...(key === undefined ? {} : { key }),
    body: { strategy_id: id, strategy_type: 'spot_grid', stop_options: options },
  });
const row = async (exchange: TestExchange, who: Who, id: number) =>
  (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'spot_grid' } })).data;

describe('stop options', () => {
  it('are saved and read back as they were sent (M-114, M-311, M-312)', async () => {
    const { exchange, who, id } = await withBot();
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    expect((await exchange.send('stopOptions', { who, query })).data).toEqual([]);
    expect(await save(exchange, who, id, [option()])).toMatchObject({ code: 200 });
    expect((await exchange.send('stopOptions', { who, query })).data).toEqual([option()]);
  });

  it('said twice are what they were once, and said again after others they are so again: no key keeps an answer to them', async () => {
    const { exchange, who, id } = await withBot();
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const present = async () => (await exchange.send('stopOptions', { who, query })).data;
    const told = async () => (await exchange.send('operateRecords', { who, query })).totalcount;
    const before = await told();
    const key = 'one-save-of-options-01';
    const ways = [[option()], [option()], [option(AT_ONCE)], [], [option()]];
    for (const options of ways) {
      expect(await save(exchange, who, id, options, key)).toMatchObject({ code: 200 });
      expect(await present()).toEqual(options);
    }
    expect(await told()).toBe(before);
  });

  it('of a store from when other ends than limits could have a slippage are read without it, and can be saved again', async () => {
    const { exchange, who, id } = await withBot();
    const { record } = exchange.notifications.parts.book.inMemory(id) as { readonly record: BotRecord };
    const before = { ...option(), type: 'market', expiration: 60 } as const;
    const stored = JSON.stringify(formatBotRecord({ ...record, stopOptions: [before as StopOption] }));
    const { stopOptions } = parseBotRecord(JSON.parse(stored));
    expect(stopOptions).toEqual([option(AT_ONCE)]);
    expect(await save(exchange, who, id, stopOptions)).toMatchObject({ code: 200 });
    const limit = option() as StopOption;
    const kept = JSON.stringify(formatBotRecord({ ...record, stopOptions: [limit] }));
    expect(parseBotRecord(JSON.parse(kept)).stopOptions).toEqual([limit]);
  });

  it('refuse a slippage outside 0.1–5 % and an expiration that is not offered (M-235, M-236)', async () => {
    const { exchange, who, id } = await withBot();
    for (const slip of ['0.0009', '0.0501', '0']) {
      expect(await save(exchange, who, id, [option({ slip })])).toMatchObject({
        code: 422,
        data: { field: 'slip', issue: 'slippage.range', values: { min: '0.1', max: '5' } },
      });
    }
    for (const slip of ['0.001', '0.05'])
      expect(await save(exchange, who, id, [option({ slip })])).toMatchObject({ code: 200 });
    expect(await save(exchange, who, id, [option({ expiration: 61 })])).toMatchObject({
      data: { field: 'expiration' },
    });
    for (const minutes of [1, 3, 5, 10, 30, 60, 180, 360]) {
      expect(await save(exchange, who, id, [option({ expiration: minutes * 60 })])).toMatchObject({ code: 200 });
    }
    expect(await save(exchange, who, id, [option({ market: 'ETH_USDT' })])).toMatchObject({
      data: { field: 'market' },
    });
    expect(await save(exchange, who, id, [option({ account: 'margin' })])).toMatchObject({
      data: { field: 'account' },
    });
    expect(await save(exchange, who, id, [option(), option()])).toMatchObject({ data: { field: 'stop_options' } });
  });

  it('close at the market: the coins are sold and everything is USDT but for less than a lot (M-088, M-149)', async () => {
    const { exchange, who, id } = await withBot();
    await save(exchange, who, id, [option(AT_ONCE)]);
    await exchange.send('cancelGrid', { who, path: { id } });
    expect(await row(exchange, who, id)).toMatchObject({ status: 'finished', finish_as: 'cancelled' });
    expect(exchange.ledger.balance(userSpot(DEMO), 'BTC')).toBeLessThan((parseAmount('1') as bigint) + 100n);
  });

  it('keep the held coins when told so (M-088)', async () => {
    const { exchange, who, id } = await withBot();
    const held = exchange.ledger.balance(botAccount(id), 'BTC');
    expect(held).toBeGreaterThan(0n);
    await save(exchange, who, id, [option({ ...AT_ONCE, type: 'no_close' })]);
    await exchange.send('cancelGrid', { who, path: { id } });
    expect(exchange.ledger.balance(userSpot(DEMO), 'BTC')).toBe((parseAmount('1') as bigint) + held);
    expect(exchange.ledger.balance(botAccount(id), 'BTC')).toBe(0n);
  });

  it('keep the coins without an option where the bot’s keep-coin flag says so', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who, { store_coin_flag: 1 });
    const held = exchange.ledger.balance(botAccount(id), 'BTC');
    await exchange.send('cancelGrid', { who, path: { id } });
    expect(exchange.ledger.balance(userSpot(DEMO), 'BTC')).toBe((parseAmount('1') as bigint) + held);
  });

  it('sell at a limit no worse than the slippage allows (M-088, M-235)', async () => {
    const { exchange, who, id } = await withBot();
    await save(exchange, who, id, [option()]);
    await exchange.send('cancelGrid', { who, path: { id } });
    const ended = await row(exchange, who, id);
    expect(ended.status).toBe('finished');
    const trades = await exchange.send('tradeRecords', { who, path: { id } });
    const [close] = trades.data.orders;
    expect(close).toMatchObject({ role: 'close', side: 'sell' });
    expect(Number(close.match_price)).toBeGreaterThanOrEqual(Number(ended.last_price) * 0.989);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('sell at a limit what the book has, as the preview says; the rest goes on, by another limit if told so, until its time is over (M-138, M-150, M-236)', async () => {
    const wide = createSimulatedFeed({ seed: 'thin-book' });
    const feed: MarketFeed = { ...wide, depthWithin: (...asked) => wide.depthWithin(...asked) / 10_000n };
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    const held = exchange.ledger.balance(botAccount(id), 'BTC');
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const soon = (await exchange.send('closePreview', { who, query: { ...query, type: 'limit', slip: '0.01' } })).data;
    // At a price that stays the minute's end brings as much again; then its time is over.
    const [once] = soon.trades;
    const kept = held - 2n * units(once.qty);
    expect(soon.returns).toContainEqual({ currency: 'BTC', amount: formatAmount(kept) });
    expect(units(soon.rests.qty)).toBeLessThan(held - units(once.qty) + 100n);
    await save(exchange, who, id, [option()]);
    await exchange.send('cancelGrid', { who, path: { id } });
    const orders = async () => (await exchange.send('openOrders', { who, path: { id } })).data.ask;
    const closes = async () =>
      (
        await exchange.send('tradeRecords', { who, path: { id }, query: { page: 1, page_size: 50 } })
      ).data.orders.filter(({ role }: { role: string }) => role === 'close');
    expect((await row(exchange, who, id)).status).toBe('stopping');
    expect(await closes()).toMatchObject([{ match_price: soon.trades[0].price }]);
    expect(await orders()).toMatchObject([{ price: soon.rests.price, qty: soon.rests.qty }]);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    // Another limit, and more time: what is left is another order.
    expect(await save(exchange, who, id, [option({ slip: '0.005', expiration: 180 })])).toMatchObject({ code: 200 });
    const [adjusted] = await orders();
    expect(Number(adjusted.price)).toBeGreaterThan(Number(soon.rests.price));
    await exchange.pass(61_000);
    const parts = await closes();
    // Adjusting asks the book for nothing: what it gave comes back at the minute's end.
    expect(parts.length).toBeGreaterThan(1);
    for (const { match_price: price } of parts) expect(Number(price)).toBeGreaterThanOrEqual(Number(soon.rests.price));
    expect((await row(exchange, who, id)).status).toBe('stopping');
    await exchange.pass(180_000);
    expect(await row(exchange, who, id)).toMatchObject({ status: 'finished', finish_as: 'cancelled' });
    const sold = (await closes()).reduce((sum: bigint, one: { match_qty: string }) => sum + units(one.match_qty), 0n);
    expect(sold).toBeGreaterThan(0n);
    expect(sold).toBeLessThan(held);
    expect(exchange.ledger.balance(userSpot(DEMO), 'BTC')).toBe(units('1') + held - sold);
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('stay what they were where adjusting with others fails', async () => {
    const wide = createSimulatedFeed({ seed: 'thin-book' });
    let isBroken = false;
    const feed: MarketFeed = {
      ...wide,
      depthWithin: (...asked) => wide.depthWithin(...asked) / 10_000n,
      marketFillTicks(...asked) {
        if (isBroken) throw new Error('No answer');
        return wide.marketFillTicks(...asked);
      },
    };
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    await save(exchange, who, id, [option()]);
    await exchange.send('cancelGrid', { who, path: { id } });
    isBroken = true;
    await expect(save(exchange, who, id, [option(AT_ONCE)])).rejects.toThrow('No answer');
    isBroken = false;
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    expect((await exchange.send('stopOptions', { who, query })).data).toEqual([option()]);
    expect((await row(exchange, who, id)).status).toBe('stopping');
  });

  it('cannot be saved for a bot that is over, which cannot be stopped again either', async () => {
    const { exchange, who, id } = await withBot();
    await exchange.send('cancelGrid', { who, path: { id } });
    expect(await save(exchange, who, id, [option()])).toMatchObject({ code: 409 });
    expect(await exchange.send('cancelGrid', { who, path: { id } })).toMatchObject({ code: 409 });
  });
});

describe('the price spread of the terminate dialog', () => {
  it('compares what the book pays for the held coins with the last price (M-155, H42)', async () => {
    const { exchange, who, id } = await withBot();
    const query = { strategy_id: id, strategy_type: 'spot_grid', account: 'spot', market: 'BTC_USDT' };
    const { data } = await exchange.send('enquiryPrice', { who, query });
    expect(Number(data.price)).toBeGreaterThan(0);
    expect(Number(data.price)).toBeLessThanOrEqual(Number(data.last_price));
    expect(Number(data.price)).toBeGreaterThan(Number(data.last_price) * 0.99);
    expect(await exchange.send('enquiryPrice', { who, query: { ...query, market: 'ETH_USDT' } })).toMatchObject({
      code: 404,
    });
  });
});

describe('a bot that ends by itself', () => {
  it.each([
    ['stop_loss', { low_price: 0.996, high_price: 1.05, stop_loss: 0.9955 }],
    ['stop_profit', { low_price: 0.96, high_price: 1.004, stop_profit: 1.0045 }],
  ] as const)(
    'names its reason and pays out: %s (M-126, M-090)',
    async (reason, factors) => {
      const exchange = await openTestExchange(temporaryFolder());
      // The simulated market goes where it goes: a bot that is not stopped within the day makes room for the next.
      for (let day = 0; day < 20; day += 1) {
        // A session that nobody uses for a day has ended.
        const who = await exchange.trader();
        const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
        const prices = Object.entries(factors).map(([field, factor]) => [field, (last * factor).toFixed(1)]);
        const id = await startGrid(exchange, who, { ...Object.fromEntries(prices), stop_check_type: 1 });
        await exchange.pass(86_400_000, 21_600_000);
        const ended = await row(exchange, await exchange.trader(), id);
        if (ended.status === 'finished') {
          expect(ended).toMatchObject({ finish_as: reason, reason, step: 'stopped' });
          expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
          expect(brokenLaw(exchange.ledger)).toBeNull();
          return;
        }
        await exchange.send('cancelGrid', {
          who: await exchange.trader(),
          path: { id },
          body: { fundpass: 'paper-fund' },
        });
      }
      throw new Error('the market of the test never reached the stop');
    },
    60_000,
  );
});

describe('stop options of a mixed strategy', () => {
  const KIND = 'spot-future-arbitrage';
  const CONTRACT = { account: 'futures_usdt', type: 'market', slip: '0', expiration: 0 };
  const COINS = { account: 'spot', type: 'no_close', slip: '0', expiration: 0 };

  async function withArbitrage() {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, KIND);
    const saveAll = (stop_options: readonly object[]) =>
      exchange.send('saveStopOptions', { who, body: { strategy_id: id, strategy_type: KIND, stop_options } });
    return { exchange, who, id, saveAll };
  }

  it('are one a leg: the contract is closed and the coins are kept, if so said (M-087, M-088, M-114)', async () => {
    const { exchange, who, id, saveAll } = await withArbitrage();
    const query = { strategy_id: id, strategy_type: KIND };
    const held = exchange.ledger.balance(botAccount(id), 'BTC');
    expect(held).toBeGreaterThan(0n);
    expect(
      Number((await exchange.send('position', { who, path: { id }, query: { strategy_type: KIND } })).data.size),
    ).toBeLessThan(0);
    const options = [option(CONTRACT), option(COINS)];
    expect(await saveAll(options)).toMatchObject({ code: 200 });
    expect((await exchange.send('stopOptions', { who, query })).data).toEqual(options);
    const before = exchange.ledger.balance(userSpot(DEMO), 'BTC');
    const stop = await exchange.send('stopStrategy', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect(stop).toMatchObject({ code: 200 });
    const { data } = await exchange.send('strategyDetail', { who, query });
    expect(data).toMatchObject({ status: 'finished', residual: '0' });
    expect(exchange.ledger.balance(userSpot(DEMO), 'BTC') - before).toBe(held);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('refuse what would have no effect: a contract that is kept or rests, two of one leg (M-087)', async () => {
    const { saveAll } = await withArbitrage();
    const refused = async (...options: readonly object[]) => {
      const { code, data } = await saveAll(options.map((one) => option(one)));
      return [code, data.issue];
    };
    expect(await refused({ ...CONTRACT, type: 'no_close' }, COINS)).toEqual([422, 'stop_option.position']);
    expect(await refused({ ...CONTRACT, type: 'limit', slip: '0.01', expiration: 60 }, COINS)).toEqual([
      422,
      'stop_option.several_markets',
    ]);
    expect(await refused(CONTRACT, CONTRACT)).toEqual([422, 'stop_option.one_leg']);
    expect(await refused(COINS, COINS)).toEqual([422, 'stop_option.one_leg']);
    expect(await refused({ ...CONTRACT, market: 'ETH_USDT' })).toEqual([422, 'market-unknown']);
    expect(await refused({ ...CONTRACT, account: 'futures_btc' })).toEqual([422, 'stop_option.account']);
  });
});
