import { type CandleColumns, lowComesFirst, pathTimes } from '#lib/engine/candles.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { type CandleDays, putMinute } from './candle-file.ts';
import type { CandleTicks } from './canonical-path.ts';
import type { PathPoint } from './feed.ts';
import type { TapedMinute, TapedPoint } from './live-tape.ts';
import { DAY_MINUTES, minuteOf } from './market-day.ts';
import { createPointLog } from './point-log.ts';

/** Points are kept for this long; the path before is known by its minutes. */
const POINTS_KEPT_MS = 6 * HOUR_MS;
/** A price older than this is not the price any more. */
const STALE_MS = 120_000;
/** A point older than this gives way to the close of a minute that ended later. */
const FRESH_MS = 30_000;
/** A minute counts as watched when no two of its points are further apart. */
const WATCHED_GAP_MS = 10_000;
const TIMES = pathTimes(MINUTE_MS);
/** Milliseconds at which the prices of a minute that is known by its candle alone are placed. */
const CANDLE_POINTS_MS = [0, TIMES.first, TIMES.second, TIMES.close] as const;
const CLOSE_MS = 59_000;

interface ToldMinute {
  readonly candle: CandleTicks;
  /** Base units. */
  readonly volume: number;
}

/** One market as a live feed knows it: points it saw and minutes that the exchange told. */
export interface LiveMemory {
  /** Points come in order of time; one that does not is left out. Answers whether it was taken. */
  addPoint(point: TapedPoint): boolean;
  addMinute(minute: TapedMinute): void;
  hasMinute(minute: number): boolean;
  /** When the newest point was seen, ms; −Infinity = none was. */
  newestMs(): number;
  /** Last price at or before `timeMs`, null when there was none in the two minutes before. */
  lastTicks(timeMs: number): number | null;
  /**
   * Path points with fromMs < timeMs ≤ toMs. A minute that was watched gives the points that were seen, and the close
   * of its candle where watching ended early; a minute that was not gives its candle's four prices in canonical order.
   * All are jumps: nobody saw what was between them.
   */
  points(fromMs: number, toMs: number): PathPoint[];
  /** Whether every minute between was watched or told. */
  knowsPath(fromMs: number, toMs: number): boolean;
  /** As MarketFeed.minutes: a minute that is over is the exchange's candle, else what was seen of it. */
  minutes(fromMs: number, toMs: number, nowMs: number): CandleColumns;
  /** As MarketFeed.minuteVolumes; 0 where the exchange has not told a minute yet. */
  volumes(fromMs: number, toMs: number, nowMs: number): Float64Array;
}

/** A candle's prices at the times given to a minute that nobody watched. */
function candlePoints(candle: CandleTicks, startMs: number): PathPoint[] {
  const { open, high, low, close } = candle;
  const prices = lowComesFirst(open, close) ? [open, low, high, close] : [open, high, low, close];
  return prices.map((ticks, i) => ({ timeMs: startMs + (CANDLE_POINTS_MS[i] as number), ticks, jump: true }));
}

/** What was seen of a minute as a candle; null when nothing was. */
function candleOfPoints(points: readonly TapedPoint[]): CandleTicks | null {
  const first = points[0];
  const last = points[points.length - 1];
  if (first === undefined || last === undefined) return null;
  const ticks = points.map((point) => point.ticks);
  return { open: first.ticks, close: last.ticks, high: Math.max(...ticks), low: Math.min(...ticks) };
}

/** Whether points (some from just before) leave no gap in [startMs, endMs] in which something could happen unseen. */
function isWatched(points: readonly TapedPoint[], startMs: number, endMs: number): boolean {
  let before = startMs;
  for (const { timeMs } of points) {
    if (timeMs - before > WATCHED_GAP_MS) return false;
    before = timeMs;
  }
  return points.length > 0 && endMs - before <= WATCHED_GAP_MS;
}

/** Minutes from `fromMs` to `toMs`: the first one's number and how many there are. */
function minuteRange(fromMs: number, toMs: number): { readonly from: number; readonly count: number } {
  const from = Math.floor(fromMs / MINUTE_MS);
  return { from, count: Math.max(0, Math.floor(toMs / MINUTE_MS) - from) };
}

