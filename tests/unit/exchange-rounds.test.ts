import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { closeParams } from './closed-params.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const HOUR_MS = 3_600_000;
/** Steps and profits so small that hours bring rounds. */
const BRISK = { params: { price_steps: '0.002', take_profit_per_cycle: '0.002' } };

describe.each(['martingale', 'contract-martingale'] as const)('the rounds of a %s', (kind) => {
  it('are told: the present one with what it holds and its orders, past ones with profit and orders (M-107, M-108, M-109, M-291, M-292)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, kind, BRISK);
    await exchange.pass(12 * HOUR_MS, 60_000);
    const query = { strategy_id: id, strategy_type: kind };
    const row = (await exchange.send('strategyDetail', { who, query })).data;
    const rounds = await exchange.send('completedRounds', { who, query: { ...query, page_size: 100 } });
    expect(rounds.totalcount).toBeGreaterThan(0);
    expect(rounds.totalcount).toBe(row.match_times);
    const profits = rounds.data.reduce(
      (sum: bigint, { profit }: { profit: string }) =>
        sum + (parseAmount(profit.replace('-', '')) as bigint) * (profit.startsWith('-') ? -1n : 1n),
      0n,
    );
    expect(profits).toBe(parseAmount(row.strategy_profit));
    const last = rounds.data[0];
    expect(last).toMatchObject({ settle: 'USDT', cycle_index: rounds.totalcount });
    const detail = await exchange.send('roundDetail', { who, query: { ...query, cycle_index: last.cycle_index } });
    const types = detail.data.orders.map(({ order_type: type }: { order_type: string }) => type);
    expect(types[0]).toBe('first_order');
    expect(types).toContain('take_profit');
    for (const order of detail.data.orders) {
      expect(order).toMatchObject({ cycle_index: last.cycle_index, status: 'finished' });
      expect(order.finish_as === 'filled').toBe(order.match_qty !== '0');
    }
    const present = await exchange.send('cycleOrders', { who, query: { ...query, cycle_index: -1 } });
    expect(row.running_cycle).toBe(last.cycle_index + 1);
    expect(Number(present.data.average_hold_cost)).toBeGreaterThan(0);
    expect(Number(present.data.take_profit_price)).toBeGreaterThan(Number(present.data.average_hold_cost));
    expect(present.data.margin === '0').toBe(kind === 'martingale');
    expect(present.data.margin_ratio === '').toBe(kind === 'martingale');
    const running = present.data.orders.filter(({ status }: { status: string }) => status === 'running');
    expect(running.some(({ order_type: type }: { order_type: string }) => type === 'take_profit')).toBe(true);
    const buys = await exchange.send('cycleOrders', { who, query: { ...query, cycle_index: -1, side: 'buy' } });
    expect(buys.data.orders.every(({ side }: { side: string }) => side === 'buy')).toBe(true);
    expect(buys.totalcount).toBeLessThan(present.totalcount as number);
    const past = await exchange.send('cycleOrders', { who, query: { ...query, cycle_index: last.cycle_index } });
    expect(past.data.orders).toEqual(detail.data.orders);
    const none = await exchange.send('roundDetail', { who, query: { ...query, cycle_index: 9_999 } });
    expect(none).toMatchObject({ code: 404 });
  });

  it('are hidden from others with the trades and the parameters, the statistics are not (X33, C-345, M-278)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const id = await startKind(first, await first.trader(), kind, { ...BRISK, is_hide_order: 1 });
    await first.pass(6 * HOUR_MS, 60_000);
    await first.kill();
    closeParams(folder);
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    const query = { strategy_id: id, strategy_type: kind };
    expect(await exchange.send('completedRounds', { query })).toMatchObject({ code: 403 });
    expect(await exchange.send('cycleOrders', { query: { ...query, cycle_index: -1 } })).toMatchObject({ code: 403 });
    const own = (await exchange.send('strategyDetail', { who, query })).data;
    const { code, data } = await exchange.send('strategyDetail', { query });
    expect([code, data.params, data.profit]).toEqual([200, null, '-']);
    expect(own.params).not.toBeNull();
    expect(own.running_cycle).toBeGreaterThan(1);
    for (const figure of ['running_cycle', 'match_times', 'win_num', 'loss_num', 'profit_rate', 'max_draw_down'])
      expect([figure, data[figure]]).toEqual([figure, own[figure]]);
  });
});

describe('several martingales at once', () => {
  const batch = (exchange: TestExchange, bots: readonly object[]) =>
    bots.map((changes) => KIND_BODIES.martingale.body(exchange, { fundpass: undefined, ...changes }));

  it('start each for itself: what some cannot have does not keep the others (C-358, C-391, C-309)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const bots = batch(exchange, [
      {},
      { params: { pair: 'ETH_USDT', begin_money_amount: '3000' } },
      { params: { pair: 'NOPE_USDT' } },
      { params: { pair: 'BNB_USDT', begin_money_amount: '20' } },
      { params: { pair: 'SOL_USDT', begin_money_amount: '97000' } },
    ]);
    const ask = (fundpass: string | undefined) => exchange.send('batchRun', { who, body: { fundpass, bots } });
    expect(await ask(undefined)).toMatchObject({ code: 423, require_fundpass: true });
    const reply = await ask('paper-fund');
    expect(reply.data).toMatchObject([
      { bot: 'BTC_USDT', code: 200, message: '' },
      { bot: 'ETH_USDT', code: 200, message: '' },
      { bot: 'NOPE_USDT', code: 422, message: 'market-unknown', strategy_id: 0 },
      { bot: 'BNB_USDT', code: 422, message: 'money.min.create', strategy_id: 0 },
      { bot: 'SOL_USDT', code: 422, message: 'money.balance.create', strategy_id: 0 },
    ]);
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(parseAmount('95000'));
    await exchange.pass(2_000);
    const list = await exchange.send('strategies', { who, query: { strategy_type: 'martingale', status: 'running' } });
    expect(list.totalcount).toBe(2);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('say of each why when none can start, and move nothing (C-392)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const bots = batch(exchange, [{ params: { max_order_amount: '31' } }, { params: { pair: 'NOPE_USDT' } }]);
    const reply = await exchange.send('batchRun', { who, body: { fundpass: 'paper-fund', bots } });
    expect(reply.code).toBe(200);
    expect(reply.data.map(({ code }: { code: number }) => code)).toEqual([422, 422]);
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(parseAmount('100000'));
  });

  it('are on two to ten different pairs (C-309)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    for (const count of [1, 11]) {
      const bots = batch(exchange, Array(count).fill({}));
      expect(await exchange.send('batchRun', { who, body: { fundpass: 'paper-fund', bots } })).toMatchObject({
        code: 422,
        data: { field: 'pairs', issue: count === 1 ? 'pairs.least' : 'pairs.most' },
      });
    }
    const twice = batch(exchange, [{ params: { pair: 'BTC_USDT' } }, { params: { pair: 'BTC_USDT' } }]);
    expect(await exchange.send('batchRun', { who, body: { fundpass: 'paper-fund', bots: twice } })).toMatchObject({
      code: 422,
      data: { field: 'pairs', issue: 'pairs.twice' },
    });
  });
});
