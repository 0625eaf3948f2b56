import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { threadClock } from '#tests/support/thread-clock.ts';
import type { LiveExchange } from './live-exchange.ts';

/** Nothing holds the exchange's thread for longer, of its own processor time: a bench fails where something does. */
export const LONGEST_TURN_MS = 50;
const TICK_MS = 1_000;

/** The longest that this thread works between two looks at what came in, ms of its own processor time, whatever the work is made of. */
export function longestLook() {
  let longest = 0;
  let isOver = false;
  let spent = threadClock();
  const look = () => {
    longest = Math.max(longest, spent());
    spent = threadClock();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    end() {
      isOver = true;
      return Number(longest.toFixed(1));
    },
  };
}

/** A tick a second, as live. Resolves with how late each was on disk, ms. */
export async function ticks(
  { exchange }: LiveExchange,
  forMs: number,
  isOver: () => boolean = () => false,
): Promise<number[]> {
  const late: number[] = [];
  const begin = performance.now();
  for (let due = begin + TICK_MS; due <= begin + forMs && !isOver(); due += TICK_MS) {
    await delay(Math.max(0, due - performance.now()));
    await exchange.tick();
    late.push(performance.now() - due);
  }
  return late;
}
