import { describe, expect, it } from 'vitest';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { PLAN_KIND } from '#lib/kinds/plan-kind.ts';
import { botFeeRate } from '#server/exchange/bots/bot-kinds.ts';
import type { Plan } from '#server/exchange/invest/plan.ts';
import { PLAN_DAYS } from '#server/exchange/invest/plan-closings.ts';
import { gainAtMidnight } from '#server/exchange/invest/plan-gains.ts';
import { PlanRates } from '#server/exchange/invest/plan-rate.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { threadMs } from '#server/exchange/surroundings/turn-time.ts';
import { endedEarnDays } from './earn-figures.ts';
import { dualOffers, orderDual } from './exchange-dual-orders.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { DEMO, editBody, planOf, startPlan } from './exchange-plans.ts';
import { heldFeed } from './held-feed.ts';
import { expectIncome } from './income-figures.ts';
import { units } from './portfolio-figures.ts';
import { temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MIDNIGHT_MS = MORNING_MS - 10 * HOUR_MS + DAY_MS;
const BTC = { coins: [{ asset: 'BTC', ratio: '100' }] };

const statistics = async (exchange: TestExchange, market: string) =>
  (await exchange.send('earnStatistics', { query: { market } })).data as NonNullable<ReplyOf<'earnStatistics'>['data']>;
const supports = async (exchange: TestExchange, currency: string) =>
  (await exchange.send('earnSupports', { query: { currency } })).data;
const closedDays = async (exchange: TestExchange, userId: number) => {
  const days: (readonly [string, string])[] = [];
  for await (const { value } of exchange.store.since(PLAN_DAYS, `${userId}`, 0)) {
    const [ms, gain] = JSON.parse(value) as [number, string];
    days.push([new Date(ms).toISOString().slice(0, 10), gain]);
  }
  return days;
};

type Candle = readonly [seconds: number, open: string, high: string, low: string, close: string];

/** Days up to one, on a straight line between two prices. */
function candlesOf(toMs: number, days: number, from: number, to: number): Candle[] {
  const price = (at: number): string => (from + ((to - from) * at) / days).toFixed(2);
  return Array.from({ length: days }, (_, at) => {
    const [open, close] = [price(at), price(at + 1)];
    return [(toMs - (days - at) * DAY_MS) / 1_000, open, open, close, close] as const;
  });
}

/** What runs, or has ended, of a trader by the counters' words. */
async function counted(exchange: TestExchange, who: Who, status: string): Promise<Record<string, number>> {
  const { data } = await exchange.send('strategyNumber', { who, query: { status } });
  return Object.fromEntries(data.map(({ key, num }: { key: string; num: number }) => [key, num]));
}

/** Worth of what a plan of bitcoin holds, at a moment, less its cost. */
async function gainAt(exchange: TestExchange, who: Who, id: number, atMs: number): Promise<bigint> {
  const { holdings } = await planOf(exchange, who, id);
  const spec = exchange.feed.spec('BTC_USDT');
  const price = BigInt(exchange.feed.lastTicks('BTC_USDT', atMs) as number) * (spec?.tickUnits ?? 0n);
  const [{ quantity, cost }] = holdings;
  return (units(quantity) * price) / 100_000_000n - units(cost);
}

describe('what is told of earn products', () => {
  it('is whether a coin has them: plans where it is bought for USDT, orders where it has an index (E-265, C-351)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    expect(await supports(exchange, 'BTC')).toEqual({ auto_invest: 1, sell_high: 1, buy_low: 1 });
    const none = { auto_invest: 0, sell_high: 0, buy_low: 0 };
    for (const coin of ['USDT', 'NOCOIN', 'USD', '']) {
      if (coin !== '') expect([coin, await supports(exchange, coin)]).toEqual([coin, none]);
    }
    const indexed = new Set(exchange.feed.contracts.map(({ base }) => base));
    for (const { base, quote } of exchange.feed.specs) {
      if (quote !== 'USDT') continue;
      const has = indexed.has(base) ? 1 : 0;
      expect(await supports(exchange, base)).toEqual({ auto_invest: 1, sell_high: has, buy_low: has });
    }
  });

  it('is the best of the offers that stand, and how far its exercise price lies (E-112, E-264)', async () => {
    const { feed, held } = heldFeed();
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const told = await statistics(exchange, 'BTC_USDT');
    for (const [type, rate, discount] of [
      ['call', told.max_call_apy, told.sell_discount_rate],
      ['put', told.max_put_apy, told.buy_discount_rate],
    ] as const) {
      const { offers, index_price } = await dualOffers(exchange, { type });
      const best = offers.toSorted((a, b) => Number(b.apy_display) - Number(a.apy_display))[0];
      expect(rate).toBe(best?.apy_display);
      const apart = Math.abs(Number(best?.exercise_price) / Number(index_price) - 1);
      expect(Number(discount)).toBeCloseTo(apart, 7);
      expect(Number(rate)).toBeGreaterThan(0);
      expect(Number(discount)).toBeGreaterThan(0);
    }
    // Without an index nothing is offered, and nothing said.
    held.index.set('BTC_USDT@USDT', null);
    exchange.clock.advance(60_000);
    expect(await statistics(exchange, 'BTC_USDT')).toMatchObject({ max_call_apy: '', sell_discount_rate: '' });
    expect(await statistics(exchange, 'ETH_BTC')).toMatchObject({ max_call_apy: '', invest_rate: '' });
  });

  it('is what a purchase every day of the last year came to, a loss too, once somebody has asked (E-112)', async () => {
    const { feed } = heldFeed();
    const dayMs = MIDNIGHT_MS - DAY_MS;
    const questions: object[] = [];
    let said: 'busy' | 'failed' | readonly Candle[] = 'busy';
    const ask = async (question: object) => {
      questions.push(question);
      if (said === 'failed') throw new Error('no disk');
      return said === 'busy' ? said : new TextEncoder().encode(JSON.stringify(said));
    };
    const rates = new PlanRates({ feed, candles: { ask } });
    const told = async (atMs = MORNING_MS) => {
      // What was asked for before may still be under way.
      await rates.reckon('BTC_USDT', Math.floor(atMs / DAY_MS) * DAY_MS);
      await rates.reckon('BTC_USDT', Math.floor(atMs / DAY_MS) * DAY_MS);
      return rates.of('BTC_USDT', atMs);
    };
    expect(rates.of('BTC_USDT', MORNING_MS)).toBeNull();
    for (const wrong of ['busy', 'failed'] as const) {
      said = wrong;
      expect(await told()).toBeNull();
    }
    said = candlesOf(dayMs, 365, 20_000, 10_000);
    const rate = Number(await told()) / 1e8;
    const spec = feed.spec('BTC_USDT');
    if (spec === undefined) throw new Error('no market');
    const kept = 1 - Number(botFeeRate(spec, PLAN_KIND)) / 1e8;
    const coins = said.reduce((sum, [, open]) => sum + (100 / Number(open)) * kept, 0);
    expect(rate).toBeCloseTo((coins * Number(said.at(-1)?.[4])) / 36_500 - 1, 5);
    expect(rate).toBeLessThan(-0.2);
    // Of one day it is asked for once.
    const asked = questions.length;
    rates.of('BTC_USDT', MORNING_MS + 1_000);
    expect(questions.length).toBe(asked);
    // The next day has its own; until it is there the last one stands.
    said = candlesOf(dayMs + DAY_MS, 365, 10_000, 20_000);
    expect(Number(rates.of('BTC_USDT', MORNING_MS + DAY_MS)) / 1e8).toBe(rate);
    expect(Number(await told(MORNING_MS + DAY_MS)) / 1e8).toBeGreaterThan(0.2);
    // A market that is younger than a year has no last year.
    said = candlesOf(dayMs + 2 * DAY_MS, 364, 10_000, 20_000);
    expect(await told(MORNING_MS + 2 * DAY_MS)).toBeNull();
    expect(rates.of('NO_MARKET', MORNING_MS)).toBeNull();
  });

  it('is what runs of a trader and what is over, of each under its own word (E-020, E-136)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const count = async (status: string) => counted(exchange, who, status);
    const none = { 'finance-high-sell': 0, 'finance-low-buy': 0, 'finance-auto-invest': 0 };
    expect(await count('running')).toMatchObject(none);
    const plan = await startPlan(exchange, who);
    await startPlan(exchange, who);
    const order = await orderDual(exchange, who, { type: 'call' });
    await orderDual(exchange, who, { type: 'put' });
    await orderDual(exchange, who, { type: 'put' });
    expect(await count('running')).toMatchObject({
      'finance-high-sell': 1,
      'finance-low-buy': 2,
      'finance-auto-invest': 2,
    });
    await exchange.send('pausePlan', { who, body: { plan_id: plan } });
    expect(await count('running')).toMatchObject({ 'finance-auto-invest': 2 });
    await exchange.send('endPlan', { who, body: { plan_id: plan } });
    await exchange.send('cancelDualOrder', { who, body: { order_id: order.id } });
    expect(await count('running')).toMatchObject({
      'finance-high-sell': 0,
      'finance-low-buy': 2,
      'finance-auto-invest': 1,
    });
    expect(await count('finished')).toMatchObject({
      'finance-high-sell': 1,
      'finance-low-buy': 0,
      'finance-auto-invest': 1,
    });
    // Another trader has none of it.
    expect(await counted(exchange, await exchange.trader('copier'), 'running')).toMatchObject(none);
  });
});

