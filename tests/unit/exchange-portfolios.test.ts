import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { botAccount, userSpot, userTrial } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { crashFeed } from './exchange-crash-feed.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { heldCoins, KIND_BODIES, priceAt, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const SPOT = userSpot(DEMO);
const HOUR_MS = 3_600_000;
const units = (text: string): bigint =>
  text.startsWith('-') ? -(parseAmount(text.slice(1)) as bigint) : (parseAmount(text) as bigint);

const smartBody = (exchange: TestExchange, changes: Readonly<Record<string, unknown>>) =>
  KIND_BODIES['smart-position'].body(exchange, changes);

async function detail(exchange: TestExchange, who: Who, kind: string, id: number) {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: kind } })).data;
}

const stop = (exchange: TestExchange, who: Who, id: number) =>
  exchange.send('stopStrategy', { who, path: { id }, body: { fundpass: 'paper-fund' } });

const coin = (exchange: TestExchange, asset: string): bigint => exchange.ledger.balance(SPOT, asset);

describe('a smart position of held coins', () => {
  it('takes exactly the named coins from the spot account and no money, and brings them to the targets (C-162, C-149)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const before = { usdt: coin(exchange, 'USDT'), btc: coin(exchange, 'BTC'), eth: coin(exchange, 'ETH') };
    const { data } = await exchange.send('runStrategy', { who, body: smartBody(exchange, heldCoins()) });
    const bot = botAccount(data.strategy_id);
    expect(before.btc - coin(exchange, 'BTC')).toBe(units('0.5'));
    expect(before.eth - coin(exchange, 'ETH')).toBe(units('4'));
    expect(coin(exchange, 'USDT')).toBe(before.usdt);
    expect([...exchange.ledger.assets(bot)].sort()).toEqual([
      ['BTC', units('0.5')],
      ['ETH', units('4')],
    ]);
    await exchange.pass(1_000);
    const row = await detail(exchange, who, 'smart-position', data.strategy_id);
    expect(row).toMatchObject({ status: 'running', residual: '0', money_asset: 'USDT' });
    const [btc, eth] = ['BTC_USDT', 'ETH_USDT'].map((market) => Number(priceAt(exchange, market, 1)));
    expect(Number(row.money)).toBeCloseTo(0.5 * (btc as number) + 4 * (eth as number), -1);
    const share = (Number(exchange.ledger.balance(bot, 'BTC')) / 1e8) * (btc as number);
    expect(share / Number(row.position_value)).toBeCloseTo(0.6, 2);
    expect(row.params).toMatchObject({
      is_use_base: '1',
      close_flag: 1,
      asset_info: [
        { asset: 'BTC', rate: '0.6', amount: '0.5' },
        { asset: 'ETH', rate: '0.4', amount: '4' },
      ],
    });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('gives coins back as coins without the close flag, and sells them with it, and the profit is what moved (M-101)', async () => {
    for (const close_flag of [0, 1]) {
      const exchange = await openTestExchange(temporaryFolder());
      const who = await exchange.trader();
      const before = exchange.ledger.assets(SPOT);
      const id = await startKind(exchange, who, 'smart-position', heldCoins({ close_flag }));
      await exchange.pass(5 * HOUR_MS, 60_000);
      const held = exchange.ledger.assets(botAccount(id));
      expect(await stop(exchange, who, id)).toMatchObject({ code: 200 });
      const btc = coin(exchange, 'BTC') - (before.get('BTC') as bigint) + units('0.5');
      if (close_flag === 0) expect(btc).toBe(held.get('BTC'));
      else expect(btc).toBeLessThan(units('0.00001'));
      expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
      expect(await detail(exchange, who, 'smart-position', id)).toMatchObject({ status: 'finished', residual: '0' });
      expect(brokenLaw(exchange.ledger)).toBeNull();
    }
  });

  it('is refused with more of a coin than there is, and then nothing has moved (C-325)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const before = [...exchange.ledger.assets(SPOT)];
    const asset_info = [
      { asset: 'BTC', rate: '0.6', amount: '0.5' },
      { asset: 'ETH', rate: '0.4', amount: '10.00000001' },
    ];
    const reply = await exchange.send('runStrategy', { who, body: smartBody(exchange, heldCoins({ asset_info })) });
    expect(reply).toMatchObject({ code: 422, data: { field: 'coins', issue: 'pairs.balance' } });
    expect([...exchange.ledger.assets(SPOT)]).toEqual(before);
  });

  it('does not trust the value that the form reckoned: coins worth less than 10 USDT each are too little (C-241)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const asset_info = [
      { asset: 'BTC', rate: '0.6', amount: '0.0001' },
      { asset: 'ETH', rate: '0.4', amount: '0.001' },
    ];
    const reply = await exchange.send('runStrategy', { who, body: smartBody(exchange, heldCoins({ asset_info })) });
    expect(reply).toMatchObject({ code: 422, data: { issue: 'money.min.create' } });
  });

  it('takes no trial funds, of coins or of money (C-022)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const lent = exchange.ledger.balance(userTrial(DEMO), 'USDT');
    for (const changes of [heldCoins(), {}]) {
      const body = smartBody(exchange, { use_experience: 1, ...changes });
      expect(await exchange.send('runStrategy', { who, body })).toMatchObject({ data: { issue: 'trial-market' } });
    }
    expect(exchange.ledger.balance(userTrial(DEMO), 'USDT')).toBe(lent);
  });

  it('that loses the race for the coins with another is taken back whole', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const asset_info = [
      { asset: 'ETH', rate: '0.4', amount: '4' },
      { asset: 'BTC', rate: '0.6', amount: '0.6' },
    ];
    const { data } = await exchange.send('runStrategy', { who, body: smartBody(exchange, heldCoins({ asset_info })) });
    expect(data).toMatchObject({ field: 'begin_money_amount', issue: 'money.worth' });
    const body = smartBody(exchange, heldCoins({ asset_info, begin_money_amount: data.values.worth }));
    const replies = await Promise.all([1, 2].map(() => exchange.send('runStrategy', { who, body })));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 422]);
    expect(coin(exchange, 'BTC')).toBe(units('0.4'));
    expect(coin(exchange, 'ETH')).toBe(units('6'));
    expect(exchange.ledger.assets(`user:${DEMO}:hold`).size).toBe(0);
    expect((await exchange.send('strategies', { who, query: { strategy_type: 'all' } })).totalcount).toBe(1);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('stopped before it has started gives back the very coins', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const before = [...exchange.ledger.assets(SPOT)];
    const { data } = await exchange.send('runStrategy', { who, body: smartBody(exchange, heldCoins()) });
    expect(await stop(exchange, who, data.strategy_id)).toMatchObject({ code: 200 });
    expect([...exchange.ledger.assets(SPOT)]).toEqual(before);
    expect(await detail(exchange, who, 'smart-position', data.strategy_id)).toMatchObject({
      status: 'finished',
      profit: '0',
    });
  });

  it('is what it was after a kill, before its start and while it runs', async () => {
    const lived = async (isKilled: boolean) => {
      const folder = temporaryFolder();
      let exchange = await openTestExchange(folder);
      let who = await exchange.trader();
      const again = async () => {
        if (!isKilled) return;
        await exchange.kill();
        exchange = await openTestExchange(folder, { clock: exchange.clock });
        who = await exchange.trader();
      };
      const changes = heldCoins({ period: '', threshold: '0.001' });
      const { data } = await exchange.send('runStrategy', { who, body: smartBody(exchange, changes) });
      await again();
      await exchange.pass(2 * HOUR_MS, 60_000);
      await again();
      await exchange.pass(HOUR_MS, 60_000);
      const path = { path: { id: data.strategy_id } };
      const trades = await exchange.send('tradeRecords', { who, ...path, query: { page_size: 500 } });
      return [trades.data, await detail(exchange, who, 'smart-position', data.strategy_id)];
    };
    const [trades, row] = await lived(false);
    expect(trades.orders.length).toBeGreaterThan(2);
    expect(await lived(true)).toEqual([trades, row]);
  });
});

