import type { StrategyRow } from '../../contract/strategy.ts';
import { MASKED_FIGURE } from '../../money/display.ts';
import type { ColumnDescriptor, DetailTab } from '../definition.ts';

/** Columns of the running and history tables. Labels are keys of messages/{lang}/bots.json. */
export const COLUMNS: readonly ColumnDescriptor[] = [
  {
    id: 'bot',
    label: 'columns.bot',
    align: 'start',
    cell: 'bot',
    read: (row) => [row.strategy_name, row.market],
    on: 'both',
  },
  {
    id: 'status',
    label: 'columns.status',
    align: 'start',
    cell: 'status',
    read: (row) => [row.status, row.step, row.behavior_status],
    on: 'running',
  },
  {
    id: 'money',
    label: 'columns.money',
    align: 'end',
    cell: 'money',
    read: (row) => [row.money, row.money_asset],
    on: 'both',
  },
  {
    id: 'profit',
    label: 'columns.profit',
    align: 'end',
    cell: 'profit',
    read: (row) => [row.profit, quoteOf(row), row.profit_rate],
    on: 'both',
  },
  {
    id: 'grid_profit',
    label: 'columns.grid_profit',
    align: 'end',
    cell: 'profit',
    read: (row) => [row.strategy_profit, quoteOf(row)],
    on: 'both',
  },
  {
    id: 'year_pft_rate',
    label: 'columns.year_pft_rate',
    align: 'end',
    cell: 'percent',
    read: (row) => row.year_pft_rate,
    on: 'running',
  },
  { id: 'price_range', label: 'columns.price_range', align: 'end', cell: 'price-range', read: readRange, on: 'both' },
  {
    id: 'match_times',
    label: 'columns.match_times',
    align: 'end',
    cell: 'count',
    read: (row) => String(row.match_times),
    on: 'both',
  },
  {
    id: 'run_times',
    label: 'columns.run_times',
    align: 'end',
    cell: 'duration',
    read: (row) => String(row.run_times),
    on: 'both',
  },
  {
    id: 'finish_time',
    label: 'columns.finish_time',
    align: 'end',
    cell: 'time',
    read: (row) => String(row.finish_time),
    on: 'history',
  },
  {
    id: 'reason',
    label: 'columns.reason',
    align: 'start',
    cell: 'reason',
    read: (row) => row.finish_as,
    on: 'history',
  },
  { id: 'actions', label: 'columns.actions', align: 'end', cell: 'actions', read: () => '', on: 'running' },
];

/** M-054: overview, open orders while it runs, trade history, parameters. */
export function tabs(row: StrategyRow): readonly DetailTab[] {
  const isOver = row.status === 'finished' || row.status === 'stopped';
  return isOver
    ? ['overview', 'trade-history', 'parameters']
    : ['overview', 'open-orders', 'trade-history', 'parameters'];
}

/** Profits are counted in the quote asset, whatever was invested. */
function quoteOf(row: StrategyRow): string {
  return row.market.split('_')[1] ?? '';
}

/** The range as it stands now: a trailing grid moves. Masked where the viewer may not see it. */
function readRange(row: StrategyRow): readonly string[] {
  if (row.params === null) return [MASKED_FIGURE, MASKED_FIGURE, ''];
  return [row.params.current_low_price, row.params.current_high_price, quoteOf(row)];
}