describe('the days of plans', () => {
  it('are what coins did from midnight to midnight: what was put in is none of it, and what is bought behind midnight not of the day before (E-128)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const id = await startPlan(exchange, who, { ...BTC, period_type: '1h', amount: '1000' });
    await exchange.pass(1_000);
    await exchange.pass(13 * HOUR_MS + 1_800_000, HOUR_MS / 2);
    who = await exchange.trader();
    const first = await gainAt(exchange, who, id, MIDNIGHT_MS);
    // Over midnight in one step: its purchase of 00:00 is of the new day.
    await exchange.pass(2 * HOUR_MS, 2 * HOUR_MS);
    expect(await closedDays(exchange, DEMO)).toEqual([['2026-05-21', `${first}`]]);
    // Who reckons it only now comes to the same.
    const { plans } = exchange.invest.parts;
    expect(gainAtMidnight(exchange.invest.parts, plans.get(id) as Plan, MIDNIGHT_MS)).toBe(first);
    expect([...(await endedEarnDays(exchange, DEMO))]).toEqual([['auto-investment 2026-05-20 USDT', first]]);
    who = await exchange.trader();
    await exchange.send('pausePlan', { who, body: { plan_id: id } });
    const second = await gainAt(exchange, who, id, MIDNIGHT_MS + DAY_MS);
    await exchange.pass(DAY_MS, 2 * HOUR_MS);
    expect([...(await endedEarnDays(exchange, DEMO)).values()]).toEqual([first, second - first]);
    who = await exchange.trader();
    // Closed while it holds coins: they are still worth something, and in no profit of the past.
    await exchange.send('endPlan', { who, body: { plan_id: id } });
    const told = await expectIncome(exchange, who, []);
    expect(told.history_profit).toBe('0');
    expect(Number(told.total_asset)).toBeGreaterThan(1_000);
    await exchange.send('redeemPlan', { who, body: { plan_id: id, version: 1, way: 'sell', fundpass: 'paper-fund' } });
    const after = await expectIncome(exchange, who, []);
    expect(after).toMatchObject({ run_total_profit: '0', total_asset: '0' });
    // Nothing is held any more: months pass without a row.
    await exchange.pass(2 * DAY_MS, DAY_MS);
    const rows = await closedDays(exchange, DEMO);
    await exchange.pass(60 * DAY_MS, 20 * DAY_MS);
    expect(await closedDays(exchange, DEMO)).toEqual(rows);
    expect(await expectIncome(exchange, await exchange.trader(), [])).toMatchObject({
      history_profit: after.history_profit,
      today_profit: '0',
    });
  });

  it('count each version once, though a plan is edited while its owner’s day is being closed', async () => {
    const real = createSimulatedFeed({ seed: 'exchange-tests' });
    let atMidnight = (): void => {};
    const feed = {
      ...real,
      lastTicks(instrument: string, timeMs: number) {
        if (timeMs === MIDNIGHT_MS) atMidnight();
        return real.lastTicks(instrument, timeMs);
      },
    };
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    await exchange.pass(14 * HOUR_MS - 60_000, HOUR_MS);
    const who = await exchange.trader();
    const ids: number[] = [];
    for (const amount of ['50', '60', '1000']) ids.push(await startPlan(exchange, who, { ...BTC, amount }));
    await exchange.pass(2_000);
    const edits: Promise<unknown>[] = [];
    atMidnight = () => {
      // So long that the turn is over behind each plan.
      for (const beganMs = threadMs(); threadMs() - beganMs < 30; );
      const body = editBody({ plan_id: ids[2], version: 1, ...BTC, amount: '2000' });
      if (edits.length === 0) edits.push(exchange.send('editPlan', { who, body }));
    };
    await exchange.pass(60_000, 60_000);
    expect(await Promise.all(edits)).toMatchObject([{ code: 0 }]);
    const { plans } = exchange.invest.parts;
    const gain = ids.reduce(
      (sum, id) => sum + gainAtMidnight(exchange.invest.parts, plans.get(id) as Plan, MIDNIGHT_MS),
      0n,
    );
    expect(gain).not.toBe(0n);
    expect(await closedDays(exchange, DEMO)).toEqual([['2026-05-21', `${gain}`]]);
  });

  it('are closed once, with the price of midnight: a market told otherwise later changes none, and a coin without a price counts at its cost', async () => {
    const { feed, held } = heldFeed();
    const folder = temporaryFolder();
    const exchange = await openTestExchange(folder, { feed });
    await startPlan(exchange, await exchange.trader(), { ...BTC, amount: '1000' });
    await exchange.pass(1_000);
    await exchange.pass(DAY_MS, HOUR_MS);
    const days = await endedEarnDays(exchange, DEMO);
    expect(days.size).toBe(1);
    held.last.set('BTC_USDT', 1);
    expect(await endedEarnDays(exchange, DEMO)).toEqual(days);
    held.last.set('BTC_USDT', null);
    await exchange.pass(DAY_MS, DAY_MS);
    // All that was gained on the first day is not known any more.
    expect([...(await endedEarnDays(exchange, DEMO)).values()].reduce((a, b) => a + b, 0n)).toBe(0n);
    await exchange.kill();
    const again = await openTestExchange(folder, {
      feed: createSimulatedFeed({ seed: 'exchange-tests' }),
      clock: exchange.clock,
    });
    const [kept] = [...days.values()];
    expect([...(await endedEarnDays(again, DEMO)).values()]).toEqual([kept, -(kept as bigint)]);
    await expectIncome(again, await again.trader(), []);
  });
});
