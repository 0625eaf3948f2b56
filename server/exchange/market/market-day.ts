import type { CandleTicks } from './canonical-path.ts';

/** Points in a minute: one per second, at its beginning. */
export const MINUTE_SECONDS = 60;
export const DAY_MINUTES = 1440;

/** One UTC day of one market's minutes. Prices in ticks; a minute that is not known has `open` −1 and volume 0. */
export interface MarketDay {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  /** Base volume in units (1e-8). */
  readonly volume: Float64Array;
}

/** Where a feed's minutes come from. */
export interface DaySource {
  /** Null when nothing of that day is known. `day` counts days since the Unix epoch. Same arguments, same answer. */
  day(market: string, day: number): MarketDay | null;
}

/** A day of which nothing is known yet. */
export function emptyDay(): MarketDay {
  return {
    open: new Int32Array(DAY_MINUTES).fill(-1),
    high: new Int32Array(DAY_MINUTES).fill(-1),
    low: new Int32Array(DAY_MINUTES).fill(-1),
    close: new Int32Array(DAY_MINUTES).fill(-1),
    volume: new Float64Array(DAY_MINUTES),
  };
}

/** The candle of one minute of a day. */
export function minuteOf(day: MarketDay, index: number): CandleTicks {
  return {
    open: day.open[index] as number,
    high: day.high[index] as number,
    low: day.low[index] as number,
    close: day.close[index] as number,
  };
}

/** Writes one minute of a day. */
export function setMinute(day: MarketDay, index: number, candle: CandleTicks, volume: number): void {
  day.open[index] = candle.open;
  day.high[index] = candle.high;
  day.low[index] = candle.low;
  day.close[index] = candle.close;
  day.volume[index] = volume;
}
