import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { botAccount, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { priceAt, rowOf, shownActions, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Another range for a futures grid by plan (M-162 … M-168, M-317, M-320). What all grids share is in exchange-deposit-kinds. */

const DEMO = 10_001;
const KIND = 'futures_grid';

async function running(changes: object, instrument = 'BTC_USDT@USDT') {
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const id = await startKind(exchange, who, KIND, { ...changes });
  await exchange.pass(3 * 3_600_000, 60_000);
  const around = (low: number, high: number) => ({
    low_price: priceAt(exchange, instrument, low),
    high_price: priceAt(exchange, instrument, high),
  });
  return { exchange, who, id, around };
}

async function change(exchange: TestExchange, who: Who, id: number, asked: object) {
  const plan = await exchange.send('investPlan', { who, path: { id }, body: asked });
  expect(plan).toMatchObject({ code: 200 });
  const actions = shownActions(plan.data.plans[0].actions);
  const body = { ...asked, actions, fundpass: 'paper-fund' };
  return { plan, reply: await exchange.send('changeGridParams', { who, path: { id }, body }) };
}

type Order = { readonly price: string; readonly qty?: string; readonly quantity?: string };

async function booked(exchange: TestExchange, who: Who, id: number) {
  const { ask, bid } = (await exchange.send('openOrders', { who, path: { id } })).data as Record<
    'ask' | 'bid',
    readonly Order[]
  >;
  return { asks: ask.length, bids: bid.length };
}

describe('another range of a running futures grid', () => {
  it('opens as a short one there: one order makes of its position what its bids close, and says what that realises', async () => {
    const { exchange, who, id, around } = await running({ side: 'sell' });
    const before = await rowOf(exchange, who, id, KIND);
    // Far fewer lines below the price: most of the short is bought back.
    const asked = { ...around(0.995, 1.06), grid_num: '14' };
    const { plan, reply } = await change(exchange, who, id, asked);
    const [action] = plan.data.plans[0].actions;
    expect(action).toMatchObject({ action: 'buy', currency: 'BTC', profit_loss_currency: 'USDT' });
    expect(plan.data.plan_type).toBe(1);
    expect(reply).toMatchObject({ code: 200 });
    const after = await rowOf(exchange, who, id, KIND);
    expect(after).toMatchObject({ status: 'running', residual: '0', money: before.money });
    expect(after.trade_num).toBe(before.trade_num + 1);
    expect(Number(after.position)).toBeLessThan(0);
    expect(Number(after.position)).toBeGreaterThan(Number(before.position));
    const { asks, bids } = await booked(exchange, who, id);
    expect(asks + bids).toBe(14);
    await exchange.pass(3_600_000, 60_000);
    expect(await rowOf(exchange, who, id, KIND)).toMatchObject({ residual: '0' });
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await exchange.kill();
  });

  it('of a neutral one begins with nothing: what it holds is closed', async () => {
    const { exchange, who, id, around } = await running({ side: 'neutral' });
    for (let hours = 0; hours < 200 && Number((await rowOf(exchange, who, id, KIND)).position) === 0; hours += 1) {
      await exchange.pass(3_600_000, 3_600_000);
    }
    const before = await rowOf(exchange, who, id, KIND);
    expect(Number(before.position)).not.toBe(0);
    const { plan, reply } = await change(exchange, who, id, around(0.96, 1.04));
    expect(reply).toMatchObject({ code: 200 });
    const [action] = plan.data.plans[0].actions;
    expect(action.action).toBe(Number(before.position) > 0 ? 'sell' : 'buy');
    expect(Number(action.profit_loss_amount)).not.toBe(0);
    expect(Number((await rowOf(exchange, who, id, KIND)).position)).toBe(0);
    await exchange.kill();
  });

  it('says a profit of what it closes alone: contracts that are opened have realised nothing', async () => {
    const { exchange, who, id, around } = await running({ side: 'buy' });
    const { plan, reply } = await change(exchange, who, id, { ...around(0.96, 1.08), money: '4000' });
    const [action] = plan.data.plans[0].actions;
    expect(action).toMatchObject({ action: 'buy', profit_loss_amount: '', profit_loss_currency: '' });
    expect(reply).toMatchObject({ code: 200 });
    await exchange.kill();
  });

  it('is refused while it is paused, where too little money is there, and stops that are reached by then', async () => {
    const { exchange, who, id, around } = await running({});
    const ask = (body: object) => exchange.send('investPlan', { who, path: { id }, body });
    const wide = { low_price: '1000', high_price: '900000', grid_num: '500' };
    const small = await ask(wide);
    expect(small).toMatchObject({ code: 200, data: { plan_type: 3, plans: [{ plan: 'Threshold Reached' }] } });
    // With what it lacks it can be laid, and the margin that it has got is not taken for it.
    await exchange.send('increaseBalance', {
      ...{ who, path: { id } },
      body: { asset: 'USDT', amount: '5000', fundpass: 'paper-fund' },
    });
    expect((await ask(wide)).data.min_amount).toBe(small.data.min_amount);
    const money = `${Math.ceil(Number(small.data.min_amount)) + 1}`;
    expect((await ask({ ...wide, money })).data.plan_type).toBe(4);
    const stop = { ...around(0.9, 1.1), stop_profit: '0.00001', fundpass: 'paper-fund' };
    await exchange.send('pauseGrid', { who, path: { id } });
    expect(await ask(around(0.9, 1.1))).toMatchObject({ code: 409, data: { issue: 'bot-not-changeable' } });
    expect(await exchange.send('changeGridParams', { who, path: { id }, body: stop })).toMatchObject({ code: 422 });
    await exchange.kill();
  });

  it('in an inverse contract is counted in its own coin, more money too', async () => {
    const instrument = 'BTC_USD@BTC';
    const inverse = { market: 'BTC_USD', instrument_type: 'futures_btc', money: '0.05' };
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const at = (low: number, high: number) => ({
      low_price: priceAt(exchange, instrument, low),
      high_price: priceAt(exchange, instrument, high),
    });
    const id = await startKind(exchange, who, KIND, { ...inverse, ...at(0.97, 1.03) });
    await exchange.pass(3_600_000, 60_000);
    const purse = () => exchange.ledger.balance(userAccount(DEMO, 'futures_btc'), 'BTC');
    const had = purse();
    const { plan, reply } = await change(exchange, who, id, { ...at(0.95, 1.05), money: '0.01' });
    expect(plan.data.plans[0]).toMatchObject({ plan: 'Investments Append', actions: [{ currency: 'USD' }] });
    expect(reply).toMatchObject({ code: 200 });
    expect(had - purse()).toBe(parseAmount('0.01'));
    expect(await rowOf(exchange, who, id, KIND)).toMatchObject({ status: 'running', residual: '0', money: '0.06' });
    await exchange.kill();
  });
});
