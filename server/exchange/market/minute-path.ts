import { lowComesFirst } from '#lib/engine/candles.ts';
import { fractionOf } from './hash-random.ts';

/** Points in a minute: one per second, at its beginning. */
export const MINUTE_SECONDS = 60;

/** The seconds at which a minute's two extremes are touched. */
function extremeSeconds(key: number): { readonly first: number; readonly second: number } {
  const first = 3 + Math.floor(fractionOf(key ^ 0x51ed270b) * 25);
  const second = first + 5 + Math.floor(fractionOf(key ^ 0x2f0b4c47) * (54 - first - 5));
  return { first, second };
}

/** Fills seconds (fromSecond, toSecond] with a monotone walk of uneven steps that ends exactly at `to`. */
function fillLeg(out: Int32Array, fromSecond: number, toSecond: number, from: number, to: number, key: number): void {
  const steps = toSecond - fromSecond;
  if (steps <= 0) return;
  let total = 0;
  for (let i = 1; i <= steps; i += 1) total += stepWeight(key, fromSecond + i);
  let walked = 0;
  for (let i = 1; i < steps; i += 1) {
    walked += stepWeight(key, fromSecond + i);
    out[fromSecond + i] = from + Math.round(((to - from) * walked) / total);
  }
  out[toSecond] = to;
}

/** Mostly small steps and some large ones, as trades come. */
function stepWeight(key: number, second: number): number {
  const fraction = fractionOf(Math.imul(key, 0x9e3779b1) + second);
  return fraction * fraction * fraction;
}

/**
 * The price at each second of a minute: a monotone refinement of the candle's canonical path (open → low → high →
 * close when close ≥ open, else open → high → low → close; lib/engine/candles.ts) that touches each of the four
 * exactly. Second 0 is the open, second 59 the close. A pure function of its arguments.
 */
export function minutePath(open: number, high: number, low: number, close: number, key: number): Int32Array {
  const out = new Int32Array(MINUTE_SECONDS);
  const isLowFirst = lowComesFirst(open, close);
  const firstExtreme = isLowFirst ? low : high;
  const secondExtreme = isLowFirst ? high : low;
  const at = extremeSeconds(key);
  // An extreme that is the open or the close itself is touched there, not later or earlier.
  const first = firstExtreme === open ? 0 : at.first;
  const second = secondExtreme === close ? MINUTE_SECONDS - 1 : at.second;
  out[0] = open;
  fillLeg(out, 0, first, open, firstExtreme, key);
  fillLeg(out, first, second, firstExtreme, secondExtreme, key);
  fillLeg(out, second, MINUTE_SECONDS - 1, secondExtreme, close, key);
  return out;
}
