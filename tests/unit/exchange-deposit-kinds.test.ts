import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { debtsOf } from '#server/exchange/bots/move-flows.ts';
import { botAccount, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { rowOf, shownActions, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** More money, and another range, for bots of other kinds than the spot grid: one mechanism, the same promises. */

const CASES = [
  { kind: 'infinite_grid', account: 'spot', other: { low_price: '0.013', high_price: '0.017' } },
  { kind: 'margin_grid', account: 'margin', other: { low_price: '0.93', high_price: '1.06', grid_num: '9' } },
  { kind: 'futures_grid', account: 'futures_usdt', other: { low_price: '0.97', high_price: '1.06', grid_num: '9' } },
] as const;

const DEMO = 10_001;

async function running(kind: (typeof CASES)[number]['kind']) {
  const folder = temporaryFolder();
  const exchange = await openTestExchange(folder);
  const who = await exchange.trader();
  const id = await startKind(exchange, who, kind, { fundpass: 'paper-fund' });
  await exchange.pass(3 * 3_600_000, 60_000);
  const { payload } = await rowOf(exchange, who, id, kind);
  return { exchange, who, id, folder, range: { low_price: payload.low_price, high_price: payload.high_price } };
}

/** Asks what it would trade, and has it traded. */
async function change(exchange: TestExchange, who: Who, id: number, asked: object) {
  const plan = await exchange.send('investPlan', { who, path: { id }, body: asked });
  expect(plan).toMatchObject({ code: 200 });
  const actions = shownActions(plan.data.plans[0].actions);
  const body = { ...asked, actions, fundpass: 'paper-fund' };
  return { plan, reply: await exchange.send('changeGridParams', { who, path: { id }, body }) };
}

describe.each(CASES)('a running $kind', ({ kind, account, other }) => {
  it('takes more money: it is moved, is no profit, is stored, and all of it comes back at the end', async () => {
    const { exchange: first, who: someone, id, folder, range } = await running(kind);
    const before = await rowOf(first, someone, id, kind);
    const purse = () => first.ledger.balance(userAccount(DEMO, account), 'USDT');
    const had = purse();
    const owed = debtsOf(first.ledger, id).get('USDT') ?? 0n;
    const tooMuch = await first.send('investPlan', {
      ...{ who: someone, path: { id } },
      body: { ...range, money: '99999999' },
    });
    expect(tooMuch).toMatchObject({ code: 422, data: { field: 'money', issue: 'money.balance.create' } });
    const { plan, reply } = await change(first, someone, id, { ...range, money: '1000' });
    expect(plan.data.plans[0].plan).toBe('Investments Append');
    expect(reply).toMatchObject({ code: 200 });
    // What works with the money: coins for all of it, or a grid with twice as much of a loan.
    const [action] = plan.data.plans[0].actions;
    const traded = Number(action.amount) * Number(before.last_price);
    expect(action.action).toBe('buy');
    if (kind === 'infinite_grid') expect(Math.abs(traded - 1_000)).toBeLessThan(25);
    const lent = (debtsOf(first.ledger, id).get('USDT') ?? 0n) - owed;
    expect(lent).toBe(kind === 'margin_grid' ? parseAmount('2000') : 0n);
    expect(had - purse()).toBe(parseAmount('1000'));
    const after = await rowOf(first, someone, id, kind);
    expect(after).toMatchObject({ status: 'running', residual: '0' });
    expect(parseAmount(after.money)).toBe((parseAmount(before.money) as bigint) + (parseAmount('1000') as bigint));
    expect(Math.abs(Number(after.profit) - Number(before.profit))).toBeLessThan(10);
    const orders = (await first.send('openOrders', { who: someone, path: { id } })).data;
    await first.kill();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    expect(await rowOf(exchange, who, id, kind)).toEqual(after);
    expect((await exchange.send('openOrders', { who, path: { id } })).data).toEqual(orders);
    await exchange.pass(3_600_000, 60_000);
    expect(await rowOf(exchange, who, id, kind)).toMatchObject({ residual: '0' });
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await exchange.kill();
  });

  it('takes another range without more money, and refuses what its kind cannot have', async () => {
    const { exchange, who, id, range } = await running(kind);
    const asked =
      'grid_num' in other
        ? {
            ...other,
            low_price: (Number(range.low_price) * Number(other.low_price)).toFixed(1),
            high_price: (Number(range.high_price) * Number(other.high_price)).toFixed(1),
          }
        : other;
    const before = await rowOf(exchange, who, id, kind);
    const { reply } = await change(exchange, who, id, asked);
    expect(reply).toMatchObject({ code: 200 });
    const after = await rowOf(exchange, who, id, kind);
    expect(after).toMatchObject({ status: 'running', residual: '0', money: before.money });
    expect(after.payload).toMatchObject(asked);
    const wrong = { low_price: '0', high_price: asked.high_price, ...('grid_num' in asked ? { grid_num: '9' } : {}) };
    expect(await exchange.send('investPlan', { who, path: { id }, body: wrong })).toMatchObject({ code: 422 });
    // What is lent goes on costing interest, at the hours at which it did.
    const owed = debtsOf(exchange.ledger, id).get('USDT') ?? 0n;
    await exchange.pass(3_600_000, 60_000);
    expect((debtsOf(exchange.ledger, id).get('USDT') ?? 0n) > owed).toBe(kind === 'margin_grid');
    if (!('grid_num' in other)) {
      const body = { ...asked, grid_num: '9' };
      expect(await exchange.send('investPlan', { who, path: { id }, body })).toMatchObject({
        code: 422,
        data: { field: 'grid_num', issue: 'field.unused' },
      });
    }
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await exchange.kill();
  });
});

describe('a running smart position', () => {
  const kind = 'smart-position';

  it('buys its coins by their shares with more money, as it was said before, and keeps that over a restart', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const someone = await first.trader();
    const id = await startKind(first, someone, kind, { fundpass: 'paper-fund' });
    await first.pass(3 * 3_600_000, 60_000);
    // Less than what comes in: that is no profit.
    const stop = { stop_profit: '0.1', fundpass: 'paper-fund' };
    expect((await first.send('changeGridParams', { who: someone, path: { id }, body: stop })).code).toBe(200);
    const before = await rowOf(first, someone, id, kind);
    const plan = await first.send('investPlan', { who: someone, path: { id }, body: { money: '1000' } });
    expect(plan).toMatchObject({ code: 200, data: { plan_type: 1, plans: [{ plan: 'Investments Append' }] } });
    const [{ actions }] = plan.data.plans;
    expect(actions.map(({ action }: { action: string }) => action)).toEqual(actions.map(() => 'buy'));
    const shares = before.payload.params.asset_info as { asset: string; rate: string }[];
    expect(actions.map(({ currency }: { currency: string }) => currency)).toEqual(shares.map(({ asset }) => asset));
    const had = first.ledger.balance(userAccount(DEMO, 'spot'), 'USDT');
    const send = (body: object) => first.send('increaseBalance', { who: someone, path: { id }, body });
    expect(await send({ asset: 'BTC', amount: '1', fundpass: 'paper-fund' })).toMatchObject({
      code: 422,
      data: { issue: 'deposit-asset' },
    });
    expect(await send({ asset: 'USDT', amount: '0.5', fundpass: 'paper-fund' })).toMatchObject({ code: 422 });
    expect(await send({ asset: 'USDT', amount: '99999999', fundpass: 'paper-fund' })).toMatchObject({ code: 422 });
    expect(first.ledger.balance(userAccount(DEMO, 'spot'), 'USDT')).toBe(had);
    expect(await send({ asset: 'USDT', amount: '1000', fundpass: 'paper-fund' })).toMatchObject({ code: 200 });
    expect(had - first.ledger.balance(userAccount(DEMO, 'spot'), 'USDT')).toBe(parseAmount('1000'));
    const after = await rowOf(first, someone, id, kind);
    expect(after).toMatchObject({ status: 'running', residual: '0', trade_num: before.trade_num + actions.length });
    expect(parseAmount(after.money)).toBe((parseAmount(before.money) as bigint) + (parseAmount('1000') as bigint));
    expect(Math.abs(Number(after.profit) - Number(before.profit))).toBeLessThan(10);
    await first.kill();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    expect(await rowOf(exchange, who, id, kind)).toEqual(after);
    await exchange.pass(3_600_000, 60_000);
    expect(await rowOf(exchange, who, id, kind)).toMatchObject({ status: 'running', residual: '0' });
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await exchange.kill();
  });

  it('has no range, and takes nothing while it is paused', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, kind, { fundpass: 'paper-fund' });
    await exchange.pass(3_600_000, 60_000);
    const body = { money: '1000', low_price: '1', high_price: '2' };
    expect(await exchange.send('investPlan', { who, path: { id }, body })).toMatchObject({
      code: 422,
      data: { field: 'low_price', issue: 'field.unused' },
    });
    const path = { id };
    expect((await exchange.send('pauseStrategy', { who, path, body: { strategy_type: kind } })).code).toBe(200);
    expect(await exchange.send('investPlan', { who, path, body: { money: '1000' } })).toMatchObject({
      code: 409,
      data: { issue: 'bot-not-changeable' },
    });
    await exchange.kill();
  });
});

