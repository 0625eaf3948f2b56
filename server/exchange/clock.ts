/** The exchange's time. Everything that needs a time is handed one of these, or a time read from it. */
export interface Clock {
  /** Milliseconds since 1970 UTC. Never less than what it said before. */
  nowMs(): number;
}

/**
 * The machine's clock, held back from running backwards: when the system's time is set back, this one stands still
 * until it is reached again. `notBeforeMs`: the last time that the store knows of.
 */
export function systemClock(notBeforeMs = 0): Clock {
  let last = notBeforeMs;
  return {
    nowMs() {
      last = Math.max(last, Date.now());
      return last;
    },
  };
}
