import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { userInvest, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { DEMO, planBody, planOf, plansOf, startPlan, TWO_COINS } from './exchange-plans.ts';
import { heldFeed } from './held-feed.ts';
import { temporaryFolder } from './store-fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const units = (text: string): bigint => parseAmount(text) as bigint;

async function move(exchange: TestExchange, who: Who, from: string, to: string, amount: string): Promise<void> {
  const body = { from, to, asset: 'USDT', amount, fundpass: 'paper-fund' };
  expect(await exchange.send('transfer', { who, body })).toMatchObject({ code: 200 });
}

/** The simulated market without a price of one coin for a while. */
function darkFeed(market: string, fromMs: number, toMs: number): MarketFeed {
  const feed = createSimulatedFeed({ seed: 'exchange-tests' });
  const isDark = (instrument: string, ms: number): boolean => instrument === market && ms >= fromMs && ms < toMs;
  return { ...feed, lastTicks: (instrument, ms) => (isDark(instrument, ms) ? null : feed.lastTicks(instrument, ms)) };
}

describe('a purchase that cannot be made', () => {
  it('for lack of money waits for an hour, says so, and is made when money comes', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    await move(exchange, who, 'spot', 'margin', '99990');
    const id = await startPlan(exchange, who);
    await exchange.pass(10 * MINUTE_MS, MINUTE_MS);
    expect((await plansOf(exchange, who)).list).toMatchObject([{ waits_for: 'no-balance', period: 0 }]);
    await move(exchange, who, 'margin', 'spot', '1000');
    await exchange.pass(5 * MINUTE_MS, MINUTE_MS);
    expect((await plansOf(exchange, who)).list).toMatchObject([{ waits_for: '', period: 1 }]);
    expect((await planOf(exchange, who, id)).executions).toMatchObject([
      { result: 'bought', due_time: MORNING_MS / 1_000 },
    ]);
  });

  it('within the hour has failed, and the next date is another', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    await move(exchange, who, 'spot', 'margin', '99990');
    const id = await startPlan(exchange, who);
    await exchange.pass(70 * MINUTE_MS, MINUTE_MS);
    const plan = await planOf(exchange, who, id);
    expect(plan).toMatchObject({ waits_for: '', period: 0, next_time: MORNING_MS / 1_000 + 86_400 });
    expect(plan.executions).toMatchObject([{ result: 'failed', reason: 'no-balance', dates: 1, amount: '0' }]);
    await move(exchange, who, 'margin', 'spot', '1000');
    await exchange.pass(DAY_MS, HOUR_MS);
    who = await exchange.trader();
    expect((await planOf(exchange, who, id)).executions).toMatchObject([{ result: 'bought' }, { result: 'failed' }]);
  });

  it('and is not tried again because its owner stops the plan leaves its row too', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    await move(exchange, who, 'spot', 'margin', '99990');
    const [paused, ended] = [await startPlan(exchange, who), await startPlan(exchange, who, { period_type: '1h' })];
    await exchange.pass(10 * MINUTE_MS, MINUTE_MS);
    expect(await exchange.send('pausePlan', { who, body: { plan_id: paused } })).toMatchObject({ code: 0 });
    await exchange.pass(80 * MINUTE_MS, MINUTE_MS);
    who = await exchange.trader();
    expect(await exchange.send('endPlan', { who, body: { plan_id: ended } })).toMatchObject({ code: 0 });
    const due = MORNING_MS / 1_000;
    expect((await planOf(exchange, who, paused)).executions).toMatchObject([
      { result: 'failed', reason: 'stopped', dates: 1, due_time: due, amount: '0' },
    ]);
    expect((await planOf(exchange, who, ended)).executions).toMatchObject([
      { result: 'failed', reason: 'stopped', dates: 1, due_time: due + 3_600 },
      { result: 'failed', reason: 'no-balance', dates: 1, due_time: due },
    ]);
    // Where no date has come there is nothing to tell of.
    expect(await exchange.send('resumePlan', { who, body: { plan_id: paused } })).toMatchObject({ code: 0 });
    expect(await exchange.send('pausePlan', { who, body: { plan_id: paused } })).toMatchObject({ code: 0 });
    expect((await planOf(exchange, who, paused)).executions_total).toBe(1);
  });

  it('while a coin has no price waits for it, whole', async () => {
    const feed = darkFeed('ETH_USDT', MORNING_MS + DAY_MS - MINUTE_MS, MORNING_MS + DAY_MS + 20 * MINUTE_MS);
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    let who = await exchange.trader();
    const id = await startPlan(exchange, who);
    await exchange.pass(1_000);
    await exchange.pass(DAY_MS, HOUR_MS);
    who = await exchange.trader();
    expect((await plansOf(exchange, who)).list).toMatchObject([{ waits_for: 'price-unknown', period: 1 }]);
    await exchange.pass(30 * MINUTE_MS, MINUTE_MS);
    const { executions } = await planOf(exchange, who, id);
    expect(executions).toMatchObject([{ result: 'bought', coins: [{ asset: 'BTC' }, { asset: 'ETH' }] }, {}]);
  });

  it('of the dates that nobody was there for one row tells, and only a recent one is made up for', async () => {
    const folder = temporaryFolder();
    const exchange = await openTestExchange(folder);
    const id = await startPlan(exchange, await exchange.trader(), { period_type: '1h' });
    await exchange.pass(1_000);
    await exchange.kill();
    exchange.clock.advance(5 * HOUR_MS + 10 * MINUTE_MS);
    const again = await openTestExchange(folder, { clock: exchange.clock });
    const who = await again.trader();
    await again.pass(1_000);
    const { executions, next_time } = await planOf(again, who, id);
    const due = MORNING_MS / 1_000;
    expect(executions).toMatchObject([
      { result: 'bought', due_time: due + 5 * 3_600 },
      { result: 'failed', reason: 'away', dates: 4, due_time: due + 3_600 },
      { result: 'bought', due_time: due },
    ]);
    expect(next_time).toBe(due + 6 * 3_600);
  });

  it('is not made while a limit of the account stops what begins', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { isDemoPrivate: true });
    const who = await exchange.trader();
    await startPlan(exchange, who, { first_time: MORNING_MS / 1_000 + 600 });
    const limits = { version: 0, drawdown: null, exposure: { usdt: '10', coins: [], action: 'stop-creating' } };
    // The account has coins of its own, worth more than that.
    expect(await exchange.send('saveProtection', { who, body: { ...limits, fundpass: 'paper-fund' } })).toMatchObject({
      code: 200,
    });
    await exchange.pass(11 * MINUTE_MS, MINUTE_MS);
    expect((await plansOf(exchange, who)).list).toMatchObject([{ waits_for: 'protected', period: 0 }]);
    expect(await exchange.send('createPlan', { who, body: planBody() })).toMatchObject({
      code: 409,
      data: { issue: 'protection-exposure' },
    });
  });
});

