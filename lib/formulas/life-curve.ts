import { DAY_SECONDS } from '../time/durations.ts';
import type { CurveDay } from './period-curve.ts';

/** A point of a bot's first days; the rate is a cumulative fraction. */
export interface EarlyPoint {
  /** Seconds. */
  readonly time: number;
  readonly profit_rate: string;
}

export interface LifeCurve {
  /** Cumulative yield at its end, as a fraction with 8 decimals. */
  readonly rate: string;
  /** x: seconds. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/**
 * The curve of a young bot over real time: from 0 at its start over the points within its first days to the ends of its days, the last of
 * which is now, or its end. Where points are missing it goes straight on. Null when nothing is known after its start. Floats: for a picture.
 */
export function lifeCurve(
  days: readonly CurveDay[],
  early: readonly EarlyPoint[],
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): LifeCurve | null {
  const ends = days.map(({ trading_date, profit_rate }) => {
    const dayEnd = Date.parse(`${trading_date}T00:00:00Z`) / 1000 + DAY_SECONDS;
    return { x: Math.min(dayEnd, toS), y: Number(profit_rate) };
  });
  const within = early.map(({ time, profit_rate }) => ({ x: time, y: Number(profit_rate) }));
  // Of two at one moment the day's end is the later word: the running day's is that of now.
  const byTime = new Map(
    [...within, ...ends].filter(({ x }) => x > fromS && x <= toS).map((point) => [point.x, point]),
  );
  const known = [...byTime.values()].sort((a, b) => a.x - b.x);
  const last = known.at(-1);
  return last === undefined ? null : { rate: last.y.toFixed(8), points: [{ x: fromS, y: 0 }, ...known] };
}
