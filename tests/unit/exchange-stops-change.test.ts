import { describe, expect, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

async function running(kind: RunnableKind, folder = temporaryFolder()) {
  const exchange = await openTestExchange(folder);
  const who = await exchange.trader();
  const id = await startKind(exchange, who, kind);
  await exchange.pass(3_600_000, 60_000);
  return { exchange, who, id };
}

interface Stops {
  readonly stop_loss?: string;
  readonly stop_profit?: string;
}

/** Stops far away, nearer ones of the other kind, and wrong ones; prices or rates as the kind has them. */
function stopsOf(exchange: TestExchange, kind: RunnableKind): { readonly far: Stops; readonly wrong: Stops } {
  const at = (factor: number) => priceAt(exchange, KIND_BODIES[kind].instrument, factor);
  const prices = { far: { stop_loss: at(0.5), stop_profit: at(1.8) }, wrong: { stop_loss: at(1.5) } };
  const rates = { far: { stop_loss: '0.15', stop_profit: '0.9' }, wrong: { stop_loss: '1.5' } };
  const of: { readonly [K in RunnableKind]?: { readonly far: Stops; readonly wrong: Stops } } = {
    spot_grid: prices,
    margin_grid: prices,
    infinite_grid: prices,
    futures_grid: rates,
    'smart-position': rates,
    'recurring-buy': { far: { stop_profit: '0.9' }, wrong: { stop_loss: '0.1' } },
    martingale: { far: { stop_loss: '0.4', stop_profit: '0.05' }, wrong: { stop_loss: '0.001' } },
    'contract-martingale': { far: { stop_loss: '0.19', stop_profit: '0.05' }, wrong: { stop_profit: '0' } },
    'compose-indicator': { far: { stop_loss: '0.3' }, wrong: { stop_profit: '0.5' } },
    'spot-compose-indicator': { far: { stop_loss: '0.3', stop_profit: '0.8' }, wrong: { stop_loss: '0.05' } },
  };
  return of[kind] ?? prices;
}

const WITH_STOPS = [
  'spot_grid',
  'margin_grid',
  'infinite_grid',
  'futures_grid',
  'smart-position',
  'recurring-buy',
  'martingale',
  'contract-martingale',
  'compose-indicator',
  'spot-compose-indicator',
] as const;

describe('other stops of a bot that works', () => {
  it.each(WITH_STOPS)(
    'are set for a %s, its orders stay, and they are there after a restart (M-219, M-225, M-321, E-300)',
    async (kind) => {
      const folder = temporaryFolder();
      const { exchange: first, who: someone, id } = await running(kind, folder);
      const orders = await first.send('openOrders', { who: someone, path: { id } });
      const before = await rowOf(first, someone, id, kind);
      const { far, wrong } = stopsOf(first, kind);
      const refused = await first.send('changeGridParams', {
        who: someone,
        path: { id },
        body: { ...wrong, fundpass: 'paper-fund' },
      });
      expect(refused).toMatchObject({ code: 422 });
      const changed = await first.send('changeGridParams', {
        who: someone,
        path: { id },
        body: { ...far, fundpass: 'paper-fund' },
      });
      expect(changed).toMatchObject({ code: 200, data: { strategy_id: id } });
      const after = await rowOf(first, someone, id, kind);
      expect([after.status, after.trade_num, after.position, after.residual]).toEqual([
        'running',
        before.trade_num,
        before.position,
        '0',
      ]);
      if (kind !== 'martingale' && kind !== 'contract-martingale') {
        expect(await first.send('openOrders', { who: someone, path: { id } })).toEqual(orders);
      }
      const words = JSON.stringify([after.params, after.take_profit_price, after.stop_loss_price]);
      expect(words).toContain(far.stop_loss ?? far.stop_profit);
      const query = { strategy_id: id, strategy_type: kind, page_size: 30 };
      const operations = await first.send('operateRecords', { who: someone, query });
      expect(operations.data[0].op_type).toBe('params');
      await first.kill();
      const exchange = await openTestExchange(folder, { clock: first.clock });
      const who = await exchange.trader();
      const again = await rowOf(exchange, who, id, kind);
      expect([again.params, again.take_profit_price, again.stop_loss_price]).toEqual([
        after.params,
        after.take_profit_price,
        after.stop_loss_price,
      ]);
      await exchange.pass(3_600_000, 60_000);
      expect((await rowOf(exchange, who, id, kind)).residual).toBe('0');
      expect(brokenLaw(exchange.ledger)).toBeNull();
    },
  );

  it('of a kind without any are refused, and of another’s bot', async () => {
    const { exchange, who, id } = await running('spot-future-arbitrage');
    const body = { stop_loss: '0.1', fundpass: 'paper-fund' };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 409 });
    const other = await exchange.logIn('copier', 'paper-copier');
    expect(await exchange.send('changeGridParams', { who: other, path: { id }, body })).toMatchObject({ code: 403 });
  });

  it('that the bot’s result has reached already are refused, and one that is met later ends it (M-230, E-242)', async () => {
    const { exchange, who, id } = await running('futures_grid');
    const rateNow = async () => Number((await rowOf(exchange, who, id, 'futures_grid')).profit_rate);
    // Until it has won something, so that there is a profit that it has reached.
    for (let hour = 0; hour < 72 && (await rateNow()) <= 0.0002; hour += 1) await exchange.pass(3_600_000, 600_000);
    const rate = await rateNow();
    expect(rate).toBeGreaterThan(0.0002);
    const reached = { stop_profit: (rate / 2).toFixed(8) };
    const send = (stops: Stops) =>
      exchange.send('changeGridParams', { who, path: { id }, body: { ...stops, fundpass: 'paper-fund' } });
    const answer = await send(reached);
    expect(answer.code).toBe(422);
    expect((await send({ stop_profit: '0' })).code).toBe(422);
    const near = (Math.ceil(Math.abs(rate) * 10_000 + 1) / 10_000).toFixed(4);
    expect(await send({ stop_loss: near, stop_profit: near })).toMatchObject({ code: 200 });
    await exchange.pass(72 * 3_600_000, 600_000);
    const ended = await rowOf(exchange, who, id, 'futures_grid');
    expect(ended.status).toBe('finished');
    expect(['stop_loss', 'stop_profit']).toContain(ended.finish_as);
  });

  it.each(['spot_grid', 'margin_grid', 'infinite_grid', 'futures_grid'] as const)(
    'are set while a %s is paused as well',
    async (kind) => {
      const { exchange, who, id } = await running(kind);
      expect(await exchange.send('pauseGrid', { who, path: { id } })).toMatchObject({ code: 200 });
      const body = { ...stopsOf(exchange, kind).far, fundpass: 'paper-fund' };
      expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
      expect(await rowOf(exchange, who, id, kind)).toMatchObject({ status: 'pause' });
    },
  );
});

