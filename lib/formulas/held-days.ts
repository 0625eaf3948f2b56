import { DAY_SECONDS } from '../time/durations.ts';
import { type EquityStretch, fallOver } from './drawdown.ts';
import { sharpeOfWholeDays } from './sharpe.ts';

const RATE_UNITS = 1e8;

/** A UTC day of a market: when it begins, seconds; open, high, low, close. */
type DayCandle = readonly [time: number, open: string, high: string, low: string, close: string, ...more: unknown[]];

/** What just holding did; statistics, floats. */
export interface HeldDays {
  /** Of the days' closes, by the bots' own definition; null with fewer than seven days or none that differ. */
  readonly sharpe: number | null;
  /** The deepest fall from an earlier high, 0…1, along each day's candle path. */
  readonly fall: number;
}

/** What is held: the days of its market, and which part of the money it is of (0…1; all parts together 1). */
export interface HeldMarket {
  readonly candles: readonly DayCandle[];
  readonly part: number;
}

/** A day as its candle path runs: open → low → high → close when it closed no lower than it opened, else open → high → low → close. */
function pathOf(candle: DayCandle): readonly number[] {
  const [open, high, low, close] = [Number(candle[1]), Number(candle[2]), Number(candle[3]), Number(candle[4])];
  return close >= open ? [open, low, high, close] : [open, high, low, close];
}

/** Whole days of one market between two moments, seconds, as multiples of its first price; null where one is missing, or a price is none. */
function pathsOf(candles: readonly DayCandle[], begin: number, end: number): readonly (readonly number[])[] | null {
  const paths = candles.filter(([time]) => time >= begin && time < end).map(pathOf);
  const first = paths[0]?.[0] ?? 0;
  if (paths.length !== (end - begin) / DAY_SECONDS || !paths.flat().every((price) => price > 0)) return null;
  return paths.map((path) => path.map((price) => price / first));
}

/** What a path did: its extremes, and its deepest fall from an earlier high. */
function stretchOf(path: readonly number[]): EquityStretch {
  let [peak, fall] = [0, 0];
  for (const worth of path) {
    peak = Math.max(peak, worth);
    fall = Math.max(fall, (peak - worth) / peak);
  }
  return { high: peak, low: Math.min(...path), fall };
}

/**
 * Just holding coins over the whole UTC days between two moments, seconds: bought at the first day's open, each with its part of the money, and left alone. The
 * steps of a day's candle path count as made by all of them together. Null where there is no day, one of them is missing among the candles of a
 * market, or a price is none.
 */
export function heldOver(markets: readonly HeldMarket[], from: number, until: number): HeldDays | null {
  const begin = Math.ceil(from / DAY_SECONDS) * DAY_SECONDS;
  const end = Math.floor(until / DAY_SECONDS) * DAY_SECONDS;
  if (markets.length === 0 || end <= begin) return null;
  let days: readonly (readonly number[])[] = Array.from({ length: (end - begin) / DAY_SECONDS }, () => [0, 0, 0, 0]);
  for (const { candles, part } of markets) {
    const paths = pathsOf(candles, begin, end);
    if (paths === null) return null;
    days = days.map((path, day) => path.map((worth, step) => worth + part * (paths[day]?.[step] ?? 0)));
  }
  const rates = days.map((path) => BigInt(Math.trunc(((path.at(-1) ?? 0) - 1) * RATE_UNITS)));
  return { sharpe: sharpeOfWholeDays([0n, ...rates]), fall: fallOver(days.map(stretchOf), 1) };
}
