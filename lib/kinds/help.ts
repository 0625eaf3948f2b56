import type { StrategyType } from '../contract/vocabulary.ts';
import type { KindHelp } from '../strategies/kind-help.ts';
import { ARBITRAGE_HELP } from './arbitrage/help.ts';
import { FUTURES_GRID_HELP } from './futures-grid/help.ts';
import { INDICATOR_HELP } from './indicator/help.ts';
import { INFINITE_GRID_HELP } from './infinite-grid/help.ts';
import { MARGIN_GRID_HELP } from './margin-grid/help.ts';
import { CONTRACT_MARTINGALE_HELP, MARTINGALE_HELP } from './martingale/help.ts';
import { RECURRING_BUY_HELP } from './recurring-buy/help.ts';
import { SMART_POSITION_HELP } from './smart-position/help.ts';
import { SPOT_GRID_HELP } from './spot-grid/help.ts';

/** What the help page of every kind says (C-030). Read where that page is made, and by the worker that reckons its example anew. */
export const KIND_HELP: Readonly<Record<StrategyType, KindHelp>> = {
  spot_grid: SPOT_GRID_HELP,
  futures_grid: FUTURES_GRID_HELP,
  margin_grid: MARGIN_GRID_HELP,
  infinite_grid: INFINITE_GRID_HELP,
  martingale: MARTINGALE_HELP,
  'contract-martingale': CONTRACT_MARTINGALE_HELP,
  'recurring-buy': RECURRING_BUY_HELP,
  'spot-future-arbitrage': ARBITRAGE_HELP,
  'smart-position': SMART_POSITION_HELP,
  ...INDICATOR_HELP,
};
