import { layOutGrid } from '../../formulas/grid-quantities.ts';
import { type ExchangeKind, moneyAtTop, placeOnSpot, stopsAtTop } from '../../strategies/exchange-kind.ts';
import { coinPart, rangePart } from '../../strategies/grid/money-question.ts';
import { gridParams, leastOf } from '../../strategies/rules/grid-words.ts';
import type { SpotGridPayload } from './definition/payload.ts';
import { plannedGrid } from './definition/planned-grid.ts';
import { SPOT_GRID_DEMO } from './demo.ts';
import type { SpotGridParams } from './params.ts';

/** Its word on the wire. */
const INSTRUMENT_TYPE = 'spot';

export const SPOT_GRID: ExchangeKind<SpotGridPayload, SpotGridParams> = {
  waitsFor: 'order',
  stops: stopsAtTop('price'),
  withMoney: moneyAtTop(),
  demo: SPOT_GRID_DEMO,
  takesTrialFunds: true,
  question: {
    isAbout: (type) => type === INSTRUMENT_TYPE,
    payload: (query) => ({ strategy_type: 'spot_grid', ...rangePart(query), ...coinPart(query) }),
  },
  place(payload) {
    const place = placeOnSpot(payload.market, payload.instrument_type, INSTRUMENT_TYPE);
    return 'market' in place && payload.leverage !== '1' ? { field: 'leverage', issue: 'leverage-spot' } : place;
  },
  terms: (payload) => ({
    leverage: payload.leverage,
    side: payload.is_use_base === '1' ? 'sell' : 'buy',
    takeProfit: payload.stop_profit ?? '',
    stopLoss: payload.stop_loss ?? '',
    keepsCoins: payload.store_coin_flag === 1,
    isAi: payload.param_source === 'ai',
  }),
  plan(params, lastTicks) {
    const layout = plannedGrid(params, lastTicks);
    const { quantities } = layOutGrid({ ...layout, openTicks: layout.lastTicks }, params.investment);
    return {
      unitQuantity: leastOf(quantities),
      liquidation: null,
      maxLeverage: 1,
    };
  },
  params: (payload) => ({
    ...gridParams(payload),
    is_use_base: payload.is_use_base,
    qty_type: payload.qty_type,
    store_coin_flag: payload.store_coin_flag,
    stop_upward_price: payload.stop_upward_price ?? '',
    stop_downward_price: payload.stop_downward_price ?? '',
    moving_average_momentum: payload.moving_average_momentum ?? '',
  }),
};