describe.each(['martingale', 'recurring-buy', 'spot-compose-indicator'] as const)('a running %s', (kind) => {
  it('has more money for what it is to trade: nothing is traded, what rests stays, and a restart keeps it: a plan of type 0 (M-162)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const someone = await first.trader();
    const id = await startKind(first, someone, kind, { fundpass: 'paper-fund' });
    await first.pass(3_600_000, 60_000);
    const before = await rowOf(first, someone, id, kind);
    const orders = (await first.send('openOrders', { who: someone, path: { id } })).data;
    const plan = await first.send('investPlan', { who: someone, path: { id }, body: { money: '1000' } });
    expect(plan).toMatchObject({ code: 200, data: { plan_type: 0, plans: [{ actions: [] }] } });
    const body = { asset: 'USDT', amount: '1000', fundpass: 'paper-fund' };
    expect(await first.send('increaseBalance', { who: someone, path: { id }, body })).toMatchObject({ code: 200 });
    const after = await rowOf(first, someone, id, kind);
    expect(after).toMatchObject({ status: 'running', residual: '0', trade_num: before.trade_num });
    expect(after.profit).toBe(before.profit);
    expect(parseAmount(after.money)).toBe((parseAmount(before.money) as bigint) + (parseAmount('1000') as bigint));
    expect((await first.send('openOrders', { who: someone, path: { id } })).data).toEqual(orders);
    await first.kill();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    expect(await rowOf(exchange, who, id, kind)).toEqual(after);
    await exchange.pass(3_600_000, 60_000);
    expect(await rowOf(exchange, who, id, kind)).toMatchObject({ residual: '0' });
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await exchange.kill();
  });
});

