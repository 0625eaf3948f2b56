import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { botFeeRate, engineParamsOf } from '#server/exchange/bots/bot-kinds.ts';
import { formatFill } from '#server/exchange/bots/journal-rows.ts';
import { botAccount } from '#server/exchange/ledger/account-names.ts';
import { createMarketView } from '#server/exchange/market/market-view.ts';
import { gridBody, openTestExchange, startGrid } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
const units = (text: string) => parseAmount(text) as bigint;

async function runningBot(hours = 3, changes = {}) {
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const id = await startGrid(exchange, who, changes);
  await exchange.pass(hours * HOUR_MS, 60_000);
  return { exchange, who, id, query: { strategy_id: id, strategy_type: 'spot_grid' } };
}

describe('a detail that is asked of a bot by its number and its kind', () => {
  it('is told of that bot alone: of another kind there is none under its number', async () => {
    const { exchange, who, id, query } = await runningBot();
    const asked = { operateRecords: {}, strategyBalances: {}, stopOptions: {}, accountBook: { query_type: 'fund' } };
    const ofMarket = { enquiryPrice: { account: 'spot', market: 'BTC_USDT' }, position: {} };
    for (const [name, more] of Object.entries({ ...asked, ...ofMarket })) {
      const ask = (kind: string) =>
        exchange.send(name as keyof typeof asked, {
          who,
          path: { id },
          query: { ...(name === 'position' ? {} : query), ...more, strategy_type: kind },
        });
      expect([name, (await ask('spot_grid')).code, await ask('infinite_grid')]).toMatchObject([
        name,
        200,
        { code: 404, data: { issue: 'bot-unknown' } },
      ]);
    }
  });

  it('is of no bot where its address names one and its question another', async () => {
    const { exchange, who, id } = await runningBot();
    const other = await startGrid(exchange, who);
    for (const [name, also] of [
      ['tradeRecords', 'strategyId'],
      ['holdRecords', 'strategy_id'],
      ['reducibleMargin', 'strategy_id'],
    ] as const) {
      const ask = (named: number) => exchange.send(name, { who, path: { id }, query: { [also]: named } });
      expect([name, (await ask(id)).code, (await ask(other)).code]).toEqual([name, 200, 404]);
    }
  });
});

describe('open orders', () => {
  it('are asks from the price up and bids from the price down, with what has been matched (M-110, M-297, M-302)', async () => {
    const { exchange, who, id } = await runningBot();
    const { data } = await exchange.send('openOrders', { who, path: { id } });
    const prices = (side: { price: string }[]) => side.map(({ price }) => Number(price));
    expect(prices(data.ask)).toEqual(prices(data.ask).sort((a, b) => a - b));
    expect(prices(data.bid)).toEqual(prices(data.bid).sort((a, b) => b - a));
    expect(prices(data.bid)[0]).toBeLessThan(prices(data.ask)[0] as number);
    expect(data.ask.length + data.bid.length).toBe(30);
    const total = [...data.ask, ...data.bid].reduce((sum, { qty }) => sum + units(qty), 0n);
    expect(units(data.total_qty)).toBe(total);
    const trades = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
    const matched = trades.data.orders.reduce(
      (sum: bigint, order: { match_qty: string }) => sum + units(order.match_qty),
      0n,
    );
    expect(units(data.total_match_qty)).toBe(matched);
  });

  it('each have a reason on record, and so has each line without one', async () => {
    const { exchange, who, id } = await runningBot();
    const { data, totalcount } = await exchange.send('orderReasons', { who, path: { id }, query: { page_size: 500 } });
    expect(totalcount).toBe(data.length);
    const reasons = new Set(data.map(({ kind, reason }: { kind: string; reason: string }) => `${kind} ${reason}`));
    expect(reasons).toContain('placed opening');
    expect(reasons).toContain('placed grid-line');
    expect(reasons).toContain('placed counter-order');
    expect(reasons).toContain('withheld at-price');
  });
});

