import { firstTouch, wakeUntil } from './candle-path.ts';
import type { CandleColumns } from './candles.ts';
import { type BotMachine, NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type WakeSlot } from './machine.ts';
import { markColumn } from './mark-column.ts';
import type { ColumnsByInstrument, MarketColumns } from './markets-view.ts';
import { minutesOf, type Ride } from './ride.ts';
import type { RideWatch } from './ride-watch.ts';

/** Minutes that all feeds are scanned over together: small after a wake, because the next one may be near. */
const FIRST_BLOCK = 64;
const LARGEST_BLOCK = 8192;

/** One feed's minutes, laid along those of the first market. A minute without a price is its last known one; −1 before the first. */
interface FeedMinutes {
  readonly isMark: boolean;
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Last price at the minute's end; the mark that is in force during the minute. */
  readonly close: Int32Array;
}

/**
 * A machine of several markets that has not started, before the candles of all of them. `candles` are those of its
 * first market and give the minutes; the others may begin earlier, end later or have gaps. It starts at minute
 * `fromIndex`; RangeError when a market has no price then.
 *
 * At each minute boundary that matters it is shown the mark prices and then woken with the last price of every feed
 * before it; a minute in which no price leaves a slot costs two compares a listening feed.
 */
export function rideSeveralMarkets(
  machine: BotMachine,
  candles: CandleColumns,
  fromIndex: number,
  columns: ColumnsByInstrument,
  watch: RideWatch | null = null,
): Ride {
  const sources = machine.feeds.map(({ market }) => {
    const own = columns[market];
    if (own === undefined) throw new RangeError(`No candles of ${market}`);
    return own;
  });
  const feeds = sources.map((own, i) =>
    machine.feeds[i]?.price === 'mark' ? marksAlong(candles, own) : minutesAlong(candles, own.candles),
  );
  const prices = feeds.map((feed, i) => {
    const { candles: own } = sources[i] as MarketColumns;
    const first = feed.isMark ? feed.close[fromIndex] : firstPrice(own, fromIndex + minutesBetween(own, candles));
    if (first === undefined || first < 0) throw new RangeError('A backtest starts when every market has a price');
    return first;
  });
  const closes = feeds.map(({ close }) => close);
  const run: Run = { machine, candles, fromIndex, feeds, prices, watch, closes };
  return {
    machine,
    prices,
    advance: (from, until) => advance(run, from, until),
    visitBoundary: (index) => {
      if (index < candles.open.length) visitBoundary(run, index);
      else wakeUntil(machine, candles.startMs + index * candles.stepMs, prices);
      watch?.changed();
    },
  };
}

interface Run {
  readonly machine: BotMachine;
  readonly candles: CandleColumns;
  readonly fromIndex: number;
  readonly feeds: readonly FeedMinutes[];
  readonly prices: number[];
  readonly watch: RideWatch | null;
  /** Prices at the minutes' ends, a column a feed. */
  readonly closes: readonly Int32Array[];
}

/** The open of a minute, or the last close before it. */
function firstPrice({ open, close }: CandleColumns, at: number): number | undefined {
  if ((open[at] ?? -1) >= 0) return open[at];
  let before = Math.min(at, open.length) - 1;
  while (before >= 0 && (open[before] as number) < 0) before -= 1;
  return close[before];
}

/** Index of the first market's minute 0 among another market's minutes. */
function minutesBetween(own: CandleColumns, main: CandleColumns): number {
  const offset = (main.startMs - own.startMs) / main.stepMs;
  if (own.stepMs !== main.stepMs || !Number.isInteger(offset)) throw new RangeError('Markets have the same minutes');
  return offset;
}

function minutesAlong(main: CandleColumns, own: CandleColumns): FeedMinutes {
  const offset = minutesBetween(own, main);
  const count = main.open.length;
  const isWhole = offset === 0 && own.open.length === count && !own.open.includes(-1);
  if (isWhole) return { isMark: false, low: own.low, high: own.high, close: own.close };
  const minutes = { low: new Int32Array(count), high: new Int32Array(count), close: new Int32Array(count) };
  let last = -1;
  for (let i = -Math.max(0, offset); i < count; i += 1) {
    const at = i + offset;
    const isKnown = at >= 0 && at < own.open.length && (own.open[at] as number) >= 0;
    if (i >= 0) {
      minutes.low[i] = isKnown ? (own.low[at] as number) : last;
      minutes.high[i] = isKnown ? (own.high[at] as number) : last;
    }
    if (isKnown) last = own.close[at] as number;
    if (i >= 0) minutes.close[i] = last;
  }
  return { isMark: false, ...minutes };
}

