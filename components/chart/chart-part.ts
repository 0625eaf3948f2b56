import type { ChartHandle } from './mount-chart.ts';

/** What a part that draws on a chart is given: the canvas, and what of it the marks follow from. */
export interface ChartPart {
  readonly handle: ChartHandle;
  readonly priceDecimals: number;
  /** Length of a bar, s. */
  readonly barSeconds: number;
  /** Time of the oldest bar that is loaded, s; undefined while there is none. */
  readonly sinceS: number | undefined;
}
