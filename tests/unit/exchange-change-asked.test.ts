import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { debtsOf } from '#server/exchange/bots/move-flows.ts';
import { botAccount, userSpot, userTrial } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { MORNING_MS, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { heldCoins, startKind } from './exchange-kind-bodies.ts';
import { handClock, temporaryFolder } from './store-fixture.ts';

/** What is asked of a bot that works is done as it was said, or refused: nothing of it is dropped in silence. */

const DEMO = 10_001;
const DAY_MS = 86_400_000;
const PASS = { fundpass: 'paper-fund' };

const units = (text: string): bigint => parseAmount(text) as bigint;

async function rowOf(exchange: TestExchange, who: Who, id: number, kind = 'spot_grid') {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: kind } })).data;
}

async function rangeOf(exchange: TestExchange, who: Who, id: number, kind = 'spot_grid') {
  const { low_price, high_price, grid_num } = (await rowOf(exchange, who, id, kind)).payload;
  return { low_price, high_price, grid_num };
}

async function running() {
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const id = await startGrid(exchange, who);
  await exchange.pass(3_600_000, 60_000);
  const change = (body: object) => exchange.send('changeGridParams', { who, path: { id }, body: { ...body, ...PASS } });
  const plan = (body: object) => exchange.send('investPlan', { who, path: { id }, body });
  const trades = async () => (await rowOf(exchange, who, id)).trade_num;
  return { exchange, who, id, change, plan, trades };
}

type Action = { readonly action: string; readonly amount: string; readonly currency: string };
const shown = (actions: readonly Action[]) =>
  actions.map(({ action, amount, currency }) => ({ action, amount, currency }));

