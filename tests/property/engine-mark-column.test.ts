import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WakeSlot } from '#lib/engine/machine.ts';
import { firstTouchWithMark } from '#lib/engine/mark-column.ts';

const LENGTH = 400;
const column = fc.array(fc.integer({ min: -1, max: 60 }), { minLength: LENGTH, maxLength: LENGTH });
/** Mostly quiet, so that stretches of minutes are passed over whole. */
const calm = fc.array(
  fc.oneof({ weight: 400, arbitrary: fc.constant(30) }, { weight: 1, arbitrary: fc.integer({ min: -1, max: 60 }) }),
  {
    minLength: LENGTH,
    maxLength: LENGTH,
  },
);
const slot = fc.record({
  below: fc.constantFrom(-1, 0, 5, 29),
  above: fc.constantFrom(31, 55, Number.MAX_SAFE_INTEGER),
});

describe('the first minute that touches a machine that listens to last and mark price', () => {
  it('is the one that looking at every minute finds', () => {
    const prices = fc.oneof(calm, column);
    fc.assert(
      fc.property(
        prices,
        prices,
        prices,
        slot,
        slot,
        fc.nat(LENGTH),
        fc.nat(LENGTH),
        (low, spread, mark, last, marked, a, b) => {
          const lows = Int32Array.from(low);
          const highs = Int32Array.from(low, (ticks, i) => Math.max(ticks, spread[i] as number));
          const marks = Int32Array.from(mark);
          const [from, until] = [Math.min(a, b), Math.max(a, b)];
          let naive = from;
          const sleeps = (ticks: number | undefined, { below, above }: WakeSlot): boolean =>
            (ticks as number) > below && (ticks as number) < above;
          while (
            naive < until &&
            sleeps(lows[naive], { ...last, above: Number.POSITIVE_INFINITY }) &&
            sleeps(highs[naive], { ...last, below: Number.NEGATIVE_INFINITY }) &&
            sleeps(marks[naive], marked)
          ) {
            naive += 1;
          }
          expect(firstTouchWithMark({ low: lows, high: highs }, marks, from, until, last, marked)).toBe(naive);
        },
      ),
      { numRuns: 400 },
    );
  });
});