describe('a bot of several markets', () => {
  it('trades each coin on its own market: records, accounts and balances say which', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'smart-position');
    const { data } = await exchange.send('tradeRecords', { who, path: { id } });
    const markets = data.orders.map(({ market, account }: Record<string, string>) => `${market} ${account}`);
    expect(markets.sort()).toEqual(['BTC_USDT spot', 'ETH_USDT spot']);
    const query = { strategy_id: id, strategy_type: 'smart-position' };
    const balances = await exchange.send('strategyBalances', { who, query });
    expect(balances.data.spot.map(({ currency }: { currency: string }) => currency)).toEqual(['BTC', 'USDT', 'ETH']);
    const bought = exchange.ledger.balance(botAccount(id), 'ETH');
    const sold = data.orders.find(({ market }: { market: string }) => market === 'ETH_USDT');
    expect(units(sold.match_qty) - units(sold.fee)).toBe(bought);
    const enquiry = (market: string) =>
      exchange.send('enquiryPrice', { who, query: { ...query, account: 'spot', market } });
    expect(Number((await enquiry('ETH_USDT')).data.price)).toBeGreaterThan(0);
    expect(await enquiry('SOL_USDT')).toMatchObject({ code: 404 });
  });

  it('is closed at the market or not at all: a limit has no one price for all of its coins', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'smart-position');
    const option = { account: 'spot', market: 'BTC_USDT', price: 'lastprice', slip: '0', expiration: 0 };
    const save = (type: string) =>
      exchange.send('saveStopOptions', {
        who,
        body: { strategy_id: id, strategy_type: 'smart-position', stop_options: [{ ...option, type }] },
      });
    expect(await save('limit')).toMatchObject({ code: 422, data: { issue: 'stop_option.several_markets' } });
    expect(await save('no_close')).toMatchObject({ code: 200 });
    const held = exchange.ledger.balance(botAccount(id), 'ETH');
    const before = coin(exchange, 'ETH');
    await stop(exchange, who, id);
    expect(coin(exchange, 'ETH') - before).toBe(held);
  });

  it('goes on from the present prices after a time whose path nobody knows, and its record says so', async () => {
    const feed: MarketFeed = { ...createSimulatedFeed({ seed: 'exchange-tests' }), knowsPath: () => false };
    const folder = temporaryFolder();
    const first = await openTestExchange(folder, { feed });
    const before = await first.trader();
    const kinds = ['smart-position', 'spot-future-arbitrage'] as const;
    const ids = [await startKind(first, before, kinds[0]), await startKind(first, before, kinds[1])];
    await first.kill();
    first.clock.advance(9 * HOUR_MS + 17_000);
    const exchange = await openTestExchange(folder, { clock: first.clock, feed });
    const who = await exchange.trader();
    await exchange.pass(5 * 60_000);
    for (const [index, id] of ids.entries()) {
      const query = { strategy_id: id, strategy_type: kinds[index] as string };
      const { data } = await exchange.send('operateRecords', { who, query: { ...query, page_size: 100 } });
      const note = data.find(({ op_type: type }: { op_type: string }) => type === 'catch_up');
      expect(note).toMatchObject({ explain: 'path-unknown' });
      const row = (await exchange.send('strategyDetail', { who, query })).data;
      expect(row).toMatchObject({ status: 'running', residual: '0' });
      expect(await stop(exchange, who, id)).toMatchObject({ code: 200 });
    }
    expect(brokenLaw(exchange.ledger)).toBeNull();
    expect(exchange.fatal).toEqual([]);
  });

  it('is found under each of its markets', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'smart-position');
    // Lists begin with the seventh whole day (H57).
    await exchange.pass(9 * 24 * HOUR_MS, HOUR_MS);
    const under = async (market: string) =>
      (await exchange.send('recommendList', { query: { strategy_type: 'smart-position', market } })).data;
    expect((await under('ETH_USDT'))[0]).toMatchObject({
      strategy_id: id,
      asset_info: [
        { asset: 'BTC', rate: '0.5' },
        { asset: 'ETH', rate: '0.5' },
      ],
    });
    expect(await under('SOL_USDT')).toEqual([]);
  });
});