describe('a change of a running bot', () => {
  it('that is none is refused and leaves no record: nothing said, no money, the range as it is (M-215)', async () => {
    const { exchange, who, id, change } = await running();
    const records = async () => {
      const query = { strategy_id: id, strategy_type: 'spot_grid', page_size: 100 };
      return (await exchange.send('operateRecords', { who, query })).totalcount;
    };
    const before = await records();
    const range = await rangeOf(exchange, who, id);
    for (const body of [{}, { money: '0' }, { money: '0.000' }, { plan: 'Investments Unchanged' }, range]) {
      expect(await change(body)).toMatchObject({ code: 409, data: { issue: 'change-nothing' } });
    }
    const stop = (Number(range.low_price) * 0.5).toFixed(1);
    expect(await change({ stop_loss: stop })).toMatchObject({ code: 200 });
    expect(await change({ stop_loss: stop })).toMatchObject({ code: 409, data: { issue: 'change-nothing' } });
    expect(await records()).toBe((before as number) + 1);
    await exchange.kill();
  });

  it('is what was shown, in every word: the plan, how much of which coin, and nothing beside a stop', async () => {
    const { exchange, who, id, change, plan, trades } = await running();
    const range = await rangeOf(exchange, who, id);
    const asked = { ...range, money: '500' };
    const { data } = await plan(asked);
    // More money on the same lines: without it there would be nothing to choose.
    expect(data).toMatchObject({ plan_type: 1, plans: [{ plan: 'Investments Append' }] });
    const actions = shown(data.plans[0].actions);
    const [purse, before] = [exchange.ledger.balance(userSpot(DEMO), 'USDT'), await trades()];
    const stale = { code: 409, data: { issue: 'plan-stale' } };
    const wrong = [
      { plan: 'Investments Unchanged', actions },
      { plan: 'Threshold Reached', actions },
      { actions: actions.map((one) => ({ ...one, currency: 'ETH' })) },
      { actions: actions.map((one) => ({ ...one, action: 'sell' })) },
      { actions: [...actions, ...actions] },
    ];
    for (const body of wrong) expect(await change({ ...asked, ...body })).toMatchObject(stale);
    const stop = { stop_loss: (Number(range.low_price) * 0.5).toFixed(1) };
    expect(await change({ ...stop, actions })).toMatchObject(stale);
    expect(await change({ ...stop, plan: 'Investments Append' })).toMatchObject(stale);
    expect([exchange.ledger.balance(userSpot(DEMO), 'USDT'), await trades()]).toEqual([purse, before]);
    expect(await change({ ...asked, actions, plan: 'Investments Append' })).toMatchObject({ code: 200 });
    expect(purse - exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(units('500'));
    const query = { strategy_id: id, strategy_type: 'spot_grid', page_size: 3 };
    const { data: records } = await exchange.send('operateRecords', { who, query });
    expect(records.map(({ op_type }: { op_type: string }) => op_type)).toEqual([
      'open_position',
      'params',
      'increase_invest_quote',
    ]);
    expect(JSON.parse(records[2].to)).toEqual({ amount: '500', asset: 'USDT' });
    await exchange.kill();
  });

  it('keeps what was taken out of it, and what it waited for is behind it', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const early = await exchange.trader();
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const id = await startGrid(exchange, early, { trigger_price: (last * 0.9999).toFixed(1) });
    await exchange.pass(3 * DAY_MS, 3_600_000);
    const who = await exchange.trader();
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const taken = async () => (await exchange.send('withdrawable', { who, query })).data;
    const { unsettled_profit: amount } = await taken();
    expect(Number(amount)).toBeGreaterThan(0);
    const body = { id, strategy_type: 'spot_grid', amount, ...PASS };
    expect((await exchange.send('withdrawProfit', { who, body })).code).toBe(200);
    const { last_price, profit, strategy_profit } = await rowOf(exchange, who, id);
    // All of it above the price that it waited for.
    const range = { low_price: (last * 1.01).toFixed(1), high_price: (last * 1.2).toFixed(1), grid_num: '9' };
    const { data } = await exchange.send('investPlan', { who, path: { id }, body: range });
    const change = { ...range, actions: shown(data.plans[0].actions), ...PASS };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body: change })).toMatchObject({
      code: 200,
    });
    const after = await rowOf(exchange, who, id);
    expect(after).toMatchObject({ status: 'running', strategy_profit, residual: '0', last_price });
    expect(Math.abs(Number(after.profit) - Number(profit))).toBeLessThan(20);
    expect(after.payload.trigger_price).toBe('');
    const left = (await exchange.send('withdrawable', { who, query })).data;
    expect(left).toMatchObject({ unsettled_profit: '0', settled_profit: amount });
    await exchange.kill();
  });

  it('brings a grid that has trailed back to where it was made, and leaves it where it is for its stops', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const early = await exchange.trader();
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const made = { low_price: (last * 0.985).toFixed(1), high_price: (last * 1.02).toFixed(1), grid_num: '12' };
    const trail = { stop_upward_price: (last * 2).toFixed(1), moving_average_momentum: '0.01' };
    const id = await startGrid(exchange, early, { ...made, ...trail });
    const path = { id };
    const lies = async (who: Who) => {
      const { params } = await rowOf(exchange, who, id);
      return [Number(params.current_low_price), Number(params.current_high_price)];
    };
    const began = await lies(early);
    // Up, and back to where it began.
    await exchange.pass(29 * DAY_MS, 6 * 3_600_000);
    const who = await exchange.trader();
    const now = await lies(who);
    expect(now[0]).toBeGreaterThan((began[0] as number) * 1.01);
    const stop = { stop_loss: ((began[0] as number) * 0.5).toFixed(1) };
    const said = { low_price: `${now[0]}`, high_price: `${now[1]}`, grid_num: '12', ...stop, ...PASS };
    expect((await exchange.send('changeGridParams', { who, path, body: said })).code).toBe(200);
    expect(await lies(who)).toEqual(now);
    const { data } = await exchange.send('investPlan', { who, path, body: made });
    expect(data.plans[0].actions).toMatchObject([{ currency: 'BTC' }]);
    const body = { ...made, actions: shown(data.plans[0].actions), ...PASS };
    expect(await exchange.send('changeGridParams', { who, path, body })).toMatchObject({ code: 200 });
    expect(await lies(who)).toEqual(began);
    await exchange.kill();
  });

  it('of its stops alone may say its range as it is, and needs nothing for that (M-205)', async () => {
    // Days before the simulated market falls.
    const exchange = await openTestExchange(temporaryFolder(), { clock: handClock(MORNING_MS + 29 * DAY_MS) });
    const early = await exchange.trader();
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const lines = { low_price: (last * 0.99).toFixed(1), high_price: (last * 1.05).toFixed(1), grid_num: 30 };
    const query = { market: 'BTC_USDT', instrument_type: 'spot', money: '3000', ...lines };
    const least = (await exchange.send('minAmount', { query })).data.min_amount;
    const money = (Math.ceil(Number(least) * 100) / 100).toFixed(2);
    const id = await startGrid(exchange, early, { ...lines, grid_num: '30', money });
    await exchange.pass(5 * DAY_MS, 6 * 3_600_000);
    const who = await exchange.trader();
    const { payload, profit } = await rowOf(exchange, who, id);
    expect(Number(profit)).toBeLessThan(-1);
    const { low_price, high_price, grid_num } = payload;
    const orders = async () => (await exchange.send('openOrders', { who, path: { id } })).data;
    const before = await orders();
    // As the dialog sends it: everything.
    const whole = { low_price: `${low_price}0`, high_price, grid_num, money: '', stop_profit: '', actions: [] };
    const stop_loss = (Number(low_price) * 0.5).toFixed(1);
    const body = { ...whole, stop_loss, plan: 'Investments Unchanged', ...PASS };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
    expect((await rowOf(exchange, who, id)).payload.stop_loss).toBe(stop_loss);
    expect(await orders()).toEqual(before);
    await exchange.kill();
  }, 60_000);
});

