'use client';

import { useRef, useState } from 'react';
import { useInterval } from './use-interval.ts';

const SECOND_MS = 1000;

export interface RefreshClock {
  readonly secondsToRefresh: number;
  /** The facts of the dialog are too old to choose by: nothing is asked any more until it is begun again. */
  readonly isTimedOut: boolean;
  readonly restart: () => void;
}

/**
 * The clock of a dialog that shows prices (M-152, M-153, M-176, M-177): it counts down to the next question, again and again, and ends
 * when nobody has begun it anew for long.
 */
export function useRefreshClock({
  refreshSeconds,
  timeoutSeconds,
  isOn = true,
  onRefresh,
}: {
  readonly refreshSeconds: number;
  readonly timeoutSeconds: number;
  readonly isOn?: boolean;
  /** Every time that the countdown has come to its end. */
  readonly onRefresh: () => void;
}): RefreshClock {
  const [age, setAge] = useState(0);
  // Counted beside the state: two ticks between two renders (a busy or hidden tab) are two seconds.
  const seconds = useRef(0);
  const isTimedOut = age >= timeoutSeconds;
  useInterval(
    () => {
      seconds.current += 1;
      setAge(seconds.current);
      if (seconds.current % refreshSeconds === 0 && seconds.current < timeoutSeconds) onRefresh();
    },
    isOn && !isTimedOut ? SECOND_MS : null,
  );
  return {
    secondsToRefresh: refreshSeconds - (age % refreshSeconds),
    isTimedOut,
    restart: () => {
      seconds.current = 0;
      setAge(0);
    },
  };
}
