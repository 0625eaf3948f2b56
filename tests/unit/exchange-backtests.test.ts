import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BacktestEntry } from '#server/exchange/backtests/backtest-entry.ts';
import { fairLine } from '#server/exchange/surroundings/fair-line.ts';
import { kindsOfRun } from '#tests/support/kinds-of-run.ts';
import { gridBody, MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES } from './exchange-kind-bodies.ts';

const DAY_S = 86_400;
const NOW_S = MORNING_MS / 1000;
/** When the day of now is over, UTC. */
const TOMORROW_S = Math.ceil(NOW_S / DAY_S) * DAY_S;
const WAIT = { timeout: 120_000, interval: 20 };

let folder: string;
let exchange: TestExchange;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backtests-'));
  exchange = await openTestExchange(folder);
});

afterEach(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true, force: true });
});

const days = (count: number) => ({ begin_time: NOW_S - count * DAY_S, end_time: NOW_S });

function backtestBody(changes: Readonly<Record<string, unknown>> = {}) {
  return { ...gridBody(exchange, changes), ...days(7), ...changes };
}

async function create(who: Who, changes: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const reply = await exchange.send('createBacktest', { who, body: backtestBody(changes) });
  expect(reply.code, JSON.stringify(reply.data)).toBe(200);
  return reply.data.id;
}

async function records(
  who: Who,
): Promise<readonly { id: number; status: string; reason: string; is_queued: boolean }[]> {
  return (await exchange.send('backtests', { who, query: { page_size: 500 } })).data;
}

async function done(who: Who, id: number) {
  await expect.poll(async () => (await records(who)).find((row) => row.id === id)?.status, WAIT).not.toBe('running');
  const row = (await exchange.send('backtests', { who, query: { page_size: 500 } })).data.find(
    (one: { id: number }) => one.id === id,
  );
  return row;
}

describe('a backtest of an indicator bot', () => {
  it('reckons with the fee that it was asked for, and its record is the form, not its defaults (B10, C-318, C-169)', async () => {
    const who = await exchange.trader();
    const body = (fee: string) => ({
      ...KIND_BODIES['spot-compose-indicator'].body(exchange, { params: { fee, position_stop_profit: '0' } }),
      ...days(7),
    });
    const feesOf = async (fee: string): Promise<number> => {
      const { data, code } = await exchange.send('createBacktest', { who, body: body(fee) });
      expect(code, JSON.stringify(data)).toBe(200);
      const row = await done(who, data.id);
      expect(row.payload.params.fee).toBe(fee);
      expect(row.payload.params.stop_rate).toBe('');
      const report = await exchange.send('backtestReport', { who, path: { id: data.id } });
      return Number(report.data.fees);
    };
    const free = await feesOf('');
    const cheap = await feesOf('0.001');
    const dear = await feesOf('0.01');
    expect(free).toBe(0);
    expect(cheap).toBeGreaterThan(0);
    expect(dear).toBeGreaterThan(5 * cheap);
    const tooMuch = await exchange.send('createBacktest', { who, body: body('0.051') });
    expect(tooMuch).toMatchObject({ code: 422, data: { field: 'fee', issue: 'range' } });
  });

  it('of any kind refuses what would have no effect, like the creation (B11)', async () => {
    const who = await exchange.trader();
    const reply = await exchange.send('createBacktest', { who, body: backtestBody({ qty_rate: '0.1' }) });
    expect(reply).toMatchObject({ code: 422, data: { field: 'qty_rate', issue: 'field.unused' } });
  });
});

describe('when resting orders fill in a backtest (H58)', () => {
  /** A report with the figures that stand in it and in its record. */
  async function resultOf(who: Who, changes: Readonly<Record<string, unknown>>) {
    const id = await create(who, changes);
    const { result, payload } = await done(who, id);
    const { data: report } = await exchange.send('backtestReport', { who, path: { id } });
    const { profit_rate, total_profit, max_draw_down, orders_cnt } = result;
    return { payload, report, own: { profit_rate, total_profit, max_draw_down, orders_cnt } };
  }

  it('is when they are touched, or traded through by ticks; the report shows both, each as if it had been asked for', async () => {
    const who = await exchange.trader();
    const touched = await resultOf(who, {});
    const through = await resultOf(who, { through_ticks: 1 });
    const far = await resultOf(who, { through_ticks: 400 });
    expect(touched.report).toMatchObject({ through_ticks: 0, other_fills: { through_ticks: 1, ...through.own } });
    expect(through.report).toMatchObject({ through_ticks: 1, other_fills: { through_ticks: 0, ...touched.own } });
    expect(far.report).toMatchObject({ through_ticks: 400, other_fills: { through_ticks: 0, ...touched.own } });
    expect(far.own.orders_cnt).toBeLessThan(touched.own.orders_cnt);
    // It is the backtest's word, and no bot's.
    expect(through.payload).toEqual(touched.payload);
  });

  it('is refused where it would have no effect, and beyond what is looked at', async () => {
    const who = await exchange.trader();
    const body = { ...KIND_BODIES['smart-position'].body(exchange), ...days(7), through_ticks: 1 };
    expect(await exchange.send('createBacktest', { who, body })).toMatchObject({
      code: 422,
      data: { field: 'through_ticks', issue: 'field.unused' },
    });
    for (const through_ticks of [1_001, -1, 0.5]) {
      const reply = await exchange.send('createBacktest', { who, body: backtestBody({ through_ticks }) });
      expect(reply.code, String(through_ticks)).toBe(422);
    }
  });

  it('is announced beyond the documents (H61)', async () => {
    expect((await exchange.send('capabilities')).data).toContain('through_ticks');
  });
});

