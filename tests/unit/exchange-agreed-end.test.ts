import { describe, expect, it } from 'vitest';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { handClock, temporaryFolder } from './store-fixture.ts';

const NAMED = { strategy_type: 'spot_grid' } as const;

async function withBot(options: Parameters<typeof openTestExchange>[1] = {}) {
  const folder = temporaryFolder();
  const exchange = await openTestExchange(folder, options);
  const who = await exchange.trader();
  return { exchange, who, id: await startGrid(exchange, who), folder };
}

const preview = async (exchange: TestExchange, who: Who, id: number, way: object = { type: 'market' }) =>
  (await exchange.send('closePreview', { who, query: { strategy_id: id, ...NAMED, ...way } })).data;
const stop = (exchange: TestExchange, who: Who, id: number, fingerprint?: string) =>
  exchange.send('cancelGrid', {
    who,
    path: { id },
    body: { fundpass: 'paper-fund', ...(fingerprint === undefined ? {} : { fingerprint }) },
  });
const howTo = (type: string) =>
  type === 'limit' ? { type, slip: '0.01', expiration: 60 } : { type, slip: '0', expiration: 0 };
const save = (exchange: TestExchange, who: Who, id: number, type: string, fingerprint?: string) =>
  exchange.send('saveStopOptions', {
    who,
    body: {
      strategy_id: id,
      ...NAMED,
      stop_options: [{ account: 'spot', market: 'BTC_USDT', price: 'lastprice', ...howTo(type) }],
      ...(fingerprint === undefined ? {} : { fingerprint }),
    },
  });
const records = async (exchange: TestExchange, who: Who, id: number) =>
  (await exchange.send('operateRecords', { who, query: { strategy_id: id, ...NAMED, page_size: 50 } })).data;
const outcome = async (exchange: TestExchange, who: Who, id: number) =>
  (await records(exchange, who, id)).find((record: { outcome?: object }) => record.outcome !== undefined)?.outcome;
const figure = (told: { figures: { name: string; currency: string }[] }, name: string, currency: string) =>
  told.figures.find((one) => one.name === name && one.currency === currency);

/** A market whose book has little for a limit. */
function thinFeed(): MarketFeed {
  const wide = createSimulatedFeed({ seed: 'thin-book' });
  return { ...wide, depthWithin: (...asked) => wide.depthWithin(...asked) / 10_000n };
}