describe('a spot-futures arbitrage', () => {
  it('buys coins and sells as many as the contract, pays from the spot account, and its records tell both legs (C-163, M-113)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const before = coin(exchange, 'USDT');
    const id = await startKind(exchange, who, 'spot-future-arbitrage');
    expect(before - coin(exchange, 'USDT')).toBe(units('3000'));
    const { data } = await exchange.send('arbitrageRecords', { query: { strategy_id: id } });
    const [first, second] = data.orders;
    expect([first.account, second.account].sort()).toEqual(['futures', 'spot']);
    for (const order of data.orders) expect(order).toMatchObject({ order_type: 'open', profit: '0' });
    const row = await detail(exchange, who, 'spot-future-arbitrage', id);
    const position = (await exchange.send('position', { who, path: { id } })).data;
    const quanto = exchange.feed.spec('BTC_USDT@USDT')?.contract?.quantoUnits as bigint;
    const short = -BigInt(position.size) * quanto;
    const coins = exchange.ledger.balance(botAccount(id), 'BTC');
    // The fee of the purchase is paid in coins, so that the coins that are left are what was sold.
    expect(coins - short).toBeLessThan(quanto);
    expect(coins >= short).toBe(true);
    expect(Number(row.liq_price)).toBeGreaterThan(Number(row.last_price));
    expect(row).toMatchObject({ residual: '0', settle: '', market: 'BTC_USDT', leverage: '2' });
    expect(Number(row.mark_price)).toBeGreaterThan(0);
    const enquiry = (account: string) =>
      exchange.send('enquiryPrice', {
        who,
        query: { strategy_id: id, strategy_type: 'spot-future-arbitrage', account, market: 'BTC_USDT' },
      });
    for (const account of ['spot', 'futures_usdt']) expect(await enquiry(account)).toMatchObject({ code: 200 });
    expect(await enquiry('margin')).toMatchObject({ code: 404 });
  });

  it('is paid funding by its contract, into its account book and its profit (C-430)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'spot-future-arbitrage');
    // Past 16:00 and 24:00 UTC.
    await exchange.pass(15 * HOUR_MS, 60_000);
    const query = { strategy_id: id, strategy_type: 'spot-future-arbitrage', query_type: 'fund' };
    const book = await exchange.send('futuresAccountBook', { who, query: { ...query, page_size: 100 } });
    const funding = book.data.filter(({ type }: { type: string }) => type === 'funding');
    expect(funding.length).toBe(2);
    const sum = funding.reduce((all: bigint, { change }: { change: string }) => all + units(change), 0n);
    const row = await detail(exchange, who, 'spot-future-arbitrage', id);
    expect(units(row.funding)).toBe(sum);
    expect(row.residual).toBe('0');
    await stop(exchange, who, id);
    const { data } = await exchange.send('arbitrageRecords', { who, query: { strategy_id: id } });
    const closed = data.orders.filter(({ order_type: type }: { order_type: string }) => type === 'close');
    expect(closed.map(({ account }: { account: string }) => account).sort()).toEqual(['futures', 'spot']);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('is reduced or liquidated by a sudden rise, and neither its owner nor anybody else pays what it has not (E4)', async () => {
    for (const [factor, isReduced, end] of [
      [1.12, false, ''],
      [1.32, true, ''],
      [1.45, false, 'liquidated'],
      [3, false, 'liquidated'],
    ] as const) {
      const feed = crashFeed(createSimulatedFeed({ seed: 'exchange-tests' }), MORNING_MS + 90_000, factor);
      const exchange = await openTestExchange(temporaryFolder(), { feed });
      const who = await exchange.trader();
      const before = coin(exchange, 'USDT');
      const id = await startKind(exchange, who, 'spot-future-arbitrage', { params: { leverage: '3' } });
      await exchange.pass(10 * 60_000, 1_000);
      const row = await detail(exchange, who, 'spot-future-arbitrage', id);
      expect(row.residual).toBe('0');
      const { data } = await exchange.send('arbitrageRecords', { query: { strategy_id: id } });
      const types = new Set(data.orders.map(({ order_type: type }: { order_type: string }) => type));
      expect({ reduced: types.has('reduce'), end: row.finish_as }).toEqual({ reduced: isReduced, end });
      if (end === '') await stop(exchange, who, id);
      expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
      expect(coin(exchange, 'USDT')).toBeGreaterThan(before - units('3000'));
      expect(brokenLaw(exchange.ledger)).toBeNull();
      expect(exchange.fatal).toEqual([]);
    }
  });

  it('hides its records when its owner hides trades, and other bots have none (C-348)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'spot-future-arbitrage', { is_hide_order: 1 });
    expect(await exchange.send('arbitrageRecords', { query: { strategy_id: id } })).toMatchObject({ code: 403 });
    expect(await exchange.send('arbitrageRecords', { who, query: { strategy_id: id } })).toMatchObject({ code: 200 });
    const grid = await startKind(exchange, who, 'spot_grid');
    expect(await exchange.send('arbitrageRecords', { who, query: { strategy_id: grid } })).toMatchObject({ code: 404 });
  });
});

