import { type ContractSpec, restingFeeRate } from '../../formulas/contract-value.ts';
import type { FuturesSide } from '../../formulas/futures-grid-layout.ts';
import { GRID_COUNTS, RANGE_WIDTHS, rangeAround, spacingOf } from './range-shape.ts';
import { axisValue, type SearchSpace, type Shape } from './search-space.ts';
import { earns } from './spot-grid-space.ts';

const SIDES: readonly FuturesSide[] = ['long', 'short', 'neutral'];
/** A search that may choose any leverage chooses the one that happened not to be liquidated: it stays low. */
const LEVERAGES = [1, 2, 3, 5];
const EVEN = 0.5;

export function futuresSideOf(shape: Shape): FuturesSide {
  return SIDES[axisValue(shape, 'side')] as FuturesSide;
}

/** Futures grids around the price: side, width, number of grids, leverage; 2,400 candidates. Ranges and lines lie evenly. */
export function futuresGridSpace(spec: ContractSpec, investment: bigint): SearchSpace<'futures_grid'> {
  const feeRate = restingFeeRate(spec.contract);
  return {
    kind: 'futures_grid',
    axes: [
      { name: 'side', values: SIDES.map((_, i) => i), isOrdered: false },
      { name: 'spacing', values: [0], isOrdered: false },
      { name: 'width', values: RANGE_WIDTHS, isOrdered: true },
      { name: 'grids', values: GRID_COUNTS.filter((count) => count <= spec.maxGrid), isOrdered: true },
      { name: 'leverage', values: LEVERAGES.filter((times) => times <= spec.contract.leverageMax), isOrdered: true },
    ],
    params(shape, startTicks) {
      const range = rangeAround(startTicks, axisValue(shape, 'width'), EVEN);
      const gridCount = axisValue(shape, 'grids');
      const spacing = spacingOf(shape);
      if (range === null || !earns(range.lowTicks, range.highTicks, gridCount, spacing, feeRate)) return null;
      return {
        spec,
        ...range,
        gridCount,
        spacing,
        side: futuresSideOf(shape),
        investment,
        leverage: axisValue(shape, 'leverage'),
        quantity: { type: 'equal' },
        trigger: null,
        stopLossE8: null,
        takeProfitE8: null,
        stopCheck: 'tick',
        stopBelowRange: false,
        stopAboveRange: false,
        openingSlippageE8: null,
      };
    },
  };
}
