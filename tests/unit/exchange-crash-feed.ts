import type { MarketFeed } from '#server/exchange/market/feed.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** From `atMs` on every price of the market is `factor` times what it would have been. */
export interface Jump {
  readonly atMs: number;
  readonly factor: number;
}

/**
 * A market that falls or rises by a factor from one second to the next at each of the jumps, everywhere: prices at once,
 * marks from the next minute on. Between them it is the market that it is made of. Jumps may be added while it is in
 * use, in order of time and only to its future.
 */
export function jumpingFeed(feed: MarketFeed, jumps: readonly Jump[]): MarketFeed {
  // The market has a price a second: one that jumps between two is there with the next. Else a jump within a minute's last second would
  // be in its candle and in none of its points, and what was lived would be told otherwise once it is read again.
  const factorAt = (timeMs: number): number => {
    const seenMs = Math.floor(timeMs / SECOND_MS) * SECOND_MS;
    let factor = 1;
    for (const jump of jumps) if (jump.atMs <= seenMs) factor *= jump.factor;
    return factor;
  };
  const moved = (ticks: number, factor: number): number =>
    ticks < 0 || factor === 1 ? ticks : Math.max(1, Math.round(ticks * factor));
  const at = (ticks: number | null, timeMs: number): number | null =>
    ticks === null ? null : moved(ticks, factorAt(timeMs));
  return {
    ...feed,
    lastTicks: (instrument, timeMs) => at(feed.lastTicks(instrument, timeMs), timeMs),
    // A mark stands for its whole minute.
    markTicks: (instrument, timeMs) =>
      at(feed.markTicks(instrument, timeMs), Math.floor(timeMs / MINUTE_MS) * MINUTE_MS),
    indexTicks: (instrument, timeMs) => at(feed.indexTicks(instrument, timeMs), timeMs),
    book(instrument, timeMs, depth) {
      const { bids, asks, ...rest } = feed.book(instrument, timeMs, depth);
      const factor = factorAt(timeMs);
      const movedLevels = (levels: typeof bids) =>
        levels.map((level) => ({ ...level, ticks: moved(level.ticks, factor) }));
      return { ...rest, bids: movedLevels(bids), asks: movedLevels(asks) };
    },
    marks: (instrument, fromMs, toMs) =>
      feed.marks(instrument, fromMs, toMs).map((ticks, i) => moved(ticks, factorAt(fromMs + i * MINUTE_MS))),
    // A minute's candle has the prices of its points: the open from before a jump in it, the close from after.
    minutes(instrument, fromMs, toMs, nowMs) {
      const candles = feed.minutes(instrument, fromMs, toMs, nowMs);
      if (jumps.every(({ atMs }) => atMs > toMs)) return candles;
      const { open, high, low, close } = candles;
      const begins = (i: number): number => factorAt(candles.startMs + i * MINUTE_MS);
      const ends = (i: number): number => factorAt(Math.min(nowMs, candles.startMs + (i + 1) * MINUTE_MS - 1));
      return {
        ...candles,
        open: open.map((ticks, i) => moved(ticks, begins(i))),
        high: high.map((ticks, i) => Math.max(moved(ticks, begins(i)), moved(ticks, ends(i)))),
        low: low.map((ticks, i) => Math.min(moved(ticks, begins(i)), moved(ticks, ends(i)))),
        close: close.map((ticks, i) => moved(ticks, ends(i))),
      };
    },
    *points(instrument, fromMs, toMs) {
      let before = factorAt(fromMs);
      for (const point of feed.points(instrument, fromMs, toMs)) {
        const factor = factorAt(point.timeMs);
        yield { ...point, ticks: moved(point.ticks, factor), jump: point.jump || factor !== before };
        before = factor;
      }
    },
  };
}

/** The market that jumps once. */
export function crashFeed(feed: MarketFeed, atMs: number, factor: number): MarketFeed {
  return jumpingFeed(feed, [{ atMs, factor }]);
}