describe('trade history', () => {
  it('lists fills newest first with fee and pair profit, in pages (M-296, M-302)', async () => {
    const { exchange, who, id, query } = await runningBot();
    const all = await exchange.send('tradeRecords', {
      who,
      path: { id },
      query: { page_size: 500, status: 'finished' },
    });
    const times = all.data.orders.map(({ finish_time: time }: { finish_time: number }) => time);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(all.data.orders.at(-1)).toMatchObject({ role: 'open', side: 'buy', level: -1, profit: '' });
    const page = await exchange.send('tradeRecords', {
      who,
      path: { id },
      query: { page: 2, page_size: 3, strategyId: id },
    });
    expect(page.data.orders).toEqual(all.data.orders.slice(3, 6));
    expect(page).toMatchObject({ totalcount: all.totalcount, page: 2 });
    const { data: row } = await exchange.send('strategyDetail', { who, query });
    expect(row.trade_num).toBe(all.totalcount);
    const profit = all.data.orders.reduce(
      (sum: bigint, order: { profit: string }) => sum + (order.profit === '' ? 0n : units(order.profit)),
      0n,
    );
    expect(units(row.strategy_profit)).toBe(profit);
    // What is open is one trade more (A1).
    expect(row.win_num + row.loss_num).toBe(row.match_times + 1);
  });

  it('is what a backtest over the same minutes would have traded, fill by fill', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const body = gridBody(exchange, { price_type: '1' });
    const created = await exchange.send('createGrid', { who, body });
    const id = created.data.strategy_id as number;
    const startMs = exchange.clock.nowMs();
    // The clock stands on a whole minute: the bot starts at the minute's first price, as the backtest does.
    await exchange.pass(12 * HOUR_MS, 60_000);
    const live = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
    const spec = exchange.feed.spec('BTC_USDT');
    if (spec === undefined) throw new Error('no BTC_USDT');
    const { fundpass: _fundpass, ...payload } = body;
    const params = engineParamsOf('spot_grid', payload as never, spec, botFeeRate(spec, 'spot_grid'));
    const fills: Fill[] = [];
    const first = live.data.orders.at(-1).finish_time * 1000;
    const candles = exchange.feed.minutes('BTC_USDT', first, startMs + 12 * HOUR_MS, exchange.clock.nowMs());
    runBacktest({
      kind: 'spot_grid',
      params,
      candles,
      fromIndex: 0,
      view: createMarketView(exchange.feed, ['BTC_USDT']),
      sink: { fill: (fill) => void fills.push(fill), order() {}, operation() {}, finish() {} },
    });
    const picture = (order: Record<string, unknown>) => ({
      ...order,
      finish_time: Math.floor(Number(order.finish_time) / 60),
    });
    const tested = fills.map((fill) => JSON.parse(formatFill(spec, fill)) as Record<string, unknown>);
    const lived = [...live.data.orders].reverse() as Record<string, unknown>[];
    expect(lived.length).toBeGreaterThan(20);
    expect(lived.map(picture)).toEqual(tested.slice(0, lived.length).map(picture));
  });

  it('tells the trades that made and ended the position apart, with what is held now and its cost (M-299)', async () => {
    const { exchange, who, id } = await runningBot();
    const held = await exchange.send('holdRecords', {
      who,
      path: { id },
      query: { record_type: 'store_record', status: 'finished' },
    });
    expect(held.data.orders.length).toBe(1);
    expect(held.data.total_match_qty).not.toBe('0');
    expect(units(held.data.total_match_qty)).toBe(exchange.ledger.balance(botAccount(id), 'BTC'));
  });
});

describe('the position of a spot grid', () => {
  it('is its coins, their average cost and their profit (M-103, M-285, M-286)', async () => {
    const { exchange, who, id, query } = await runningBot();
    const { data: position } = await exchange.send('gridPosition', { who, path: { id } });
    const { data: row } = await exchange.send('strategyDetail', { who, query });
    expect(position).toMatchObject({
      size: row.position,
      contract: 'BTC_USDT',
      settle: 'USDT',
      instrument_type: 'spot',
      position_margin: '0',
      base_price: row.avg_hold_cost,
      new_float_profit: row.position_profit,
      money: '3000',
    });
    const short = await exchange.send('position', { who, path: { id } });
    expect(short.data).toEqual({ size: position.size, position_margin: '0', contract: 'BTC_USDT', settle: 'USDT' });
  });
});

