import { lowComesFirst } from '#lib/engine/candles.ts';
import { fractionOf } from './hash-random.ts';

/** A candle, prices in ticks. */
export interface CandleTicks {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** The point at which each extreme is touched: the first in the candle's first half, the second some way behind it. */
function extremePoints(count: number, key: number): { readonly first: number; readonly second: number } {
  const lead = Math.ceil(count / 20);
  const distance = Math.ceil(count / 12);
  const first = lead + Math.floor(fractionOf(key ^ 0x51ed270b) * count * 0.42);
  const room = count - 1 - lead - first - distance;
  const second = first + distance + Math.floor(fractionOf(key ^ 0x2f0b4c47) * Math.max(0, room));
  return { first, second };
}

/** Mostly small steps and some large ones, as trades come. */
function stepWeight(key: number, point: number): number {
  const fraction = fractionOf(Math.imul(key, 0x9e3779b1) + point);
  return fraction * fraction * fraction;
}

/** Fills points (from, to] with a monotone walk of uneven steps that ends exactly at `end`. */
function fillLeg(out: Int32Array, from: number, to: number, end: number, key: number): void {
  if (to <= from) return;
  const start = out[from] as number;
  let total = 0;
  for (let point = from + 1; point <= to; point += 1) total += stepWeight(key, point);
  let walked = 0;
  for (let point = from + 1; point < to; point += 1) {
    walked += stepWeight(key, point);
    out[point] = start + Math.round(((end - start) * walked) / total);
  }
  out[to] = end;
}

/**
 * `count` prices (at least 12) along a candle: a monotone refinement of its canonical path (open → low → high → close
 * when close ≥ open, else open → high → low → close; lib/engine/candles.ts) that touches each of the four exactly.
 * The first is the open, the last the close. A pure function of its arguments.
 */
export function canonicalPath(candle: CandleTicks, count: number, key: number): Int32Array {
  const { open, high, low, close } = candle;
  const out = new Int32Array(count);
  const isLowFirst = lowComesFirst(open, close);
  const firstExtreme = isLowFirst ? low : high;
  const secondExtreme = isLowFirst ? high : low;
  const at = extremePoints(count, key);
  // An extreme that is the open or the close itself is touched there, not later or earlier.
  const first = firstExtreme === open ? 0 : at.first;
  const second = secondExtreme === close ? count - 1 : at.second;
  out[0] = open;
  fillLeg(out, 0, first, firstExtreme, key);
  fillLeg(out, first, second, secondExtreme, key);
  fillLeg(out, second, count - 1, close, key);
  return out;
}
