import type { TransactionType } from '../../formulas/martingale-terms.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { axisValue, fractionE8, type SearchSpace } from './search-space.ts';

const STEPS = [0.003, 0.005, 0.0075, 0.01, 0.0125, 0.015, 0.02, 0.025, 0.03, 0.04];
const ADD_ORDERS = [2, 3, 4, 5, 6, 8, 10, 12];
const TAKE_PROFITS = [0.003, 0.005, 0.0075, 0.01, 0.015, 0.02];
const MULTIPLIERS = [1.1, 1.25, 1.5, 2];

/** Spot martingales of one type: step, add orders, take profit and, where the type uses it, the multiplier. */
export function martingaleSpace(
  spec: MarketSpec,
  transactionType: TransactionType,
  feeRate: FeeRateE8,
  investment: bigint,
): SearchSpace<'martingale'> {
  return {
    kind: 'martingale',
    axes: [
      { name: 'step', values: STEPS, isOrdered: true },
      { name: 'adds', values: ADD_ORDERS, isOrdered: true },
      { name: 'profit', values: TAKE_PROFITS, isOrdered: true },
      // A low-risk bot does not use the multiplier (C-299).
      { name: 'multiplier', values: transactionType === 'low-risk-arbitrage' ? [1] : MULTIPLIERS, isOrdered: true },
    ],
    params(shape) {
      const takeProfitE8 = fractionE8(axisValue(shape, 'profit'));
      // Below two fees a full cycle loses.
      if (takeProfitE8 <= 2n * feeRate) return null;
      const step = axisValue(shape, 'step');
      const adds = axisValue(shape, 'adds');
      return {
        spec,
        side: 'buy',
        transactionType,
        stepType: 'rate',
        priceStep: fractionE8(step),
        multiplierE8: fractionE8(axisValue(shape, 'multiplier')),
        maxAddOrders: adds,
        freeRows: null,
        takeProfitE8,
        stopLossE8: null,
        investment,
        feeRate,
        leverage: 1,
        firstSize: null,
        triggerTicks: null,
      };
    },
  };
}
