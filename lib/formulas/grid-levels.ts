/**
 * Where a grid's lines lie. Source: Gate help 22274, KuCoin 21959472633113, OKX spot-grid details
 * (oracles.json grid_levels): n intervals have n + 1 lines, each floored to the tick.
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
  for (let i = 1; i < gridCount; i += 1) {
    lines[i] =
      spacing === 'arithmetic'
        ? arithmeticLine(lowTicks, highTicks, gridCount, i)
        : geometricLine(lowTicks, highTicks, gridCount, i);
  }
  return lines;
}

function arithmeticLine(low: number, high: number, gridCount: number, index: number): number {
  const scaled = index * (high - low);
  if (Number.isSafeInteger(scaled)) return low + Math.floor(scaled / gridCount);
  return low + Number((BigInt(index) * BigInt(high - low)) / BigInt(gridCount));
}

function geometricLine(low: number, high: number, gridCount: number, index: number): number {
  const near = low * (high / low) ** (index / gridCount);
  const rounded = Math.round(near);
  if (Math.abs(near - rounded) > near * TIE_WINDOW) return Math.floor(near);
  return exactGeometricFloor(low, high, gridCount, index, rounded);
}

/** The largest t with t^n ≤ low^(n−i) · high^i, searched around `guess`. */
function exactGeometricFloor(low: number, high: number, gridCount: number, index: number, guess: number): number {
  const n = BigInt(gridCount);
  const bound = BigInt(low) ** (n - BigInt(index)) * BigInt(high) ** BigInt(index);
  let ticks = BigInt(guess);
  while (ticks ** n > bound) ticks -= 1n;
  while ((ticks + 1n) ** n <= bound) ticks += 1n;
  return Number(ticks);
}

/**
 * Index of the line that carries no order: the one nearest to the price, the upper one on a tie
 * (oracles.json first_orders). Buys rest on the lines below it, sells on the lines above it.
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
