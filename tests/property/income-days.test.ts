import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type DailyPoint, utcDay } from '#server/exchange/bots/daily-curve.ts';
import { formatEndedDays, parseEndedDays } from '#server/exchange/bots/ended-days.ts';
import { eachEarned, KeptDays } from '#server/exchange/bots/kept-days.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { DaySeries } from '#server/exchange/portfolio/day-series.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';

/** What days come to, in whatever way they are kept: amounts that no word holds among them, gaps, and two points of one day. */

const RUNS = runs(200, 2_000);
const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2024, 1, 27) / DAY_MS;

const amount = fc.oneof(
  fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
  fc.bigInt({ min: -(2n ** 53n) - 3n, max: 2n ** 53n + 3n }),
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
);
const life = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 3 }), profit: amount }), { maxLength: 12 });

function pointsOf(days: readonly { readonly gap: number; readonly profit: bigint }[]): DailyPoint[] {
  let day = FIRST;
  return days.map(({ gap, profit }) => {
    day += gap;
    return { day: utcDay(day * DAY_MS), profit, rateE8: 0n, usdtEquity: 0n, deposited: 0n, span: null };
  });
}

describe('what is earned day by day', () => {
  it('is the same of kept days, of a list and of an ended bot’s row, and adds up to the profit from any point on', () => {
    fc.assert(
      fc.property(life, fc.nat({ max: 12 }), (days, at) => {
        const points = pointsOf(days);
        const from = Math.min(at, points.length);
        const begun = { points: from, profit: points[from - 1]?.profit ?? 0n };
        const told = [points, new KeptDays(undefined, points)].map((kept) => {
          const earned: [number, bigint][] = [];
          const profit = eachEarned(kept, begun, (day, by) => earned.push([day, BigInt(by)]));
          return { earned, profit };
        });
        expect(told[1]).toEqual(told[0]);
        const total = points.at(-1)?.profit ?? 0n;
        expect(told[0]?.profit).toBe(total);
        expect((told[0]?.earned ?? []).reduce((sum, [, by]) => sum + by, begun.profit)).toBe(total);

        const bot = { record: { id: 7, kind: 'spot_grid', final: null }, spec: { quote: 'USDT' }, curve: points };
        const row = parseEndedDays(formatEndedDays(bot as unknown as LiveBot));
        const [series, byDay] = [new DaySeries(), new Map<number, bigint>()];
        row.eachDay((day, by) => series.add(day, by));
        eachEarned(points, { points: 0, profit: 0n }, (day, by) => byDay.set(day, (byDay.get(day) ?? 0n) + BigInt(by)));
        for (const [day, by] of byDay) expect(series.on(day)).toBe(by);
        const [first, end] = series.span;
        let sum = 0n;
        for (let day = first; day < end; day += 1) sum += series.on(day);
        expect([sum, row.profit]).toEqual([total, total]);
      }),
      { numRuns: RUNS },
    );
  });

  it('is added up exactly, in whatever order days come, also beyond what a word holds', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), amount), { maxLength: 30 }), (added) => {
        const series = new DaySeries();
        const sums = new Map<number, bigint>();
        for (const [day, by] of added) {
          series.add(FIRST + day, Number.isSafeInteger(Number(by)) ? Number(by) : by);
          sums.set(day, (sums.get(day) ?? 0n) + by);
        }
        for (let day = -45; day <= 45; day += 1) expect(series.on(FIRST + day)).toBe(sums.get(day) ?? 0n);
      }),
      { numRuns: RUNS },
    );
  });
});
