import type { TapedPoint } from './live-tape.ts';

/** Points seen, in order of time, the newest for a limited span. */
export interface PointLog {
  /** Takes a point that is later than all before; answers whether it was. */
  add(point: TapedPoint): boolean;
  /** The last point at or before `timeMs`. */
  lastAt(timeMs: number): TapedPoint | null;
  /** Points with fromMs ≤ time ≤ toMs, in order. */
  between(fromMs: number, toMs: number): TapedPoint[];
}

/** Index of the first point later than `timeMs`. */
function firstAfter(points: readonly TapedPoint[], timeMs: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle] as TapedPoint).timeMs <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Keeps at least the last `keptMs` of points. */
export function createPointLog(keptMs: number): PointLog {
  let points: TapedPoint[] = [];
  return {
    add(point) {
      const last = points[points.length - 1];
      if (last !== undefined && point.timeMs <= last.timeMs) return false;
      points.push(point);
      // Cut only when twice the span is held, so that cutting costs next to nothing per point.
      const oldest = (points[0] as TapedPoint).timeMs;
      if (point.timeMs - oldest > 2 * keptMs) points = points.slice(firstAfter(points, point.timeMs - keptMs));
      return true;
    },
    lastAt: (timeMs) => points[firstAfter(points, timeMs) - 1] ?? null,
    between: (fromMs, toMs) => points.slice(firstAfter(points, fromMs - 1), firstAfter(points, toMs)),
  };
}
