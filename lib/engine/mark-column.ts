import type { CandleColumns } from './candles.ts';

const known = new WeakMap<CandleColumns, WeakMap<object, Int32Array>>();

/**
 * The mark price of each minute, known at its beginning (E2). Where `marks` has none (−1) it is the last price known
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
