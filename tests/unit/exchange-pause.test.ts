import { describe, expect, it } from 'vitest';
import { PRESET_KINDS } from '#lib/contract/vocabulary.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { botAccount, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { gridBody, openTestExchange, startGrid, type TestExchange } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
/** Every engine of the registry: the presets trade by one that is among them. */
const PAUSED = CREATABLE_KINDS.filter((kind) => !(PRESET_KINDS as readonly string[]).includes(kind));

async function rowOf(
  exchange: TestExchange,
  who: Awaited<ReturnType<TestExchange['trader']>>,
  id: number,
  kind = 'spot_grid',
) {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: kind } })).data;
}

describe('pausing a bot and going on', () => {
  it('takes every order out of the book, trades nothing meanwhile and goes on at the price of then (H60, M-306, M-307, M-119, M-121)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    await exchange.pass(3_600_000, 60_000);
    const before = await rowOf(exchange, who, id);
    expect(await exchange.send('pauseGrid', { who, path: { id } })).toMatchObject({ code: 200 });
    expect(await rowOf(exchange, who, id)).toMatchObject({ status: 'pause', step: 'pause', step_code: 5 });
    expect(await exchange.send('pauseGrid', { who, path: { id } })).toMatchObject({ code: 409 });
    const book = await exchange.send('openOrders', { who, path: { id } });
    expect([book.data.ask, book.data.bid]).toEqual([[], []]);
    await exchange.pass(12 * 3_600_000, 60_000);
    const paused = await rowOf(exchange, who, id);
    expect(paused.trade_num).toBe(before.trade_num);
    expect(paused.residual).toBe('0');
    expect(await exchange.send('continueGrid', { who, path: { id } })).toMatchObject({ code: 200 });
    expect(await rowOf(exchange, who, id)).toMatchObject({ status: 'running', step: 'running', residual: '0' });
    const again = await exchange.send('openOrders', { who, path: { id } });
    expect(again.data.ask.length + again.data.bid.length).toBeGreaterThan(0);
    expect(await exchange.send('continueGrid', { who, path: { id } })).toMatchObject({
      code: 409,
      data: { issue: 'bot-not-paused' },
    });
    const operations = await exchange.send('operateRecords', {
      who,
      query: { strategy_id: id, strategy_type: 'spot_grid', page_size: 50 },
    });
    const types = operations.data.map(({ op_type }: { op_type: string }) => op_type);
    expect(types).toEqual(expect.arrayContaining(['pause', 'continue']));
    await exchange.pass(3 * 3_600_000, 60_000);
    expect((await rowOf(exchange, who, id)).trade_num).toBeGreaterThan(before.trade_num);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('is carried out once under one key, however late it is asked again, over a restart too', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const someone = await first.trader();
    const [id, other] = [await startGrid(first, someone), await startGrid(first, someone)];
    const pause = { who: someone, path: { id }, key: 'one-wish-to-pause-1' };
    const done = await first.send('pauseGrid', pause);
    expect(done).toMatchObject({ code: 200 });
    expect(await first.send('continueGrid', { ...pause, key: 'one-wish-to-go-on-1' })).toMatchObject({ code: 200 });
    await first.kill();
    const exchange = await openTestExchange(folder);
    const who = await exchange.trader();
    expect(await exchange.send('pauseGrid', { ...pause, who })).toEqual(done);
    expect(await rowOf(exchange, who, id)).toMatchObject({ status: 'running' });
    expect(await exchange.send('pauseGrid', { ...pause, who, path: { id: other } })).toMatchObject({
      code: 409,
      data: { issue: 'idempotency-key-reused' },
    });
    expect(await rowOf(exchange, who, other)).toMatchObject({ status: 'running' });
  });

  it('is still paused after a restart, and can be ended while it is (X27)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const someone = await first.trader();
    const id = await startGrid(first, someone);
    await first.send('pauseGrid', { who: someone, path: { id } });
    await first.kill();
    const exchange = await openTestExchange(folder);
    const who = await exchange.trader();
    await exchange.pass(3_600_000, 60_000);
    expect(await rowOf(exchange, who, id)).toMatchObject({ status: 'pause', step: 'pause' });
    const ending = { who, path: { id }, body: { fundpass: 'paper-fund' } };
    expect(await exchange.send('cancelGrid', ending)).toMatchObject({ code: 200 });
    expect(await rowOf(exchange, who, id)).toMatchObject({ status: 'finished', finish_as: 'cancelled' });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
  });

  it('is the owner’s alone, and of the call that the kind has (M-134)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const other = await exchange.logIn('copier', 'paper-copier');
    const id = await startGrid(exchange, who);
    for (const call of ['pauseGrid', 'continueGrid'] as const) {
      expect(await exchange.send(call, { who: other, path: { id } })).toMatchObject({ code: 403 });
    }
    expect(await exchange.send('pauseStrategy', { who, path: { id }, body: {} })).toMatchObject({ code: 404 });
    expect(await exchange.send('withdrawProfit', { who: other, body: withdrawal(id, '1') })).toMatchObject({
      code: 403,
    });
  });
});

