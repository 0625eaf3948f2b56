import { describe, expect, it } from 'vitest';
import { dualCover, dualExchanged, dualKept, dualOutcome } from '#lib/formulas/dual-outcome.ts';
import { parseAmount, parseSignedAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { dualMarkets } from '#server/exchange/dual/dual-markets.ts';
import { DualOffers } from '#server/exchange/dual/dual-offers.ts';
import { dualSources } from '#server/exchange/dual/dual-sources.ts';
import { DUAL_COVER, DUAL_HOUSE, ISSUE, userHold, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import {
  crowdLike,
  type DualOfferRow,
  type DualRow,
  dualBody,
  dualList,
  dualOffers,
  orderDual,
} from './exchange-dual-orders.ts';
import { MORNING_MS, openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { heldFeed } from './held-feed.ts';
import { handClock, temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BTC = 'BTC_USDT@USDT';
const FUND = 1_000_000n * UNITS_PER_COIN;

const units = (text: string): bigint => parseSignedAmount(text) ?? 0n;
/** A price as the contract counts it. */
const ticks = (price: string | number): number => Math.round(Number(price) * 10);
const moments = (row: DualRow) => ({ startMs: row.start_timest * 1_000, deliveryMs: row.delivery_timest * 1_000 });
const until = (exchange: TestExchange, timeMs: number): Promise<void> => {
  const left = timeMs - exchange.clock.nowMs();
  return exchange.pass(left, left);
};

async function opened(folder = temporaryFolder()) {
  const { feed, held } = heldFeed();
  const exchange = await openTestExchange(folder, { feed });
  const who = await exchange.trader();
  const userId: number = (await exchange.send('upstreamProfile', { who })).data.user_id;
  const free = (asset: string): bigint => exchange.ledger.balance(userSpot(userId), asset);
  const holds = (asset: string): bigint => exchange.ledger.balance(userHold(userId), asset);
  const house = (): bigint => exchange.ledger.balance(DUAL_HOUSE, 'USDT');
  const cover = (): bigint => exchange.ledger.balance(DUAL_COVER, 'USDT');
  return { folder, feed, held, exchange, who, userId, free, holds, house, cover };
}

const termsOf = (row: DualRow, type: 'call' | 'put') => ({
  type,
  invested: units(row.invest_amount),
  strike: units(row.exercise_price),
  aprE8: units(row.apy_display),
  days: row.invest_days,
});

describe('offers of sell high and buy low', () => {
  it('lie on their side of the index price, pay less than the option is worth, and fall with the distance (H20)', async () => {
    const { exchange } = await opened();
    for (const type of ['call', 'put'] as const) {
      const { index_price, offers, min_amount, max_amount, volatility, quote_time } = await dualOffers(exchange, {
        type,
      });
      expect(offers.length).toBeGreaterThan(10);
      expect(Number(volatility)).toBeGreaterThan(0.05);
      expect(quote_time % 60).toBe(0);
      expect(Number(min_amount)).toBeLessThan(Number(max_amount));
      for (const { exercise_price, apy_display, fair_apy, delivery_timest, invest_days } of offers) {
        const isAbove = Number(exercise_price) > Number(index_price);
        expect(isAbove).toBe(type === 'call');
        expect(Number(apy_display)).toBeLessThan(Number(fair_apy));
        expect((delivery_timest % 900) + invest_days).toBe(invest_days);
      }
      const week = offers.filter(({ invest_days }) => invest_days === 7).map(({ apy_display }) => Number(apy_display));
      expect(week).toEqual([...week].sort((a, b) => b - a));
    }
  });

  it('are told of every pair against USDT that has an index, and settings with them (E-263)', async () => {
    const { exchange, held } = await opened();
    const { data } = await exchange.send('dualSettings', { query: { market: 'BTC_USDT' } });
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['call', 'put']);
    expect(data[1]).toMatchObject({ pair: 'BTC_USDT', min_amount: '10', max_amount: '100000', enabled: 1 });
    const all = (await exchange.send('dualSettings', {})).data as { pair: string }[];
    expect(all.every(({ pair }) => pair.endsWith('_USDT'))).toBe(true);
    expect(await exchange.send('dualOffers', { query: { market: 'ETH_BTC', type: 'call' } })).toMatchObject({
      code: 404,
    });
    held.index.set(BTC, null);
    expect((await exchange.send('dualSettings', { query: { market: 'BTC_USDT' } })).data[0]).toMatchObject({
      enabled: 0,
    });
    expect(await dualOffers(exchange)).toMatchObject({ index_price: '', offers: [] });
  });
});

describe('what the house can still set aside', () => {
  it('bounds each offer: what it has no money for is not available, and an order of the most that is told is taken', async () => {
    const { exchange, who, house } = await opened();
    const { ledger, sequencer } = exchange;
    const drain = async (left: bigint): Promise<void> => {
      const posting = { from: DUAL_HOUSE, to: ISSUE, asset: 'USDT', amount: house() - left };
      await sequencer.submit((tx) => ledger.post([posting], 'test', 'test', tx.nowMs));
    };
    for (const type of ['call', 'put'] as const) {
      const { offers, max_amount } = await dualOffers(exchange, { type });
      expect(offers.every((offer) => offer.max_amount === max_amount)).toBe(true);
    }
    await drain(20n * UNITS_PER_COIN);
    for (const type of ['call', 'put'] as const) {
      const { offers, min_amount, max_amount } = await dualOffers(exchange, { type });
      const most = offers.map((offer) => units(offer.max_amount));
      expect(most.some((one) => one < units(max_amount))).toBe(true);
      expect(most.every((one) => one === 0n || one >= units(min_amount))).toBe(true);
      // The dearest of a month: nothing of it is refused up to what is told, and more is.
      const body = await dualBody(exchange, { type, days: 30 });
      const offer = offers.find((one) => one.exercise_price === body.exercise_price && one.invest_days === 30);
      const told = units(offer?.max_amount ?? '');
      const cover = dualCover({ ...offerTerms(offer), type, invested: told });
      expect(cover).toBeLessThanOrEqual(house());
      expect(dualCover({ ...offerTerms(offer), type, invested: told + told / 5n })).toBeGreaterThan(house());
    }
    const body = await dualBody(exchange, { type: 'put', days: 30 });
    const { offers } = await dualOffers(exchange);
    const offer = offers.find((one) => one.exercise_price === body.exercise_price && one.invest_days === 30);
    const amount = offer?.max_amount ?? '';
    expect(await exchange.send('subscribeDual', { who, body: { ...body, amount } })).toMatchObject({ code: 0 });
    await drain(2n);
    expect((await dualOffers(exchange)).offers.map(({ max_amount }) => max_amount)).toEqual(offers.map(() => '0'));
    // What nobody can order is no best rate.
    const { data } = await exchange.send('earnStatistics', { query: { market: 'BTC_USDT' } });
    expect(data).toMatchObject({ max_put_apy: '', max_call_apy: '' });
    expect(await exchange.send('subscribeDual', { who, body: { ...body, amount: '10' } })).toMatchObject({
      code: 409,
      data: { issue: 'dual-house-full' },
    });
  });
});

describe('offers of an exchange that is open', () => {
  const market = (feed: Parameters<typeof dualMarkets>[0]) => dualMarkets(feed)[0]!;

  it('do not wait for a volatility that takes long: it is told as not known, and is there once it is measured', async () => {
    const { feed } = heldFeed();
    const { promise, resolve } = Promise.withResolvers<void>();
    const hours = hourly(31 * 24);
    const offers = new DualOffers({
      feed,
      candles: { ask: () => promise.then(() => hours) },
    });
    offers.start(async () => null);
    const quoteMs = MORNING_MS;
    expect(await offers.quote(market(feed), 'put', quoteMs)).toMatchObject({ volatility: null, offers: [] });
    resolve();
    await expect.poll(async () => (await offers.quote(market(feed), 'put', quoteMs)).offers.length).toBeGreaterThan(0);
  });

  it('measure a market that was not seen for long enough anew each minute, and not within it', async () => {
    const { feed } = heldFeed();
    let [asked, hours] = [0, hourly(20)];
    const ask = async () => {
      asked += 1;
      return hours;
    };
    const offers = new DualOffers({ feed, candles: { ask } });
    const quote = (ms: number) => offers.quote(market(feed), 'put', ms);
    expect((await quote(MORNING_MS)).volatility).toBeNull();
    await quote(MORNING_MS);
    expect(asked).toBe(1);
    hours = hourly(31 * 24);
    expect((await quote(MORNING_MS + 60_000)).volatility).toBeGreaterThan(0);
    await quote(MORNING_MS + 120_000);
    expect(asked).toBe(2);
  });
});

/** So many hourly candles, up and down by a percent. */
function hourly(count: number): Uint8Array<ArrayBuffer> {
  const candles = Array.from({ length: count }, (_, at) => [
    at * 3_600,
    '100',
    '101',
    '99',
    at % 2 === 0 ? '100' : '101',
  ]);
  return new TextEncoder().encode(JSON.stringify(candles));
}

const offerTerms = (offer: DualOfferRow | undefined) => ({
  strike: units(offer?.exercise_price ?? ''),
  aprE8: units(offer?.apy_display ?? ''),
  days: offer?.invest_days ?? 0,
});

describe('an order', () => {
  it('holds what is put in, sets aside what it can cost the house, and is told by its list (E-002, E-110, E-142, E-261)', async () => {
    const { exchange, who, free, holds, house, cover } = await opened();
    const before = free('USDT');
    const row = await orderDual(exchange, who, { type: 'put', amount: '250', days: 3 });
    expect(row).toMatchObject({
      status: 'INIT',
      invest_currency: 'USDT',
      exercise_currency: 'BTC',
      invest_amount: '250',
      invest_days: 3,
      profit: '',
      settlement_price: '',
      settlement_currency: '',
    });
    expect(row.instrument_name).toMatch(/^BTC_USDT-202605\d\d-\d+-P$/);
    expect(moments(row).deliveryMs - moments(row).startMs).toBe(3 * DAY_MS);
    expect(before - free('USDT')).toBe(250n * UNITS_PER_COIN);
    expect(holds('USDT')).toBe(250n * UNITS_PER_COIN);
    const interest = dualKept(termsOf(row, 'put')) - 250n * UNITS_PER_COIN;
    expect(cover()).toBe(interest + 3n);
    expect(house() + cover()).toBe(FUND);
    expect(await dualList(exchange, who, 'put', 'PROCESSING')).toEqual([row]);
    expect(await dualList(exchange, who, 'call', 'PROCESSING')).toEqual([]);
    await until(exchange, moments(row).startMs);
    expect(await dualList(exchange, who, 'put', 'PROCESSING')).toEqual([{ ...row, status: 'PROCESSING' }]);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('is cancelled while it is INIT, whole, and not afterwards nor by another (E-074, E-143, E-262)', async () => {
    const { exchange, who, free, holds, house } = await opened();
    const before = free('USDT');
    const first = await orderDual(exchange, who, { amount: '100' });
    const other = await exchange.trader('copier');
    const body = { order_id: first.id };
    expect(await exchange.send('cancelDualOrder', { who: other, body })).toMatchObject({ code: 404 });
    expect(await exchange.send('cancelDualOrder', { who, body })).toMatchObject({ code: 0 });
    expect([free('USDT'), holds('USDT'), house()]).toEqual([before, 0n, FUND]);
    expect(await exchange.send('cancelDualOrder', { who, body })).toMatchObject({ code: 404 });
    expect(await dualList(exchange, who, 'put', 'SETTLEMENT_SUCCESS')).toEqual([{ ...first, status: 'CANCELED' }]);
    const second = await orderDual(exchange, who, { amount: '100' });
    exchange.clock.advance(moments(second).startMs - exchange.clock.nowMs());
    expect(await exchange.send('cancelDualOrder', { who, body: { order_id: second.id } })).toMatchObject({
      code: 409,
      data: { issue: 'dual-order-begun' },
    });
  });

  it('is of the offer as it was shown: another rate, expiry, price or an offer that is over is refused, and nothing is held', async () => {
    const { exchange, who, holds } = await opened();
    const body = await dualBody(exchange);
    const tried = async (changes: object) => {
      const { code, data } = await exchange.send('subscribeDual', { who, body: { ...body, ...changes } });
      return `${code} ${data.field ?? ''} ${data.issue}`;
    };
    const changed = '409  dual-offer-changed';
    expect(await tried({ apy_display: `${Number(body.apy_display) + 0.0001}` })).toBe(changed);
    expect(await tried({ exercise_price: `${Number(body.exercise_price) + 1}` })).toBe(changed);
    expect(await tried({ delivery_timest: body.delivery_timest + 900 })).toBe(changed);
    expect(await tried({ quote_time: body.quote_time + 1 })).toBe('422 quote_time dual-offer-unknown');
    expect(await tried({ quote_time: body.quote_time + 60 })).toBe('422 quote_time dual-offer-unknown');
    expect(await tried({ amount: '9.99999999' })).toBe('422 amount dual-amount');
    expect(await tried({ amount: '100000.01' })).toBe('422 amount dual-amount');
    expect(await tried({ market: 'ETH_BTC' })).toBe('422 market market-unknown');
    expect(holds('USDT')).toBe(0n);
    // He has 100,000: the second one is more than is left.
    expect(await exchange.send('subscribeDual', { who, body: { ...body, amount: '60000' } })).toMatchObject({
      code: 0,
    });
    expect(await tried({ amount: '60000' })).toBe('422 amount dual-balance');
    exchange.clock.advance(180_000);
    expect(await tried({})).toBe(changed);
    expect(holds('USDT')).toBe(60_000n * UNITS_PER_COIN);
  });

  it('asks for the fund password, and is made once under its key', async () => {
    const { exchange, who, holds } = await opened();
    const { fundpass, ...body } = await dualBody(exchange, { amount: '40' });
    expect(await exchange.send('subscribeDual', { who, body })).toMatchObject({ require_fundpass: true });
    expect(holds('USDT')).toBe(0n);
    const key = 'a-key-of-the-order-1';
    const first = await exchange.send('subscribeDual', { who, key, body: { ...body, fundpass } });
    expect(await exchange.send('subscribeDual', { who, key, body: { ...body, fundpass } })).toEqual(first);
    expect(holds('USDT')).toBe(40n * UNITS_PER_COIN);
  });

  it('that the house could not pay is refused', async () => {
    const { exchange, who, holds } = await opened();
    const { ledger, sequencer } = exchange;
    await sequencer.submit((tx) => {
      const posting = { from: DUAL_HOUSE, to: 'issue', asset: 'USDT', amount: FUND };
      ledger.post([posting], 'test', 'test', tx.nowMs);
    });
    const body = await dualBody(exchange);
    expect(await exchange.send('subscribeDual', { who, body })).toMatchObject({ data: { issue: 'dual-house-full' } });
    expect(holds('USDT')).toBe(0n);
  });
});

describe('the limits of an account', () => {
  it('count what lies in orders as its own, and refuse new ones once they are reached', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { isDemoPrivate: true });
    const who = await exchange.trader();
    const limits = { version: 0, drawdown: { percent: '5', action: 'stop-all' }, exposure: null };
    await exchange.send('saveProtection', { who, body: { ...limits, fundpass: 'paper-fund' } });
    await orderDual(exchange, who, { amount: '80000' });
    await orderDual(exchange, who, { type: 'call', amount: '0.5' });
    exchange.clock.advance(1_000);
    await exchange.tick();
    const { data } = await exchange.send('portfolio', { who });
    expect(data.balances.filter(({ account }: { account: string }) => account === 'hold')).toHaveLength(2);
    // Another limit is judged at once: nothing has fallen, but bitcoin is held in the order too.
    const exposure = { usdt: '', coins: [{ asset: 'BTC', usdt: '10' }], action: 'stop-creating' };
    const saved = await exchange.send('saveProtection', { who, body: { ...limits, version: 1, exposure } });
    expect(saved.data.crossings.map(({ limit }: { limit: string }) => limit)).toEqual(['exposure']);
    const body = await dualBody(exchange);
    expect(await exchange.send('subscribeDual', { who, body })).toMatchObject({
      code: 409,
      data: { issue: 'protection-exposure' },
    });
    const { data: wallet } = await exchange.send('wallet', { who });
    const usdt = wallet.find(
      (row: { account: string; asset: string }) => row.account === 'spot' && row.asset === 'USDT',
    );
    expect(usdt).toMatchObject({ available: '20000', locked: '80000' });
  });
});

describe('beside bots', () => {
  it('orders are counted by type, and their income adds up to what the account won or lost of each asset (E-136, E-137)', async () => {
    const { exchange, held, who: early, userId, free } = await opened();
    const before = { USDT: free('USDT'), BTC: free('BTC') };
    const first = await orderDual(exchange, early, { type: 'put', days: 1, amount: '500' });
    await orderDual(exchange, early, { type: 'call', days: 1, amount: '0.02' });
    await orderDual(exchange, early, { type: 'call', days: 3, amount: '0.01' });
    const { data: numbers } = await exchange.send('strategyNumber', { who: early });
    const num = (key: string) => numbers.find((one: { key: string }) => one.key === key)?.num;
    expect([num('finance-high-sell'), num('finance-low-buy')]).toEqual([2, 1]);
    await until(exchange, moments(first).deliveryMs);
    // The put buys its coins, the calls keep their own.
    const low = ticks(Math.floor(Number(first.exercise_price) * 0.97));
    held.index.set(BTC, low);
    held.last.set('BTC_USDT', low);
    await exchange.pass(10_000);
    const sources = dualSources(exchange.dual);
    const sum = { USDT: 0n, BTC: 0n };
    for (const source of sources) {
      const { days, assets } = await source.incomeOf(userId, exchange.clock.nowMs());
      for (const { asset, earned } of days) sum[asset as 'USDT' | 'BTC'] += earned;
      // What still lies in an order is not gone.
      for (const [asset, units] of assets) before[asset as 'USDT' | 'BTC'] -= units;
      expect(source.isOfferedOf('BTC') && !source.isOfferedOf('XYZ')).toBe(true);
      held.index.delete(BTC);
      expect((await source.rateOf('BTC_USDT', exchange.clock.nowMs()))?.rateE8).toBeGreaterThan(0n);
    }
    expect({ USDT: before.USDT + sum.USDT, BTC: before.BTC + sum.BTC }).toEqual({
      USDT: free('USDT'),
      BTC: free('BTC'),
    });
    expect(sources.map((source) => [source.countOf(userId, 'running'), source.countOf(userId, 'finished')])).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });
});

describe('an expiry', () => {
  it.each([
    ['put', 1.02, false],
    ['put', 0.8, true],
    ['call', 0.9, false],
    ['call', 1.5, true],
  ] as const)(
    'of a %s at %s of the price pays by the rule and tells profit then, and not before (E-067, E-072)',
    async (type, factor, isExercised) => {
      const { exchange, held, who: early, free, holds, house, cover } = await opened();
      const asset = type === 'put' ? 'USDT' : 'BTC';
      const before = { USDT: free('USDT'), BTC: free('BTC') };
      const row = await orderDual(exchange, early, { type, days: 7, amount: type === 'put' ? '777.77' : '0.0123' });
      const { deliveryMs } = moments(row);
      await until(exchange, deliveryMs - 1_000);
      // A session ends after a day without a call.
      const who = await exchange.trader();
      const [waiting] = await dualList(exchange, who, type, 'PROCESSING');
      expect(waiting).toMatchObject({ status: 'PROCESSING', profit: '' });
      const price = `${((Number(row.exercise_price) * factor) / 10).toFixed(0)}0`;
      held.index.set(BTC, ticks(price));
      exchange.clock.advance(2_000);
      const agreed = termsOf(row, type);
      const outcome = dualOutcome(agreed, units(price));
      expect(outcome.isExercised).toBe(isExercised);
      // Expired and not paid yet: what it comes to is known.
      const [processing] = await dualList(exchange, who, type, 'PROCESSING');
      expect(processing).toMatchObject({ status: 'SETTLEMENT_PROCESSING', settlement_price: price });
      expect(units(processing!.profit)).toBe(outcome.profit);
      await exchange.pass(10_000);
      expect(await dualList(exchange, who, type, 'PROCESSING')).toEqual([]);
      const [settled] = await dualList(exchange, who, type, 'SETTLEMENT_SUCCESS');
      const paidIn = isExercised === (type === 'call') ? 'USDT' : 'BTC';
      expect(settled).toEqual({ ...processing, status: 'SETTLEMENT_SUCCESS' });
      expect(settled).toMatchObject({ settlement_currency: paidIn });
      expect(units(settled!.settlement_amount)).toBe(isExercised ? dualExchanged(agreed) : dualKept(agreed));
      const own = { USDT: before.USDT, BTC: before.BTC };
      own[asset] -= agreed.invested;
      own[paidIn] += outcome.paid;
      expect({ USDT: free('USDT'), BTC: free('BTC') }).toEqual(own);
      expect([holds('USDT'), holds('BTC'), cover()]).toEqual([0n, 0n, 0n]);
      // What the trader was paid too little or too much at this price is the house's.
      const profitUsdt = type === 'put' ? outcome.profit : (outcome.profit * units(price)) / UNITS_PER_COIN;
      expect(Number(FUND - house() - profitUsdt) / 1e8).toBeCloseTo(0, 3);
      expect(brokenLaw(exchange.ledger)).toBeNull();
      expect(exchange.fatal).toEqual([]);
    },
  );

  it('that nobody was there for is settled at the price of its moment, not of the restart', async () => {
    const { folder, exchange, held, feed, who } = await opened();
    const row = await orderDual(exchange, who, { type: 'put', days: 1, amount: '100' });
    const { deliveryMs } = moments(row);
    await exchange.kill();
    const crash = ticks(Number(row.exercise_price) / 2);
    // It lay above its price at the expiry, and has fallen by half since.
    const since = {
      ...feed,
      indexTicks: (instrument: string, timeMs: number) =>
        timeMs > deliveryMs ? crash : feed.indexTicks(instrument, timeMs),
    };
    held.index.set(BTC, ticks(Number(row.exercise_price) + 100));
    const clock = handClock(deliveryMs + 5 * HOUR_MS);
    const again = await openTestExchange(folder, { feed: since, clock });
    const trader = await again.trader();
    await again.pass(1_000);
    const [settled] = await dualList(again, trader, 'put', 'SETTLEMENT_SUCCESS');
    expect(settled).toMatchObject({ status: 'SETTLEMENT_SUCCESS', settlement_currency: 'USDT' });
    expect(units(settled!.settlement_price)).toBe(units(row.exercise_price) + 100n * UNITS_PER_COIN);
    await again.kill();
    // And once: another start finds nothing to do.
    const third = await openTestExchange(folder, { feed: since, clock });
    await third.pass(2_000);
    expect((await dualList(third, await third.trader(), 'put', 'SETTLEMENT_SUCCESS')).length).toBe(1);
  });

  it('whose price is not known waits, and after a day everything goes back (E-111)', async () => {
    const { exchange, held, who: early, free, holds, house, cover } = await opened();
    const before = free('USDT');
    const list = async (name: 'PROCESSING' | 'SETTLEMENT_SUCCESS') =>
      dualList(exchange, await exchange.trader(), 'put', name);
    const one = await orderDual(exchange, early, { amount: '100' });
    const two = await orderDual(exchange, early, { amount: '60', days: 3 });
    await until(exchange, moments(one).deliveryMs);
    held.index.set(BTC, null);
    await exchange.pass(HOUR_MS, 60_000);
    expect((await list('PROCESSING'))[1]).toMatchObject({
      status: 'SETTLEMENT_PROCESSING',
      profit: '',
      settlement_price: '',
    });
    await exchange.pass(23 * HOUR_MS + 120_000, HOUR_MS / 2);
    await exchange.pass(60_000, 30_000);
    const [failed] = await list('SETTLEMENT_SUCCESS');
    expect(failed).toMatchObject({ id: one.id, status: 'FAILED', profit: '', settlement_price: '' });
    expect(before - free('USDT')).toBe(60n * UNITS_PER_COIN);
    // The other one is settled as soon as its price is known again.
    await until(exchange, moments(two).deliveryMs + HOUR_MS);
    held.index.delete(BTC);
    await exchange.pass(120_000, 30_000);
    expect((await list('SETTLEMENT_SUCCESS'))[0]).toMatchObject({
      id: two.id,
      status: 'SETTLEMENT_SUCCESS',
    });
    expect([holds('USDT'), cover()]).toEqual([0n, 0n]);
    expect(house() > 0n && parseAmount('1') !== null).toBe(true);
  });

  it('of days ago is settled when the feed has learnt its past, page by page, and not given back at the start', async () => {
    const { folder, exchange, feed, who } = await opened();
    const row = await orderDual(exchange, who, { type: 'put', days: 1, amount: '100' });
    const { deliveryMs } = moments(row);
    await exchange.kill();
    const clock = handClock(deliveryMs + 3 * DAY_MS);
    // What it knew before it ended comes from its tape: the minutes just before the expiry.
    let knownTo = deliveryMs - 2 * 60_000;
    const learning = {
      ...feed,
      indexTicks: (_instrument: string, timeMs: number) =>
        timeMs <= knownTo ? ticks(Number(row.exercise_price) + (timeMs < deliveryMs ? 900 : 100)) : null,
    };
    const again = await openTestExchange(folder, { feed: learning, clock });
    await again.pass(10 * 60_000, 60_000);
    const ended = async () => dualList(again, await again.trader(), 'put', 'SETTLEMENT_SUCCESS');
    expect(await ended()).toEqual([]);
    knownTo = Number.POSITIVE_INFINITY;
    await again.pass(2 * 60_000, 60_000);
    const [settled] = await ended();
    expect(settled).toMatchObject({ status: 'SETTLEMENT_SUCCESS' });
    expect(units(settled!.settlement_price)).toBe(units(row.exercise_price) + 100n * UNITS_PER_COIN);
  });

  it('in a gap of the feed is settled an hour later, at the price that was known last', async () => {
    const { feed } = heldFeed();
    let dark = { fromMs: 0, toMs: 0 };
    const holed = {
      ...feed,
      indexTicks: (instrument: string, timeMs: number) =>
        timeMs > dark.fromMs && timeMs < dark.toMs ? null : feed.indexTicks(instrument, timeMs),
    };
    const exchange = await openTestExchange(temporaryFolder(), { feed: holed });
    const row = await orderDual(exchange, await exchange.trader(), { type: 'put', days: 1, amount: '100' });
    const { deliveryMs } = moments(row);
    dark = { fromMs: deliveryMs - 3 * 60_000, toMs: deliveryMs + 60_000 };
    const ended = async () => dualList(exchange, await exchange.trader(), 'put', 'SETTLEMENT_SUCCESS');
    await until(exchange, deliveryMs + 10_000);
    await exchange.pass(HOUR_MS - 120_000, 60_000);
    expect(await ended()).toEqual([]);
    await exchange.pass(5 * 60_000, 60_000);
    const [settled] = await ended();
    const last = BigInt(feed.indexTicks(BTC, dark.fromMs)!) * (UNITS_PER_COIN / 10n);
    expect(units(settled!.settlement_price)).toBe(last);
  });

  it('of many orders is settled some a turn, at one price, each once', async () => {
    const { exchange, who, held, cover } = await opened();
    const { sequencer } = exchange;
    const first = await orderDual(exchange, who, { amount: '10' });
    await crowdLike(exchange, first.id, 450);
    await until(exchange, moments(first).deliveryMs + 4_000);
    held.index.set(BTC, ticks(first.exercise_price));
    let turns = 0;
    const settled = new Map<string, number>();
    sequencer.onDurable(({ rows }) => {
      const own = rows.filter(({ stream }) => stream === 'dual_history');
      if (own.length > 0) turns += 1;
      for (const { value } of own) {
        const { order: ended, settled: at } = JSON.parse(value);
        settled.set(`${ended.id} ${at.price}`, (settled.get(`${ended.id} ${at.price}`) ?? 0) + 1);
      }
      // The feed corrects itself in the middle: what has begun is settled at one price.
      held.index.set(BTC, ticks(Number(first.exercise_price) + 500));
    });
    await exchange.pass(2_000);
    expect(turns).toBe(3);
    expect(settled.size).toBe(451);
    expect([...settled.values()].every((times) => times === 1)).toBe(true);
    expect(new Set([...settled.keys()].map((key) => key.split(' ')[1])).size).toBe(1);
    expect(cover()).toBe(0n);
    for await (const row of exchange.store.all('dual_prices')) expect(row).toBeUndefined();
  });
});

describe('the volatility of offers', () => {
  it('that could not be measured, because the candles’ thread ended, is asked for again by the next one', async () => {
    const { feed } = await opened();
    const market = dualMarkets(feed)[0]!;
    const answers = ['ended', 'busy', 'flat'];
    const nowMs = Date.UTC(2026, 4, 20, 10, 7);
    const candle = (hour: number) => [hour * 3_600, '1', '1', '1', `${100 + (hour % 3)}`];
    const ask = async () => {
      const next = answers.shift();
      if (next === 'ended') throw new Error('The thread has ended');
      if (next === 'busy') return 'busy' as const;
      return new TextEncoder().encode(JSON.stringify(Array.from({ length: 720 }, (_, hour) => candle(hour))));
    };
    const offers = new DualOffers({ feed, candles: { ask } });
    const volatility = async () => (await offers.quote(market, 'put', nowMs)).volatility;
    expect([await volatility(), await volatility()]).toEqual([null, null]);
    expect(await volatility()).toBeGreaterThan(0);
  });

  it('is measured once an hour, though orders of the last offers of the hour before come between', async () => {
    const { feed } = await opened();
    const market = dualMarkets(feed)[0]!;
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return hourly(31 * 24);
    };
    const offers = new DualOffers({ feed, candles: { ask } });
    const hourMs = Date.UTC(2026, 4, 20, 10);
    for (const timeMs of [hourMs - 60_000, hourMs, hourMs - 60_000, hourMs + 60_000])
      await offers.quote(market, 'put', timeMs);
    expect(asked).toBe(2);
  });
});
