import { describe, expect, it } from 'vitest';
import { returnSinceE8 } from '#lib/formulas/return-since.ts';
import { returnsSinceFirst } from '#server/exchange/bots/chained-returns.ts';
import type { DailyPoint } from '#server/exchange/bots/daily-curve.ts';
import { copied, endBot, follow } from './copied-bots.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DAY_MS = 86_400_000;

describe('comparing a copy with its original', () => {
  it('shows both from the day on which the copy was made (M-289, M-078, M-080)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const provider = await exchange.trader();
    const source = await startKind(exchange, provider, 'futures_grid');
    await exchange.pass(DAY_MS / 2, 3_600_000);
    const { money } = await rowOf(exchange, await exchange.trader(), source, 'futures_grid');
    const { data } = await follow(exchange, await exchange.trader('copier'), 'futures_grid', source, money);
    await exchange.pass(9 * DAY_MS, 3_600_000);
    // A day without a call ends a session.
    const copier = await exchange.trader('copier');
    const query = { strategy_id: data.strategy_id, strategy_type: 'futures_grid', follow_id: source };
    const whole = await exchange.send('strategyComparison', { who: copier, query });
    expect(whole.data.mine).toHaveLength(10);
    // Both from the midnight after it: what the original did on that day before it was copied is nobody's difference.
    expect(whole.data.mine[0]).toEqual({ trading_date: '2026-05-20', profit_rate: '0' });
    expect(whole.data.origin[0]).toEqual(whole.data.mine[0]);
    const days = (list: { trading_date: string }[]) => list.map(({ trading_date }) => trading_date);
    expect(days(whole.data.origin)).toEqual(days(whole.data.mine));
    for (const [id, told] of [
      [data.strategy_id, whole.data.mine],
      [source, whole.data.origin],
    ]) {
      const ask = { strategy_id: id, strategy_type: 'futures_grid' };
      const { data: points } = await exchange.send('dailyCurve', { who: copier, path: { id }, query: ask });
      // The newest first.
      const worth = points.map(({ profit_rate }: { profit_rate: string }) => 1 + Number(profit_rate));
      expect(Number(told.at(-1).profit_rate)).toBeCloseTo(worth[0] / worth[9] - 1, 6);
    }
    expect([whole.data.mine, whole.data.origin].map((told) => told.at(-1).profit_rate)).not.toEqual(['0', '0']);
    const week = await exchange.send('strategyComparison', { who: copier, query: { ...query, data_period: 'week' } });
    expect(week.data.mine).toHaveLength(8);
    expect([week.data.mine[0].profit_rate, week.data.origin[0].profit_rate]).toEqual(['0', '0']);
    expect(days(week.data.origin)).toEqual(days(week.data.mine));
  });

  it('is for its owner, of its own original, and goes on when the original has ended', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const [provider, copier] = [await exchange.trader(), await exchange.trader('copier')];
    const { source, copy } = await copied(exchange, { provider, copier }, 'spot_grid');
    const query = { strategy_id: copy, strategy_type: 'spot_grid', follow_id: source };
    expect((await exchange.send('strategyComparison', { who: provider, query })).code).toBe(404);
    const other = await exchange.send('strategyComparison', { who: copier, query: { ...query, follow_id: copy } });
    expect(other).toMatchObject({ code: 422, data: { field: 'follow_id' } });
    await endBot(exchange, provider, source);
    await exchange.pass(2 * DAY_MS, 3_600_000);
    const again = await exchange.trader('copier');
    const { data } = await exchange.send('strategyComparison', { who: again, query });
    expect([data.mine.length, data.origin.length]).toEqual([3, 1]);
    // Documented nowhere: the end of the original ends no copy.
    expect((await rowOf(exchange, again, copy, 'spot_grid')).status).toBe('running');
  });

  it('of an ended copy is over with its last day, whatever its original does after it', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const { source, copy } = await copied(
      exchange,
      { provider: await exchange.trader(), copier: await exchange.trader('copier') },
      'futures_grid',
    );
    const query = { strategy_id: copy, strategy_type: 'futures_grid', follow_id: source };
    const compared = async () =>
      (await exchange.send('strategyComparison', { who: await exchange.trader('copier'), query })).data;
    // On the first day there is nothing yet.
    expect([(await compared()).mine.length, (await compared()).origin.length]).toEqual([1, 1]);
    await exchange.pass(2 * DAY_MS, 3_600_000);
    expect(await endBot(exchange, await exchange.trader('copier'), copy)).toMatchObject({ code: 200 });
    await exchange.pass(DAY_MS, 3_600_000);
    const ended = await compared();
    expect(ended.origin.map(({ trading_date }: { trading_date: string }) => trading_date)).toEqual(
      ended.mine.map(({ trading_date }: { trading_date: string }) => trading_date),
    );
    expect(Number(ended.origin.at(-1).profit_rate)).not.toBe(0);
    await exchange.pass(2 * DAY_MS, 3_600_000);
    expect(await compared()).toEqual(ended);
  });

  it('takes margin that was added for no difference: days are chained, each of the money of that day', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const { source, copy } = await copied(
      exchange,
      { provider: await exchange.trader(), copier: await exchange.trader('copier') },
      'futures_grid',
    );
    await exchange.pass(5 * DAY_MS, 3_600_000);
    const who = await exchange.trader('copier');
    const query = { strategy_id: copy, strategy_type: 'futures_grid', follow_id: source };
    const compared = async () => (await exchange.send('strategyComparison', { who, query })).data;
    const before = await compared();
    const { money } = await rowOf(exchange, who, copy, 'futures_grid');
    const body = { asset: 'USDT', amount: `${Number(money) * 2}`, fundpass: 'paper-fund' };
    expect(await exchange.send('increaseBalance', { who, path: { id: copy }, body })).toMatchObject({ code: 200 });
    const after = await compared();
    expect(after.origin).toEqual(before.origin);
    const rates = ({ mine }: typeof before): number[] =>
      mine.map(({ profit_rate }: { profit_rate: string }) => Number(profit_rate));
    const [old, now] = [rates(before), rates(after)];
    for (const [day, rate] of old.slice(0, -1).entries()) expect(now[day]).toBeCloseTo(rate, 7);
    // Of the day itself at most what it made may be of the money with it.
    const [past = 0, present = 0] = old.slice(-2);
    expect(Math.abs((now.at(-1) ?? 0) - present)).toBeLessThanOrEqual(Math.abs(present - past) + 1e-8);
    expect(Math.abs(past)).toBeGreaterThan(4 * Math.abs(present - past));
  });

  it('reckons with what the original was worth when it was copied', () => {
    // Twice its investment, and half as much more: a half for who came then.
    expect(returnSinceE8(200_000_000n, 100_000_000n)).toBe(50_000_000n);
    expect(returnSinceE8(0n, 0n)).toBe(0n);
    expect(returnSinceE8(0n, -100_000_000n)).toBe(0n);
  });

  it('chains days across deposits', () => {
    const point = (day: number, profit: bigint, deposited: bigint): DailyPoint => {
      const rateE8 = (profit * 100_000_000n) / 1_000n;
      return { day: `2026-05-0${day}`, profit, rateE8, usdtEquity: 0n, span: null, deposited };
    };
    // 1,000; 1,100; twice 1,000 come in; 3,100 lose a tenth; 2,790 lose everything.
    const points = [point(1, 0n, 0n), point(2, 100n, 0n), point(3, 100n, 2_000n), point(4, -210n, 2_000n)];
    const record = { startEquity: 1_000n, deposited: 2_000n };
    expect(returnsSinceFirst(record, points)).toEqual([0n, 10_000_000n, 10_000_000n, -1_000_000n]);
    expect(returnsSinceFirst(record, points.slice(2))).toEqual([0n, -10_000_000n]);
    expect(returnsSinceFirst(record, [...points, point(5, -3_000n, 2_000n), point(6, -3_000n, 2_000n)]).at(-1)).toBe(
      -100_000_000n,
    );
    // Without deposits the same as of somebody who came in then.
    const plain = [point(1, 1_000n, 0n), point(2, 2_000n, 0n)];
    expect(returnsSinceFirst({ startEquity: 1_000n, deposited: 0n }, plain)).toEqual([0n, 50_000_000n]);
    expect(returnsSinceFirst(record, [])).toEqual([]);
  });
});
