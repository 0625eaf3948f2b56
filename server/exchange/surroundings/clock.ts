/** The exchange's time. Everything that needs a time is handed one of these, or a time read from it. */
export interface Clock {
  /** Milliseconds since 1970 UTC. Never less than what it said before. */
  nowMs(): number;
}

/** The machine's clock as the process has it. */
export interface SystemClock extends Clock {
  /** Never less than this from here on: the last time that the store knows of. */
  holdFrom(timeMs: number): void;
}

export interface SystemClockOptions {
  /** The system's time is so many milliseconds behind: told once, and again when it is set back further. */
  onSetBack?(behindMs: number): void;
  /** Read from the machine unless they are handed in. */
  readonly wallMs?: () => number;
  readonly steadyMs?: () => number;
}

/** Adjustments that every machine makes all the time. */
const UNREMARKABLE_MS = 1_000;

/**
 * The machine's clock, held back from running backwards. When the system's time is set back, this one goes on at half
 * its pace until the system has caught up: the market neither stands still nor is seen twice.
 */
export function systemClock(options: SystemClockOptions = {}): SystemClock {
  const { onSetBack, wallMs = () => Date.now(), steadyMs = () => performance.now() } = options;
  let last = 0;
  let lastSteady = steadyMs();
  let toldBehindMs = 0;
  return {
    nowMs() {
      const [wall, steady] = [wallMs(), steadyMs()];
      const behindMs = last - wall;
      if (behindMs <= 0) {
        last = wall;
        toldBehindMs = 0;
      } else {
        last += (steady - lastSteady) / 2;
        if (behindMs > toldBehindMs + UNREMARKABLE_MS) {
          toldBehindMs = behindMs;
          onSetBack?.(Math.round(behindMs));
        }
      }
      lastSteady = steady;
      return Math.floor(last);
    },
    holdFrom(timeMs) {
      last = Math.max(last, timeMs);
    },
  };
}

/** Milliseconds of a clock that nobody sets, from no particular moment: for how long something takes. It goes on while the process is held. */
export function steadyMs(): number {
  return performance.now();
}
