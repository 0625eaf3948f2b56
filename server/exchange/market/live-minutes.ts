import { MINUTE_MS } from '#lib/time/durations.ts';
import { roundToTicks } from './candle-file.ts';
import type { LiveCandle, LiveSource } from './live-source.ts';
import type { LiveTape, TapedMinute } from './live-tape.ts';
import type { WatchedMarket } from './watched-market.ts';

/** Minutes asked for at once; every exchange of ccxt gives that many. */
export const PAGE_MINUTES = 500;
/** An exchange may need some seconds to close a candle. */
export const CLOSE_DELAY_MS = 2_000;

/** First minute of [from, current) that is not known; `current` when all are. */
export function firstMissing(watched: WatchedMarket, from: number, current: number): number {
  let minute = from;
  while (minute < current && watched.memory.hasMinute(minute)) minute += 1;
  return minute;
}

export interface MinuteFetcher {
  /** Fetches the minutes [from, to) in pages, remembers and tapes those that are over; answers whether there were any. */
  fetch(watched: WatchedMarket, from: number, to: number): Promise<boolean>;
}

export function createMinuteFetcher(parts: {
  readonly source: LiveSource;
  readonly tape: LiveTape;
  readonly nowMs: () => number;
}): MinuteFetcher {
  const { source, tape, nowMs } = parts;

  function takeCandle(watched: WatchedMarket, candle: LiveCandle): void {
    const { spec, memory } = watched;
    const isOver = (candle.minute + 1) * MINUTE_MS + CLOSE_DELAY_MS <= nowMs();
    if (!isOver || candle.low <= 0 || memory.hasMinute(candle.minute)) return;
    const open = roundToTicks(spec, candle.open);
    const close = roundToTicks(spec, candle.close);
    const taped: TapedMinute = {
      minute: candle.minute,
      open,
      close,
      high: Math.max(open, close, roundToTicks(spec, candle.high)),
      low: Math.min(open, close, roundToTicks(spec, candle.low)),
      volume: Math.round(candle.volume * 1e8),
    };
    memory.addMinute(taped);
    tape.addMinute(spec, taped);
  }

  return {
    async fetch(watched: WatchedMarket, from: number, to: number): Promise<boolean> {
      let hadSome = false;
      for (let minute = from; minute < to; minute += PAGE_MINUTES) {
        const limit = Math.min(PAGE_MINUTES, to - minute);
        const candles = await source.fetchOhlcv(watched.spec.market, minute * MINUTE_MS, limit);
        for (const candle of candles) takeCandle(watched, candle);
        hadSome ||= candles.length > 0;
      }
      return hadSome;
    },
  };
}
