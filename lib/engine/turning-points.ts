import { type CandleColumns, lowComesFirst, pathTimes } from './candles.ts';
import type { BotMachine, WakeSlot } from './machine.ts';

/**
 * A price path without what no bot can notice. `jump[i]` is 1 where the price did not come continuously from the point
 * before. `timeMs[i]` is when the point was reached: what happens on the way to it is stamped with it.
 */
export interface PricePath {
  readonly ticks: Int32Array;
  readonly timeMs: Float64Array;
  readonly jump: Uint8Array;
  /** Swings smaller than this many ticks are left out; 0 when none are. */
  readonly minSwing: number;
}

const POINTS_A_CANDLE = 4;

/**
 * The turning points of candles [from, until) on their canonical path: ends of rises and falls, and both ends of every
 * jump. Exact for every machine that only the last price wakes: on the way from one turning point to the next the price
 * is monotone, so the machine meets the same levels in the same order as on the whole path, at the same prices. The
 * first point is the open that the bot starts at.
 */
export function turningPoints(candles: CandleColumns, from: number, until: number): PricePath {
  const { open, high, low, close, startMs, stepMs } = candles;
  const trail = new PathBuilder(Math.max(1, (until - from) * POINTS_A_CANDLE));
  const times = pathTimes(stepMs);
  let previous = Number.NaN;
  for (let i = from; i < until; i += 1) {
    const opened = open[i] as number;
    if (opened < 0) {
      previous = Number.NaN;
      continue;
    }
    const closed = close[i] as number;
    const openMs = startMs + i * stepMs;
    const isLowFirst = lowComesFirst(opened, closed);
    if (opened === previous) trail.go(opened, openMs);
    else trail.leap(opened, openMs);
    trail.go((isLowFirst ? low[i] : high[i]) as number, openMs + times.first);
    trail.go((isLowFirst ? high[i] : low[i]) as number, openMs + times.second);
    trail.go(closed, openMs + times.close);
    previous = closed;
  }
  return trail.path();
}

class PathBuilder {
  declare private readonly ticks: Int32Array;
  declare private readonly timeMs: Float64Array;
  declare private readonly jump: Uint8Array;
  private count = 0;

  constructor(capacity: number) {
    this.ticks = new Int32Array(capacity);
    this.timeMs = new Float64Array(capacity);
    this.jump = new Uint8Array(capacity);
  }

  go(ticks: number, timeMs: number): void {
    const end = this.count - 1;
    const last = this.ticks[end] as number;
    if (ticks === last) return;
    const before = this.ticks[end - 1] as number;
    const goesOn = end > 0 && this.jump[end] === 0 && (ticks > last ? before < last : before > last);
    if (!goesOn) this.count += 1;
    this.write(ticks, timeMs, 0);
  }

  leap(ticks: number, timeMs: number): void {
    this.count += 1;
    this.write(ticks, timeMs, this.count === 1 ? 0 : 1);
  }

  path(): PricePath {
    const end = this.count;
    return {
      ticks: this.ticks.slice(0, end),
      timeMs: this.timeMs.slice(0, end),
      jump: this.jump.slice(0, end),
      minSwing: 0,
    };
  }

  private write(ticks: number, timeMs: number, jump: number): void {
    const end = this.count - 1;
    this.ticks[end] = ticks;
    this.timeMs[end] = timeMs;
    this.jump[end] = jump;
  }
}

/**
 * The path without swings smaller than `minSwing` ticks and without jumps. Exact for a grid of limit orders whose lines
 * are all at least that far apart and that has no stop, trigger or trailing: after a line is crossed, the next line in
 * the other direction is a whole gap away, so a smaller swing back never reaches it; and limit orders fill at their own
 * price however the price came. Until the path has once covered `minSwing`, every new high and low is kept, because the
 * bot did not start on a line. What was left out of `path` already stays out.
 */
export function swingsOf(path: PricePath, minSwing: number): PricePath {
  const { ticks } = path;
  const kept = new Int32Array(ticks.length);
  let count = ticks.length === 0 ? 0 : 1;
  let low = ticks[0] as number;
  let high = low;
  let i = 1;
  let direction = 0;
  for (; i < ticks.length && direction === 0; i += 1) {
    const at = ticks[i] as number;
    if (at >= low && at <= high) continue;
    if (high - at >= minSwing) direction = -1;
    else if (at - low >= minSwing) direction = 1;
    low = Math.min(low, at);
    high = Math.max(high, at);
    kept[count] = i;
    count += 1;
  }
  let extreme = ticks[kept[count - 1] as number] as number;
  for (; i < ticks.length; i += 1) {
    const change = ((ticks[i] as number) - extreme) * direction;
    if (change > 0) kept[count - 1] = i;
    else if (-change >= minSwing) {
      kept[count] = i;
      count += 1;
      direction = -direction;
    } else continue;
    extreme = ticks[i] as number;
  }
  return select(path, kept.subarray(0, count), minSwing);
}

function select(path: PricePath, kept: Int32Array, minSwing: number): PricePath {
  const ticks = new Int32Array(kept.length);
  const timeMs = new Float64Array(kept.length);
  for (let i = 0; i < kept.length; i += 1) {
    ticks[i] = path.ticks[kept[i] as number] as number;
    timeMs[i] = path.timeMs[kept[i] as number] as number;
  }
  return { ticks, timeMs, jump: new Uint8Array(kept.length), minSwing };
}

/**
 * Takes a machine that was started at a path's first point along the path. The first point is shown again, as candles
 * do: a bot may have started where it wants to stop. Stops when the machine asks to be woken by time and
 * says so with false: the path has not what it needs then, and the run must be made on the candles.
 */
export function driveAlong(machine: BotMachine, path: PricePath): boolean {
  const { ticks, timeMs, jump } = path;
  const slot = machine.slots[0] as WakeSlot;
  if (machine.wakeAtMs !== Number.POSITIVE_INFINITY) return false;
  for (let i = 0; i < ticks.length; i += 1) {
    const at = ticks[i] as number;
    if (at > slot.below && at < slot.above) continue;
    if (jump[i] === 1) machine.jump(0, at, timeMs[i] as number);
    else machine.move(0, at, timeMs[i] as number);
    if (machine.wakeAtMs !== Number.POSITIVE_INFINITY) return false;
  }
  return true;
}
