import type { StrategyRow } from '../../../contract/strategy.ts';
import type { DetailTab } from '../../../strategies/definition.ts';
import { isOver } from '../../../strategies/rules/is-over.ts';

/** M-053. */
export function martingaleTabs(row: StrategyRow): readonly DetailTab[] {
  return isOver(row)
    ? ['overview', 'completed-rounds', 'parameters']
    : ['overview', 'current-round', 'completed-rounds', 'parameters'];
}

/** M-052. */
export function contractMartingaleTabs(row: StrategyRow): readonly DetailTab[] {
  return isOver(row)
    ? ['overview', 'completed-rounds', 'parameters']
    : ['overview', 'current-round', 'capital-flow', 'completed-rounds', 'parameters'];
}
