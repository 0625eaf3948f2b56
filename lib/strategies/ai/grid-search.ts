import { gridLines } from '../../formulas/grid-levels.ts';
import { everyGridEarns } from '../../formulas/grid-return.ts';
import { GRID_COUNTS, RANGE_WIDTHS, rangeAround, SHARES_BELOW } from '../../formulas/range-shape.ts';
import { type FeeRateE8, formatTicks, type MarketSpec } from '../../money/market-spec.ts';
import type { FormValues } from '../definition.ts';
import type { AiFacts, AiSearch } from './ai-search.ts';
import { axisChoice, axisValue } from './axis-value.ts';
import type { SearchAxis, Shape } from './search-axes.ts';

const SIDES = ['buy', 'sell', 'neutral'];
const EVEN = 0.5;
/** A search that may choose any leverage chooses the one that happened not to be liquidated: it stays low. */
const FUTURES_LEVERAGES = [1, 2, 3, 5];
const MARGIN_LEVERAGES = [2, 3, 5];

function unordered(name: string, values: readonly number[]): SearchAxis {
  return { name, values, isOrdered: false };
}

function ordered(name: string, values: readonly number[]): SearchAxis {
  return { name, values, isOrdered: true };
}

function countsOf({ maxGrid }: MarketSpec): readonly number[] {
  return GRID_COUNTS.filter((count) => count <= maxGrid);
}

const SIDE_AXIS = unordered(
  'side',
  SIDES.map((_, i) => i),
);

/** Spot grids around the price: width, how it lies, number of grids, spacing. 2,000 candidates where the market takes 200 grids. */
export const SPOT_GRID_SEARCH: AiSearch = {
  axes: ({ spec }) => [
    unordered('spacing', [0, 1]),
    ordered('width', RANGE_WIDTHS),
    ordered('below', SHARES_BELOW),
    ordered('grids', countsOf(spec)),
  ],
  values: (shape, startTicks, { spec, feeRate }) =>
    rangeValues(shape, startTicks, axisValue(shape, 'below'), spec, feeRate),
};

/** Futures grids around the price: side, width, number of grids, leverage; 2,400 candidates. Ranges and lines lie evenly. */
export const FUTURES_GRID_SEARCH: AiSearch = {
  axes: ({ spec }) => [
    SIDE_AXIS,
    ordered('width', RANGE_WIDTHS),
    ordered('grids', countsOf(spec)),
    ordered(
      'leverage',
      FUTURES_LEVERAGES.filter((times) => times <= (spec.contract?.leverageMax ?? 1)),
    ),
  ],
  values: sided,
};

/** Margin grids around the price: side, width, number of grids, leverage; 1,800 candidates. */
export const MARGIN_GRID_SEARCH: AiSearch = {
  axes: ({ spec }) => [
    SIDE_AXIS,
    ordered('width', RANGE_WIDTHS),
    ordered('grids', countsOf(spec)),
    ordered('leverage', MARGIN_LEVERAGES),
  ],
  values: sided,
};

function sided(shape: Shape, startTicks: number, { spec, feeRate }: AiFacts): FormValues | null {
  const range = rangeValues(shape, startTicks, EVEN, spec, feeRate);
  const side = axisChoice(shape, 'side', SIDES);
  return range === null ? null : { side, leverage: String(axisValue(shape, 'leverage')), ...range };
}

function rangeValues(
  shape: Shape,
  startTicks: number,
  shareBelow: number,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): FormValues | null {
  const range = rangeAround(startTicks, axisValue(shape, 'width'), shareBelow);
  const gridCount = axisValue(shape, 'grids');
  const isGeometric = shape.spacing === 1;
  const spacing = isGeometric ? 'geometric' : 'arithmetic';
  if (range === null || !everyGridEarns(gridLines(range.lowTicks, range.highTicks, gridCount, spacing), feeRate))
    return null;
  return {
    low_price: formatTicks(spec, range.lowTicks),
    high_price: formatTicks(spec, range.highTicks),
    grid_num: String(gridCount),
    price_type: isGeometric ? '1' : '0',
  };
}