describe('a backtest as a record', () => {
  it('is queued, run, listed with its figures, and read with its orders and its curve (E-004, E-113, E-114, E-115, E-116, E-117, E-118, E-268, E-270, E-271, E-272, E-329)', async () => {
    const who = await exchange.trader();
    const id = await create(who);
    const row = await done(who, id);
    expect(row).toMatchObject({
      status: 'stopped',
      strategy_type: 'spot_grid',
      bot_type: 'spot_grid',
      begin_time: NOW_S - 7 * DAY_S,
      end_time: NOW_S,
      params: { pair: 'BTC_USDT', begin_money_amount: '3000', begin_money_currency: 'USDT' },
    });
    expect(row.payload).not.toHaveProperty('fundpass');
    const { data: report } = await exchange.send('backtestReport', { who, path: { id } });
    expect(Number(report.end_value) - Number(report.start_value)).toBeCloseTo(Number(row.result.total_profit), 6);
    expect(report.curve.at(-1).rate).toBe(row.result.profit_rate);
    const orders = await exchange.send('backtestOrders', { who, path: { id }, query: { page: 1, page_size: 500 } });
    expect(orders.totalcount).toBe(row.result.orders_cnt);
    expect(orders.data.length).toBe(Math.min(500, row.result.orders_cnt));
    const firstTwo = await exchange.send('backtestOrderCount', { who, path: { id }, query: { page: 1, page_size: 2 } });
    expect(firstTwo.data).toEqual(orders.data.slice(0, 2));
    expect(firstTwo.totalcount).toBe(orders.totalcount);
    const points = await exchange.send('backtestPoints', { who, path: { id }, query: { page: 1, page_size: 200 } });
    expect(points.data[0]).toEqual({ back_time: NOW_S - 7 * DAY_S, profit: report.curve[0].profit });
    expect(points.totalcount).toBe(report.curve.length);
    await expect
      .poll(async () => (await exchange.send('backtestReport', { who, path: { id } })).data.neighbours, WAIT)
      .not.toBeNull();
  });

  it('is counted by its status and is gone with everything when it is deleted (E-269, E-273)', async () => {
    const who = await exchange.trader();
    const id = await create(who);
    await done(who, id);
    expect((await exchange.send('backtestCount', { who })).data).toEqual({
      running: 0,
      stopped: 1,
      abnormal: 0,
      total: 1,
    });
    expect((await exchange.send('deleteBacktest', { who, path: { id } })).code).toBe(200);
    expect((await exchange.send('backtestCount', { who })).data.total).toBe(0);
    expect((await exchange.send('backtestReport', { who, path: { id } })).code).toBe(404);
  });

  it('leaves its number to nobody when it is deleted, over a restart too', async () => {
    const who = await exchange.trader();
    const ids = [await create(who), await create(who)];
    for (const id of ids) {
      await done(who, id);
      expect((await exchange.send('deleteBacktest', { who, path: { id } })).code).toBe(200);
    }
    await exchange.stop();
    exchange = await openTestExchange(folder, { clock: exchange.clock });
    const again = await exchange.trader();
    expect(await create(again)).toBe(Math.max(...ids) + 1);
  });

  it('belongs to one trader: to others it is like an unknown one, guests get 401 (E-274, C8)', async () => {
    const who = await exchange.trader();
    const id = await create(who);
    await done(who, id);
    const other = await exchange.trader('copier');
    for (const call of [
      'backtestReport',
      'backtestOrders',
      'backtestPoints',
      'deleteBacktest',
      'cancelBacktest',
    ] as const) {
      const unknown = await exchange.send(call, { who: other, path: { id: '999999' } });
      expect(await exchange.send(call, { who: other, path: { id } })).toEqual(unknown);
      expect(unknown.code).toBe(404);
    }
    expect(await records(other)).toEqual([]);
    expect((await exchange.send('backtests')).code).toBe(401);
    expect((await exchange.send('createBacktest', { body: backtestBody() })).code).toBe(401);
  });

  it.each([
    ['the end before the beginning', { begin_time: NOW_S, end_time: NOW_S - DAY_S }, 'backtest.dates-order'],
    ['an end after today', { begin_time: NOW_S - DAY_S, end_time: TOMORROW_S + 1 }, 'backtest.end-future'],
    ['more than 366 days', { begin_time: NOW_S - 367 * DAY_S, end_time: NOW_S }, 'backtest.too-long'],
  ])('refuses %s (C-319, C-320, E-193)', async (_, dates, issue) => {
    const who = await exchange.trader();
    const reply = await exchange.send('createBacktest', { who, body: backtestBody(dates) });
    expect(reply).toMatchObject({ code: 422, data: { issue } });
    expect(await records(who)).toEqual([]);
  });

  it('may end today, a day that counts whole and as far as it has come (C-320, E-193)', async () => {
    const who = await exchange.trader();
    const id = await create(who, { end_time: TOMORROW_S });
    expect(await done(who, id)).toMatchObject({ status: 'stopped', end_time: NOW_S });
  });

  it('is refused what a bot of that time would be refused, money in the account excepted (C-310, E-184)', async () => {
    const who = await exchange.trader();
    const wrong = await exchange.send('createBacktest', { who, body: backtestBody({ grid_num: '1' }) });
    expect(wrong).toMatchObject({ code: 422, data: { field: 'grid_num' } });
    const poor = await exchange.send('createBacktest', { who, body: backtestBody({ money: '12' }) });
    expect(poor).toMatchObject({ code: 422, data: { field: 'money' } });
    const rich = await exchange.send('createBacktest', { who, body: backtestBody({ money: '9000000' }) });
    expect(rich.code).toBe(200);
  });

  it.each(kindsOfRun(0))('is run for %s with the create call’s own body', async (kind) => {
    const who = await exchange.trader();
    const body = { ...KIND_BODIES[kind].body(exchange, {}), fundpass: 'paper-fund', ...days(3) };
    const reply = await exchange.send('createBacktest', { who, body });
    expect(reply.code, JSON.stringify(reply.data)).toBe(200);
    expect(await done(who, reply.data.id)).toMatchObject({ status: 'stopped', reason: '', strategy_type: kind });
  });
});

