import type { StrategyRow } from '../../contract/strategy.ts';
import type { DetailTab } from '../definition.ts';
import { columnsOf } from '../fields/columns.ts';
import { isOver } from '../spot-grid/columns.ts';

export const MARTINGALE_COLUMNS = columnsOf(
  'bot',
  'status',
  'money',
  'profit',
  'year_pft_rate',
  'cycles',
  'average_cost',
  'take_profit_price',
  'run_times',
  'finish_time',
  'reason',
  'actions',
);

export const CONTRACT_MARTINGALE_COLUMNS = columnsOf(
  'bot',
  'status',
  'side',
  'money',
  'profit',
  'year_pft_rate',
  'cycles',
  'average_cost',
  'take_profit_price',
  'liquidation',
  'run_times',
  'finish_time',
  'reason',
  'actions',
);

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