describe('an end that its owner has agreed to', () => {
  it('is carried out by the plan that was shown, and its record has that plan beside what came of it', async () => {
    const { exchange, who, id } = await withBot();
    const shown = await preview(exchange, who, id);
    expect(shown.fingerprint).toMatch(/^[0-9a-f]{32}$/);
    expect(await stop(exchange, who, id, shown.fingerprint)).toMatchObject({ code: 200 });
    const told = await outcome(exchange, who, id);
    expect(told.fingerprint).toBe(shown.fingerprint);
    for (const { currency, amount } of shown.returns) {
      expect(figure(told, 'returned', currency)).toMatchObject({ planned: amount, happened: amount, difference: '0' });
    }
    expect(figure(told, 'result', 'USDT')).toMatchObject({ planned: shown.profit, happened: shown.profit });
    const [trade] = shown.trades;
    expect(figure(told, 'fees', 'USDT')).toMatchObject({ planned: trade.fee, happened: trade.fee });
    expect(figure(told, 'traded_quantity', 'BTC')).toMatchObject({ planned: trade.qty, happened: trade.qty });
    expect(figure(told, 'traded_value', 'USDT')).toMatchObject({ planned: trade.amount, happened: trade.amount });
    expect(told.remarks).toEqual([]);
  });

  it('differs from what was shown by what the price has moved since', async () => {
    const { exchange, who, id } = await withBot();
    const shown = await preview(exchange, who, id);
    await exchange.pass(60_000, 5_000);
    const now = await preview(exchange, who, id);
    expect(now.returns).not.toEqual(shown.returns);
    expect(await stop(exchange, who, id, shown.fingerprint)).toMatchObject({ code: 200 });
    const told = await outcome(exchange, who, id);
    // Of the plan that was sent, not of the one that it would be by now.
    expect(told.fingerprint).toBe(shown.fingerprint);
    const back = (said: typeof shown) =>
      said.returns.find((one: { currency: string }) => one.currency === 'USDT').amount;
    expect(figure(told, 'returned', 'USDT')).toMatchObject({ planned: back(shown), happened: back(now) });
  });

  it('is not another because its orders fill while one reads: who wants out in a fall is not asked again', async () => {
    const { exchange, who, id } = await withBot();
    const shown = await preview(exchange, who, id);
    await exchange.pass(2 * 3_600_000, 60_000);
    const session = await exchange.trader();
    const quantity = (said: typeof shown) => Number(said.trades[0].qty);
    // Far more, or less, than it was.
    const now = await preview(exchange, session, id);
    expect(Math.abs(quantity(now) / quantity(shown) - 1)).toBeGreaterThan(0.05);
    expect(await stop(exchange, session, id, shown.fingerprint)).toMatchObject({ code: 200 });
    const told = await outcome(exchange, session, id);
    expect(figure(told, 'traded_quantity', 'BTC')).toMatchObject({
      planned: shown.trades[0].qty,
      happened: now.trades[0].qty,
    });
  });

  it('is the same however its slippage is written', async () => {
    const { exchange, who, id } = await withBot();
    const shown = await preview(exchange, who, id, { type: 'limit', slip: '0.010', expiration: 60 });
    await save(exchange, who, id, 'limit');
    expect(await stop(exchange, who, id, shown.fingerprint)).toMatchObject({ code: 200 });
  });

  it('is another when its slippage is', async () => {
    const { exchange, who, id } = await withBot();
    const shown = await preview(exchange, who, id, { type: 'limit', slip: '0.02', expiration: 60 });
    await save(exchange, who, id, 'limit');
    const stale = { code: 409, data: { issue: 'plan-stale' } };
    expect(await stop(exchange, who, id, shown.fingerprint)).toMatchObject(stale);
  });

  it('is another when it was set otherwise meanwhile', async () => {
    const { exchange, who, id } = await withBot();
    const shown = await preview(exchange, who, id);
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const body = { stop_loss: (last * 0.5).toFixed(1), fundpass: 'paper-fund' };
    expect((await exchange.send('changeGridParams', { who, path: { id }, body })).code).toBe(200);
    const stale = { code: 409, data: { issue: 'plan-stale' } };
    expect(await stop(exchange, who, id, shown.fingerprint)).toMatchObject(stale);
  });

  it('is refused when it would be another by now, or when nobody knows what was shown; nothing has happened then', async () => {
    const { exchange, who, id, folder } = await withBot();
    const shown = await preview(exchange, who, id);
    // Another window has chosen another way meanwhile.
    await save(exchange, who, id, 'no_close');
    const stale = { code: 409, data: { issue: 'plan-stale' } };
    expect(await stop(exchange, who, id, shown.fingerprint)).toMatchObject(stale);
    const anew = await preview(exchange, who, id, { type: 'no_close' });
    expect(anew.fingerprint).not.toBe(shown.fingerprint);
    await exchange.kill();
    const clock = handClock(exchange.clock.nowMs());
    const again = await openTestExchange(folder, { clock });
    const back = await again.trader();
    expect(await stop(again, back, id, anew.fingerprint)).toMatchObject(stale);
    const { fingerprint } = await preview(again, back, id, { type: 'no_close' });
    expect(await stop(again, back, id, fingerprint)).toMatchObject({ code: 200 });
    expect((await outcome(again, back, id)).remarks).toEqual(['kept']);
  });

  it('has nothing to compare for who names no plan, and nobody else reads what was shown', async () => {
    const { exchange, who, id } = await withBot();
    expect(await stop(exchange, who, id)).toMatchObject({ code: 200 });
    expect(await outcome(exchange, who, id)).toBeUndefined();
    const second = await startGrid(exchange, who);
    expect(await stop(exchange, who, second, (await preview(exchange, who, second)).fingerprint)).toMatchObject({
      code: 200,
    });
    expect(await outcome(exchange, who, second)).toBeDefined();
    const other = await exchange.logIn('copier');
    expect((await records(exchange, other, second)).length).toBeGreaterThan(0);
    expect(await outcome(exchange, other, second)).toBeUndefined();
  });

  it('that rests and is told another way twice rests once, by the plan of that way', async () => {
    const feed = thinFeed();
    const { exchange, who, id } = await withBot({ feed });
    await save(exchange, who, id, 'limit');
    expect(await stop(exchange, who, id)).toMatchObject({ code: 200 });
    const resting = async () => (await exchange.send('openOrders', { who, path: { id } })).data.ask;
    await exchange.pass(5_000);
    const shown = await preview(exchange, who, id, { type: 'limit', slip: '0.01', expiration: 60 });
    expect(await save(exchange, who, id, 'limit', shown.fingerprint)).toMatchObject({ code: 200 });
    const once = await resting();
    expect(once).toHaveLength(1);
    expect(await save(exchange, who, id, 'limit', shown.fingerprint)).toMatchObject({ code: 200 });
    expect(await resting()).toEqual(once);
    await exchange.pass(180_000, 10_000);
    expect((await outcome(exchange, who, id)).fingerprint).toBe(shown.fingerprint);
  });

  it('that rests at a limit is told when it is done, over a restart, with what could not be known before in words', async () => {
    const feed = thinFeed();
    const { exchange, who, id, folder } = await withBot({ feed });
    const limit = { type: 'limit', slip: '0.01', expiration: 60 };
    const shown = await preview(exchange, who, id, limit);
    expect(shown.rests).not.toBeNull();
    await save(exchange, who, id, 'limit');
    expect(await stop(exchange, who, id, shown.fingerprint)).toMatchObject({ code: 200 });
    expect(await outcome(exchange, who, id)).toBeUndefined();
    await exchange.kill();
    const again = await openTestExchange(folder, { feed, clock: exchange.clock });
    const back = await again.trader();
    await again.pass(180_000, 10_000);
    const told = await outcome(again, back, id);
    expect([told.fingerprint, told.remarks]).toEqual([shown.fingerprint, ['rested', 'expired', 'kept']]);
    const { data } = await again.send('accountBook', {
      who: back,
      query: { strategy_id: id, ...NAMED, query_type: 'fund', page_size: 50 },
    });
    for (const { asset, change } of data.filter(({ type }: { type: string }) => type === 'bot-return')) {
      expect(figure(told, 'returned', asset)).toMatchObject({ happened: change.replace('-', '') });
    }
  });
});
