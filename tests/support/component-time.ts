import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type FakeCall, fakeFetch } from './component-host.tsx';
import { onOwnPage } from './own-page.ts';

const STEP_MS = 250;
/** Of a wait that is long beside what happens meanwhile, from how long on. */
const LONG_STEPS = [
  { fromMs: 60_000, stepMs: 5_000 },
  { fromMs: 5_000, stepMs: 500 },
];

/**
 * Each test of the file on a page of its own, in a time that stands still until it is passed, with `answer` in place of the network. `begin` puts what a test
 * finds. What was asked so far is in the array that comes back; it begins empty in each test.
 */
export function inOwnTime(
  answer: (call: FakeCall) => object | null | Promise<object | null>,
  begin: () => void,
  nowMs?: number,
): FakeCall[] {
  const calls: FakeCall[] = [];
  beforeEach(() => {
    vi.useFakeTimers(nowMs === undefined ? {} : { now: nowMs });
    window.HTMLElement.prototype.scrollIntoView = () => undefined;
    calls.length = 0;
    onOwnPage();
    begin();
    const { fetch } = fakeFetch((call) => {
      calls.push(call);
      return answer(call);
    });
    vi.stubGlobal('fetch', fetch);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return calls;
}

/** Lets time pass in steps, so that the screen keeps up as it does for a person; parts that load late are read on the way. */
export async function pass(ms: number): Promise<void> {
  const step = LONG_STEPS.find(({ fromMs }) => ms > fromMs)?.stepMs ?? STEP_MS;
  for (let left = ms; left > 0; left -= step) {
    await vi.dynamicImportSettled();
    await act(() => vi.advanceTimersByTimeAsync(Math.min(step, left)));
  }
}