function marksAlong(main: CandleColumns, { candles, marks }: MarketColumns): FeedMinutes {
  const offset = minutesBetween(candles, main);
  const known = markColumn(candles, marks);
  if (offset === 0 && known.length === main.open.length) return { isMark: true, low: known, high: known, close: known };
  const column = new Int32Array(main.open.length);
  for (let i = 0; i < column.length; i += 1) column[i] = known[Math.min(i + offset, known.length - 1)] ?? -1;
  return { isMark: true, low: column, high: column, close: column };
}

/** Takes the machine over minutes [from, until). Leaves the last known prices in `run.prices`. */
function advance(run: Run, from: number, until: number): void {
  const { machine, feeds, prices, candles, watch, closes } = run;
  const minutes = minutesOf(candles);
  let untold = from;
  let i = from;
  let block = FIRST_BLOCK;
  while (i < until) {
    watch?.endMinutes(closes, minutes.first(untold), i, minutes.stride);
    untold = i;
    if (visitBoundary(run, i)) {
      block = FIRST_BLOCK;
      watch?.changed();
    }
    if (machine.status === 'finished') return;
    const due = dueIndex(run);
    const end = Math.min(until, due, i + block);
    const touched = touchIn(run, i, end);
    if (touched >= end && end === i + block) block = Math.min(block * 2, LARGEST_BLOCK);
    i = touched < end ? touched + 1 : end;
  }
  watch?.endMinutes(closes, minutes.first(untold), until, minutes.stride);
  for (const [f, feed] of feeds.entries()) prices[f] = feed.close[until - 1] as number;
}

/** The minute at whose beginning the next time wake is due. */
function dueIndex({ machine, candles }: Run): number {
  if (machine.wakeAtMs === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return Math.ceil((machine.wakeAtMs - candles.startMs) / candles.stepMs);
}

/** The beginning of minute i: its mark prices, then whoever is due. Returns whether the machine was woken. */
function visitBoundary({ machine, candles, fromIndex, feeds, prices }: Run, i: number): boolean {
  const openMs = candles.startMs + i * candles.stepMs;
  for (const [f, { isMark, close }] of feeds.entries()) {
    if (isMark) prices[f] = close[i] as number;
    else if (i > fromIndex) prices[f] = close[i - 1] as number;
    if (isMark && isTouched(machine, f, prices[f] as number)) machine.jump(f, prices[f] as number, openMs);
  }
  if (machine.wakeAtMs > openMs) return false;
  wakeUntil(machine, openMs, prices);
  return true;
}

function isTouched({ slots }: BotMachine, feed: number, ticks: number): boolean {
  const { below, above } = slots[feed] as WakeSlot;
  return ticks <= below || ticks >= above;
}

/**
 * The first minute in [from, end) in which a last price leaves its slot, or at whose end a mark price does; `end` when
 * none. The machine is told of the last prices; marks are told at their boundary.
 */
function touchIn({ machine, candles, feeds }: Run, from: number, end: number): number {
  let first = end;
  for (const [f, feed] of feeds.entries()) {
    const { below, above } = machine.slots[f] as WakeSlot;
    if (below === NO_LEVEL_BELOW && above === NO_LEVEL_ABOVE) continue;
    const shift = feed.isMark ? 1 : 0;
    const touched = firstTouch(
      feed.low,
      feed.high,
      from + shift,
      Math.min(first + shift, feed.low.length),
      below,
      above,
    );
    first = Math.min(first, touched - shift);
  }
  if (first === end) return end;
  const openMs = candles.startMs + first * candles.stepMs;
  for (const [f, { isMark, low, high }] of feeds.entries()) {
    if (isMark) continue;
    if (isTouched(machine, f, low[first] as number)) machine.jump(f, low[first] as number, openMs);
    else if (isTouched(machine, f, high[first] as number)) machine.jump(f, high[first] as number, openMs);
  }
  return first;
}
