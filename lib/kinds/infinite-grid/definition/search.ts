import { compareDecimals } from '../../../money/decimal-text.ts';
import type { AiSearch } from '../../../strategies/ai/ai-search.ts';
import { axisValue } from '../../../strategies/ai/axis-value.ts';
import { percentText } from '../../../strategies/ai/percent-text.ts';
import { fractionLimits } from './values.ts';

/** Falls and rises from the last trade, percent. */
const MOVES = [0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1.1, 1.3, 1.6, 2, 2.5, 3, 3.6, 4.4, 5.4, 6.6, 8, 10];

/** Infinite grids: every fall that buys with every rise that sells; 400 candidates. */
export const INFINITE_GRID_SEARCH: AiSearch = {
  axes: () => [
    { name: 'fall', values: MOVES, isOrdered: true },
    { name: 'rise', values: MOVES, isOrdered: true },
  ],
  values(shape, _startTicks, { spec, feeRate }) {
    const fall = axisValue(shape, 'fall');
    const rise = axisValue(shape, 'rise');
    // A fall and a rise that together do not pay for two fees lose with every pair.
    if ((fall + rise) * 1e6 <= 2 * Number(feeRate)) return null;
    const { min } = fractionLimits(spec);
    if (compareDecimals(percentText(Math.min(fall, rise)), min) < 0) return null;
    return { low_price: percentText(fall), high_price: percentText(rise) };
  },
};