describe('the position of a futures grid', () => {
  it('is its contracts, the margin and the liquidation behind them, and what they have gained at the mark price (M-103, M-285, M-286)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'futures_grid');
    await exchange.pass(HOUR_MS, 60_000);
    const { data: position } = await exchange.send('gridPosition', { who, path: { id } });
    const query = { strategy_id: id, strategy_type: 'futures_grid' };
    const { data: row } = await exchange.send('strategyDetail', { who, query });
    expect(Number(row.position)).not.toBe(0);
    expect(position).toMatchObject({
      size: row.position,
      position_margin: row.margin,
      contract: row.market,
      settle: 'USDT',
      instrument_type: 'futures_usdt',
      base_price: row.avg_hold_cost,
      liq_price: row.liq_price,
      money: row.money,
      market: row.market,
    });
    const spec = exchange.feed.contracts.find(({ market }) => market === row.market);
    const coins = Number(row.position) * (Number(spec?.contract.quantoUnits) / 1e8);
    const gained = coins * (Number(row.mark_price) - Number(row.avg_hold_cost));
    expect(Number(position.new_float_profit)).toBeCloseTo(gained, 4);
    // Not what the whole bot has gained beyond its rounds, fees and funding with it.
    expect(position.new_float_profit).not.toBe(row.position_profit);
    const short = await exchange.send('position', { who, path: { id }, query: { strategy_type: 'futures_grid' } });
    const { size, position_margin, contract, settle } = position;
    expect(short.data).toEqual({ size, position_margin, contract, settle });
    await exchange.kill();
  });
});

describe('operation records', () => {
  it('say what was done, newest first, with from and to as JSON strings (M-111, M-293, M-393, M-394)', async () => {
    const { exchange, who, id, query } = await runningBot(1);
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    const { data, totalcount } = await exchange.send('operateRecords', { who, query: { ...query, page_size: 50 } });
    const types = data.map(({ op_type: type }: { op_type: string }) => type);
    expect(types).toEqual([
      'stop',
      'after_terminate',
      'terminate',
      'before_terminate',
      'run',
      'open_position',
      'create',
    ]);
    expect(totalcount).toBe(types.length);
    for (const { from, to } of data) for (const text of [from, to]) if (text !== '') JSON.parse(text);
    const second = await exchange.send('operateRecords', { who, query: { ...query, page: 2, page_size: 3 } });
    expect(second.data).toEqual(data.slice(3, 6));
  });

  it('show the range before and after when a trailing grid moved, and the row shows where it stands (M-100, M-393)', async () => {
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
    const query = { strategy_id: id, strategy_type: 'spot_grid', page_size: 500 };
    for (let hours = 0; hours < 240; hours += 6) {
      await exchange.pass(6 * HOUR_MS, 6 * HOUR_MS);
      const { data } = await exchange.send('operateRecords', { who, query });
      const moved = data.find(({ op_type: type }: { op_type: string }) => type.startsWith('moving-'));
      if (moved === undefined) continue;
      const { data: row } = await exchange.send('strategyDetail', { who, query });
      const newest = JSON.parse(moved.to) as { low_price: string; high_price: string };
      expect(JSON.parse(moved.from)).not.toEqual(newest);
      expect(row.params).toMatchObject({ current_low_price: newest.low_price, current_high_price: newest.high_price });
      return;
    }
    throw new Error('the market of the test never moved the grid');
  }, 60_000);

  it('of an infinite grid, the row says what its coins are kept worth, after more money that, and of one that is over nothing', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const body = KIND_BODIES.infinite_grid.body(exchange);
    const id = (await exchange.send('createGrid', { who, body })).data.strategy_id;
    await exchange.pass(2_000);
    const query = { strategy_id: `${id}`, strategy_type: 'infinite_grid' as const, page_size: 50 };
    const kept = async () => (await exchange.send('strategyDetail', { who, query })).data.params.constant_value;
    const { data } = await exchange.send('operateRecords', { who, query });
    const run = data.find(({ op_type: type }: { op_type: string }) => type === 'run');
    const { value } = JSON.parse(run.to) as { value: string };
    expect(await kept()).toBe(value);
    const asked = { who, path: { id } };
    const plans = (await exchange.send('investPlan', { ...asked, body: { money: '100' } })).data.plans;
    const [first] = plans;
    const actions = first.actions.map(({ action, amount, currency }: Record<string, string>) => ({
      ...{ action, amount, currency },
    }));
    const change = { money: '100', plan: first.plan, actions, fundpass: 'paper-fund' };
    expect((await exchange.send('changeGridParams', { ...asked, body: change })).code).toBe(200);
    // What it buys has a fee.
    expect(Number(await kept()) - Number(value)).toBeCloseTo(100 * 0.999, 0);
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    await exchange.pass(2_000);
    expect(await kept()).toBe('');
  });
});