describe('what portfolios ask the market', () => {
  it('lists coins with a value above 1 USDT, none of USDT, USD, POINT and YEP, for who is signed in (C-324, C-379)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const list = async () => (await exchange.send('smartBalance', { who })).data;
    const assets = (await list()).map(({ asset }: { asset: string }) => asset).sort();
    expect(assets).toEqual(['ADA', 'BNB', 'BTC', 'DOGE', 'ETH', 'SOL', 'XRP']);
    for (const { asset, available, rate } of await list()) {
      expect(units(available)).toBe(coin(exchange, asset));
      expect(Number(available) * Number(rate)).toBeGreaterThan(1);
    }
    // Of bitcoin less than a dollar is left.
    const amount = `${Number(coin(exchange, 'BTC')) / 1e8 - 0.00001}`;
    const body = { from: 'spot', to: 'margin', asset: 'BTC', amount, fundpass: 'paper-fund' };
    expect(await exchange.send('transfer', { who, body })).toMatchObject({ code: 200 });
    expect((await list()).map(({ asset }: { asset: string }) => asset)).not.toContain('BTC');
    expect(await exchange.send('smartBalance')).toMatchObject({ code: 401 });
  });

  it('lists the pairs of smart positions, and of arbitrage those with a contract and its funding (C-147, C-361, E-296)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const query = { exchange_type: 'SMART_REBALANCE' };
    const smart = (await exchange.send('currencyPairs', { query })).data as Record<string, unknown>[];
    expect(smart.map(({ pair }) => pair)).toContain('BTC_USDT');
    expect(smart.map(({ pair }) => pair)).not.toContain('ETH_BTC');
    // E4: the documents know one question for both.
    expect(await exchange.send('currencyPairs', { query: { exchange_type: 'SPOT_FUTURE_ARBITRAGE' } })).toMatchObject({
      code: 400,
    });
    const arbitrage = smart.filter(({ funding_interval }) => funding_interval !== 0);
    expect(arbitrage.length).toBeGreaterThan(0);
    const nowS = exchange.clock.nowMs() / 1000;
    for (const market of arbitrage) {
      expect(market).toMatchObject({ funding_interval: 28_800, multiple: 3 });
      expect(Number(market.funding_next_apply)).toBeGreaterThan(nowS);
      expect(Number.isNaN(Number(market.funding_rate))).toBe(false);
    }
    expect(arbitrage.find(({ pair }) => pair === 'BTC_USDT')).toMatchObject({ base_currency: 'BTC' });
  });

  it('tells the terms of a kind by market: minimum, leverage, K-line periods (C-148, C-375, E-287, E-288, C-423)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const of = async (type: string) => (await exchange.send('kindConfig', { path: { type } })).data;
    const compose = await of('compose-indicator');
    expect(compose.usdt.BTC_USDT.leverage_max).toBe(10);
    expect(Number(compose.usdt.BTC_USDT.min_total_amount)).toBeGreaterThanOrEqual(10);
    expect(compose.btc.BTC_USD.leverage_max).toBe(10);
    const periods = compose.period_config.map(({ period }: { period: string }) => period);
    expect(periods).toEqual(['1m', '5m', '15m', '30m', '1h', '4h', '8h', '1d']);
    expect((await of('spot-compose-indicator')).usdt.BTC_USDT.leverage_max).toBe(1);
    const arbitrage = await of('spot-future-arbitrage');
    expect(arbitrage.usdt.BTC_USDT.leverage_max).toBe(3);
    expect(Number(arbitrage.usdt.BTC_USDT.min_total_amount)).toBeGreaterThanOrEqual(10);
    expect(arbitrage.usdt.ETH_BTC).toBeUndefined();
    expect((await of('smart-position')).usdt.BTC_USDT.min_total_amount).toBe('10');
    expect(await exchange.send('kindConfig', { path: { type: 'no-such-kind' } })).toMatchObject({ code: 404 });
  });

  it('tells the market value of the coins of pairs, and says nothing of pairs that it does not know (C-380, E-291)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const query = { currency_pairs: 'BTC_USDT,ETH_USDT,NONE_USDT' };
    const { data } = await exchange.send('marketCap', { query });
    expect(data.map(({ pair }: { pair: string }) => pair)).toEqual(['BTC_USDT', 'ETH_USDT']);
    expect(Number(data[0].marketCap)).toBeCloseTo(Number(priceAt(exchange, 'BTC_USDT', 1)) * 19_950_000, -3);
  });
});
