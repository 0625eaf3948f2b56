import { gridLines } from '../../../formulas/grid-levels.ts';
import type { GridLayoutInput } from '../../../formulas/grid-quantities.ts';
import type { SpotGridParams } from '../params.ts';

/** What a grid's layout is computed from: around its trigger price where there is one, else around the last price. */
export function plannedGrid(params: SpotGridParams, lastTicks: number): Omit<GridLayoutInput, 'openTicks'> {
  const { spec, lowTicks, highTicks, gridCount, spacing, investIn, quantity, feeRate, triggerTicks } = params;
  const lines = gridLines(lowTicks, highTicks, gridCount, spacing);
  return { spec, lines, lastTicks: triggerTicks ?? lastTicks, investIn, quantity, feeRate };
}
