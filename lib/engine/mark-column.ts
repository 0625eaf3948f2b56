import { extentsOf } from './block-extents.ts';
import { firstTouch } from './candle-path.ts';
import type { CandleColumns } from './candles.ts';
import type { WakeSlot } from './machine.ts';

const known = new WeakMap<CandleColumns, WeakMap<object, Int32Array>>();

/**
 * The mark price of each minute, known at its beginning (DECISIONS.md, A mark is published with a minute). Where `marks` has none (−1) it is the last price known
 * then: the close before, or the open of the first candle that has a price. −1 before that. Made once for the same columns.
 */
export function markColumn(candles: CandleColumns, marks?: Int32Array): Int32Array {
  const byMarks = known.get(candles) ?? new WeakMap<object, Int32Array>();
  known.set(candles, byMarks);
  const key = marks ?? candles;
  const made = byMarks.get(key) ?? fillMarks(candles, marks);
  byMarks.set(key, made);
  return made;
}

function fillMarks({ open, close }: CandleColumns, marks?: Int32Array): Int32Array {
  if (marks !== undefined && marks.length !== open.length) throw new RangeError('One mark price a candle is needed');
  const column = new Int32Array(open.length);
  let last = -1;
  for (let i = 0; i < column.length; i += 1) {
    const mark = marks === undefined ? -1 : (marks[i] as number);
    if (last < 0) last = open[i] as number;
    column[i] = mark >= 0 ? mark : last;
    if ((open[i] as number) >= 0) last = close[i] as number;
  }
  return column;
}

/** Minutes that share one extent of their mark prices: 2^6. */
const EXTENT_SHIFT = 6;

/**
 * firstTouch for a machine that listens to the mark price as well: `marks[i]` is seen at the beginning of minute i. A
 * mark lies far from its level nearly always, so stretches of minutes that cannot reach it are told by their extent.
 */
export function firstTouchWithMark(
  { low, high }: Pick<CandleColumns, 'low' | 'high'>,
  marks: Int32Array,
  from: number,
  until: number,
  last: WakeSlot,
  marked: WakeSlot,
): number {
  const { least, greatest } = extentsOf(marks, EXTENT_SHIFT);
  const { below, above } = marked;
  const lastBlock = (until - 1) >> EXTENT_SHIFT;
  let i = from;
  while (i < until) {
    let block = i >> EXTENT_SHIFT;
    while (block <= lastBlock && (least[block] as number) > below && (greatest[block] as number) < above) block += 1;
    // Up to `quiet` no mark is near; in the block that begins there one is.
    const quiet = Math.min(block << EXTENT_SHIFT, until);
    if (quiet > i) {
      i = firstTouch(low, high, i, quiet, last.below, last.above);
      if (i < quiet || i === until) return i;
    }
    const end = Math.min((block + 1) << EXTENT_SHIFT, until);
    const struck = firstMark(marks, i, end, below, above);
    i = firstTouch(low, high, i, struck, last.below, last.above);
    if (i < struck || struck < end) return i;
  }
  return i;
}

/** First minute in [from, until) whose mark is at or past a level, or `until`. */
function firstMark(marks: Int32Array, from: number, until: number, below: number, above: number): number {
  let i = from;
  while (i < until && (marks[i] as number) > below && (marks[i] as number) < above) i += 1;
  return i;
}