describe('the queue', () => {
  it('serves the trader first who has waited longest since one of theirs was begun', () => {
    const entry = (id: number, ownerId: number) => ({ id, ownerId, status: 'queued' }) as BacktestEntry;
    const waiting = new Map([1, 2, 3, 4, 5, 6].map((id) => [id, entry(id, id === 5 ? 8 : 7)]));
    const line = fairLine<BacktestEntry>(({ ownerId }) => ownerId);
    const order: number[] = [];
    for (let next = line(waiting.values()); next !== null; next = line(waiting.values())) {
      waiting.delete(next.id);
      order.push(next.id);
    }
    expect(order).toEqual([1, 5, 2, 3, 4, 6]);
  });

  it('lets go of what is cancelled, waiting or running, and runs the rest', async () => {
    const who = await exchange.trader();
    const ids = [];
    for (let i = 0; i < 4; i += 1) ids.push(await create(who, days(60)));
    expect((await exchange.send('cancelBacktest', { who, path: { id: ids[0] as number } })).code).toBe(200);
    expect((await exchange.send('cancelBacktest', { who, path: { id: ids[2] as number } })).code).toBe(200);
    for (const id of ids) await done(who, id);
    const statuses = (await records(who)).map(({ id, status, reason }) => [id, status, reason]);
    expect(statuses).toEqual([
      [ids[3], 'stopped', ''],
      [ids[2], 'abnormal', 'cancelled'],
      [ids[1], 'stopped', ''],
      [ids[0], 'abnormal', 'cancelled'],
    ]);
    expect((await exchange.send('cancelBacktest', { who, path: { id: ids[3] as number } })).code).toBe(409);
  });

  it('loses none of twenty when the process is killed in the middle of them', async () => {
    const who = await exchange.trader();
    const ids = [];
    for (let i = 0; i < 20; i += 1) ids.push(await create(who, days(5)));
    await expect.poll(async () => (await records(who)).some(({ status }) => status === 'stopped'), WAIT).toBe(true);
    await exchange.kill();
    exchange = await openTestExchange(folder);
    const again = await exchange.trader();
    for (const id of ids) expect(await done(again, id)).toMatchObject({ status: 'stopped', reason: '' });
    expect(await records(again)).toHaveLength(20);
  });

  it('does not take more than sixty of one trader at a time', async () => {
    const who = await exchange.trader();
    for (let i = 0; i < 60; i += 1) {
      await create(who, days(60));
      exchange.clock.advance(1_000);
    }
    const reply = await exchange.send('createBacktest', { who, body: backtestBody() });
    const waiting = (await records(who)).filter(({ status }) => status === 'running').length;
    expect(reply.code).toBe(waiting >= 60 ? 429 : 200);
  });
});
