import type { CandleColumns } from './candles.ts';
import { lowComesFirst, type PathTimes } from './candles.ts';
import type { BotMachine, WakeSlot } from './machine.ts';

/** Largest tick that candle columns can hold: a level beyond it cannot be touched. */
export const INT32_MAX = 2_147_483_647;

/**
 * First candle in [from, until) that touches either side of a sleeping range, or `until`. The loop that backtests
 * spend their time in: two integer compares a candle. Gap candles (−1) may be returned; the caller skips them.
 */
export function firstTouch(
  low: Int32Array,
  high: Int32Array,
  from: number,
  until: number,
  belowTicks: number,
  aboveTicks: number,
): number {
  const below = belowTicks | 0;
  const above = aboveTicks > INT32_MAX ? INT32_MAX : aboveTicks | 0;
  let i = from;
  while (i < until && (low[i] as number) > below && (high[i] as number) < above) i += 1;
  return i;
}

/**
 * Shows a machine the mark price of the minute that begins at `openMs`: after the time wakes that are due then,
 * before the minute's own prices. Mark prices are steps, so always a jump. A machine that answers by asking to be woken
 * at once is, with the last price before the minute.
 */
export function visitMark(machine: BotMachine, markTicks: number, openMs: number, prices: number[]): void {
  if (machine.wakeAtMs <= openMs) wakeUntil(machine, openMs, prices);
  prices[1] = markTicks;
  tellMark(machine, 1, prices, openMs);
}

/**
 * Tells a machine the mark price of a moment if it listens to it there, and wakes it if it asks for that. What the mark
 * opened is then looked at with the same mark: it may lie beyond the new position's liquidation already.
 */
function tellMark(machine: BotMachine, feed: number, prices: readonly number[], timeMs: number): void {
  const slot = machine.slots[feed] as WakeSlot;
  const ticks = prices[feed] as number;
  for (let look = 0; look < LOOKS_AT_A_MARK; look += 1) {
    if (ticks > slot.below && ticks < slot.above) return;
    machine.jump(feed, ticks, timeMs);
    if (machine.wakeAtMs <= timeMs) wakeUntil(machine, timeMs, prices);
  }
}

/** Once for what it may open, once for what was opened. */
export const LOOKS_AT_A_MARK = 2;

/**
 * Takes one machine along the canonical path of candle i (open → extremes → close), firing time wakes before the
 * first point that is not earlier. `previousClose` is the close of candle i − 1, or NaN after a gap or at the start:
 * an open that differs from it is a jump. Machines are only called when a point touches their range.
 */
export function walkCandle(
  machine: BotMachine,
  candles: CandleColumns,
  i: number,
  previousClose: number,
  prices: number[],
  times: PathTimes,
): void {
  const slot = machine.slots[0] as WakeSlot;
  const open = candles.open[i] as number;
  const close = candles.close[i] as number;
  const low = candles.low[i] as number;
  const high = candles.high[i] as number;
  const openMs = candles.startMs + i * candles.stepMs;
  if (machine.wakeAtMs <= openMs) wakeUntil(machine, openMs, prices);
  prices[0] = open;
  if (open <= slot.below || open >= slot.above) {
    if (open === previousClose) machine.move(0, open, openMs);
    else machine.jump(0, open, openMs);
  }
  const isLowFirst = lowComesFirst(open, close);
  visit(machine, slot, isLowFirst ? low : high, openMs + times.first, prices);
  visit(machine, slot, isLowFirst ? high : low, openMs + times.second, prices);
  visit(machine, slot, close, openMs + times.close, prices);
}

function visit(machine: BotMachine, slot: WakeSlot, ticks: number, timeMs: number, prices: number[]): void {
  if (machine.wakeAtMs <= timeMs) wakeUntil(machine, timeMs, prices);
  prices[0] = ticks;
  if (ticks <= slot.below || ticks >= slot.above) machine.move(0, ticks, timeMs);
}

/** Fires the time wakes that are due at or before `timeMs`, in order, with the last known prices. */
export function wakeUntil(machine: BotMachine, timeMs: number, prices: readonly number[]): void {
  while (machine.wakeAtMs <= timeMs) {
    const due = machine.wakeAtMs;
    machine.wakeByTime(due, prices);
    // A machine that does not move its wake on would never let go.
    if (machine.wakeAtMs === due) throw new Error('A time wake was not answered');
  }
}
