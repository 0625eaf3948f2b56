import type { StrategyRow } from '../../../contract/strategy.ts';
import type { DetailTab } from '../../../strategies/definition.ts';
import { isOver } from '../../../strategies/rules/is-over.ts';

/** M-055: open orders and current holdings while it runs. */
export function futuresTabs(row: StrategyRow): readonly DetailTab[] {
  return isOver(row)
    ? ['overview', 'trade-history', 'parameters']
    : ['overview', 'open-orders', 'holdings', 'trade-history', 'parameters'];
}
