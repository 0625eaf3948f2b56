import { lowComesFirst, pathTimes } from '#lib/engine/candles.ts';
import type { DriverPoint } from '#lib/engine/live-driver.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketFeed } from '../market/feed.ts';

const TIMES = pathTimes(MINUTE_MS);

/**
 * The canonical path of whole minutes in [fromMs, toMs): open, both extremes, close, at the times that backtests give
 * them (pathTimes of lib/engine/candles.ts). Four points a minute where `feed.points` has sixty: for months, not for seconds.
 * The fills are the same, because the sixty are a refinement of the four.
 */
export function* candlePoints(feed: MarketFeed, market: string, fromMs: number, toMs: number): Generator<DriverPoint> {
  const candles = feed.minutes(market, fromMs - MINUTE_MS, toMs, toMs);
  const { open, high, low, close } = candles;
  let before = (open[0] as number) >= 0 ? (close[0] as number) : -1;
  for (let i = 1; i < open.length; i += 1) {
    const first = open[i] as number;
    if (first < 0) {
      before = -1;
      continue;
    }
    const openMs = candles.startMs + i * MINUTE_MS;
    const last = close[i] as number;
    const isLowFirst = lowComesFirst(first, last);
    yield { timeMs: openMs, ticks: first, jump: first !== before };
    yield { timeMs: openMs + TIMES.first, ticks: (isLowFirst ? low : high)[i] as number, jump: false };
    yield { timeMs: openMs + TIMES.second, ticks: (isLowFirst ? high : low)[i] as number, jump: false };
    yield { timeMs: openMs + TIMES.close, ticks: last, jump: false };
    before = last;
  }
}
