import type { FuturesGridInput } from '../../../formulas/futures-grid-layout.ts';
import { gridLines } from '../../../formulas/grid-levels.ts';
import type { FuturesGridParams } from '../params.ts';

/** What the layout of a grid on a contract is computed from: around its trigger price where there is one, else around the last price. */
export function plannedFuturesGrid(params: FuturesGridParams, lastTicks: number): FuturesGridInput {
  const { spec, lowTicks, highTicks, gridCount, spacing, side, quantity, leverage, trigger } = params;
  const lines = gridLines(lowTicks, highTicks, gridCount, spacing);
  const start = trigger?.ticks ?? lastTicks;
  return { spec, lines, lastTicks: start, openTicks: start, side, quantity, leverage };
}
