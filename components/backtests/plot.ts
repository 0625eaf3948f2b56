/** The few sums of the drawer's SVG charts: indexes across, values up. */

const WIDTH = 600;
/** Air above and below, as a part of the span. */
const MARGIN = 0.04;

interface PlotScale {
  readonly width: number;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

export function plotScale(count: number, values: readonly number[], height: number): PlotScale {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const span = highest - lowest || 1;
  const bottom = lowest - span * MARGIN;
  const perUnit = height / (span * (1 + 2 * MARGIN));
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    width: WIDTH,
    x: (index) => round(count < 2 ? 0 : (index / (count - 1)) * WIDTH),
    y: (value) => round(height - (value - bottom) * perUnit),
  };
}

/** The values as the path of a line. */
export function linePath(values: readonly number[], scale: PlotScale): string {
  return values.map((value, index) => `${index === 0 ? 'M' : 'L'}${scale.x(index)},${scale.y(value)}`).join(' ');
}
