import { LARGEST_UNITS } from '../../formulas/largest-order.ts';
import { UNITS_PER_COIN } from '../../money/amount.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { Issue } from '../definition.ts';
import { fault } from './issue.ts';

/** The refusal of money of which a bot would make an order that it cannot count (largest-order.ts). */
export function largestOrderFault(spec: MarketSpec): Issue {
  return fault('money', 'order.max', { n: (LARGEST_UNITS / UNITS_PER_COIN).toString(), unit: spec.quote });
}
