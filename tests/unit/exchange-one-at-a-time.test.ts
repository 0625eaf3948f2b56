import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { workOf } from '#server/door/work.ts';
import { oneAtATime } from '#server/exchange/surroundings/one-at-a-time.ts';

it('works for a trader one piece at a time, in their order, for others beside it, and goes on after one that failed', async () => {
  const lane = oneAtATime();
  const underWay = new Map<number, number>();
  const ended: string[] = [];
  let most = 0;
  const work = (userId: number, name: string, fails = false) =>
    lane(userId, async () => {
      const now = (underWay.get(userId) ?? 0) + 1;
      underWay.set(userId, now);
      most = Math.max(most, now);
      await wait(20);
      underWay.set(userId, now - 1);
      ended.push(name);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([work(1, 'a'), work(1, 'b', true), work(1, 'c'), work(2, 'other')]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(most).toBe(1);
  expect(ended.filter((name) => name !== 'other')).toEqual(['a', 'b', 'c']);
  expect(ended.indexOf('other')).toBeLessThan(2);
});

it('readings that go on after a wait, which nobody measures, are paid for beforehand', () => {
  const path = '/api/apiw/v2/quant-trading';
  for (const target of ['/private/portfolio', '/strategybot/books/7', '/strategybot/book_rows/7?part=sold']) {
    const { sort, cost } = workOf('GET', `${path}${target}`);
    expect([target, sort, cost >= 10]).toEqual([target, 'heavy', true]);
  }
});
