import { INT32_MAX } from './candle-path.ts';

/** Least and greatest value of every 2^shift minutes of a column, −1 among them where a minute has no price. */
export interface BlockExtents {
  readonly least: Int32Array;
  readonly greatest: Int32Array;
}

const known = new WeakMap<Int32Array, Map<number, BlockExtents>>();

/** Made once for the same column however many bots run over it. */
export function extentsOf(column: Int32Array, shift: number): BlockExtents {
  const byShift = known.get(column) ?? new Map<number, BlockExtents>();
  known.set(column, byShift);
  const made = byShift.get(shift) ?? measure(column, shift);
  byShift.set(shift, made);
  return made;
}

function measure(column: Int32Array, shift: number): BlockExtents {
  const count = ((column.length - 1) >> shift) + 1;
  const least = new Int32Array(count).fill(INT32_MAX);
  const greatest = new Int32Array(count).fill(-1);
  for (let i = 0; i < column.length; i += 1) {
    const block = i >> shift;
    const ticks = column[i] as number;
    if (ticks < (least[block] as number)) least[block] = ticks;
    if (ticks > (greatest[block] as number)) greatest[block] = ticks;
  }
  return { least, greatest };
}
