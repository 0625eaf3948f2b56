import type { CandleColumns } from '../engine/candles.ts';

/**
 * One row of columns from those of consecutive days. Days that do not follow each other seamlessly leave gap candles
 * (−1, no volume) between them; volumes are there when all days have them. A day with another step is a bug of the
 * exchange and throws.
 */
export function joinDays(days: readonly CandleColumns[]): CandleColumns {
  const filled = days.filter(({ open }) => open.length > 0);
  const [first] = filled;
  const last = filled.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('No candles');
  const { startMs, stepMs } = first;
  const count = Math.round((last.startMs - startMs) / stepMs) + last.open.length;
  const joined = {
    open: new Int32Array(count).fill(-1),
    high: new Int32Array(count).fill(-1),
    low: new Int32Array(count).fill(-1),
    close: new Int32Array(count).fill(-1),
  };
  const volume = filled.every((day) => day.volume !== undefined) ? new Float64Array(count) : undefined;
  for (const day of filled) {
    if (day.stepMs !== stepMs) throw new RangeError('Days of different steps');
    const at = Math.round((day.startMs - startMs) / stepMs);
    joined.open.set(day.open, at);
    joined.high.set(day.high, at);
    joined.low.set(day.low, at);
    joined.close.set(day.close, at);
    if (day.volume !== undefined) volume?.set(day.volume, at);
  }
  return { startMs, stepMs, ...joined, ...(volume === undefined ? {} : { volume }) };
}