describe('the exits of a martingale by its own call', () => {
  it('are changed, and nothing else of its params is (M-243, M-244, M-245, M-326)', async () => {
    const { exchange, who, id } = await running('martingale');
    const present = (await rowOf(exchange, who, id, 'martingale')).params;
    const named = { strategy_id: id, strategy_type: 'martingale', fundpass: 'paper-fund' };
    const send = (params: object, changes: object = {}) =>
      exchange.send('strategyParams', { who, body: { ...named, params: JSON.stringify(params), ...changes } });
    const { max_order_amount, price_steps } = present;
    const exits = { take_profit_per_cycle: '0.03', stop_loss_per_cycle: '0.5' };
    expect(
      await send(
        { max_order_amount, price_steps, ...exits, amount_multiplier: -1 },
        { strategy_name: 'Slow', is_hide: -1 },
      ),
    ).toMatchObject({ code: 200 });
    const row = await rowOf(exchange, who, id, 'martingale');
    expect(row.params).toMatchObject(exits);
    expect(row.strategy_name ?? row.name).toBe('Slow');
    expect(await send({ price_steps: '0.05' })).toMatchObject({ code: 422, data: { field: 'params.price_steps' } });
    expect(await send({ trigger_price: '5' })).toMatchObject({ code: 422, data: { field: 'params.trigger_price' } });
    expect(await send({ take_profit_per_cycle: '0.0001' })).toMatchObject({
      code: 422,
      data: { field: 'take_profit_per_cycle' },
    });
    expect(await send(exits, { params: '[1' })).toMatchObject({ code: 422, data: { field: 'params' } });
    expect(await send(exits, { user_id: 10_002 })).toMatchObject({ code: 403 });
    const grid = await startKind(exchange, who, 'spot_grid');
    const body = { strategy_id: grid, strategy_type: 'spot_grid', params: '{}', fundpass: 'paper-fund' };
    expect(await exchange.send('strategyParams', { who, body })).toMatchObject({
      code: 422,
      data: { field: 'params' },
    });
  });

  it('end it at once where the price is past its new stop loss', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const steps = { price_steps: '0.002', max_order_amount: '1', take_profit_per_cycle: '1' };
    const params = { ...steps, side: 'sell', leverage: '1' };
    const id = await startKind(exchange, who, 'contract-martingale', { params });
    const level = Number(priceAt(exchange, 'BTC_USDT', 1.01));
    for (let hour = 0; hour < 400 && Number(priceAt(exchange, 'BTC_USDT', 1)) < level; hour += 1)
      await exchange.pass(3_600_000, 60_000);
    expect(Number(priceAt(exchange, 'BTC_USDT', 1))).toBeGreaterThanOrEqual(level);
    expect(await rowOf(exchange, who, id, 'contract-martingale')).toMatchObject({ status: 'running' });
    const body = {
      ...{ strategy_id: id, strategy_type: 'contract-martingale', fundpass: 'paper-fund', strategy_name: 'Over' },
      params: JSON.stringify({ stop_loss_per_cycle: '0.003' }),
    };
    expect(await exchange.send('strategyParams', { who, body })).toMatchObject({ code: 200 });
    expect(await rowOf(exchange, who, id, 'contract-martingale')).toMatchObject({
      status: 'finished',
      finish_as: 'stop_loss',
    });
    expect(brokenLaw(exchange.ledger)).toBeNull();
    expect(await exchange.send('strategyParams', { who, body })).toMatchObject({ code: 409 });
  });
});
