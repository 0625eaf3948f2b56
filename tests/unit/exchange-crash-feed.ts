import type { MarketFeed } from '#server/exchange/market/feed.ts';

const MINUTE_MS = 60_000;

/**
 * A market that falls (or rises) by a factor from one second to the next at `atMs`, everywhere: prices, and marks from
 * the next minute on. Before that moment it is the market that it is made of.
 */
export function crashFeed(feed: MarketFeed, atMs: number, factor: number): MarketFeed {
  const moved = (ticks: number): number => (ticks < 0 ? ticks : Math.max(1, Math.round(ticks * factor)));
  const at = (ticks: number | null, timeMs: number): number | null =>
    ticks === null || timeMs < atMs ? ticks : moved(ticks);
  return {
    ...feed,
    lastTicks: (instrument, timeMs) => at(feed.lastTicks(instrument, timeMs), timeMs),
    // A mark stands for its whole minute.
    markTicks: (instrument, timeMs) =>
      at(feed.markTicks(instrument, timeMs), Math.floor(timeMs / MINUTE_MS) * MINUTE_MS),
    indexTicks: (instrument, timeMs) => at(feed.indexTicks(instrument, timeMs), timeMs),
    marks: (instrument, fromMs, toMs) =>
      feed.marks(instrument, fromMs, toMs).map((ticks, i) => (fromMs + i * MINUTE_MS < atMs ? ticks : moved(ticks))),
    *points(instrument, fromMs, toMs) {
      let hasMoved = fromMs >= atMs;
      for (const point of feed.points(instrument, fromMs, toMs)) {
        if (point.timeMs < atMs) yield point;
        else {
          yield { ...point, ticks: moved(point.ticks), jump: point.jump || !hasMoved };
          hasMoved = true;
        }
      }
    },
  };
}
