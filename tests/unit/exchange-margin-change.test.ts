import { describe, expect, it } from 'vitest';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import { type BotMachine, EQUITY_SCALE } from '#lib/engine/machine.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { noteFlows } from '#server/exchange/bots/change-bot.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { botAccount, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { PLAIN_CONTRACT } from './futures-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const PURSE = userAccount(DEMO, 'futures_usdt');

const units = (text: string): bigint => parseAmount(text) as bigint;

function addition(amount: string, changes: object = {}) {
  return { asset: 'USDT', amount, fundpass: 'paper-fund', ...changes };
}

async function running(kind: RunnableKind, folder = temporaryFolder()) {
  const exchange = await openTestExchange(folder);
  const who = await exchange.trader();
  const id = await startKind(exchange, who, kind);
  await exchange.pass(3_600_000, 60_000);
  return { exchange, who, id };
}

const CALLS = [
  ['futures_grid', 'increaseGridBalance'],
  ['futures_grid', 'increaseBalance'],
  ['contract-martingale', 'increaseBalance'],
  ['compose-indicator', 'increaseBalance'],
] as const;

describe('margin of a bot in a contract', () => {
  it.each(CALLS)(
    'is added to a %s by %s: money moves, the liquidation with it, no order and no result (M-313, M-314, M-315)',
    async (kind, call) => {
      const folder = temporaryFolder();
      const { exchange: first, who: someone, id } = await running(kind, folder);
      const before = await rowOf(first, someone, id, kind);
      const orders = (await first.send('openOrders', { who: someone, path: { id } })).data;
      const purse = first.ledger.balance(PURSE, 'USDT');
      const asked = { strategy_id: id, money: '3500' };
      const said = await first.send('liquidationPrice', {
        who: someone,
        body: { ...asked, money: `${Number(before.money) + 500}` },
      });
      const added = await first.send(call, { who: someone, path: { id }, body: addition('500') });
      expect(added).toMatchObject({ code: 200, data: { strategy_id: id } });
      const { liq_price, short_liq_price } = said as unknown as Record<string, string>;
      expect(added.data.after).toMatchObject({ liq_price, short_liq_price });
      expect(purse - first.ledger.balance(PURSE, 'USDT')).toBe(units('500'));
      const after = await rowOf(first, someone, id, kind);
      expect(after).toMatchObject({
        status: 'running',
        residual: '0',
        profit: before.profit,
        money: `${Number(before.money) + 500}`,
      });
      expect([after.position, after.trade_num]).toEqual([before.position, before.trade_num]);
      expect(Number(after.max_draw_down)).toBeLessThanOrEqual(Number(before.max_draw_down));
      if (before.liq_price !== '--') expect(Number(after.liq_price)).not.toBe(Number(before.liq_price));
      expect((await first.send('openOrders', { who: someone, path: { id } })).data).toEqual(orders);
      const query = { strategy_id: id, strategy_type: kind, page_size: 30 };
      const operations = await first.send('operateRecords', { who: someone, query });
      expect(operations.data[0].op_type).toBe('increase_margin');
      expect(JSON.parse(operations.data[0].to)).toEqual({ amount: '500', asset: 'USDT' });
      await first.kill();
      const exchange = await openTestExchange(folder, { clock: first.clock });
      const who = await exchange.trader();
      const again = await rowOf(exchange, who, id, kind);
      expect([again.liq_price, again.full_liq_price, again.profit_rate]).toEqual([
        after.liq_price,
        after.full_liq_price,
        after.profit_rate,
      ]);
      await exchange.pass(3_600_000, 60_000);
      expect((await rowOf(exchange, who, id, kind)).residual).toBe('0');
      expect(brokenLaw(exchange.ledger)).toBeNull();
    },
  );

  it('is taken out as far as neither the position nor an order needs it, and what is said before is what comes (M-188, M-323, M-324, E-257, E-298)', async () => {
    const { exchange, who, id } = await running('futures_grid');
    await exchange.send('increaseGridBalance', { who, path: { id }, body: addition('400') });
    const path = { id };
    const { data } = await exchange.send('reducibleMargin', { who, path, query: { strategy_id: id } });
    const most = units(data.max_withdrawal_amount);
    expect(data.withdrawable).toBe(1);
    expect(most).toBeGreaterThanOrEqual(units('300'));
    const more = { who, path, body: { amount: `${Number(data.max_withdrawal_amount) + 1}`, fundpass: 'paper-fund' } };
    // What no ledger can hold is not too much.
    expect(
      await exchange.send('reduceMargin', { ...more, body: { ...more.body, amount: '1.123456789' } }),
    ).toMatchObject({ code: 422, data: { field: 'amount', issue: 'margin-amount' } });
    expect(await exchange.send('reduceMargin', more)).toMatchObject({
      code: 422,
      data: { field: 'amount', issue: 'margin-most' },
    });
    expect(await exchange.send('reducibleMargin', { who, path, query: { amount: more.body.amount } })).toMatchObject({
      code: 422,
    });
    const said = await exchange.send('reducibleMargin', { who, path, query: { amount: '150' } });
    const before = await rowOf(exchange, who, id, 'futures_grid');
    const purse = exchange.ledger.balance(PURSE, 'USDT');
    const taken = await exchange.send('reduceMargin', { who, path, body: { amount: '150', fundpass: 'paper-fund' } });
    expect(taken).toMatchObject({ code: 200, data: { before: data.liquidation, after: said.data.liquidation } });
    expect(exchange.ledger.balance(PURSE, 'USDT') - purse).toBe(units('150'));
    const after = await rowOf(exchange, who, id, 'futures_grid');
    for (const figure of ['profit', 'profit_rate', 'max_draw_down', 'money', 'position', 'residual']) {
      expect([figure, after[figure]]).toEqual([figure, before[figure]]);
    }
    const left = await exchange.send('reducibleMargin', { who, path });
    expect(units(left.data.max_withdrawal_amount)).toBe(most - units('150'));
    const query = { strategy_id: id, strategy_type: 'futures_grid', query_type: 'fund', page_size: 30 };
    const book = await exchange.send('accountBook', { who, query });
    expect(book.data.slice(0, 2)).toMatchObject([
      { type: 'margin-withdrawal', change: '-150' },
      { type: 'margin-add', change: '400' },
    ]);
    // What is put back was given before: rates are of no more money than without it.
    await exchange.send('increaseGridBalance', { who, path, body: addition('150') });
    expect(await rowOf(exchange, who, id, 'futures_grid')).toMatchObject({
      money: before.money,
      profit_rate: before.profit_rate,
    });
    await exchange.send('reduceMargin', { who, path, body: { amount: '20', fundpass: 'paper-fund' } });
    // Margin is no profit that was taken out, while it works and when it is over.
    const profitOf = async () =>
      (await exchange.send('withdrawable', { who, query: { strategy_id: id, strategy_type: 'futures_grid' } })).data;
    expect((await profitOf()).settled_profit).toBe('0');
    await exchange.send('cancelGrid', { who, path, body: { fundpass: 'paper-fund' } });
    const ended = await rowOf(exchange, who, id, 'futures_grid');
    expect(ended).toMatchObject({ status: 'finished', residual: '0' });
    expect((await profitOf()).settled_profit).toBe('0');
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('of a martingale counts the adds that a pause keeps out of the book', async () => {
    const { exchange, who, id } = await running('contract-martingale');
    await exchange.send('increaseBalance', { who, path: { id }, body: addition('1000') });
    const most = async () => (await exchange.send('reducibleMargin', { who, path: { id } })).data.max_withdrawal_amount;
    const before = await most();
    await exchange.send('pauseStrategy', { who, path: { id }, body: {} });
    expect([await most(), Number(before) > 0]).toEqual([before, true]);
  });

  it('moves while the bot is paused, and counts the orders that the pause keeps out of the book', async () => {
    const { exchange, who, id } = await running('futures_grid');
    const before = await exchange.send('reducibleMargin', { who, path: { id } });
    await exchange.send('pauseGrid', { who, path: { id } });
    expect((await exchange.send('reducibleMargin', { who, path: { id } })).data.max_withdrawal_amount).toBe(
      before.data.max_withdrawal_amount,
    );
    expect(await exchange.send('increaseGridBalance', { who, path: { id }, body: addition('10') })).toMatchObject({
      code: 200,
    });
    expect(
      await exchange.send('reduceMargin', { who, path: { id }, body: { amount: '10', fundpass: 'paper-fund' } }),
    ).toMatchObject({ code: 200 });
    expect(await rowOf(exchange, who, id, 'futures_grid')).toMatchObject({ status: 'pause', residual: '0' });
  });

  it('is moved once for a key, by its owner alone, with the fund password, in its own asset, as far as there is money (M-180, M-193, X5)', async () => {
    const { exchange, who, id } = await running('futures_grid');
    const path = { id };
    const purse = exchange.ledger.balance(PURSE, 'USDT');
    const key = 'a-key-of-one-wish';
    const once = { who, path, body: addition('100'), key };
    expect(await exchange.send('increaseBalance', once)).toMatchObject({ code: 200 });
    expect(await exchange.send('increaseBalance', once)).toMatchObject({ code: 200 });
    expect(await exchange.send('increaseBalance', { ...once, body: addition('200') })).toMatchObject({ code: 409 });
    expect(purse - exchange.ledger.balance(PURSE, 'USDT')).toBe(units('100'));
    const other = await exchange.logIn('copier', 'paper-copier');
    for (const call of ['increaseBalance', 'reduceMargin'] as const) {
      const body = call === 'reduceMargin' ? { amount: '1', fundpass: 'paper-fund' } : addition('1');
      expect(await exchange.send(call, { who: other, path, body })).toMatchObject({ code: 403 });
    }
    expect(await exchange.send('reducibleMargin', { who: other, path })).toMatchObject({ code: 403 });
    const another = await exchange.logIn();
    expect(await exchange.send('reduceMargin', { who: another, path, body: { amount: '1' } })).toMatchObject({
      code: 423,
      require_fundpass: true,
    });
    const refused = [
      [addition('100', { asset: 'BTC' }), 'asset', 'deposit-asset'],
      [addition('0'), 'amount', 'margin-amount'],
      [addition('99999999'), 'amount', 'money.balance.addfut'],
    ] as const;
    for (const [body, field, issue] of refused) {
      expect(await exchange.send('increaseBalance', { who, path, body })).toMatchObject({
        code: 422,
        data: { field, issue },
      });
    }
    const nothing = { amount: '0', fundpass: 'paper-fund' };
    expect(await exchange.send('reduceMargin', { who, path, body: nothing })).toMatchObject({
      code: 422,
      data: { field: 'amount' },
    });
    expect(purse - exchange.ledger.balance(PURSE, 'USDT')).toBe(units('100'));
    await exchange.send('cancelGrid', { who, path, body: { fundpass: 'paper-fund' } });
    expect(await exchange.send('increaseBalance', { who, path, body: addition('1') })).toMatchObject({ code: 409 });
    expect(await exchange.send('reducibleMargin', { who, path })).toMatchObject({
      data: { withdrawable: 0, max_withdrawal_amount: '0' },
    });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('is none of a spot grid, and what was lent stays', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    expect(await exchange.send('increaseBalance', { who, path: { id }, body: addition('1') })).toMatchObject({
      code: 409,
      data: { issue: 'deposit-by-plan' },
    });
    expect(await exchange.send('reducibleMargin', { who, path: { id } })).toMatchObject({ data: { withdrawable: 0 } });
    const lent = await startKind(exchange, who, 'futures_grid', { use_experience: 1 });
    await exchange.send('increaseBalance', { who, path: { id: lent }, body: addition('400') });
    expect(await exchange.send('reducibleMargin', { who, path: { id: lent } })).toMatchObject({
      data: { withdrawable: 0 },
    });
    expect(
      await exchange.send('reduceMargin', { who, path: { id: lent }, body: { amount: '1', fundpass: 'paper-fund' } }),
    ).toMatchObject({ code: 422, data: { issue: 'margin-none' } });
    const purse = exchange.ledger.balance(PURSE, 'USDT');
    await exchange.send('cancelGrid', { who, path: { id: lent }, body: { fundpass: 'paper-fund' } });
    expect(exchange.ledger.balance(PURSE, 'USDT')).toBeGreaterThan(purse + units('390'));
  });
});

describe('adding to a futures grid with another leverage', () => {
  const transfer = (amount: string, leverage: string, changes: object = {}) => ({
    plan: 'Investments Append',
    actions: [{ action: 'transfer', amount, currency: 'USDT', leverage }],
    fundpass: 'paper-fund',
    ...changes,
  });

  it('moves the money and the liquidation with it, binds other margin, and leaves the orders (M-192, M-319)', async () => {
    const folder = temporaryFolder();
    const { exchange: first, who: someone, id } = await running('futures_grid', folder);
    const before = await rowOf(first, someone, id, 'futures_grid');
    const orders = (await first.send('openOrders', { who: someone, path: { id } })).data;
    const { leverage } = before.params;
    const other = `${Number(leverage) + 2}`;
    const added = await first.send('updateGrid', { who: someone, path: { id }, body: transfer('300', other) });
    expect(added).toMatchObject({ code: 200 });
    const after = await rowOf(first, someone, id, 'futures_grid');
    expect(after).toMatchObject({
      money: `${Number(before.money) + 300}`,
      position: before.position,
      profit: before.profit,
      residual: '0',
    });
    expect(after.params.leverage).toBe(other);
    expect(added.data.after.held_liq_price).toBe(after.liq_price);
    if (before.position !== '0') expect(Number(after.margin)).toBeLessThan(Number(before.margin));
    expect((await first.send('openOrders', { who: someone, path: { id } })).data).toEqual(orders);
    await first.kill();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    const again = await rowOf(exchange, who, id, 'futures_grid');
    expect([again.margin, again.liq_price, again.params.leverage]).toEqual([after.margin, after.liq_price, other]);
    await exchange.pass(3_600_000, 60_000);
    expect((await rowOf(exchange, who, id, 'futures_grid')).residual).toBe('0');
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('is what its plan says: another one, and what is none, move nothing (M-116, M-319)', async () => {
    const { exchange, who, id } = await running('futures_grid');
    const { leverage } = (await rowOf(exchange, who, id, 'futures_grid')).params;
    const purse = exchange.ledger.balance(PURSE, 'USDT');
    const send = (plan: string | undefined) =>
      exchange.send('updateGrid', { who, path: { id }, body: transfer('10', leverage, { plan }) });
    for (const plan of ['Investments Unchanged', 'Threshold Reached'])
      expect(await send(plan), plan).toMatchObject({ code: 409, data: { issue: 'plan-stale' } });
    expect(await send('Nonsense')).toMatchObject({ code: 422, data: { field: 'plan' } });
    expect(exchange.ledger.balance(PURSE, 'USDT')).toBe(purse);
    expect(await send(undefined)).toMatchObject({ code: 200 });
    expect(await send('Investments Append')).toMatchObject({ code: 200 });
    expect(exchange.ledger.balance(PURSE, 'USDT')).toBe(purse - units('20'));
  });

  it('is refused where the amount, the asset or the leverage is wrong, or there is too little money', async () => {
    const { exchange, who, id } = await running('futures_grid');
    const purse = exchange.ledger.balance(PURSE, 'USDT');
    const send = (body: object) => exchange.send('updateGrid', { who, path: { id }, body });
    expect(await send(transfer('0.5', '5'))).toMatchObject({
      code: 422,
      data: { field: 'amount', issue: 'addition-least' },
    });
    expect(await send(transfer('99999999', '5'))).toMatchObject({ code: 422, data: { issue: 'money.balance.addfut' } });
    expect(await send(transfer('10', '126'))).toMatchObject({ code: 422, data: { field: 'leverage' } });
    expect(await send(transfer('10', '1'))).toMatchObject({
      code: 422,
      data: { field: 'leverage', issue: 'margin-too-little' },
    });
    expect(exchange.ledger.balance(PURSE, 'USDT')).toBe(purse);
    // Its stop stands: what would have to change is the leverage.
    const stopped = await startKind(exchange, who, 'futures_grid', { leverage: '2', stop_loss: '0.3' });
    expect(await exchange.send('updateGrid', { who, path: { id: stopped }, body: transfer('300', '5') })).toMatchObject(
      { code: 422, data: { field: 'leverage', issue: 'stop.leverage_limit' } },
    );
    const martingale = await startKind(exchange, who, 'contract-martingale');
    expect(
      await exchange.send('updateGrid', { who, path: { id: martingale }, body: transfer('10', '5') }),
    ).toMatchObject({ code: 409 });
    const other = await exchange.logIn('copier', 'paper-copier');
    expect(await exchange.send('updateGrid', { who: other, path: { id }, body: transfer('10', '5') })).toMatchObject({
      code: 403,
    });
  });
});

describe('a step of the contract’s risk limits below the leverage that a bot has already', () => {
  it('keeps its owner from more leverage, and from neither margin nor another range', async () => {
    const folder = temporaryFolder();
    const { exchange: first, id } = await running('futures_grid', folder);
    await first.kill();
    // 2,000 USDT with a leverage of 5: bots of before stand beyond steps that nobody asked about.
    const feed = withSteps(first.feed, [
      [units('8000'), 50],
      [units('100000000'), 3],
    ]);
    const exchange = await openTestExchange(folder, { clock: first.clock, feed });
    const who = await exchange.trader();
    const { leverage, low_price, high_price } = (await rowOf(exchange, who, id, 'futures_grid')).params;
    expect(leverage).toBe('5');
    const estimate = (money: string, wanted: string) =>
      exchange.send('liquidationPrice', { who, body: { strategy_id: id, money, leverage: wanted } });
    const add = (wanted: string) =>
      exchange.send('updateGrid', {
        who,
        path: { id },
        body: {
          fundpass: 'paper-fund',
          actions: [{ action: 'transfer', amount: '300', currency: 'USDT', leverage: wanted }],
        },
      });
    const refused = { code: 422, data: { field: 'leverage', issue: 'leverage.tier' } };
    expect(await estimate('2300', '6')).toMatchObject(refused);
    expect(await add('6')).toMatchObject(refused);
    expect(await estimate('2300', '5')).toMatchObject({ code: 200 });
    expect(await add('5')).toMatchObject({ code: 200 });
    const lower = { low_price: `${Math.round(Number(low_price) * 0.99)}`, high_price };
    expect(await exchange.send('investPlan', { who, path: { id }, body: lower })).toMatchObject({ code: 200 });
  });

  it('is asked about with margin of any decimals, as that comes in (M-316, M-362)', async () => {
    const { exchange, id } = await running('futures_grid', temporaryFolder());
    const who = await exchange.trader();
    const body = { strategy_id: id, money: '2300.123456', leverage: '5' };
    expect(await exchange.send('liquidationPrice', { who, body })).toMatchObject({ code: 200 });
    expect(await exchange.send('liquidationPrice', { who, body: { ...body, money: '2300' } })).toMatchObject({
      code: 200,
    });
    expect(await exchange.send('liquidationPrice', { who, body: { ...body, money: '100000000' } })).toMatchObject({
      code: 422,
    });
  });

  it('is asked about with the money that a bot was made with: margin makes its position no larger', async () => {
    const folder = temporaryFolder();
    const { exchange: first, id } = await running('futures_grid', folder);
    await first.kill();
    const feed = withSteps(first.feed, [
      [units('12000'), 50],
      [units('100000000'), 3],
    ]);
    const exchange = await openTestExchange(folder, { clock: first.clock, feed });
    const body = { strategy_id: id, money: '2300', leverage: '6' };
    expect(await exchange.send('liquidationPrice', { who: await exchange.trader(), body })).toMatchObject({
      code: 200,
    });
  });
});

/** The market, with such steps of the risk limits of bitcoin's contract: up to so much, so much leverage. */
function withSteps(
  feed: MarketFeed,
  steps: readonly (readonly [upToUnits: bigint, leverageMax: number])[],
): MarketFeed {
  const riskTiers = steps.map(([upToUnits, leverageMax]) => ({ upToUnits, leverageMax, maintenanceE8: 500_000n }));
  const contracts = feed.contracts.map((spec) =>
    instrumentOf(spec) === 'BTC_USDT@USDT' ? { ...spec, contract: { ...spec.contract, riskTiers } } : spec,
  );
  const spec = (instrument: string) =>
    contracts.find((one) => instrumentOf(one) === instrument) ?? feed.spec(instrument);
  return { ...feed, contracts, spec };
}

describe('the equity that a bot is measured against', () => {
  it('rises with what comes in, and not with what is put back', () => {
    const statement = { deposits: 0n, withdrawals: 0n };
    const machine = {
      equity: () => statement,
      equityLine: () => ({ feed: 0, fixed: 900, factor: 0 }),
    } as unknown as BotMachine;
    const watch = new EquityWatch(machine, PLAIN_CONTRACT);
    watch.takeExact(1_000n * EQUITY_SCALE);
    watch.takeExact(900n * EQUITY_SCALE);
    const bot = { record: { deposited: 0n, withdrawn: 0n }, watch } as unknown as LiveBot;
    Object.assign(statement, { deposits: 500n * EQUITY_SCALE });
    noteFlows(bot, machine, [1, 1], 0);
    expect([watch.span().high, watch.span().low]).toEqual([1_500, 1_400]);
    Object.assign(statement, { withdrawals: 200n * EQUITY_SCALE });
    noteFlows(bot, machine, [1, 1], 0);
    expect(watch.span().high).toBe(1_500);
    expect(bot.record).toEqual({ deposited: 500n, withdrawn: 200n });
  });
});
