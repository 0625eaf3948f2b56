import { describe, expect, it } from 'vitest';
import { gridLineAt } from '#lib/formulas/grid-levels.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { jumpingFeed } from './exchange-crash-feed.ts';
import { gridBody, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** The owner of a running spot grid changes how far it may follow the price. */

const at = (row: { last_price: string }, factor: number): string => (Number(row.last_price) * factor).toFixed(1);
const FUNDPASS = { fundpass: 'paper-fund' };

async function operationsOf(exchange: TestExchange, who: Who, id: number) {
  const query = { strategy_id: id, strategy_type: 'spot_grid', page_size: 50 };
  const { data } = await exchange.send('operateRecords', { who, query });
  return data as { op_type: string; from: string; to: string }[];
}

/** A grid that has followed the price as far as it may; `row`: as it was before. */
async function atItsLimit() {
  const jumps: { atMs: number; factor: number }[] = [];
  const feed = jumpingFeed(createSimulatedFeed({ seed: 'exchange-tests' }), jumps);
  const exchange = await openTestExchange(temporaryFolder(), { feed });
  const who = await exchange.trader();
  const { low_price, high_price } = gridBody(exchange);
  const id = await startGrid(exchange, who, { low_price, high_price });
  const ticks = (price: string): number => Math.round(Number(price) * 10);
  // One line further, exactly.
  const limit = (gridLineAt(ticks(low_price), ticks(high_price), 30, 'arithmetic', 31) / 10).toFixed(1);
  const row = await rowOf(exchange, who, id, 'spot_grid');
  const body = { stop_upward_price: limit, moving_average_momentum: '0.02', ...FUNDPASS };
  expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
  jumps.push({ atMs: exchange.clock.nowMs() + 1_000, factor: 1.08 });
  await exchange.pass(120_000, 20_000);
  expect((await rowOf(exchange, who, id, 'spot_grid')).params.current_high_price).toBe(limit);
  return { exchange, who, id, limit, row };
}

describe('trailing of a spot grid that works', () => {
  it('is planned, set and taken back with its orders where they are, is in its record, and is there after a restart', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const someone = await first.trader();
    const id = await startGrid(first, someone);
    await first.pass(600_000, 60_000);
    const row = await rowOf(first, someone, id, 'spot_grid');
    const book = await first.send('openOrders', { who: someone, path: { id } });
    const asked = {
      stop_upward_price: at(row, 1.5),
      stop_downward_price: '',
      moving_average_momentum: '0.02',
    };
    const plan = await first.send('investPlan', { who: someone, path: { id }, body: asked });
    expect(plan.data).toMatchObject({ plan_type: 0, plans: [{ plan: 'Investments Unchanged', actions: [] }] });
    const { fingerprint } = plan.data.plans[0];
    const body = { ...asked, plan: 'Investments Unchanged', actions: [], fingerprint, ...FUNDPASS };
    // What was shown of one limit is not taken for another.
    const other = { ...body, stop_upward_price: at(row, 1.4) };
    expect(await first.send('changeGridParams', { who: someone, path: { id }, body: other })).toMatchObject({
      code: 409,
      data: { issue: 'plan-stale' },
    });
    expect(await first.send('changeGridParams', { who: someone, path: { id }, body })).toMatchObject({ code: 200 });
    expect(await first.send('changeGridParams', { who: someone, path: { id }, body })).toMatchObject({
      code: 409,
      data: { issue: 'change-nothing' },
    });
    expect(await first.send('openOrders', { who: someone, path: { id } })).toEqual(book);
    const [told] = await operationsOf(first, someone, id);
    expect(told).toMatchObject({ op_type: 'params' });
    expect([JSON.parse(told?.from ?? ''), JSON.parse(told?.to ?? '')]).toEqual([
      { stop_upward_price: '', stop_downward_price: '', moving_average_momentum: '' },
      asked,
    ]);
    const { figures } = (told as unknown as { outcome: { figures: object[] } }).outcome;
    const limit = asked.stop_upward_price;
    expect(figures).toContainEqual({
      ...{ name: 'stop_upward_price', currency: '', planned: limit, happened: limit, difference: '0' },
    });
    await first.kill();
    const exchange = await openTestExchange(folder);
    const who = await exchange.trader();
    expect((await rowOf(exchange, who, id, 'spot_grid')).params).toMatchObject(asked);
    const none = { stop_upward_price: '', ...FUNDPASS };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body: none })).toMatchObject({ code: 200 });
    expect((await rowOf(exchange, who, id, 'spot_grid')).params).toMatchObject({
      stop_upward_price: '',
      moving_average_momentum: '',
    });
  });

  it('moves the range at once where the price is there already, from then on, and no further once it is taken back', async () => {
    const jumps: { atMs: number; factor: number }[] = [];
    const feed = jumpingFeed(createSimulatedFeed({ seed: 'exchange-tests' }), jumps);
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    const [id, still] = [await startGrid(exchange, who), await startGrid(exchange, who)];
    const row = await rowOf(exchange, who, id, 'spot_grid');
    const jump = async (factor: number) => {
      jumps.push({ atMs: exchange.clock.nowMs() + 1_000, factor });
      await exchange.pass(120_000, 20_000);
    };
    const change = (body: object) =>
      exchange.send('changeGridParams', { who, path: { id }, body: { ...body, ...FUNDPASS } });
    const highOf = async (bot: number) => {
      const { params, residual } = await rowOf(exchange, who, bot, 'spot_grid');
      expect(residual).toBe('0');
      return Number(params.current_high_price);
    };
    const first = await highOf(id);
    const other = await highOf(still);
    await jump(1.06);
    expect(await highOf(id)).toBe(first);
    // It waits for its momentum, until another one is enough.
    expect(await change({ stop_upward_price: at(row, 2), moving_average_momentum: '0.5' })).toMatchObject({
      code: 200,
    });
    expect(await highOf(id)).toBe(first);
    expect(await change({ moving_average_momentum: '0.02' })).toMatchObject({ code: 200 });
    const moved = await highOf(id);
    expect(moved).toBeGreaterThan(first);
    const told = (await operationsOf(exchange, who, id)).map(({ op_type }) => op_type);
    expect(told).toEqual(expect.arrayContaining(['params', 'moving-up']));
    await jump(1.06);
    const further = await highOf(id);
    expect(further).toBeGreaterThan(moved);
    expect(await change({ stop_upward_price: '' })).toMatchObject({ code: 200 });
    await jump(1.06);
    expect([await highOf(id), await highOf(still)]).toEqual([further, other]);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('is changed where the grid stands at its limit: what stays is not judged again, a new limit and its momentum are', async () => {
    const { exchange, who, id, limit, row } = await atItsLimit();
    const change = (body: object) =>
      exchange.send('changeGridParams', { who, path: { id }, body: { ...body, ...FUNDPASS } });
    const params = async () => (await rowOf(exchange, who, id, 'spot_grid')).params;
    const faulty = (field: string) => ({ code: 422, data: { field } });
    expect(await change({ moving_average_momentum: '0.6' })).toMatchObject(faulty('moving_average_momentum'));
    expect(await change({ moving_average_momentum: '0.03' })).toMatchObject({ code: 200 });
    // As a dialog sends it: the limit beside it, as it is, in other digits.
    const down = { stop_upward_price: `${limit}0`, stop_downward_price: at(row, 0.5), moving_average_momentum: '0.03' };
    expect(await change({ ...down, moving_average_momentum: '' })).toMatchObject(faulty('moving_average_momentum'));
    expect(await change({ ...down, stop_downward_price: limit })).toMatchObject(faulty('stop_downward_price'));
    expect(await change(down)).toMatchObject({ code: 200 });
    const { stop_downward_price, moving_average_momentum } = await params();
    expect([stop_downward_price, moving_average_momentum]).toEqual([at(row, 0.5), '0.03']);
    const lower = (Number(limit) - 0.1).toFixed(1);
    expect(await change({ stop_upward_price: lower })).toMatchObject(faulty('stop_upward_price'));
  });

  it('lets a grid that stands at its limit be laid anew up to that limit and have more money, and no further (M-206, M-207)', async () => {
    const { exchange, who, id, limit } = await atItsLimit();
    const plan = (body: object) => exchange.send('investPlan', { who, path: { id }, body });
    const { current_low_price: low_price } = (await rowOf(exchange, who, id, 'spot_grid')).params;
    const range = { low_price, high_price: limit };
    expect(await plan({ ...range, grid_num: '20' })).toMatchObject({ code: 200 });
    expect(await plan({ money: '500' })).toMatchObject({
      code: 200,
      data: { plans: [{ plan: 'Investments Append' }] },
    });
    const beyond = { ...range, high_price: (Number(limit) + 0.1).toFixed(1) };
    expect(await plan(beyond)).toMatchObject({ code: 422, data: { field: 'stop_upward_price' } });
    const down = { stop_downward_price: (Number(low_price) - 100).toFixed(1), moving_average_momentum: '0.03' };
    const body = { ...down, ...FUNDPASS };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
    const lowest = down.stop_downward_price;
    expect(await plan({ ...range, low_price: lowest })).toMatchObject({ code: 200 });
    const below = { ...range, low_price: (Number(lowest) - 0.1).toFixed(1) };
    expect(await plan(below)).toMatchObject({ code: 422, data: { field: 'stop_downward_price' } });
    // A limit that is set with it has to leave the grid somewhere to go.
    const still = { ...range, stop_upward_price: limit, stop_downward_price: low_price };
    expect(await plan({ ...still, grid_num: '20' })).toMatchObject({
      code: 422,
      data: { field: 'stop_downward_price' },
    });
  });

  it('is refused at its field: a limit within the range as it stands, no momentum, another kind, another owner', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    const row = await rowOf(exchange, who, id, 'spot_grid');
    const change = (body: object, one = id, asker = who) =>
      exchange.send('changeGridParams', { who: asker, path: { id: one }, body: { ...body, ...FUNDPASS } });
    const wide = { stop_upward_price: at(row, 1.5), moving_average_momentum: '0.02' };
    for (const [body, field] of [
      [{ ...wide, stop_upward_price: at(row, 1.01) }, 'stop_upward_price'],
      [{ stop_downward_price: at(row, 0.99), moving_average_momentum: '0.02' }, 'stop_downward_price'],
      [{ ...wide, moving_average_momentum: '' }, 'moving_average_momentum'],
      [{ ...wide, moving_average_momentum: '0.6' }, 'moving_average_momentum'],
    ] as const) {
      expect([field, await change(body)]).toMatchObject([field, { code: 422, data: { field } }]);
      const plan = await exchange.send('investPlan', { who, path: { id }, body });
      expect([field, plan]).toMatchObject([field, { code: 422, data: { field } }]);
    }
    const margin = await startKind(exchange, who, 'margin_grid');
    expect(await change(wide, margin)).toMatchObject({ code: 422, data: { issue: 'field.unused' } });
    const other = await exchange.logIn('copier', 'paper-copier');
    expect(await change(wide, id, other)).toMatchObject({ code: 403 });
    // Its range with it: the grid is laid anew, and may go where it is to go.
    const range = { low_price: at(row, 0.95), high_price: at(row, 1.05), grid_num: '20' };
    const plan = await exchange.send('investPlan', { who, path: { id }, body: { ...range, ...wide } });
    expect(plan.code).toBe(200);
    const { actions } = plan.data.plans[0];
    const said = actions.map(({ action, amount, currency }: Record<string, string>) => ({ action, amount, currency }));
    expect(await change({ ...range, ...wide, actions: said })).toMatchObject({ code: 200 });
    expect((await rowOf(exchange, who, id, 'spot_grid')).params).toMatchObject(wide);
  });
});
