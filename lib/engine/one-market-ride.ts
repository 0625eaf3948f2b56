import { firstTouch, visitMark, wakeUntil, walkCandle } from './candle-path.ts';
import { type CandleColumns, pathTimes } from './candles.ts';
import type { BotMachine, WakeSlot } from './machine.ts';
import { firstTouchWithMark, markColumn } from './mark-column.ts';
import { type MinutesOfCandles, minutesOf, type Ride } from './ride.ts';
import type { RideWatch } from './ride-watch.ts';

/**
 * A machine that has not started, before candles of its one market; it starts at the open of candle `fromIndex`, which
 * must have a price. It is called only where a candle touches what it listens to, or its time has come.
 */
export function rideOneMarket(
  machine: BotMachine,
  candles: CandleColumns,
  fromIndex: number,
  knownMarks?: Int32Array,
  watch: RideWatch | null = null,
): Ride {
  const marks = machine.feeds[1]?.price === 'mark' ? markColumn(candles, knownMarks) : null;
  const first = candles.open[fromIndex] as number;
  const prices = marks === null ? [first] : [first, marks[fromIndex] as number];
  const closes = marks === null ? [candles.close] : [candles.close, marks];
  const { slots } = machine;
  const run: Run = { machine, slots, candles, fromIndex, marks, prices, watch, closes, minutes: minutesOf(candles) };
  return {
    machine,
    prices,
    advance: (from, until) => advance(run, from, until),
    visitBoundary: (index) => visitBoundary(run, index),
  };
}

interface Run {
  readonly machine: BotMachine;
  readonly slots: readonly WakeSlot[];
  readonly candles: CandleColumns;
  readonly fromIndex: number;
  /** Of a machine that listens to the mark price; null otherwise. */
  readonly marks: Int32Array | null;
  /** Last known price, and the mark price when there are `marks`. */
  readonly prices: number[];
  readonly watch: RideWatch | null;
  /** What the watch values a minute's end at, a column a feed. */
  readonly closes: readonly Int32Array[];
  readonly minutes: MinutesOfCandles;
}

/** The beginning of candle `index`: whoever is due by time, then the mark if one is published there. */
function visitBoundary(run: Run, index: number): void {
  const { machine, candles, marks, prices, fromIndex, watch, minutes } = run;
  if (index <= fromIndex) return;
  const openMs = candles.startMs + index * candles.stepMs;
  prices[0] = lastClose(run, index);
  if (marks !== null) prices[1] = marks[index - 1] as number;
  const mark = marks?.[index];
  if (mark !== undefined && minutes.begins(index)) visitMark(machine, mark, openMs, prices);
  else if (machine.wakeAtMs <= openMs) wakeUntil(machine, openMs, prices);
  else return;
  watch?.changed();
}

/** Takes the machine over candles [from, until). Leaves the last known prices in `run.prices`. */
function advance(run: Run, from: number, until: number): void {
  const { machine, candles, marks, prices, fromIndex, minutes } = run;
  const { open, close, startMs, stepMs } = candles;
  const times = pathTimes(stepMs);
  const touch = touchFinder(run);
  // The watch knows the ends of the minutes before this one. It is told of those in which the bot sleeps many at once.
  let untold = from;
  const sleepUntil = (end: number): void => {
    run.watch?.sleepMinutes(run.closes, minutes.first(untold), end, minutes.stride);
    untold = end;
  };
  let i = from;
  while (i < until) {
    const due =
      machine.wakeAtMs === Number.POSITIVE_INFINITY ? until : Math.floor((machine.wakeAtMs - startMs) / stepMs);
    i = touch(i, due < until ? due : until);
    if (i > untold) sleepUntil(i);
    if (i >= until) break;
    const isKnownBefore = i > fromIndex && (open[i - 1] as number) >= 0;
    if (i > fromIndex) {
      prices[0] = isKnownBefore ? (close[i - 1] as number) : lastClose(run, i);
      if (marks !== null) {
        prices[1] = marks[i - 1] as number;
        if (minutes.begins(i)) visitMark(machine, marks[i] as number, startMs + i * stepMs, prices);
      }
    }
    if ((open[i] as number) < 0) wakeUntil(machine, startMs + (i + 1) * stepMs - 1, prices);
    else {
      const previous = isKnownBefore ? (close[i - 1] as number) : i === fromIndex ? (open[i] as number) : Number.NaN;
      walkCandle(machine, candles, i, previous, prices, times);
    }
    run.watch?.changed();
    if (machine.status === 'finished') return;
    untold = i;
    i += 1;
    if (sleepsThrough(run, untold)) continue;
    if (minutes.first(untold) === untold) run.watch?.endMinute(prices, startMs + i * stepMs);
    untold = i;
  }
  if (until > untold) sleepUntil(until);
  prices[0] = lastClose(run, until);
  if (marks !== null) prices[1] = marks[until - 1] as number;
}

/**
 * Whether candle i, along which the machine was taken, ends inside of what it listens to: its end is then one of those that it sleeps
 * through from there, at the same books. One without a price is none: its columns do not tell where it ended.
 */
function sleepsThrough({ candles, slots, prices }: Run, i: number): boolean {
  if ((candles.open[i] as number) < 0) return false;
  for (let feed = 0; feed < prices.length; feed += 1) {
    const ticks = prices[feed] as number;
    const { below, above } = slots[feed] as WakeSlot;
    if (ticks <= below || ticks >= above) return false;
  }
  return true;
}

/** Finds the first candle in [from, until) that touches what the machine listens to, or `until`. */
function touchFinder({ slots, candles, marks }: Run): (from: number, until: number) => number {
  const { low, high } = candles;
  const slot = slots[0] as WakeSlot;
  if (marks === null) return (from, until) => firstTouch(low, high, from, until, slot.below, slot.above);
  const marked = slots[1] as WakeSlot;
  return (from, until) => firstTouchWithMark(candles, marks, from, until, slot, marked);
}

/** Close of the last candle before i that has one, or the price the bot started at. */
function lastClose({ candles, fromIndex, prices }: Run, i: number): number {
  for (let j = i - 1; j >= fromIndex; j -= 1) {
    if ((candles.open[j] as number) >= 0) return candles.close[j] as number;
  }
  return prices[0] as number;
}
