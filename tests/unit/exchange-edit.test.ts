import { describe, expect, it } from 'vitest';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

async function rowOf(exchange: TestExchange, who: Who | undefined, id: number) {
  const query = { strategy_id: id, strategy_type: 'spot_grid' };
  return exchange.send('strategyDetail', who === undefined ? { query } : { who, query });
}

async function shown() {
  const folder = temporaryFolder();
  const exchange = await openTestExchange(folder);
  const who = await exchange.trader();
  const id = await startGrid(exchange, who);
  return { exchange, who, id, folder };
}

const named = (id: number) => ({ strategy_id: id, strategy_type: 'spot_grid' });

describe('what an owner changes of how his bot is seen', () => {
  it('hides it from everybody else and shows it again, over a restart (M-327, H54)', async () => {
    const { exchange: first, who: someone, id, folder } = await shown();
    expect((await rowOf(first, undefined, id)).code).toBe(200);
    expect(await first.send('hideStrategy', { who: someone, body: { ...named(id), is_hide: 1 } })).toMatchObject({
      code: 200,
    });
    expect((await rowOf(first, undefined, id)).code).toBe(404);
    await first.kill();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    expect((await rowOf(exchange, undefined, id)).code).toBe(404);
    expect((await rowOf(exchange, who, id)).data).toMatchObject({ is_hide: 1, status: 'running' });
    expect(await exchange.send('hideStrategy', { who, body: { ...named(id), is_hide: 0 } })).toMatchObject({
      code: 200,
    });
    expect((await rowOf(exchange, undefined, id)).code).toBe(200);
  });

  it('leaves a hidden bot in its provider’s totals: what was listed once counts (H54, H57)', async () => {
    const { exchange, who, id } = await shown();
    const { anonymous } = (await exchange.send('upstreamProfile', { who })).data;
    const totals = async () => (await exchange.send('signaler', { query: { anonymous } })).data;
    await exchange.pass(10_000);
    expect((await totals()).bot_num).toBe(1);
    const record = async () => JSON.parse((await exchange.store.get('bots', `${id}`)) ?? '{}').record;
    await exchange.send('hideStrategy', { who, body: { ...named(id), is_hide: 1 } });
    await exchange.pass(10_000);
    expect((await totals()).bot_num).toBe(0);
    expect(await record()).toMatchObject({ isHide: true, listedMs: expect.any(Number) });
  });

  it('counts a bot for its provider from when it was first shown', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who, { is_hide: 1 });
    const listedMs = async () => JSON.parse((await exchange.store.get('bots', `${id}`)) ?? '{}').record.listedMs;
    expect(await listedMs()).toBeNull();
    await exchange.pass(5_000);
    const shownMs = exchange.clock.nowMs();
    await exchange.send('hideStrategy', { who, body: { ...named(id), is_hide: 0 } });
    await exchange.send('hideStrategy', { who, body: { ...named(id), is_hide: 1 } });
    await exchange.pass(5_000);
    await exchange.send('hideStrategy', { who, body: { ...named(id), is_hide: 0 } });
    expect(await listedMs()).toBe(shownMs);
    // Since when it is shown without a break is another question: who ranks by its whole life has to have shown it.
    const stored = JSON.parse((await exchange.store.get('bots', `${id}`)) ?? '{}').record;
    expect(stored.shownMs).toBe(exchange.clock.nowMs());
  });

  it('hides its trades (M-328)', async () => {
    const { exchange, who, id } = await shown();
    const trades = () => exchange.send('tradeRecords', { path: { id }, query: { page_size: 10 } });
    expect((await trades()).code).toBe(200);
    expect(await exchange.send('hideTrades', { who, body: { ...named(id), is_hide_order: 1 } })).toMatchObject({
      code: 200,
    });
    expect((await trades()).code).toBe(403);
    expect((await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 10 } })).code).toBe(200);
  });

  it('renames it by the rules of creating one; without a name it has its first one again (M-237, M-238, M-329)', async () => {
    const { exchange, who, id } = await shown();
    const rename = (strategy_name: string) =>
      exchange.send('renameStrategy', { who, query: { ...named(id), strategy_name } });
    const nameOf = async () => {
      const { data } = await rowOf(exchange, who, id);
      return data.strategy_name ?? data.name;
    };
    const first = await nameOf();
    expect(await rename('Patience')).toMatchObject({ code: 200 });
    expect(await nameOf()).toBe('Patience');
    // Spaces are no name, and around one nothing.
    expect(await rename('   ')).toMatchObject({ code: 200 });
    expect(await nameOf()).toBe(first);
    expect(await rename(' Patience ')).toMatchObject({ code: 200 });
    expect(await nameOf()).toBe('Patience');
    expect(await rename('x'.repeat(41))).toMatchObject({
      code: 422,
      data: { field: 'strategy_name', issue: 'name.length' },
    });
    expect(await rename('\u5e01'.repeat(21))).toMatchObject({ code: 422 });
    expect(await rename('<b>me</b>')).toMatchObject({ code: 422, data: { issue: 'quant.strategy.name.error' } });
    expect(await nameOf()).toBe('Patience');
    expect(await rename('')).toMatchObject({ code: 200 });
    expect(await nameOf()).toBe(first);
  });

  it('renames, hides and shows once under one key, however late it is asked again', async () => {
    const { exchange, who, id } = await shown();
    const rename = (strategy_name: string, key: string) =>
      exchange.send('renameStrategy', { who, query: { ...named(id), strategy_name }, key });
    const hide = (is_hide: number, key: string) =>
      exchange.send('hideStrategy', { who, body: { ...named(id), is_hide }, key });
    const done = [await rename('Patience', 'wish-of-a-name-001'), await hide(1, 'wish-to-hide-0001')];
    expect(done).toMatchObject([{ code: 200 }, { code: 200 }]);
    await rename('Haste', 'wish-of-a-name-002');
    await hide(0, 'wish-to-show-0001');
    expect([await rename('Patience', 'wish-of-a-name-001'), await hide(1, 'wish-to-hide-0001')]).toEqual(done);
    expect((await rowOf(exchange, who, id)).data).toMatchObject({ strategy_name: 'Haste', is_hide: 0 });
    expect(await rename('Greed', 'wish-of-a-name-001')).toMatchObject({ code: 409 });
  });

  it('changes several of them at once, with what is not said left as it is; of a grid nothing else (M-242, M-326)', async () => {
    const { exchange, who, id } = await shown();
    const body = {
      ...named(id),
      is_hide: -1,
      is_hide_order: 1,
      params: -1,
      strategy_name: -1,
      abstract: 'Buys low.',
      fundpass: 'paper-fund',
    };
    expect(await exchange.send('strategyParams', { who, body })).toMatchObject({ code: 200 });
    expect((await rowOf(exchange, who, id)).data).toMatchObject({
      is_hide: 0,
      is_hide_order: 1,
      abstract: 'Buys low.',
    });
    const linked = { ...body, abstract: 'see https://elsewhere.example' };
    expect(await exchange.send('strategyParams', { who, body: linked })).toMatchObject({
      code: 422,
      data: { field: 'abstract' },
    });
  });

  it('is the owner’s alone, and over when the bot is', async () => {
    const { exchange, who, id } = await shown();
    const other = await exchange.logIn('copier', 'paper-copier');
    const hide = { ...named(id), is_hide: 1 };
    expect(await exchange.send('hideStrategy', { who: other, body: hide })).toMatchObject({ code: 403 });
    expect(await exchange.send('hideTrades', { who: other, body: { ...named(id), is_hide_order: 1 } })).toMatchObject({
      code: 403,
    });
    expect(
      await exchange.send('renameStrategy', { who: other, query: { ...named(id), strategy_name: 'Mine' } }),
    ).toMatchObject({ code: 403 });
    expect(
      await exchange.send('strategyParams', { who: other, body: { ...named(id), is_hide: 1, fundpass: 'paper-fund' } }),
    ).toMatchObject({ code: 403 });
    expect(await exchange.send('hideStrategy', { who, body: { ...hide, strategy_type: 'martingale' } })).toMatchObject({
      code: 404,
    });
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    // What its parameters are is over with it (M-072); who sees it is not.
    const body = { ...named(id), is_hide: -1, is_hide_order: -1, params: -1, strategy_name: 'Late', abstract: -1 };
    expect(await exchange.send('strategyParams', { who, body: { ...body, fundpass: 'paper-fund' } })).toMatchObject({
      code: 409,
      data: { issue: 'bot-finished' },
    });
  });

  it.each([
    ['just ended', 0],
    ['been put away', 10],
  ])('hides, shows and renames a bot that has %s, over a restart (M-327 … M-329)', async (_, turns) => {
    const { exchange: first, who: someone, id, folder } = await shown();
    const hidden = { ...named(id), is_hide: 1 };
    await first.send('cancelGrid', { who: someone, path: { id }, body: { fundpass: 'paper-fund' } });
    for (let turn = 0; turn < turns; turn += 1) await first.tick();
    const before = (await rowOf(first, someone, id)).data;
    // At once: each is made of what the one before has left.
    const replies = await Promise.all([
      first.send('hideStrategy', { who: someone, body: hidden }),
      first.send('renameStrategy', { who: someone, query: { ...named(id), strategy_name: 'Over' } }),
      first.send('hideTrades', { who: someone, body: { ...named(id), is_hide_order: 1 } }),
    ]);
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200]);
    const after = { ...before, is_hide: 1, is_hide_order: 1, strategy_name: 'Over' };
    expect((await rowOf(first, someone, id)).data).toEqual(after);
    expect((await rowOf(first, undefined, id)).code).toBe(404);
    const wrong = await first.send('renameStrategy', {
      who: someone,
      query: { ...named(id), strategy_name: 'x'.repeat(41) },
    });
    expect(wrong.code).toBe(422);
    await first.kill();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    expect((await rowOf(exchange, who, id)).data).toEqual(after);
    expect((await rowOf(exchange, undefined, id)).code).toBe(404);
    expect((await exchange.send('hideStrategy', { who, body: { ...hidden, is_hide: 0 } })).code).toBe(200);
    expect((await rowOf(exchange, undefined, id)).code).toBe(200);
    await exchange.kill();
  });
});