describe('a coin’s part of a purchase', () => {
  it('is refused where its market would never take it, and what is accepted is bought', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    // 30 % of 10 is what the market takes at the least, of which whole lots are always less.
    const coins = [
      { asset: 'BTC', ratio: '70' },
      { asset: 'ETH', ratio: '30' },
    ];
    const { code, data } = await exchange.send('createPlan', { who, body: planBody({ coins, amount: '10' }) });
    expect([code, data]).toMatchObject([422, { field: 'amount', issue: 'pairs.min', values: { asset: 'ETH' } }]);
    const least = Number(data.values.min);
    expect(least).toBeGreaterThan(3);
    expect(least).toBeLessThan(4);
    const id = await startPlan(exchange, who, { coins, amount: (Math.ceil(least * 1_000) / 300).toFixed(2) });
    await exchange.pass(1_000);
    expect((await planOf(exchange, who, id)).executions).toMatchObject([{ result: 'bought', dates: 1 }]);
  });
});

describe('what a plan holds', () => {
  it('comes to the spot account as coins, of a plan that runs too, exactly once (E-013, E-301, E-381)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const id = await startPlan(exchange, who);
    await exchange.pass(1_000);
    const held = new Map(
      (await planOf(exchange, who, id)).holdings.map((one: { asset: string; quantity: string }) => [
        one.asset,
        units(one.quantity),
      ]),
    );
    const spotOf = (asset: string) => exchange.ledger.balance(userSpot(DEMO), asset);
    const [btc, eth] = [spotOf('BTC'), spotOf('ETH')];
    const body = { plan_id: id, version: 1 };
    expect(await exchange.send('redeemPlan', { who, body: { ...body, version: 2 } })).toMatchObject({ code: 404 });
    const key = '3f9a4c1e-5b2d-4a6f-8e7c-9d0b1a2c3e4f';
    const redeem = () => exchange.send('redeemPlan', { who, key, body: { ...body, fundpass: 'paper-fund' } });
    expect(await redeem()).toMatchObject({ code: 0 });
    expect(await redeem()).toMatchObject({ code: 0 });
    expect(spotOf('BTC') - btc).toBe(held.get('BTC'));
    expect(spotOf('ETH') - eth).toBe(held.get('ETH'));
    expect(exchange.ledger.balance(userInvest(DEMO), 'BTC')).toBe(0n);
    const plan = await planOf(exchange, who, id);
    expect(plan).toMatchObject({ status: 1, cum_hold: '0', holdings: [], position_gain: '0' });
    expect(plan.executions[0]).toMatchObject({
      result: 'redeemed',
      due_time: 0,
      coins: [{ asset: 'BTC' }, { asset: 'ETH' }],
    });
    expect(await exchange.send('redeemPlan', { who, body })).toMatchObject({
      code: 409,
      data: { issue: 'plan-holds-nothing' },
    });
    await exchange.pass(DAY_MS, HOUR_MS);
    who = await exchange.trader();
    expect(await planOf(exchange, who, id)).toMatchObject({
      period: 2,
      holdings: [{ asset: 'BTC' }, { asset: 'ETH' }],
    });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('or is sold at the market, fees taken; what is too little for it comes as coins', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startPlan(exchange, who, { amount: '100' });
    await exchange.pass(1_000);
    expect(await exchange.send('endPlan', { who, body: { plan_id: id } })).toMatchObject({ code: 0 });
    const spot = () => exchange.ledger.balance(userSpot(DEMO), 'USDT');
    const before = spot();
    const body = { plan_id: id, version: 1, way: 'sell', fundpass: 'paper-fund' };
    expect(await exchange.send('redeemPlan', { who, body })).toMatchObject({ code: 0 });
    const plan = await planOf(exchange, who, id);
    const [row] = plan.executions;
    expect(row).toMatchObject({ result: 'sold' });
    expect(spot() - before).toBe(units(row.amount));
    // Spread and two fees: less than was paid, and not much less.
    expect(Number(row.amount)).toBeLessThan(Number(plan.cumulative_amount));
    expect(Number(row.amount)).toBeGreaterThan(0.98 * Number(plan.cumulative_amount));
    expect(Number(plan.total_gain)).toBeLessThan(0);
    for (const asset of ['BTC', 'ETH']) expect(exchange.ledger.balance(userInvest(DEMO), asset)).toBe(0n);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('is not sold without a price, and comes as coins at what it cost', async () => {
    const { feed, held } = heldFeed();
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    const id = await startPlan(exchange, who);
    await exchange.pass(1_000);
    const { holdings } = await planOf(exchange, who, id);
    held.last.set('ETH_USDT', null);
    const redeem = (way: string) =>
      exchange.send('redeemPlan', { who, body: { plan_id: id, version: 1, way, fundpass: 'paper-fund' } });
    expect(await redeem('sell')).toMatchObject({ code: 409, data: { issue: 'price-unknown' } });
    expect((await planOf(exchange, who, id)).holdings).toMatchObject(
      holdings.map(({ asset, quantity }: { asset: string; quantity: string }) => ({ asset, quantity })),
    );
    expect(await redeem('coins')).toMatchObject({ code: 0 });
    expect(await planOf(exchange, who, id)).toMatchObject({ holdings: [], total_gain: '0' });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('of a version of before is redeemed by itself', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const id = await startPlan(exchange, who);
    await exchange.pass(1_000);
    const edit = { plan_id: id, version: 1, coins: TWO_COINS, amount: '80', period_type: '1d', fundpass: 'paper-fund' };
    expect(await exchange.send('editPlan', { who, body: edit })).toMatchObject({ code: 0 });
    await exchange.pass(DAY_MS, HOUR_MS);
    who = await exchange.trader();
    const body = { plan_id: id, version: 1, fundpass: 'paper-fund' };
    expect(await exchange.send('redeemPlan', { who, body })).toMatchObject({ code: 0 });
    expect(await planOf(exchange, who, id, { version: 1 })).toMatchObject({ status: 4, cum_hold: '0', holdings: [] });
    const now = await planOf(exchange, who, id);
    expect(now.holdings).toHaveLength(2);
    for (const { asset, quantity } of now.holdings)
      expect(exchange.ledger.balance(userInvest(DEMO), asset)).toBe(units(quantity));
    await exchange.kill();
  });
});