it('a recurring buy that has spent its money buys again at the next date, and makes up for none that passed', async () => {
  const kind = 'recurring-buy';
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const id = await startKind(exchange, who, kind, { params: { begin_money_amount: '300' }, fundpass: 'paper-fund' });
  const trades = async () => (await rowOf(exchange, who, id, kind)).trade_num;
  await exchange.pass(4.5 * 3_600_000, 60_000);
  expect(await trades()).toBe(2);
  const body = { asset: 'USDT', amount: '700', fundpass: 'paper-fund' };
  expect(await exchange.send('increaseBalance', { who, path: { id }, body })).toMatchObject({ code: 200 });
  expect(await trades()).toBe(2);
  await exchange.pass(3_600_000, 60_000);
  expect(await trades()).toBe(4);
  await exchange.pass(5 * 3_600_000, 60_000);
  expect(await rowOf(exchange, who, id, kind)).toMatchObject({ trade_num: 6, status: 'running', residual: '0' });
  await exchange.kill();
});

describe('money that a bot cannot take', () => {
  const asked = { asset: 'USDT', amount: '100', fundpass: 'paper-fund' };

  it.each([
    ['spot_grid', 'deposit-by-plan'],
    ['margin_grid', 'deposit-by-plan'],
    ['spot-future-arbitrage', 'deposit-none'],
  ] as const)('of a %s is refused as %s: it says what takes some', async (kind, issue) => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, kind, { fundpass: 'paper-fund' });
    await exchange.pass(60_000);
    const before = await rowOf(exchange, who, id, kind);
    const refused = { code: 409, data: { issue } };
    expect(await exchange.send('increaseBalance', { who, path: { id }, body: asked })).toMatchObject(refused);
    expect((await rowOf(exchange, who, id, kind)).money).toBe(before.money);
    if (issue === 'deposit-none') {
      expect(await exchange.send('investPlan', { who, path: { id }, body: { money: '100' } })).toMatchObject(refused);
    }
    await exchange.kill();
  });
});
