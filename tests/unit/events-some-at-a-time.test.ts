import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SomeAtATime } from '#server/exchange/events/some-at-a-time.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What was done, moment by moment. */
function watched() {
  const done: (readonly number[])[] = [];
  return { done, those: new SomeAtATime<number>(10, (some) => done.push(some)) };
}

describe('many are told some at a time', () => {
  it('in the order in which they came, the first at once', () => {
    const { done, those } = watched();
    those.add([1, 2, 3, 4, 5], 2);
    expect(done).toEqual([[1, 2]]);
    vi.advanceTimersByTime(10);
    expect(done).toEqual([
      [1, 2],
      [3, 4],
    ]);
    vi.advanceTimersByTime(1_000);
    expect(done).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('each once, at his place, though all are added again before their turn', () => {
    const { done, those } = watched();
    those.add([1, 2, 3], 1);
    those.add([1, 2, 3], 1);
    expect(done).toEqual([[1]]);
    vi.advanceTimersByTime(1_000);
    expect(done).toEqual([[1], [2], [3], [1]]);
  });

  it('but not who has left, and nobody after the end', () => {
    const { done, those } = watched();
    those.add([1, 2, 3, 4], 1);
    those.drop(2);
    vi.advanceTimersByTime(10);
    those.stop();
    vi.advanceTimersByTime(1_000);
    expect(done).toEqual([[1], [3]]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
