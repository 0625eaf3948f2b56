import { ARBITRAGE_WIRE } from './kinds/arbitrage.ts';
import { FUTURES_GRID_WIRE } from './kinds/futures-grid.ts';
import { INDICATOR_WIRE } from './kinds/indicator.ts';
import { INFINITE_GRID_WIRE } from './kinds/infinite-grid.ts';
import { MARGIN_GRID_WIRE } from './kinds/margin-grid.ts';
import { MARTINGALE_WIRE } from './kinds/martingale.ts';
import { RECURRING_BUY_WIRE } from './kinds/recurring-buy.ts';
import { PORTFOLIO_WIRE } from './kinds/smart-position.ts';
import { SPOT_GRID_WIRE } from './kinds/spot-grid.ts';
import { allFields, emptyTexts } from './merged-shapes.ts';

/** Every kind on the wire, by the call that creates it. What creations, backtests, copies and rows say of kinds is made of these two lists. */
export const GRID_WIRES = [SPOT_GRID_WIRE, MARGIN_GRID_WIRE, FUTURES_GRID_WIRE, INFINITE_GRID_WIRE] as const;
export const RUN_WIRES = [MARTINGALE_WIRE, PORTFOLIO_WIRE, RECURRING_BUY_WIRE, ARBITRAGE_WIRE, INDICATOR_WIRE] as const;

/** What rows show of single kinds that are not in the documents. */
export const OWN_ROW = allFields([...GRID_WIRES, ...RUN_WIRES].map(({ row }) => row));
/** The same in the rows of all other kinds. */
export const NO_OWN_ROW = emptyTexts(OWN_ROW);
