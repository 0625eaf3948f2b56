import { describe, expect, it } from 'vitest';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

function conditionsOf(exchange: TestExchange) {
  const { params } = KIND_BODIES['custom-strategy'].body(exchange) as {
    params: { compose_conditions: Record<string, Record<string, unknown>> };
  };
  return params.compose_conditions;
}

const save = (exchange: TestExchange, who: Who, name: string, compose_conditions: unknown = conditionsOf(exchange)) =>
  exchange.send('saveConditionSet', { who, body: { name, compose_conditions } });

const namesOf = async (exchange: TestExchange, who: Who) =>
  (await exchange.send('conditionSets', { who })).data.map(({ name }: { name: string }) => name);

describe('condition sets that a trader saves under a name (H8)', () => {
  it('are listed to their owner with their conditions, the same name again replaces, and a restart keeps them', async () => {
    const folder = temporaryFolder();
    let exchange = await openTestExchange(folder);
    let who = await exchange.trader();
    const first = await save(exchange, who, 'Trend');
    expect(first).toMatchObject({ code: 200 });
    await save(exchange, who, 'Range');
    const { increase: _increase, ...fewer } = conditionsOf(exchange);
    expect((await save(exchange, who, ' Trend ', fewer)).data.id).toBe(first.data.id);
    await exchange.kill();
    exchange = await openTestExchange(folder, { clock: exchange.clock });
    who = await exchange.trader();
    expect(await namesOf(exchange, who)).toEqual(['Trend', 'Range']);
    const { data } = await exchange.send('conditionSets', { who });
    expect(data[0]).toMatchObject({ id: first.data.id, compose_conditions: fewer });
    expect((await save(exchange, who, 'Third')).data.id).toBeGreaterThan(data[1].id);
  });

  it('leave their numbers to nobody when they are deleted, over a restart too', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const { data } = await save(first, await first.trader(), 'Trend');
    await first.send('deleteConditionSet', { who: await first.trader(), path: { id: data.id } });
    await first.kill();
    const next = await openTestExchange(folder, { clock: first.clock });
    expect((await save(next, await next.trader(), 'Range')).data.id).toBeGreaterThan(data.id);
  });

  it('are nobody else’s: neither listed to others nor deleted by them, and not for guests (X34)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const other = await exchange.trader('copier');
    const { data } = await save(exchange, who, 'Trend');
    expect(await namesOf(exchange, other)).toEqual([]);
    const path = { path: { id: data.id } };
    expect(await exchange.send('deleteConditionSet', { who: other, ...path })).toMatchObject({ code: 403 });
    expect(await exchange.send('deleteConditionSet', path)).toMatchObject({ code: 401 });
    expect(await exchange.send('conditionSets')).toMatchObject({ code: 401 });
    expect(await exchange.send('deleteConditionSet', { who, ...path })).toMatchObject({ code: 200 });
    expect(await exchange.send('deleteConditionSet', { who, ...path })).toMatchObject({ code: 404 });
    expect(await namesOf(exchange, who)).toEqual([]);
  });

  it('have a clean name of 1 to 32 characters, of which a Chinese one counts two', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    for (const name of [' ', 'x'.repeat(33), '名'.repeat(17)]) {
      expect(await save(exchange, who, name), name).toMatchObject({ code: 422, data: { field: 'name' } });
    }
    expect(await save(exchange, who, '<script>alert(1)</script>')).toMatchObject({ data: { field: 'name' } });
    for (const name of ['x'.repeat(32), '名'.repeat(16)]) expect((await save(exchange, who, name)).code).toBe(200);
  });

  it('hold conditions that a bot could be started with: at most 15 a side, known words, arguments within bounds (E-164, E-175)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const conditions = conditionsOf(exchange);
    const open = conditions.open as { conditions: Record<string, unknown>[] };
    const withOpen = (change: object) => ({ ...conditions, open: { ...open, ...change } });
    const [first] = open.conditions;
    for (const wrong of [
      withOpen({ period: '7m' }),
      withOpen({ ratio: '0.15' }),
      withOpen({ conditions: [{ ...first, indicatorName: 'magic' }] }),
      withOpen({ conditions: [{ ...first, indicatorArgs: ['0', '26', '9'] }] }),
      withOpen({ conditions: [{ ...first, comparatorName: 'almost' }] }),
    ]) {
      expect(await save(exchange, who, 'Wrong', wrong), JSON.stringify(wrong)).toMatchObject({
        code: 422,
        data: { field: 'compose_conditions' },
      });
    }
    // More than the contract lets through at all.
    const many = withOpen({ conditions: Array.from({ length: 16 }, () => first) });
    expect((await save(exchange, who, 'Many', many)).code).not.toBe(200);
    expect(await namesOf(exchange, who)).toEqual([]);
  });

  it('are at most fifty: the next one is refused until one is deleted', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    for (let i = 0; i < 50; i += 1) expect((await save(exchange, who, `Set ${i}`)).code).toBe(200);
    expect(await save(exchange, who, 'One more')).toMatchObject({ code: 409, data: { values: { max: '50' } } });
    expect((await save(exchange, who, 'Set 7')).code).toBe(200);
    const [{ id }] = (await exchange.send('conditionSets', { who })).data;
    await exchange.send('deleteConditionSet', { who, path: { id } });
    expect((await save(exchange, who, 'One more')).code).toBe(200);
  });
});
