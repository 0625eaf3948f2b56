import { describe, it } from 'vitest';
import { largestThat } from '#lib/formulas/largest-that.ts';
import { expect } from '#tests/support/quick-expect.ts';

/** What is found where everything up to `last` holds, and how often that was asked. */
function found(last: bigint, guess: bigint, beyond: bigint): { readonly at: bigint; readonly asked: bigint[] } {
  const asked: bigint[] = [];
  const holds = (n: bigint): boolean => {
    asked.push(n);
    return n <= last;
  };
  return { at: largestThat(holds, guess, beyond), asked };
}

describe('the largest number for which something holds', () => {
  it('is the same from whatever guess, and nothing outside of what is looked in is asked', () => {
    for (let beyond = 1n; beyond <= 24n; beyond += 1n) {
      for (let last = 0n; last <= beyond + 2n; last += 1n) {
        for (let guess = -2n; guess <= beyond + 3n; guess += 1n) {
          const { at, asked } = found(last, guess, beyond);
          expect([beyond, last, guess, at]).toEqual([beyond, last, guess, last < beyond ? last : beyond - 1n]);
          expect(asked.every((n) => n > 0n && n < beyond)).toBe(true);
          expect(new Set(asked).size).toBe(asked.length);
        }
      }
    }
  });

  it('is found in a few questions from a good guess, and in twice as many as halving from a bad one', () => {
    const beyond = 1n << 60n;
    const last = 123_456_789_012_345_678n;
    for (const guess of [last - 2n, last, last + 1n, last + 2n]) {
      expect(found(last, guess, beyond).asked.length).toBeLessThanOrEqual(5);
    }
    expect(found(last, 0n, beyond).asked.length).toBeLessThanOrEqual(2 * 60);
    expect(found(last, beyond, beyond).asked.length).toBeLessThanOrEqual(2 * 60);
  });
});
