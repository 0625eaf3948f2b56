import { gridLines } from '../../formulas/grid-levels.ts';
import { gridReturn } from '../../formulas/grid-return.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { GRID_COUNTS, RANGE_WIDTHS, rangeAround, SHARES_BELOW, spacingOf } from './range-shape.ts';
import { axisValue, type SearchSpace } from './search-space.ts';

/** Spot grids around the price: width, how it lies, number of grids, spacing. 2,000 candidates where the market takes 200 grids. */
export function spotGridSpace(spec: MarketSpec, feeRate: FeeRateE8, investment: bigint): SearchSpace<'spot_grid'> {
  return {
    kind: 'spot_grid',
    axes: [
      { name: 'spacing', values: [0, 1], isOrdered: false },
      { name: 'width', values: RANGE_WIDTHS, isOrdered: true },
      { name: 'below', values: SHARES_BELOW, isOrdered: true },
      { name: 'grids', values: GRID_COUNTS.filter((count) => count <= spec.maxGrid), isOrdered: true },
    ],
    params(shape, startTicks) {
      const range = rangeAround(startTicks, axisValue(shape, 'width'), axisValue(shape, 'below'));
      const gridCount = axisValue(shape, 'grids');
      const spacing = spacingOf(shape);
      if (range === null || !earns(range.lowTicks, range.highTicks, gridCount, spacing, feeRate)) return null;
      return {
        spec,
        ...range,
        gridCount,
        spacing,
        investIn: 'quote',
        investment,
        quantity: { type: 'equal' },
        triggerTicks: null,
        stopLossTicks: null,
        takeProfitTicks: null,
        stopCheck: 'tick',
        stopBelowRange: false,
        stopAboveRange: false,
        trailUpLimitTicks: null,
        trailDownLimitTicks: null,
        momentumE8: 0n,
        openingSlippageE8: null,
        keepCoins: false,
        feeRate,
      };
    },
  };
}

/** Whether every pair of lines earns more than its fees (X8): of evenly spaced lines the top one earns least. */
export function earns(
  lowTicks: number,
  highTicks: number,
  gridCount: number,
  spacing: 'arithmetic' | 'geometric',
  feeRate: FeeRateE8,
): boolean {
  const lines = gridLines(lowTicks, highTicks, gridCount, spacing);
  for (let i = 1; i < lines.length; i += 1) {
    if (gridReturn(lines[i - 1] as number, lines[i] as number, feeRate) <= 0) return false;
  }
  return true;
}
