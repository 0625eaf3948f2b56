'use client';

import { useAtomValue } from 'jotai';
import { botsViewAtom, FAST_MODE_MS, watchBotsCalmly } from './bots-view.ts';

/** M-169, E-147, E-148, E-331. */
const SLOW_MS = 10_000;
const FAST_MS = 2_000;
/** What was just created may not be in the first answer: fast mode lasts at least this long. */
const LEAST_FAST_MS = 10_000;

export interface ListPace {
  readonly refreshInterval: number;
  /** A list was heard. `isSettled`: nothing in it is under way; false also of one that cannot tell: what has ended, numbers. */
  readonly heard: (isSettled: boolean) => void;
}

/**
 * How often lists of a trader's own are asked: every 10 s, or every 2 s after something was done, until it has settled, and a minute at the most
 * (H30) – whichever list is shown by then: the one that could tell may have been left.
 */
export function useListPace(): ListPace {
  const { fastUntilMs } = useAtomValue(botsViewAtom);
  return {
    refreshInterval: fastUntilMs === null ? SLOW_MS : FAST_MS,
    heard: (isSettled) => {
      if (fastUntilMs === null) return;
      const calmFromMs = isSettled ? fastUntilMs - FAST_MODE_MS + LEAST_FAST_MS : fastUntilMs;
      if (Date.now() >= calmFromMs) watchBotsCalmly();
    },
  };
}
