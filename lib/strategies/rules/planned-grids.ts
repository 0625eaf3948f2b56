import type { FuturesGridParams } from '../../engine/futures-grid-params.ts';
import type { SpotGridParams } from '../../engine/grid-params.ts';
import type { FuturesGridInput } from '../../formulas/futures-grid-layout.ts';
import { gridLines } from '../../formulas/grid-levels.ts';
import type { GridLayoutInput } from '../../formulas/grid-quantities.ts';

/** What a grid's layout is computed from: around its trigger price where there is one, else around the last price. */
export function plannedGrid(params: SpotGridParams, lastTicks: number): Omit<GridLayoutInput, 'openTicks'> {
  const { spec, lowTicks, highTicks, gridCount, spacing, investIn, quantity, feeRate, triggerTicks } = params;
  const lines = gridLines(lowTicks, highTicks, gridCount, spacing);
  return { spec, lines, lastTicks: triggerTicks ?? lastTicks, investIn, quantity, feeRate };
}

/** The same of a grid on a contract. */
export function plannedFuturesGrid(params: FuturesGridParams, lastTicks: number): FuturesGridInput {
  const { spec, lowTicks, highTicks, gridCount, spacing, side, quantity, leverage, trigger } = params;
  const lines = gridLines(lowTicks, highTicks, gridCount, spacing);
  const start = trigger?.ticks ?? lastTicks;
  return { spec, lines, lastTicks: start, openTicks: start, side, quantity, leverage };
}
