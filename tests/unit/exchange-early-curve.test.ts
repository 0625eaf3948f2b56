import { describe, expect, it } from 'vitest';
import { EARLY_MS, EarlyCurve, MOST_EARLY_POINTS } from '#server/exchange/bots/early-curve.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { MORNING_MS, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/** The curve of a bot's first days within the days: written as it goes, read when asked. */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

function sleeper(id: number, createMs: number): LiveBot {
  return { record: { id, createMs, finishMs: null }, machine: {} } as unknown as LiveBot;
}

describe('the points of young bots', () => {
  const bookOf = (bots: readonly LiveBot[]) => ({
    inMemory: (id: number) => bots.find(({ record }) => record.id === id),
  });

  it('are nearer to each other the younger it is, and never more than one answer holds', () => {
    const bot = sleeper(1, MORNING_MS);
    const early = new EarlyCurve(bookOf([bot]));
    early.admit(bot, MORNING_MS);
    const ages: number[] = [];
    for (let now = MORNING_MS; now < MORNING_MS + 4 * 24 * HOUR_MS; now += MINUTE_MS)
      early.pass(now, () => ages.push((now - MORNING_MS) / MINUTE_MS));
    const gapsWithin = (from: number, to: number) =>
      new Set(ages.flatMap((age, i) => (i > 0 && age > from && age <= to ? [age - (ages[i - 1] as number)] : [])));
    expect([...gapsWithin(5, 115)]).toEqual([5]);
    expect([...gapsWithin(120, 1_425)]).toEqual([15]);
    expect([...gapsWithin(1_440, 4_290)]).toEqual([30]);
    expect(ages.at(-1)).toBeLessThan(EARLY_MS / MINUTE_MS);
    expect(ages.length).toBeLessThan(MOST_EARLY_POINTS);
  });

  it('are written some a turn, and nothing is remembered of bots that have grown old or ended', () => {
    const bots = Array.from({ length: 450 }, (_, id) => sleeper(id, MORNING_MS));
    const early = new EarlyCurve(bookOf(bots));
    for (const bot of bots) early.admit(bot, MORNING_MS);
    early.admit(sleeper(999, MORNING_MS - EARLY_MS), MORNING_MS);
    expect(early.size).toBe(450);
    early.pass(MORNING_MS + MINUTE_MS, () => undefined);
    const at = MORNING_MS + 5 * MINUTE_MS;
    expect([1, 2, 3, 4].map((second) => early.pass(at + second * 1_000, () => undefined))).toEqual([200, 200, 50, 0]);
    Object.assign(bots[0]?.record ?? {}, { finishMs: at });
    early.pass(at + 5 * MINUTE_MS, () => undefined);
    expect(early.size).toBe(449);
    for (let turn = 0; turn < 5; turn += 1) early.pass(MORNING_MS + EARLY_MS + turn, () => undefined);
    expect(early.size).toBe(0);
  });
});

const askEarly = (exchange: TestExchange, id: number, who: { readonly who?: Who } = {}, strategy_type = 'spot_grid') =>
  exchange.send('earlyCurve', { ...who, path: { id }, query: { strategy_type } });

describe('the early curve of a bot (issue 10, curve from the first minute)', () => {
  it('tells what the bot was worth then, is there after a kill, leaves out what nobody saw, and is kept with its end', async () => {
    const folder = temporaryFolder();
    let exchange = await openTestExchange(folder);
    let who = await exchange.trader();
    const id = await startGrid(exchange, who, { money: '3000' });
    await exchange.pass(29 * MINUTE_MS, MINUTE_MS);
    await exchange.pass(MINUTE_MS, MINUTE_MS);
    const { data: points } = await askEarly(exchange, id, { who });
    expect(points.length).toBeGreaterThanOrEqual(5);
    const times = points.map(({ time }: { time: number }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const query = { strategy_type: 'spot_grid' };
    const { data: days } = await exchange.send('dailyCurve', { who, path: { id }, query });
    // Nothing of it stands among the days, and the point of this moment says what the running day's does.
    expect(days).toHaveLength(1);
    expect(points.at(-1)).toMatchObject({ profit_rate: days[0].profit_rate, profit: days[0].profit });

    await exchange.kill();
    const { clock } = exchange;
    clock.advance(5 * HOUR_MS);
    exchange = await openTestExchange(folder, { clock });
    who = await exchange.trader();
    const { data: after } = await askEarly(exchange, id, { who });
    expect(after.slice(0, points.length)).toEqual(points);
    await exchange.pass(20 * MINUTE_MS, MINUTE_MS);
    const { data: later } = await askEarly(exchange, id, { who });
    const gaps = later.map(({ time }: { time: number }, i: number) => (i === 0 ? 0 : time - later[i - 1].time));
    expect(gaps.filter((gap: number) => gap > 4 * 3_600)).toHaveLength(1);
    expect(gaps.slice(1).every((gap: number) => gap > 0)).toBe(true);

    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    await exchange.pass(30 * MINUTE_MS, MINUTE_MS);
    expect((await askEarly(exchange, id, { who })).data).toEqual(later);
    await exchange.kill();
  });

  it('is for who sees its executed orders as they were; of an unknown bot, and of another kind, there is none (H54)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const open = await startGrid(exchange, who, { money: '3000', is_hide: 0 });
    await exchange.pass(11 * MINUTE_MS, MINUTE_MS);
    const guest = await askEarly(exchange, open);
    const owner = await askEarly(exchange, open, { who });
    expect(owner.data.length).toBeGreaterThan(0);
    const trades = await exchange.send('tradeRecords', { path: { id: open } });
    const isWhole =
      trades.code === 200 && trades.data.orders.every((one: { match_price: string }) => one.match_price !== '-');
    expect(guest.code).toBe(isWhole ? 200 : 403);
    expect((await askEarly(exchange, 999_999)).code).toBe(404);
    expect((await askEarly(exchange, open, { who }, 'futures_grid')).code).toBe(404);
    await exchange.kill();
  });
});
