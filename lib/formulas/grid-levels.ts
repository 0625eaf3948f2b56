/**
 * Where a grid's lines lie. Source: Gate help 22274, KuCoin 21959472633113, OKX spot-grid details: n intervals have n + 1 lines, each floored to the tick.
 */

export type GridSpacing = 'arithmetic' | 'geometric';

/**
 * A float power of numbers this size is right to about 1e-14; within this relative distance of an integer
 * the floor is decided exactly, so that every machine draws the same line.
 */
const TIE_WINDOW = 1e-12;

/**
 * The gridCount + 1 lines of a grid in ticks, ascending, each floored to the tick. The outer lines are exactly
 * `lowTicks` and `highTicks`. Needs 0 < lowTicks < highTicks and gridCount ≥ 1; lines coincide when the
 * range has fewer ticks than intervals (the caller refuses such a grid by its return).
 */
export function gridLines(lowTicks: number, highTicks: number, gridCount: number, spacing: GridSpacing): number[] {
  const lines = new Array<number>(gridCount + 1);
  lines[0] = lowTicks;
  lines[gridCount] = highTicks;
  for (let i = 1; i < gridCount; i += 1) lines[i] = gridLineAt(lowTicks, highTicks, gridCount, spacing, i);
  return lines;
}

/**
 * The line `index` intervals above `lowTicks` on the grid's endless ladder, floored to the tick. 0…gridCount are the
 * lines of gridLines; indexes beyond them are where a trailing grid moves to. May be ≤ 0 far below the range.
 */
export function gridLineAt(
  lowTicks: number,
  highTicks: number,
  gridCount: number,
  spacing: GridSpacing,
  index: number,
): number {
  if (index === 0) return lowTicks;
  if (index === gridCount) return highTicks;
  return spacing === 'arithmetic'
    ? arithmeticLine(lowTicks, highTicks, gridCount, index)
    : geometricLine(lowTicks, highTicks, gridCount, index);
}

function arithmeticLine(low: number, high: number, gridCount: number, index: number): number {
  const scaled = index * (high - low);
  if (Number.isSafeInteger(scaled)) return low + Math.floor(scaled / gridCount);
  const count = BigInt(gridCount);
  const exact = BigInt(index) * BigInt(high - low);
  const remainder = ((exact % count) + count) % count;
  return low + Number((exact - remainder) / count);
}

function geometricLine(low: number, high: number, gridCount: number, index: number): number {
  const near = low * (high / low) ** (index / gridCount);
  const rounded = Math.round(near);
  if (Math.abs(near - rounded) > near * TIE_WINDOW) return Math.floor(near);
  return exactGeometricFloor(low, high, gridCount, index, rounded);
}

/** The largest t with t^n ≤ low^(n−i) · high^i, searched around `guess`. Negative powers go to the other side. */
function exactGeometricFloor(low: number, high: number, gridCount: number, index: number, guess: number): number {
  const n = BigInt(gridCount);
  const power = (base: number, exponent: number): bigint => BigInt(base) ** BigInt(Math.max(0, exponent));
  const bound = power(low, gridCount - index) * power(high, index);
  const divisor = power(low, index - gridCount) * power(high, -index);
  let ticks = BigInt(guess);
  while (ticks ** n * divisor > bound) ticks -= 1n;
  while ((ticks + 1n) ** n * divisor <= bound) ticks += 1n;
  return Number(ticks);
}

/** The intervals between the lines, from the lowest one up: its lower line and its upper one. */
export function intervalsOf(lines: readonly number[]): (readonly [low: number, high: number])[] {
  return lines.slice(1).map((high, i) => [lines[i] as number, high]);
}

/** The least distance between two neighbouring lines, ticks; 0 or less where lines coincide: such a grid cannot be laid. */
export function leastInterval(lines: readonly number[]): number {
  return Math.min(...intervalsOf(lines).map(([low, high]) => high - low));
}

/** The line on which the first order of interval i rests: its lower one below the empty line, its upper one above that. */
export function firstOrderLine(i: number, emptyLine: number): number {
  return i < emptyLine ? i : i + 1;
}

/**
 * Index of the line that carries no order: the one nearest to the price, the upper one on a tie.
 * Buys rest on the lines below it, sells on the lines above it.
 */
export function emptyLineAt(lines: readonly number[], ticks: number): number {
  let below = 0;
  let above = lines.length - 1;
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if ((lines[middle] as number) <= ticks) below = middle;
    else above = middle;
  }
  return ticks - (lines[below] as number) < (lines[above] as number) - ticks ? below : above;
}
