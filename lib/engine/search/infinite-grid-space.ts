import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { axisValue, fractionE8, type SearchSpace } from './search-space.ts';

/** Falls and rises from the last trade. */
const MOVES = [
  0.002, 0.0025, 0.003, 0.004, 0.005, 0.006, 0.0075, 0.009, 0.011, 0.013, 0.016, 0.02, 0.025, 0.03, 0.036, 0.044, 0.054,
  0.066, 0.08, 0.1,
];

/** Infinite grids: every fall that buys with every rise that sells; 400 candidates. */
export function infiniteGridSpace(
  spec: MarketSpec,
  feeRate: FeeRateE8,
  investment: bigint,
): SearchSpace<'infinite_grid'> {
  return {
    kind: 'infinite_grid',
    axes: [
      { name: 'fall', values: MOVES, isOrdered: true },
      { name: 'rise', values: MOVES, isOrdered: true },
    ],
    params(shape) {
      const fallE8 = fractionE8(axisValue(shape, 'fall'));
      const riseE8 = fractionE8(axisValue(shape, 'rise'));
      // A fall and a rise that together do not pay for two fees lose with every pair.
      if (fallE8 + riseE8 <= 2n * feeRate) return null;
      return {
        spec,
        fallE8,
        riseE8,
        investIn: 'quote',
        investment,
        triggerTicks: null,
        stopLossTicks: null,
        takeProfitTicks: null,
        stopCheck: 'tick',
        keepCoins: false,
        feeRate,
      };
    },
  };
}