describe('the least amount that a changed grid needs', () => {
  it('is counted in what its money is typed in, and is enough to the last digit (M-165)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const spec = exchange.feed.spec('ETH_BTC');
    const last = exchange.feed.lastTicks('ETH_BTC', exchange.clock.nowMs()) ?? 0;
    const at = (factor: number) => (Math.round(last * factor) / 10 ** (spec?.priceDecimals ?? 0)).toFixed(6);
    const lines = { low_price: at(0.9), high_price: at(1.1), grid_num: '10' };
    const id = await startGrid(exchange, who, { market: 'ETH_BTC', money: '0.002', ...lines });
    const path = { id };
    const asked = { low_price: at(0.7), high_price: at(1.4), grid_num: '60' };
    const plan = async (money: bigint) => {
      const text = `0.${money.toString().padStart(8, '0')}`;
      return (await exchange.send('investPlan', { who, path, body: { ...asked, money: text } })).data;
    };
    const { plan_type, min_amount } = await plan(0n);
    expect(plan_type).toBe(3);
    const least = units(min_amount);
    expect(least % 100n).toBe(0n);
    expect(await plan(least - 100n)).toMatchObject({ plan_type: 3, min_amount });
    const enough = await plan(least);
    expect(enough).toMatchObject({ plan_type: 4, min_amount });
    const actions = shown(enough.plans[0].actions);
    const body = { ...asked, money: min_amount, actions, ...PASS };
    expect(await exchange.send('changeGridParams', { who, path, body })).toMatchObject({ code: 200 });
    const { ask, bid } = (await exchange.send('openOrders', { who, path })).data;
    expect(ask.length + bid.length).toBe(60);
    await exchange.kill();
  });

  it('on margin counts all that it works with, of which more money brings as much as the leverage says', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { clock: handClock(MORNING_MS + 29 * DAY_MS) });
    const early = await exchange.trader();
    const id = await startKind(exchange, early, 'margin_grid', { money: '100', leverage: '4' });
    await exchange.pass(5 * DAY_MS, 6 * 3_600_000);
    const who = await exchange.trader();
    const { last_price, profit, status } = await rowOf(exchange, who, id, 'margin_grid');
    expect([status, Number(profit) < -10]).toEqual(['running', true]);
    const last = Number(last_price);
    const asked = { low_price: (last * 0.8).toFixed(1), high_price: (last * 1.2).toFixed(1), grid_num: '150' };
    const question = { ...asked, grid_num: 150, market: 'BTC_USDT', instrument_type: 'margin_grid', leverage: '4' };
    const { min_amount: whole } = (await exchange.send('minAmount', { query: { ...question, side: 'buy' } })).data;
    const path = { id };
    const plan = await exchange.send('investPlan', { who, path, body: asked });
    expect(plan.data.plan_type).toBe(3);
    const { ledger } = exchange;
    const held = ledger.assets(botAccount(id));
    const works =
      (held.get('USDT') ?? 0n) +
      ((held.get('BTC') ?? 0n) * units(last_price)) / units('1') -
      idleOf(await rowOf(exchange, who, id, 'margin_grid'));
    const expected = units(whole) - works / 4n;
    expect(Number(units(plan.data.min_amount) - expected)).toBeGreaterThanOrEqual(0);
    expect(Number(units(plan.data.min_amount) - expected)).toBeLessThanOrEqual(20_000);
    const money = plan.data.min_amount;
    const enough = await exchange.send('investPlan', { who, path, body: { ...asked, money } });
    expect(enough.data.plan_type).toBe(4);
    const owed = debtsOf(ledger, id).get('USDT') ?? 0n;
    const body = { ...asked, money, actions: shown(enough.data.plans[0].actions), ...PASS };
    expect(await exchange.send('changeGridParams', { who, path, body })).toMatchObject({ code: 200 });
    expect((debtsOf(ledger, id).get('USDT') ?? 0n) - owed).toBe(3n * units(money));
    const { ask, bid } = (await exchange.send('openOrders', { who, path })).data;
    expect(ask.length + bid.length).toBe(150);
    expect(brokenLaw(ledger)).toBeNull();
    await exchange.kill();
  }, 60_000);
});

