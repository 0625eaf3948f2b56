import type { ColumnDescriptor } from '../strategies/definition.ts';
import { type ColumnName, columnsOf } from '../strategies/fields/columns.ts';
import { CATALOGUE } from './catalogue.ts';
import type { RunnableKind } from './params.ts';

/** Every row begins with the bot and ends with how long it ran, how it ended and what can be done with it. */
const END = ['run_times', 'finish_time', 'reason', 'actions'] as const;

function rowOf(...own: readonly ColumnName[]): readonly ColumnDescriptor[] {
  return columnsOf('bot', 'status', ...own, ...END);
}

/** Indicator bots: on contracts with a side; lists of combined-indicator bots have the single-indicator ones among them. */
function indicatorColumns(kind: RunnableKind): readonly ColumnDescriptor[] {
  return columnsOf(
    'bot',
    ...(kind === 'compose-indicator' || kind === 'spot-compose-indicator' ? (['kind'] as const) : ([] as const)),
    'status',
    ...(CATALOGUE[kind].page === 'trade' ? ([] as const) : (['side'] as const)),
    'period',
    'money',
    'profit',
    'year_pft_rate',
    'trades',
    ...END,
  );
}

/** Grids that trade either side on borrowed money or margin. */
const SIDED_GRID = rowOf(
  'side',
  'money',
  'profit',
  'grid_profit',
  'year_pft_rate',
  'price_range',
  'liquidation',
  'match_times',
);

/**
 * The columns of each kind's rows in the tables of running and ended bots. Beside the definitions, under the same key,
 * so that a table does not bundle the forms (40 kB of the trade page's first load).
 */
export const TABLE_COLUMNS: Readonly<Record<RunnableKind, readonly ColumnDescriptor[]>> = {
  spot_grid: rowOf('money', 'profit', 'grid_profit', 'year_pft_rate', 'price_range', 'match_times'),
  futures_grid: SIDED_GRID,
  infinite_grid: rowOf('money', 'profit', 'grid_profit', 'year_pft_rate', 'match_times'),
  margin_grid: SIDED_GRID,
  martingale: rowOf('money', 'profit', 'year_pft_rate', 'cycles', 'average_cost', 'take_profit_price'),
  'contract-martingale': rowOf(
    'side',
    'money',
    'profit',
    'year_pft_rate',
    'cycles',
    'average_cost',
    'take_profit_price',
    'liquidation',
  ),
  'smart-position': rowOf('money', 'profit', 'year_pft_rate', 'trades'),
  'spot-future-arbitrage': rowOf('money', 'profit', 'funding', 'year_pft_rate'),
  'compose-indicator': indicatorColumns('compose-indicator'),
  'spot-compose-indicator': indicatorColumns('spot-compose-indicator'),
  'custom-strategy': indicatorColumns('custom-strategy'),
  macd: indicatorColumns('macd'),
  'macd-rsi': indicatorColumns('macd-rsi'),
  'double-ma': indicatorColumns('double-ma'),
  'double-ma-rsi': indicatorColumns('double-ma-rsi'),
  boll: indicatorColumns('boll'),
  'adx-cloud': indicatorColumns('adx-cloud'),
  'percent-channel': indicatorColumns('percent-channel'),
  'atr-breakout': indicatorColumns('atr-breakout'),
  gravity: indicatorColumns('gravity'),
  keltner: indicatorColumns('keltner'),
};
