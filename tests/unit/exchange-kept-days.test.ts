import { describe, expect, it } from 'vitest';
import { BotPages } from '#lib/engine/body/layout.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { type DailyPoint, utcDay } from '#server/exchange/bots/daily-curve.ts';
import { KeptDays } from '#server/exchange/bots/kept-days.ts';

const FIRST_MS = Date.UTC(2026, 1, 1);
/** More than a number counts one by one: what such bots have is kept to the unit, too. */
const LARGE = 10n ** 20n + 1n;

function point(day: number, change: Partial<DailyPoint> = {}): DailyPoint {
  const profit = -1_234_567n * BigInt(day);
  const span = { high: 5e10 + day / 3, low: 4e10 + day / 7, fall: day / 1_000 };
  return {
    ...{ day: utcDay(FIRST_MS + day * DAY_MS), profit, rateE8: profit / 3n, usdtEquity: 5_000n - profit },
    ...{ deposited: 0n, span },
    ...change,
  };
}

const DAYS = [
  ...Array.from({ length: 9 }, (_, day) => point(day)),
  // One on which nobody was there, and what was not known or is beyond a number.
  point(10, { span: null, deposited: 7n }),
  point(11, { profit: LARGE, usdtEquity: -LARGE, span: { high: Number.NEGATIVE_INFINITY, low: Infinity, fall: 0 } }),
  point(12),
];

describe('the days of a bot that lives', () => {
  it('are what was put in, to the unit and the bit, as a list has them', () => {
    const pages = new BotPages();
    const days = new KeptDays(pages, DAYS.slice(0, 3));
    const neighbour = new KeptDays(pages, DAYS);
    for (const one of DAYS.slice(3)) days.push(one);
    expect([...days]).toEqual(DAYS);
    expect([...neighbour]).toEqual(DAYS);
    expect(days.length).toBe(DAYS.length);
    for (let index = -DAYS.length - 1; index <= DAYS.length; index += 1) expect(days.at(index)).toEqual(DAYS.at(index));
  });

  it('take a quarter of what they would as objects, and what they are given back is taken again', () => {
    const pages = new BotPages();
    const [first] = [new KeptDays(pages, DAYS)];
    const { end } = pages;
    expect((end * 8) / DAYS.length).toBeLessThanOrEqual(64);
    first.release();
    expect([...first]).toEqual([]);
    expect([...new KeptDays(pages, DAYS)]).toEqual(DAYS);
    expect(pages.end).toBe(end);
  });
});
