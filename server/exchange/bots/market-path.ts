import type { DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import type { MarketFeed } from '../market/feed.ts';
import { candlePoints } from './candle-points.ts';

const MINUTE_MS = 60_000;

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

/**
 * Takes the bots of an instrument over a stretch. Contracts get the mark price of every minute at its beginning, before
 * the minute's last prices (E2), so that what happens live is what a backtest would say. `onCalled` hears the keys of
 * the machines that were called.
 */
export function followInstrument(
  feed: MarketFeed,
  instrument: string,
  driver: LiveDriver,
  stretch: Stretch,
  onCalled: (keys: readonly string[]) => void,
): void {
  const { toMs } = stretch;
  const marks = feed.spec(instrument)?.contract === undefined ? NO_MARKS : markPoints(feed, instrument, stretch);
  let next = marks.next();
  const markUntil = (timeMs: number): void => {
    while (next.done !== true && next.value.timeMs <= timeMs) {
      const { timeMs: at, ticks } = next.value;
      const known = ticks ?? driver.lastTicks;
      if (!Number.isNaN(known)) onCalled(driver.advanceMark({ timeMs: at, ticks: known }));
      next = marks.next();
    }
  };
  for (const point of pathPoints(feed, instrument, stretch)) {
    if (stretch.kind === 'unknown') {
      // What was due meanwhile knows the last price before; who is liquidated now trades around the one that is found.
      onCalled(driver.advanceTime(point.timeMs));
      driver.setLastTicks(point.ticks);
    }
    markUntil(point.timeMs);
    onCalled(driver.advance(point));
  }
  markUntil(toMs);
  onCalled(driver.advanceTime(toMs));
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
