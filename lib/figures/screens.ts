import type { BookTerm } from '../contract/book-words.ts';
import type { ColumnName } from '../strategies/fields/columns.ts';
import type { FigureId, TermId } from './figures.ts';

/**
 * Which figure stands where a screen's registry names one. A registry's entry that is missing here does not compile; null is what is no figure (a
 * name, a state, a button).
 */

export const COLUMN_FIGURES: Readonly<Record<ColumnName, FigureId | null>> = {
  bot: null,
  status: null,
  money: 'investment',
  profit: 'total_profit',
  grid_profit: 'grid_profit',
  year_pft_rate: 'annualised',
  price_range: 'price_range',
  match_times: 'matches',
  run_times: 'run_time',
  finish_time: null,
  reason: null,
  actions: null,
  side: null,
  liquidation: 'liquidation',
  cycles: 'rounds',
  average_cost: 'average_cost',
  take_profit_price: 'take_profit_price',
  trades: 'trades',
  funding: 'funding',
  period: null,
  kind: null,
};

export const REPORT_FIGURES = {
  total_profit: 'total_profit',
  annual_rate: 'annualised',
  compound_rate: 'compound_rate',
  hold_rate: 'holding',
  un_pnl: 'open_profit',
  max_draw_down: 'drawdown',
  sharpe_rate: 'sharpe',
  profit_factor: 'profit_factor',
  expectancy: 'expectancy',
  expectancy_ratio: 'expectancy_ratio',
  exposure: 'exposure_time',
  worst_run: 'worst_run',
  win_rate: 'win_rate',
  trades: 'trades',
  orders: 'orders',
  max_gains: 'largest_gain',
  max_loss: 'largest_loss',
  start_value: 'start_value',
  end_value: 'end_value',
} as const satisfies Readonly<Record<string, FigureId>>;
export type ReportMetric = keyof typeof REPORT_FIGURES;

/** Lines of a bot's books: each opens to what it is made of, and is in the glossary. */
export const BOOK_FIGURES: Readonly<Record<BookTerm, TermId | null>> = {
  start: 'investment',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  grid_profit: 'grid_profit',
  position_profit: 'position_profit',
  fees: 'fees',
  funding: 'funding',
  interest: 'interest',
  profit_share: 'share_paid',
  equity: 'equity',
};

/** The live figures of create forms, by their label (messages/{lang}/fields.json). */
export const SUMMARY_FIGURES: Readonly<Record<string, FigureId>> = {
  'summary.return_per_grid': 'return_per_grid',
  'summary.min_investment': 'min_investment',
  'summary.quantity_per_grid': 'quantity_per_grid',
  'summary.contracts_per_grid': 'quantity_per_grid',
  'summary.liquidation_long': 'liquidation',
  'summary.liquidation_short': 'liquidation',
  'summary.liquidation': 'liquidation',
  'summary.covered_move': 'covered_move',
  'summary.full_average': 'full_average',
  'summary.reference_rate': 'reference_rate',
  'summary.spot_leg': 'position_value',
  'summary.margin_leg': 'margin',
  'summary.funding_reserve': 'funding_reserve',
  'summary.opening_value': 'opening_value',
  'summary.purchases': 'purchases',
};

/**
 * What a plan of an act names (`bots.outcome.figure`), shown before it and beside what came of it. Null: what is moved, traded or set, which
 * is told as it is.
 */
export const PLAN_FIGURES: Readonly<Record<string, FigureId | null>> = {
  returned: 'equity',
  provider_share: 'share_accrued',
  result: 'total_profit',
  fees: 'fees',
  liquidation_long: 'liquidation',
  liquidation_long_full: 'full_liquidation',
  liquidation_short: 'liquidation',
  liquidation_short_full: 'full_liquidation',
  ...{ margin_in: null, margin_out: null, money_in: null, paid_out: null },
  ...{ bought: null, sold: null, traded_quantity: null, traded_value: null, grid_num: null },
};
