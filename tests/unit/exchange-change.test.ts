import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { botAccount, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { gridBody, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;

async function rowOf(exchange: TestExchange, who: Who, id: number) {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'spot_grid' } })).data;
}

async function running() {
  const folder = temporaryFolder();
  const exchange = await openTestExchange(folder);
  const who = await exchange.trader();
  const id = await startGrid(exchange, who);
  await exchange.pass(3 * 3_600_000, 60_000);
  return { exchange, who, id, folder };
}

/** A range around the price, as text. */
async function around(exchange: TestExchange, who: Who, id: number, down: number, up: number) {
  const last = Number((await rowOf(exchange, who, id)).last_price);
  return { low_price: (last * (1 - down)).toFixed(1), high_price: (last * (1 + up)).toFixed(1) };
}

const shown = (actions: readonly { action: string; amount: string; currency: string }[]) =>
  actions.map(({ action, amount, currency }) => ({ action, amount, currency }));

describe('changing a running grid', () => {
  it('says what another range would trade, and trades that: orders, range and record follow (M-317, M-320, M-163, M-164, M-116)', async () => {
    const { exchange, who, id } = await running();
    const range = { ...(await around(exchange, who, id, 0.03, 0.09)), grid_num: '16' };
    const plan = await exchange.send('investPlan', { who, path: { id }, body: range });
    expect(plan).toMatchObject({ code: 200, data: { plans: [{ plan: 'Investments Unchanged' }] } });
    expect(plan.data.plan_type).toBe(1);
    const [{ actions }] = plan.data.plans;
    expect(actions).toMatchObject([{ action: 'buy', currency: 'BTC' }]);
    expect(Object.keys(actions[0]).sort()).toEqual([
      ...['action', 'amount', 'currency', 'profit_loss_amount', 'profit_loss_currency'],
    ]);
    const before = await rowOf(exchange, who, id);
    const body = { ...range, actions: shown(actions), fundpass: 'paper-fund' };
    const changed = await exchange.send('changeGridParams', { who, path: { id }, body });
    expect(changed).toMatchObject({ code: 200 });
    const after = await rowOf(exchange, who, id);
    expect(after).toMatchObject({ status: 'running', step: 'running', residual: '0' });
    expect(after.trade_num).toBe(before.trade_num + 1);
    const book = (await exchange.send('openOrders', { who, path: { id } })).data;
    expect(book.ask.length + book.bid.length).toBe(16);
    for (const { price } of [...book.ask, ...book.bid]) {
      expect(Number(price)).toBeGreaterThanOrEqual(Number(range.low_price) - 0.2);
      expect(Number(price)).toBeLessThanOrEqual(Number(range.high_price) + 0.2);
    }
    const trades = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 1 } });
    expect(trades.data.orders[0]).toMatchObject({ side: 'buy', match_qty: actions[0].amount });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('keeps the change over a restart: stored parameters are the new ones', async () => {
    const { exchange: first, who: someone, id, folder } = await running();
    const range = { ...(await around(first, someone, id, 0.08, 0.02)), grid_num: '20' };
    const plan = await first.send('investPlan', { who: someone, path: { id }, body: range });
    const [{ actions }] = plan.data.plans;
    const body = { ...range, actions: shown(actions), fundpass: 'paper-fund' };
    expect(await first.send('changeGridParams', { who: someone, path: { id }, body })).toMatchObject({ code: 200 });
    const orders = (await first.send('openOrders', { who: someone, path: { id } })).data;
    await first.kill();
    const exchange = await openTestExchange(folder);
    const who = await exchange.trader();
    expect((await exchange.send('openOrders', { who, path: { id } })).data).toEqual(orders);
    await exchange.pass(3_600_000, 60_000);
    expect(await rowOf(exchange, who, id)).toMatchObject({ status: 'running', residual: '0' });
  });

  it('lays a larger grid with more money: the money is moved, no profit of it (M-165, M-166, M-167, M-204, M-216)', async () => {
    const { exchange, who, id } = await running();
    const range = { ...(await around(exchange, who, id, 0.05, 0.05)), grid_num: '10' };
    const tooMuch = await exchange.send('investPlan', { who, path: { id }, body: { ...range, money: '99999999' } });
    expect(tooMuch).toMatchObject({ code: 422, data: { field: 'money', issue: 'money.balance.create' } });
    const asked = { ...range, money: '1000' };
    const plan = await exchange.send('investPlan', { who, path: { id }, body: asked });
    const [{ plan: name, actions }, unchanged] = plan.data.plans;
    expect(name).toBe('Investments Append');
    // The range can be had without the money as well: as if it had not been offered (M-167, M-168).
    expect(plan.data.plan_type).toBe(5);
    const alone = await exchange.send('investPlan', { who, path: { id }, body: range });
    expect([unchanged]).toEqual(alone.data.plans);
    const before = await rowOf(exchange, who, id);
    const purse = exchange.ledger.balance(userSpot(DEMO), 'USDT');
    const body = { ...asked, actions: shown(actions), fundpass: 'paper-fund' };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
    expect(purse - exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(parseAmount('1000'));
    const after = await rowOf(exchange, who, id);
    expect(after.money).toBe('4000');
    // The opening order's slippage and fee are all that it cost.
    expect(Math.abs(Number(after.profit) - Number(before.profit))).toBeLessThan(5);
    expect(Number(after.max_draw_down)).toBeLessThan(Number(before.max_draw_down) + 0.01);
    const query = { strategy_id: id, strategy_type: 'spot_grid', query_type: 'fund', page_size: 30 };
    expect((await exchange.send('accountBook', { who, query })).data[0]).toMatchObject({
      type: 'bot-add',
      change: '1000',
    });
    await exchange.send('cancelGrid', { who, path: { id }, body: {} });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('does nothing when the plan is another than what was shown, or what is asked for is too little', async () => {
    const { exchange, who, id } = await running();
    const range = { ...(await around(exchange, who, id, 0.03, 0.09)), grid_num: '16' };
    const before = await rowOf(exchange, who, id);
    const purse = exchange.ledger.balance(userSpot(DEMO), 'USDT');
    const blind = await exchange.send('changeGridParams', {
      who,
      path: { id },
      body: { ...range, fundpass: 'paper-fund' },
    });
    expect(blind).toMatchObject({ code: 409, data: { issue: 'plan-stale' } });
    const wide = { ...range, low_price: '1000', high_price: '900000', grid_num: '1000' };
    const small = await exchange.send('investPlan', { who, path: { id }, body: wide });
    expect(small).toMatchObject({
      code: 200,
      data: { plan_type: 3, plans: [{ plan: 'Threshold Reached', actions: [] }] },
    });
    expect(Number(small.data.min_amount)).toBeGreaterThan(0);
    const forced = await exchange.send('changeGridParams', {
      who,
      path: { id },
      body: { ...wide, fundpass: 'paper-fund' },
    });
    expect(forced).toMatchObject({ code: 422, data: { field: 'money' } });
    const upside = { ...range, low_price: range.high_price, high_price: range.low_price };
    expect(await exchange.send('investPlan', { who, path: { id }, body: upside })).toMatchObject({ code: 422 });
    expect(
      await exchange.send('investPlan', { who, path: { id }, body: { ...range, grid_num: '1001' } }),
    ).toMatchObject({ code: 422 });
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(purse);
    expect((await rowOf(exchange, who, id)).trade_num).toBe(before.trade_num);
  });

  it('changes stops without touching an order, and one that is met acts at the next price (M-320, X11)', async () => {
    const { exchange, who, id } = await running();
    const orders = (await exchange.send('openOrders', { who, path: { id } })).data;
    const last = Number((await rowOf(exchange, who, id)).last_price);
    const wrong = { stop_loss: (last * 1.5).toFixed(1), fundpass: 'paper-fund' };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body: wrong })).toMatchObject({ code: 422 });
    const body = { stop_loss: (last * 0.5).toFixed(1), fundpass: 'paper-fund' };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
    expect((await exchange.send('openOrders', { who, path: { id } })).data).toEqual(orders);
    const other = await exchange.logIn('copier', 'paper-copier');
    expect(await exchange.send('changeGridParams', { who: other, path: { id }, body })).toMatchObject({ code: 403 });
  });

  it('takes a stop loss below the last price and below the low price alone, of a new low price as well (M-211, X11)', async () => {
    const { exchange, who, id } = await running();
    const { payload, last_price } = await rowOf(exchange, who, id);
    const [low, last, tick] = [Number(payload.low_price), Number(last_price), 0.1];
    expect(low).toBeLessThan(last);
    const send = (body: object) =>
      exchange.send('changeGridParams', { who, path: { id }, body: { ...body, fundpass: 'paper-fund' } });
    const refused = { code: 422, data: { field: 'stop_loss' } };
    // Below the last price is not enough: the low price is the lower one.
    for (const stop of [last + tick, last - tick, low + tick, low])
      expect([stop, await send({ stop_loss: stop.toFixed(1) })]).toMatchObject([stop, refused]);
    expect(await send({ stop_loss: (low - tick).toFixed(1) })).toMatchObject({ code: 200 });
    const { high_price, grid_num } = payload;
    const lower = { low_price: (low * 0.99).toFixed(1), high_price, grid_num: `${grid_num}` };
    expect(await send({ ...lower, stop_loss: (low - tick).toFixed(1) })).toMatchObject(refused);
    // Of a range above the price, the price is the lower one.
    const above = { low_price: (last * 1.02).toFixed(1), high_price: (last * 1.1).toFixed(1), grid_num: `${grid_num}` };
    expect(await send({ ...above, stop_loss: (last * 1.01).toFixed(1) })).toMatchObject(refused);
  });

  it('is refused by a bot that has not started, whatever it would need', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const { data } = await exchange.send('createGrid', { who, body: gridBody(exchange) });
    const path = { id: data.strategy_id };
    const refused = { code: 409, data: { issue: 'bot-not-changeable' } };
    const { low_price, high_price } = gridBody(exchange);
    const asked = { low_price, high_price, grid_num: '12' };
    expect(await exchange.send('investPlan', { who, path, body: asked })).toMatchObject(refused);
    const body = { ...asked, fundpass: 'paper-fund' };
    expect(await exchange.send('changeGridParams', { who, path, body })).toMatchObject(refused);
  });

  it('of a grid that has trailed begins with the range as it stands, not with the one of its creation', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const id = await startGrid(exchange, who, {
      low_price: (last * 0.985).toFixed(1),
      high_price: (last * 1.001).toFixed(1),
      grid_num: '12',
      stop_upward_price: (last * 2).toFixed(1),
      stop_downward_price: (last * 0.4).toFixed(1),
      moving_average_momentum: '0.01',
    });
    const range = async () => {
      const { params } = await rowOf(exchange, who, id);
      return [Number(params.current_low_price), Number(params.current_high_price)] as const;
    };
    const [low, high] = await range();
    for (let hours = 0; hours < 240 && (await range())[0] === low; hours += 6) {
      await exchange.pass(6 * 3_600_000, 6 * 3_600_000);
    }
    const [nowLow, nowHigh] = await range();
    expect(nowLow).not.toBe(low);
    const send = (body: object) =>
      exchange.send('changeGridParams', { who, path: { id }, body: { ...body, fundpass: 'paper-fund' } });
    // Beyond the range of its creation, and within its lines.
    const within = ((nowLow + nowHigh) / 2).toFixed(1);
    const wrong = nowLow < low ? { stop_loss: within } : { stop_profit: within };
    expect(await send(wrong)).toMatchObject({ code: 422, data: { field: Object.keys(wrong)[0] } });
    // Beyond its lines, and within the range of its creation.
    const between =
      nowLow < low ? { stop_profit: (nowHigh + 0.1).toFixed(1) } : { stop_loss: (nowLow - 0.1).toFixed(1) };
    expect(await send(between)).toMatchObject({ code: 200 });
    expect((await rowOf(exchange, who, id)).status).toBe('running');
    expect(await send({ stop_loss: (last * 0.3).toFixed(1), stop_profit: '' })).toMatchObject({ code: 200 });
    expect(await range()).toEqual([nowLow, nowHigh]);
    // Another number of grids, and no word of the range.
    const asked = { low_price: `${nowLow}`, high_price: `${nowHigh}`, grid_num: '9' };
    const plan = await exchange.send('investPlan', { who, path: { id }, body: asked });
    expect(await send({ grid_num: '9', actions: shown(plan.data.plans[0].actions) })).toMatchObject({ code: 200 });
    expect(await range()).toEqual([nowLow, nowHigh]);
    expect(high).not.toBe(nowHigh);
  }, 60_000);
});
