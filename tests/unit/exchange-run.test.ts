import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

async function detail(exchange: TestExchange, who: Who, kind: string, id: number) {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: kind } })).data;
}

describe('strategy/run', () => {
  it('takes user, kind, bot type and params, and the detail shows the params again (C-158, C-159, C-160, C-381, M-099)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const changes = { user_id: '10001', bot_type: 'martingale', strategy_name: 'Steps', params: { exchange: 'gate' } };
    const id = await startKind(exchange, who, 'martingale', changes);
    expect(await detail(exchange, who, 'martingale', id)).toMatchObject({
      strategy_name: 'Steps',
      money: '2000',
      money_asset: 'USDT',
      leverage: '1',
      params: {
        transaction_type: 'high-risk-arbitrage',
        price_step_type: 'rate',
        price_steps: '0.01',
        amount_multiplier: '1.5',
        max_order_amount: '5',
        take_profit_per_cycle: '0.01',
        enable_free_params: 0,
        begin_money_amount: '2000',
        grid_num: '',
      },
    });
  });

  it('takes steps as price distances and orders as free rows (C-136, C-159)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const diff = await startKind(exchange, who, 'martingale', {
      params: { price_step_type: 'diff', price_steps: '500' },
    });
    const orders = await exchange.send('cycleOrders', {
      who,
      query: { strategy_id: diff, strategy_type: 'martingale', cycle_index: -1, side: 'buy' },
    });
    const [first, second] = orders.data.orders.map((order: { match_price: string; order_price: string }) =>
      Number(order.match_price || order.order_price),
    );
    expect(first - second).toBeGreaterThanOrEqual(500);
    expect(first - second).toBeLessThan(501);
    const rows = [
      { price_steps: '0', increasing_share: '20' },
      { price_steps: '0.01', increasing_share: '30' },
      { price_steps: '0.02', increasing_share: '50' },
    ];
    const free = await startKind(exchange, who, 'martingale', {
      params: {
        enable_free_params: 1,
        price_step_details: rows,
        max_order_amount: '2',
        price_steps: '',
        amount_multiplier: '1',
      },
    });
    expect((await detail(exchange, who, 'martingale', free)).params).toMatchObject({ price_step_details: rows });
  });

  it('takes side, leverage and the contracts of the first order of a futures martingale (C-161, C-237)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const params = { side: 'sell', leverage: '10', size: '25', settle: 'usdt' };
    const id = await startKind(exchange, who, 'contract-martingale', { params });
    const row = await detail(exchange, who, 'contract-martingale', id);
    expect(row).toMatchObject({ side: 'sell', leverage: '10', position: '-25', params: { size: '25', side: 'sell' } });
    const tooLarge = KIND_BODIES['contract-martingale'].body(exchange, { params: { ...params, size: '999999999' } });
    expect(await exchange.send('runStrategy', { who, body: tooLarge })).toMatchObject({ code: 422 });
  });

  it('is not for grids, and needs the agreement and the fund password like every start (C-343, C-344)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.logIn();
    const body = KIND_BODIES.martingale.body(exchange);
    expect(await exchange.send('runStrategy', { who, body })).toMatchObject({ code: 406 });
    const { data } = await exchange.send('agreement', { who });
    await exchange.send('signAgreement', { who, body: { version: data.version } });
    expect(await exchange.send('runStrategy', { who, body: { ...body, fundpass: undefined } })).toMatchObject({
      code: 423,
      require_fundpass: true,
    });
    expect(await exchange.send('runStrategy', { who, body: { ...body, strategy_type: 'spot_grid' } })).toMatchObject({
      code: 422,
      data: { field: 'strategy_type' },
    });
  });
});

describe('bots settled in bitcoin', () => {
  it('are funded from the bitcoin futures account and give back to it exactly, grid and martingale', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const available = async () =>
      parseAmount(
        (await exchange.send('availableBalance', { who, query: { currency: 'BTC', account: 'futures_btc' } })).data
          .max_outable.outable,
      ) as bigint;
    const before = await available();
    const grid = await startKind(exchange, who, 'futures_grid', {
      market: 'BTC_USD',
      instrument_type: 'futures_btc',
      money: '0.1',
      side: 'neutral',
    });
    const params = { pair: 'BTC_USD', settle: 'btc', begin_money_currency: 'BTC', begin_money_amount: '0.1' };
    const ladder = await startKind(exchange, who, 'contract-martingale', { params });
    expect(before - (await available())).toBe(parseAmount('0.2'));
    await exchange.pass(9 * 3_600_000, 60_000);
    const body = { fundpass: 'paper-fund' };
    await exchange.send('cancelGrid', { who, path: { id: grid }, body });
    await exchange.send('stopStrategy', {
      who,
      path: { id: ladder },
      query: { strategy_type: 'contract-martingale' },
      body,
    });
    const profits = [
      await detail(exchange, who, 'futures_grid', grid),
      await detail(exchange, who, 'contract-martingale', ladder),
    ].map(({ profit, residual, money_asset: asset }) => {
      expect({ residual, asset }).toEqual({ residual: '0', asset: 'BTC' });
      return profit.startsWith('-') ? -(parseAmount(profit.slice(1)) as bigint) : (parseAmount(profit) as bigint);
    });
    expect((await available()) - before).toBe((profits[0] as bigint) + (profits[1] as bigint));
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });
});
