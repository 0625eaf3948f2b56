import { gridLines, leastInterval } from '../../formulas/grid-levels.ts';
import type { SpotGridParams } from './params.ts';

/** The smallest swing, in ticks, that such a grid can notice; 0 when every turn may matter; null when time wakes it too. */
export function leastSwing(params: SpotGridParams): number | null {
  const { triggerTicks, stopLossTicks, takeProfitTicks, stopBelowRange, stopAboveRange } = params;
  const hasStops = stopLossTicks !== null || takeProfitTicks !== null || stopBelowRange || stopAboveRange;
  if (params.trailUpLimitTicks !== null || params.trailDownLimitTicks !== null) return null;
  if (params.openingSlippageE8 !== null || (hasStops && params.stopCheck === 'close')) return null;
  if (hasStops || triggerTicks !== null) return 0;
  const lines = gridLines(params.lowTicks, params.highTicks, params.gridCount, params.spacing);
  return Math.max(0, leastInterval(lines));
}
