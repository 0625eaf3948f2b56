import { DAY_MS } from '#lib/time/durations.ts';
import { minutesIn, pointsIn, type RecordKind, tapeFileName } from './live-tape.ts';
import type { WatchedMarket } from './watched-market.ts';

/** Where a live feed's prices come in: from an exchange that it watches itself, or from a recorder that does. */
export interface LiveIntake {
  /** Whose prices they are, for people. */
  readonly exchange: string;
  /** Between two rounds, ms; doubled after each that failed, up to the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** Spot markets that trade there now. Rejects when it cannot be reached. */
  tradedMarkets(): Promise<ReadonlySet<string>>;
  /** Fills the markets' memories with what must be known before anything is shown. Rejects when it cannot. */
  begin(markets: readonly WatchedMarket[]): Promise<void>;
  /** One round. Answers whether prices came; a round that fails is said in the log, once. */
  poll(signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** Days of minutes and of points that are read back from a tape. */
const MINUTE_DAYS = 31;
const POINT_DAYS = 2;

/** Polls until stopped; while no prices come, ever more slowly. */
export function keepPolling({
  poll,
  pauseMs,
  longestPauseMs,
}: Pick<LiveIntake, 'poll' | 'pauseMs' | 'longestPauseMs'>): {
  stop(): Promise<void>;
} {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let nextMs = pauseMs;

  async function pollOnce(): Promise<void> {
    nextMs = (await poll(stopped.signal)) ? pauseMs : Math.min(2 * nextMs, longestPauseMs);
    if (!stopped.signal.aborted) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      round = pollOnce();
    }, nextMs);
  }

  schedule();
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await round;
    },
  };
}

/** Puts what a tape has of the last days into a market's memory. `read`: the text of one of its files, '' when there is none. */
export async function rememberTape(
  read: (name: string) => Promise<string>,
  { spec, memory }: WatchedMarket,
  nowMs: number,
): Promise<void> {
  const today = Math.floor(nowMs / DAY_MS);
  const textOf = (day: number, kind: RecordKind) => read(tapeFileName(spec.market, day, kind));
  for (let day = today - MINUTE_DAYS; day <= today; day += 1) {
    for (const minute of minutesIn(await textOf(day, 'minutes'), spec)) memory.addMinute(minute);
  }
  for (let day = today - POINT_DAYS + 1; day <= today; day += 1) {
    for (const point of pointsIn(await textOf(day, 'points'), spec)) memory.addPoint(point);
  }
}