/** Columns of `count` minutes of which `candleAt` knows some. */
function makeColumns(from: number, count: number, candleAt: (minute: number) => CandleTicks | null): CandleColumns {
  const column = () => new Int32Array(count).fill(-1);
  const columns = { open: column(), high: column(), low: column(), close: column() };
  for (let i = 0; i < count; i += 1) {
    const candle = candleAt(from + i);
    if (candle === null) continue;
    columns.open[i] = candle.open;
    columns.high[i] = candle.high;
    columns.low[i] = candle.low;
    columns.close[i] = candle.close;
  }
  return { startMs: from * MINUTE_MS, stepMs: MINUTE_MS, ...columns };
}

/** The minutes that the exchange told. */
function rememberMinutes() {
  const days: CandleDays = new Map();

  function told(minute: number): ToldMinute | null {
    const number = Math.floor(minute / DAY_MINUTES);
    const day = days.get(number);
    const index = minute - number * DAY_MINUTES;
    if (day === undefined || (day.open[index] as number) < 0) return null;
    return { candle: minuteOf(day, index), volume: day.volume[index] as number };
  }

  return { told, add: (taped: TapedMinute): void => putMinute(days, taped.minute, taped, taped.volume) };
}

export function createLiveMemory(): LiveMemory {
  const { told, add: addMinute } = rememberMinutes();
  const log = createPointLog(POINTS_KEPT_MS);

  function candleAt(minute: number, nowMs: number): CandleTicks | null {
    const endMs = (minute + 1) * MINUTE_MS;
    const known = endMs <= nowMs ? told(minute) : null;
    return known === null ? candleOfPoints(log.between(minute * MINUTE_MS, Math.min(nowMs, endMs - 1))) : known.candle;
  }

  function minutePoints(minute: number): PathPoint[] {
    const startMs = minute * MINUTE_MS;
    const seen = log.between(startMs, startMs + MINUTE_MS - 1);
    const known = told(minute);
    const last = seen[seen.length - 1];
    if (last === undefined) return known === null ? [] : candlePoints(known.candle, startMs);
    const points = seen.map(({ timeMs, ticks }) => ({ timeMs, ticks, jump: true }));
    if (known !== null && last.timeMs < startMs + CLOSE_MS && last.ticks !== known.candle.close) {
      points.push({ timeMs: startMs + CLOSE_MS, ticks: known.candle.close, jump: true });
    }
    return points;
  }

  function lastTicks(timeMs: number): number | null {
    const point = log.lastAt(timeMs);
    const age = point === null ? Number.POSITIVE_INFINITY : timeMs - point.timeMs;
    if (point !== null && age <= FRESH_MS) return point.ticks;
    // No fresh point: the close of a whole minute may be younger.
    for (let end = Math.floor(timeMs / MINUTE_MS); timeMs - end * MINUTE_MS < Math.min(age, STALE_MS); end -= 1) {
      const known = told(end - 1);
      if (known !== null) return known.candle.close;
    }
    return point !== null && age <= STALE_MS ? point.ticks : null;
  }

  return {
    addPoint: log.add,
    addMinute,
    hasMinute: (minute) => told(minute) !== null,
    newestMs: () => log.lastAt(Number.POSITIVE_INFINITY)?.timeMs ?? Number.NEGATIVE_INFINITY,
    lastTicks,
    points(fromMs, toMs) {
      const points: PathPoint[] = [];
      for (let minute = Math.floor(fromMs / MINUTE_MS); minute * MINUTE_MS <= toMs; minute += 1) {
        for (const point of minutePoints(minute)) {
          if (point.timeMs > fromMs && point.timeMs <= toMs) points.push(point);
        }
      }
      return points;
    },
    knowsPath(fromMs, toMs) {
      for (let minute = Math.floor(fromMs / MINUTE_MS); minute * MINUTE_MS <= toMs; minute += 1) {
        if (told(minute) !== null) continue;
        const startMs = Math.max(fromMs, minute * MINUTE_MS);
        const endMs = Math.min(toMs, (minute + 1) * MINUTE_MS - 1);
        if (!isWatched(log.between(startMs - WATCHED_GAP_MS, endMs), startMs, endMs)) return false;
      }
      return true;
    },
    minutes(fromMs, toMs, nowMs) {
      const { from, count } = minuteRange(fromMs, toMs);
      return makeColumns(from, count, (minute) => (minute * MINUTE_MS > nowMs ? null : candleAt(minute, nowMs)));
    },
    volumes(fromMs, toMs, nowMs) {
      const { from, count } = minuteRange(fromMs, toMs);
      const isOver = (minute: number) => (minute + 1) * MINUTE_MS <= nowMs;
      return Float64Array.from({ length: count }, (_, i) => (isOver(from + i) ? (told(from + i)?.volume ?? 0) : 0));
    },
  };
}
