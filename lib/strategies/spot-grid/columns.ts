import type { StrategyRow } from '../../contract/strategy.ts';
import type { DetailTab } from '../definition.ts';
import { columnsOf } from '../fields/columns.ts';

export const COLUMNS = columnsOf(
  'bot',
  'status',
  'money',
  'profit',
  'grid_profit',
  'year_pft_rate',
  'price_range',
  'match_times',
  'run_times',
  'finish_time',
  'reason',
  'actions',
);

/** M-054: overview, open orders while it runs, trade history, parameters. */
export function tabs(row: StrategyRow): readonly DetailTab[] {
  return isOver(row)
    ? ['overview', 'trade-history', 'parameters']
    : ['overview', 'open-orders', 'trade-history', 'parameters'];
}

export function isOver(row: Pick<StrategyRow, 'status'>): boolean {
  return row.status === 'finished' || row.status === 'stopped';
}