/** Of a bot that nothing was taken out of, and that has more money than it won. */
const idleOf = ({ strategy_profit }: { readonly strategy_profit: string }): bigint => units(strategy_profit);

describe('money that is to come into a bot', () => {
  it('is refused at the field of its call, whichever takes it', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'smart-position');
    const add = (amount: string, asset = 'USDT') =>
      exchange.send('increaseBalance', { who, path: { id }, body: { asset, amount, ...PASS } });
    const refused = [
      [await add('0.5'), 'amount', 'money.min.create'],
      [await add('0.001'), 'amount', 'amount.decimals'],
      [await add('0'), 'amount', 'margin-amount'],
      [await add('0.000000001'), 'amount', 'margin-amount'],
      [await add('99999999'), 'amount', 'money.balance.addfut'],
      [await add('100', 'BTC'), 'asset', 'deposit-asset'],
    ] as const;
    for (const [reply, field, issue] of refused) expect(reply).toMatchObject({ code: 422, data: { field, issue } });
    await exchange.kill();
  });

  it('is none of a bot that was given coins, and that is said', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const grid = await startGrid(exchange, who, { is_use_base: '1', money: '0.2' });
    const portfolio = await startKind(exchange, who, 'smart-position', heldCoins());
    for (const id of [grid, portfolio]) {
      expect(await exchange.send('investPlan', { who, path: { id }, body: { money: '0.0001' } })).toMatchObject({
        code: 422,
        data: { field: 'money', issue: 'field.unused' },
      });
    }
    const { low_price, high_price } = await rangeOf(exchange, who, grid);
    const range = { low_price, high_price, grid_num: '12', money: '0' };
    expect((await exchange.send('investPlan', { who, path: { id: grid }, body: range })).code).toBe(200);
    const body = { asset: 'USDT', amount: '100', ...PASS };
    expect(await exchange.send('increaseBalance', { who, path: { id: portfolio }, body })).toMatchObject({
      code: 422,
      data: { field: 'amount', issue: 'field.unused' },
    });
    await exchange.kill();
  });

  it('is there once, however often it is spent at once', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const [one, other] = [await startGrid(exchange, who), await startGrid(exchange, who)];
    const portfolio = await startKind(exchange, who, 'smart-position');
    const money = '60000';
    const { data } = await exchange.send('investPlan', { who, path: { id: one }, body: { money } });
    const body = { money, actions: shown(data.plans[0].actions), ...PASS };
    const replies = await Promise.all([
      exchange.send('changeGridParams', { who, path: { id: one }, body }),
      exchange.send('increaseBalance', {
        who,
        path: { id: portfolio },
        body: { asset: 'USDT', amount: money, ...PASS },
      }),
      exchange.send('changeGridParams', { who, path: { id: other }, body }),
      exchange.send('changeGridParams', { who, path: { id: one }, body }),
    ]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 422, 422, 422]);
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(units('31000'));
    // To the last of it.
    const rest = { asset: 'USDT', amount: '31000', ...PASS };
    expect((await exchange.send('increaseBalance', { who, path: { id: portfolio }, body: rest })).code).toBe(200);
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(0n);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await exchange.kill();
  });

  it('goes back whole from a bot on trial funds, before the trial account sees anything', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const trial = () => exchange.ledger.balance(userTrial(DEMO), 'USDT');
    const purse = () => exchange.ledger.balance(userSpot(DEMO), 'USDT');
    const [lent, had] = [trial(), purse()];
    const id = await startKind(exchange, who, 'spot_grid', { use_experience: 1, money: '400' });
    const { data } = await exchange.send('investPlan', { who, path: { id }, body: { money: '1000' } });
    const body = { money: '1000', actions: shown(data.plans[0].actions), ...PASS };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
    await exchange.pass(3_600_000, 60_000);
    await exchange.send('cancelGrid', { who, path: { id }, body: PASS });
    const { profit } = await rowOf(exchange, who, id);
    const result = Number(profit);
    const [own, back] = [Number(purse() - had) / 1e8, Number(trial() - lent) / 1e8];
    // Coins of less than a lot come back as coins.
    expect(own).toBeCloseTo(Math.max(0, result), 0);
    expect(back).toBeCloseTo(Math.min(0, result), 0);
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await exchange.kill();
  });
});
