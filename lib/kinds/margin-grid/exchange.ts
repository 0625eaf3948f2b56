import { type GridLayoutInput, layOutGrid } from '../../formulas/grid-quantities.ts';
import { forcedCloseSides } from '../../formulas/margin-grid-layout.ts';
import { loanOf } from '../../formulas/margin-loan.ts';
import { type ExchangeKind, moneyAtTop, placeOnSpot, stopsAtTop } from '../../strategies/exchange-kind.ts';
import { coinPart, rangePart } from '../../strategies/grid/money-question.ts';
import { gridParams, leastOf } from '../../strategies/rules/grid-words.ts';
import { plannedGrid } from '../spot-grid/definition/planned-grid.ts';
import type { MarginGridPayload } from './definition/payload.ts';
import { MARGIN_GRID_DEMO } from './demo.ts';
import type { MarginGridParams } from './params.ts';

/** Largest assets ÷ own money (C-371). */
const MAX_LEVERAGE = 10;

/** Its word on the wire. */
const INSTRUMENT_TYPE = 'margin_grid';

export const MARGIN_GRID: ExchangeKind<MarginGridPayload, MarginGridParams> = {
  waitsFor: 'order',
  stops: stopsAtTop('price'),
  withMoney: moneyAtTop(),
  demo: MARGIN_GRID_DEMO,
  question: {
    isAbout: (type) => type === INSTRUMENT_TYPE,
    payload: (query) => ({
      strategy_type: 'margin_grid',
      ...rangePart(query),
      ...coinPart(query),
      side: query.side ?? 'buy',
    }),
  },
  place: ({ market, instrument_type: type }) => placeOnSpot(market, type, INSTRUMENT_TYPE),
  terms: (payload) => ({
    leverage: payload.leverage,
    side: payload.side,
    takeProfit: payload.stop_profit ?? '',
    stopLoss: payload.stop_loss ?? '',
    // The loan is paid back first: coins are sold for it.
    keepsCoins: payload.store_coin_flag === 1,
    isAi: payload.param_source === 'ai',
  }),
  plan(params, lastTicks) {
    const layout = plannedGrid(params, lastTicks);
    return {
      unitQuantity: unitQuantity(params, layout),
      liquidation: forcedCloseSides({ ...params, lines: layout.lines, ticks: layout.lastTicks }),
      maxLeverage: MAX_LEVERAGE,
      loan: loanOf({ ...params, ticks: layout.lastTicks }),
    };
  },
  params: (payload) => ({
    ...gridParams(payload),
    side: payload.side,
    is_use_base: payload.is_use_base,
    qty_type: payload.qty_type,
    store_coin_flag: payload.store_coin_flag,
  }),
};

/** Smallest order of the grid that the investment and its loan carry. */
function unitQuantity(params: MarginGridParams, layout: Omit<GridLayoutInput, 'openTicks'>): bigint {
  const whole = params.investment * BigInt(params.leverage);
  return leastOf(layOutGrid({ ...layout, openTicks: layout.lastTicks }, whole).quantities);
}