describe('pausing the other kinds', () => {
  it('is announced of every kind (H60, H61)', async () => {
    const { data } = await (await openTestExchange(temporaryFolder())).send('capabilities');
    expect(data).toEqual(expect.arrayContaining(CREATABLE_KINDS.map((kind) => `pause:${kind}`)));
  });

  it.each(PAUSED)(
    'pauses a %s over a restart, trades nothing meanwhile, and goes on (H60, M-305, M-308)',
    async (kind) => {
      const isGrid = KIND_BODIES[kind].call === 'createGrid';
      const stop = isGrid ? 'pauseGrid' : 'pauseStrategy';
      const start = isGrid ? 'continueGrid' : 'startStrategy';
      const folder = temporaryFolder();
      const first = await openTestExchange(folder);
      const someone = await first.trader();
      const id = await startKind(first, someone, kind);
      await first.pass(3_600_000, 60_000);
      const sent = { path: { id }, ...(isGrid ? {} : { body: { strategy_type: kind } }) };
      const before = await rowOf(first, someone, id, kind);
      expect(await first.send(stop, { who: someone, ...sent })).toMatchObject({ code: 200 });
      await first.kill();
      const exchange = await openTestExchange(folder);
      const who = await exchange.trader();
      const other = await exchange.logIn('copier', 'paper-copier');
      await exchange.pass(3 * 3_600_000, 60_000);
      const paused = await rowOf(exchange, who, id, kind);
      expect(paused).toMatchObject({ status: 'pause', step: 'pause', residual: '0', trade_num: before.trade_num });
      expect(await exchange.send(start, { who: other, ...sent })).toMatchObject({ code: 403 });
      expect(await exchange.send(start, { who, ...sent })).toMatchObject({ code: 200 });
      await exchange.pass(3_600_000, 60_000);
      expect(await rowOf(exchange, who, id, kind)).toMatchObject({ status: 'running', residual: '0' });
      expect(brokenLaw(exchange.ledger)).toBeNull();
    },
  );
});

function withdrawal(id: number, amount: string) {
  return { id, strategy_type: 'spot_grid', amount, fundpass: 'paper-fund' };
}

describe('taking profit out of a running bot', () => {
  it('pays at most what completed trades brought, and the result stays what it was (M-117, M-247, M-249, M-322, E-130, E-197, E-284, E-285)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    expect(await exchange.send('withdrawProfit', { who, body: withdrawal(id, '1') })).toMatchObject({
      code: 422,
      data: { issue: 'withdraw-nothing' },
    });
    await exchange.pass(6 * 3_600_000, 60_000);
    const { data } = await exchange.send('withdrawable', { who, query });
    const most = parseAmount(data.unsettled_profit) as bigint;
    expect(data).toMatchObject({ strategy_profit: data.unsettled_profit, settled_profit: '0', profit_asset: 'USDT' });
    expect(most).toBeGreaterThan(0n);
    const more = await exchange.send('withdrawProfit', { who, body: withdrawal(id, '999999') });
    expect(more).toMatchObject({ code: 422, data: { field: 'amount', issue: 'withdraw-most' } });
    const before = await rowOf(exchange, who, id);
    const purse = exchange.ledger.balance(userSpot(DEMO), 'USDT');
    const paid = await exchange.send('withdrawProfit', { who, body: withdrawal(id, data.unsettled_profit) });
    expect(paid).toMatchObject({ code: 200 });
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT') - purse).toBe(most);
    const after = await rowOf(exchange, who, id);
    for (const figure of ['profit', 'profit_rate', 'max_draw_down', 'strategy_profit', 'residual']) {
      expect([figure, after[figure]]).toEqual([figure, before[figure]]);
    }
    expect((await exchange.send('withdrawable', { who, query })).data).toMatchObject({
      unsettled_profit: '0',
      settled_profit: data.unsettled_profit,
    });
    const book = await exchange.send('accountBook', { who, query: { ...query, query_type: 'fund', page_size: 30 } });
    expect(book.data[0]).toMatchObject({ type: 'profit-withdrawal', change: `-${data.unsettled_profit}` });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });
});

describe('a bot that works with lent money', () => {
  it('pays nothing out while it does', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const body = gridBody(exchange, { use_experience: 1 });
    const created = await exchange.send('createGrid', { who, body });
    expect(created).toMatchObject({ code: 200 });
    await exchange.pass(6 * 3_600_000, 60_000);
    const id = created.data.strategy_id;
    const answer = await exchange.send('withdrawProfit', { who, body: withdrawal(id, '0.00000001') });
    expect(answer).toMatchObject({ code: 422, data: { issue: 'withdraw-nothing' } });
  });
});
