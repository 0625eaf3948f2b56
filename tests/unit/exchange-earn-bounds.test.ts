import { describe, expect, it } from 'vitest';
import { type DualWish, dualBody, orderDual } from './exchange-dual-orders.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { editBody, planBody, startPlan } from './exchange-plans.ts';
import { temporaryFolder } from './store-fixture.ts';

/** How many orders and plans an account may have, and begin: what they leave behind stays for ever. */

const HOUR_MS = 3_600_000;

const order = async (exchange: TestExchange, who: Who, wish: DualWish = {}) =>
  exchange.send('subscribeDual', { who, body: await dualBody(exchange, wish) });

describe('orders of an account', () => {
  it('are 200 that are open, and not one more', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const { id } = await orderDual(exchange, who);
    const { book } = exchange.dual;
    const first = book.get(id)!;
    await exchange.sequencer.submit((tx) => {
      for (let made = 1; made < 199; made += 1) book.add(tx, { ...first, id: book.nextId() });
    });
    expect(await order(exchange, who)).toMatchObject({ code: 0 });
    expect(await order(exchange, who)).toMatchObject({
      code: 409,
      data: { issue: 'dual-too-many', values: { max: '200' } },
    });
    // Another account has its own.
    expect(await order(exchange, await exchange.trader('copier'))).toMatchObject({ code: 0 });
    expect(await exchange.send('cancelDualOrder', { who, body: { order_id: id } })).toMatchObject({ code: 0 });
    expect(await order(exchange, who)).toMatchObject({ code: 0 });
  });

  it('are 120 begun within an hour, those that were cancelled too; what was refused is none', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    for (let made = 0; made < 119; made += 1) {
      // Requests of any kind have a limit of their own, by the minute.
      exchange.clock.advance(10_000);
      const { id } = await orderDual(exchange, who, { amount: '10' });
      if (made % 2 === 0) await exchange.send('cancelDualOrder', { who, body: { order_id: id } });
    }
    const poor = await order(exchange, who, { amount: '100000' });
    expect(poor).toMatchObject({ code: 422, data: { issue: 'dual-balance' } });
    expect(await order(exchange, who)).toMatchObject({ code: 0 });
    expect((await order(exchange, who)).data).toMatchObject({ issue: 'dual-too-often' });
    await exchange.pass(HOUR_MS, HOUR_MS / 2);
    expect(await order(exchange, await exchange.trader())).toMatchObject({ code: 0 });
  });
});

describe('plans of an account', () => {
  it('are 100 that are not closed, and 300 in all', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startPlan(exchange, who);
    const { plans } = exchange.invest.parts;
    const first = plans.get(id)!;
    const more = (count: number, state: 'paused' | 'closed') =>
      exchange.sequencer.submit((tx) => {
        for (let made = 0; made < count; made += 1) plans.put(tx, { ...first, id: plans.nextId(), state, dueMs: null });
      });
    const create = () => exchange.send('createPlan', { who, body: planBody() });
    const refused = (max: string) => ({ code: 409, data: { issue: 'too-many-plans', values: { max } } });
    // A paused one goes on some day.
    await more(98, 'paused');
    expect(await create()).toMatchObject({ code: 0 });
    expect(await create()).toMatchObject(refused('100'));
    await exchange.send('endPlan', { who, body: { plan_id: id } });
    await more(199, 'closed');
    expect(await create()).toMatchObject({ code: 0 });
    await exchange.send('endPlan', { who, body: { plan_id: plans.nextId() - 1 } });
    expect(await create()).toMatchObject(refused('300'));
  });

  it('have 50 versions each', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startPlan(exchange, who);
    const { plans } = exchange.invest.parts;
    const plan = plans.get(id)!;
    await exchange.sequencer.submit((tx) => plans.put(tx, { ...plan, present: { ...plan.present, version: 49 } }));
    const edit = (version: number, amount: string) =>
      exchange.send('editPlan', { who, body: editBody({ amount, plan_id: id, version }) });
    expect(await edit(49, '60')).toMatchObject({ code: 0, data: { plan_version: 50 } });
    expect(await edit(50, '70')).toMatchObject({
      code: 409,
      data: { issue: 'too-many-versions', values: { max: '50' } },
    });
  });
});
