import { orderUnitsOf } from '../../formulas/contract-value.ts';
import { layOutFuturesGrid } from '../../formulas/futures-grid-layout.ts';
import { gridLiquidations } from '../../formulas/futures-grid-liquidation.ts';
import { placeOfContract } from '../../strategies/contract-place.ts';
import { type ExchangeKind, moneyAtTop, stopsAtTop } from '../../strategies/exchange-kind.ts';
import { rangePart } from '../../strategies/grid/money-question.ts';
import { gridParams, leastOf } from '../../strategies/rules/grid-words.ts';
import type { FuturesGridPayload } from './definition/payload.ts';
import { plannedFuturesGrid } from './definition/planned-grid.ts';
import { FUTURES_GRID_DEMO } from './demo.ts';
import type { FuturesGridParams } from './params.ts';

const PREFIX = 'futures_';

export const FUTURES_GRID: ExchangeKind<FuturesGridPayload, FuturesGridParams> = {
  waitsFor: 'order',
  stops: stopsAtTop('investment'),
  withMoney: moneyAtTop(),
  demo: FUTURES_GRID_DEMO,
  takesTrialFunds: true,
  question: {
    isAbout: (type) => type.startsWith(PREFIX),
    payload: (query) => ({
      strategy_type: 'futures_grid',
      ...rangePart(query),
      side: query.side ?? 'buy',
      qty_type: query.qty_type ?? '0',
    }),
  },
  place({ market, instrument_type: type }) {
    if (!type.startsWith(PREFIX)) return { field: 'instrument_type', issue: 'instrument-unknown' };
    return placeOfContract(market, type.slice(PREFIX.length), 'instrument_type');
  },
  terms: (payload) => ({
    leverage: payload.leverage,
    side: payload.side,
    takeProfit: payload.stop_profit ?? '',
    stopLoss: payload.stop_loss ?? '',
    keepsCoins: false,
    isAi: payload.param_source === 'ai',
  }),
  plan(params, lastTicks) {
    const input = plannedFuturesGrid(params, lastTicks);
    const layout = layOutFuturesGrid(input, params.investment);
    return {
      unitQuantity: orderUnitsOf(params.spec, leastOf(layout.contracts)),
      liquidation: gridLiquidations(input, layout, params.investment),
      maxLeverage: params.spec.contract.leverageMax,
    };
  },
  params: (payload) => ({
    ...gridParams(payload),
    side: payload.side,
    trigger_price_type: payload.trigger_price_type ?? '0',
    qty_type: payload.qty_type ?? '0',
  }),
};
