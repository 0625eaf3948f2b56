import type { DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import { nextMinute } from '#lib/engine/minute-boundary.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketFeed } from '../market/feed.ts';
import { candlePoints } from './candle-points.ts';

/**
 * How a stretch of market is given to the bots: `seconds` as it happened, `minutes` by the canonical path of each
 * minute (both ends on a minute), `unknown`: the feed does not know it, the bots see the price at its end.
 */
export type PathKind = 'seconds' | 'minutes' | 'unknown';

export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly kind: PathKind;
}

/** The way of the bots of one instrument along a stretch. */
export interface InstrumentWalk {
  /** Everything before `boundaryMs`, the end of a minute of the stretch. */
  toMinuteEnd(boundaryMs: number): void;
  /**
   * Everything before `boundaryMs`, the beginning of a minute of the stretch, and the mark price of that moment: what
   * bots of several markets are shown before they are woken there.
   */
  toBoundary(boundaryMs: number): void;
  /** The rest of the stretch, its end included. */
  toEnd(): void;
}

/**
 * Takes the bots of an instrument over a stretch. Contracts get the mark price of every minute at its beginning, before
 * the minute's last prices (E2), so that what happens live is what a backtest would say. `onCalled` hears the bots
 * that were called.
 */
export function walkInstrument(
  feed: MarketFeed,
  instrument: string,
  driver: LiveDriver<number>,
  stretch: Stretch,
  onCalled: (botIds: readonly number[]) => void,
): InstrumentWalk {
  const { toMs } = stretch;
  const marks = feed.spec(instrument)?.contract === undefined ? NO_MARKS : markPoints(feed, instrument, stretch);
  const points = pathPoints(feed, instrument, stretch)[Symbol.iterator]();
  let nextMark = marks.next();
  let nextPoint = points.next();
  // A minute of which nobody knows the path has no end that anybody saw.
  let minuteEndMs = stretch.kind === 'unknown' ? Number.POSITIVE_INFINITY : nextMinute(stretch.fromMs);

  function marksUntil(timeMs: number): void {
    while (nextMark.done !== true && nextMark.value.timeMs <= timeMs) {
      const { timeMs: at, ticks } = nextMark.value;
      minutesBefore(at);
      const known = ticks ?? driver.lastTicks;
      if (!Number.isNaN(known)) onCalled(driver.advanceMark({ timeMs: at, ticks: known }));
      nextMark = marks.next();
    }
  }

  /** Ends the minutes up to `timeMs`: what is due by time before a minute's end has happened then, what is due at it has not. */
  function minutesBefore(timeMs: number): void {
    for (; minuteEndMs <= timeMs; minuteEndMs += MINUTE_MS) {
      if (driver.nextWakeMs < minuteEndMs) onCalled(driver.advanceTime(minuteEndMs - 1));
      driver.endMinute(minuteEndMs);
    }
  }

  function pointsBefore(endMs: number): void {
    while (nextPoint.done !== true && nextPoint.value.timeMs < endMs) {
      const { timeMs, ticks } = nextPoint.value;
      minutesBefore(timeMs);
      if (stretch.kind === 'unknown') {
        // What was due meanwhile knows the last price before; who is liquidated now trades around the one that is found.
        onCalled(driver.advanceTime(timeMs));
        driver.setLastTicks(ticks);
      }
      marksUntil(timeMs);
      onCalled(driver.advance(nextPoint.value));
      nextPoint = points.next();
    }
  }

  return {
    toMinuteEnd(boundaryMs) {
      pointsBefore(boundaryMs);
      minutesBefore(boundaryMs);
    },
    toBoundary(boundaryMs) {
      pointsBefore(boundaryMs);
      marksUntil(boundaryMs);
    },
    toEnd() {
      pointsBefore(Number.POSITIVE_INFINITY);
      minutesBefore(toMs);
      marksUntil(toMs);
      onCalled(driver.advanceTime(toMs));
    },
  };
}

interface Mark {
  readonly timeMs: number;
  /** Null: not known; the last price stands in for it. */
  readonly ticks: number | null;
}

const NO_MARKS: Iterator<Mark> = { next: () => ({ done: true, value: undefined }) };

/**
 * The mark prices of a stretch. One that begins on a minute has seen that minute's mark already, unless it goes by whole
 * minutes, which begin with theirs; a mark that is told twice wakes nobody twice.
 */
function* markPoints(feed: MarketFeed, instrument: string, { fromMs, toMs, kind }: Stretch): Generator<Mark> {
  if (kind === 'unknown') {
    yield { timeMs: toMs, ticks: feed.markTicks(instrument, toMs) };
    return;
  }
  const firstMs = kind === 'minutes' ? fromMs : (Math.floor(fromMs / MINUTE_MS) + 1) * MINUTE_MS;
  const endMs = (Math.floor(toMs / MINUTE_MS) + 1) * MINUTE_MS;
  if (firstMs >= endMs) return;
  const marks = feed.marks(instrument, firstMs, endMs);
  for (let i = 0; i < marks.length; i += 1) {
    const ticks = marks[i] as number;
    yield { timeMs: firstMs + i * MINUTE_MS, ticks: ticks < 0 ? null : ticks };
  }
}

/** The points that the bots of an instrument are shown for a stretch. */
function pathPoints(feed: MarketFeed, instrument: string, { fromMs, toMs, kind }: Stretch): Iterable<DriverPoint> {
  if (kind === 'seconds') return feed.points(instrument, fromMs, toMs);
  if (kind === 'minutes') return candlePoints(feed, instrument, fromMs, toMs);
  const ticks = feed.lastTicks(instrument, toMs);
  return ticks === null ? [] : [{ timeMs: toMs, ticks, jump: true }];
}
