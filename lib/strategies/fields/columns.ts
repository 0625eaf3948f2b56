import type { StrategyRow } from '../../contract/strategy.ts';
import { MASKED_FIGURE } from '../../money/display.ts';
import type { ColumnDescriptor } from '../definition.ts';

/** Columns of the running and history tables, from which each kind takes its own. Labels are keys of messages/{lang}/bots.json. */

export type ColumnName =
  | 'bot'
  | 'status'
  | 'money'
  | 'profit'
  | 'grid_profit'
  | 'year_pft_rate'
  | 'price_range'
  | 'match_times'
  | 'run_times'
  | 'finish_time'
  | 'reason'
  | 'actions'
  | 'side'
  | 'liquidation'
  | 'cycles'
  | 'average_cost'
  | 'take_profit_price'
  | 'trades'
  | 'funding'
  | 'period'
  | 'kind';

const ALL: Readonly<Record<ColumnName, ColumnDescriptor>> = {
  bot: column('bot', 'start', 'bot', 'both', (row) => [row.strategy_name, row.market]),
  status: column('status', 'start', 'status', 'running', (row) => [row.status, row.step, row.behavior_status]),
  money: column('money', 'end', 'money', 'both', (row) => [row.money, row.money_asset]),
  profit: column('profit', 'end', 'profit', 'both', (row) => [row.profit, profitAsset(row), row.profit_rate]),
  grid_profit: column('grid_profit', 'end', 'profit', 'both', (row) => [row.strategy_profit, profitAsset(row)]),
  year_pft_rate: column('year_pft_rate', 'end', 'percent', 'running', (row) => row.year_pft_rate),
  price_range: column('price_range', 'end', 'price-range', 'both', readRange),
  match_times: column('match_times', 'end', 'count', 'both', (row) => String(row.match_times)),
  run_times: column('run_times', 'end', 'duration', 'both', (row) => String(row.run_times)),
  finish_time: column('finish_time', 'end', 'time', 'history', (row) => String(row.finish_time)),
  reason: column('reason', 'start', 'reason', 'history', (row) => row.finish_as),
  actions: column('actions', 'end', 'actions', 'running', () => ''),
  side: column('side', 'start', 'side', 'both', (row) => [row.side, row.leverage]),
  /** H39: what is held, and if every resting order on the losing side fills. */
  liquidation: column('liquidation', 'end', 'price-pair', 'running', (row) => [row.liq_price, row.full_liq_price]),
  cycles: column('cycles', 'end', 'count', 'both', (row) => String(roundsOf(row))),
  average_cost: column('average_cost', 'end', 'price', 'running', (row) => row.avg_hold_cost),
  take_profit_price: column('take_profit_price', 'end', 'price', 'running', takeProfitOf),
  trades: column('trades', 'end', 'count', 'both', (row) => String(row.trade_num)),
  funding: column('funding', 'end', 'profit', 'both', (row) => [row.funding, profitAsset(row)]),
  /** Lists of indicator bots have the single-indicator ones among them. */
  kind: column('kind', 'start', 'kind', 'both', (row) => row.strategy_type),
  /** K-line period of an indicator bot's open side. */
  period: column('period', 'start', 'text', 'both', (row) => row.period || MASKED_FIGURE),
};

function column(
  id: ColumnName,
  align: ColumnDescriptor['align'],
  cell: ColumnDescriptor['cell'],
  on: ColumnDescriptor['on'],
  read: ColumnDescriptor['read'],
): ColumnDescriptor {
  return { id, label: `columns.${id}`, align, cell, on, read };
}

/** The columns of a kind, in its order. */
export function columnsOf(...names: readonly ColumnName[]): readonly ColumnDescriptor[] {
  return names.map((name) => ALL[name]);
}

/** The round that runs, counted from 1; of a bot that has ended, the rounds that it completed. */
export function roundsOf({ running_cycle, match_times }: Pick<StrategyRow, 'running_cycle' | 'match_times'>): number {
  return running_cycle > 0 ? running_cycle : match_times;
}

/** The price at which the round is sold; '' between rounds, when only the rate of the parameters is told. */
export function takeProfitOf(row: Pick<StrategyRow, 'avg_hold_cost' | 'take_profit_price'>): string {
  return /[1-9]/.test(row.avg_hold_cost) ? row.take_profit_price : '';
}

/** Profits are counted in the quote asset on spot, in the settle asset on contracts (that is what is invested there). */
function profitAsset(row: StrategyRow): string {
  return row.settle !== '' ? row.money_asset : (row.market.split('_')[1] ?? '');
}

/** The range as it stands now: a trailing grid moves. Masked where the viewer may not see it. */
function readRange(row: StrategyRow): readonly string[] {
  if (row.params === null) return [MASKED_FIGURE, MASKED_FIGURE, ''];
  return [row.params.current_low_price, row.params.current_high_price, row.market.split('_')[1] ?? ''];
}
