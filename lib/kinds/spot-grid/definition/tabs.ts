import type { StrategyRow } from '../../../contract/strategy.ts';
import type { DetailTab } from '../../../strategies/definition.ts';
import { isOver } from '../../../strategies/rules/is-over.ts';

/** M-054: overview, open orders while it runs, trade history, parameters. */
export function tabs(row: StrategyRow): readonly DetailTab[] {
  return isOver(row)
    ? ['overview', 'trade-history', 'parameters']
    : ['overview', 'open-orders', 'trade-history', 'parameters'];
}
