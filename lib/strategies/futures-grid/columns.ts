import type { StrategyRow } from '../../contract/strategy.ts';
import type { DetailTab } from '../definition.ts';
import { columnsOf } from '../fields/columns.ts';
import { isOver } from '../spot-grid/columns.ts';

export const FUTURES_COLUMNS = columnsOf(
  'bot',
  'status',
  'side',
  'money',
  'profit',
  'grid_profit',
  'year_pft_rate',
  'price_range',
  'liquidation',
  'match_times',
  'run_times',
  'finish_time',
  'reason',
  'actions',
);

/** M-055: open orders and current holdings while it runs. */
export function futuresTabs(row: StrategyRow): readonly DetailTab[] {
  return isOver(row)
    ? ['overview', 'trade-history', 'parameters']
    : ['overview', 'open-orders', 'holdings', 'trade-history', 'parameters'];
}
