import { type ExchangeKind, moneyAtTop, placeOnSpot, stopsAtTop } from '../../strategies/exchange-kind.ts';
import { commonPart } from '../../strategies/grid/money-question.ts';
import type { InfiniteGridPayload } from './definition/payload.ts';
import { INFINITE_GRID_DEMO } from './demo.ts';
import type { InfiniteGridParams } from './params.ts';

/** Its word on the wire. */
const INSTRUMENT_TYPE = 'infinite_grid';

export const INFINITE_GRID: ExchangeKind<InfiniteGridPayload, InfiniteGridParams> = {
  waitsFor: 'order',
  stops: stopsAtTop('price'),
  withMoney: moneyAtTop(),
  demo: INFINITE_GRID_DEMO,
  question: {
    isAbout: (type) => type === INSTRUMENT_TYPE,
    payload: (query) => ({
      strategy_type: 'infinite_grid',
      ...commonPart(query),
      is_use_base: query.is_use_base ?? '0',
      store_coin_flag: 0,
    }),
  },
  place: ({ market, instrument_type: type }) => placeOnSpot(market, type, INSTRUMENT_TYPE),
  terms: (payload) => ({
    leverage: '1',
    side: payload.is_use_base === '1' ? 'sell' : 'buy',
    takeProfit: payload.stop_profit ?? '',
    stopLoss: payload.stop_loss ?? '',
    keepsCoins: payload.store_coin_flag === 1,
    isAi: payload.param_source === 'ai',
  }),
  plan: () => ({
    // Orders are what the price makes of them, one at a time.
    unitQuantity: 0n,
    liquidation: null,
    maxLeverage: 1,
  }),
  params: (payload) => ({
    leverage: '1',
    low_price: payload.low_price,
    high_price: payload.high_price,
    is_use_base: payload.is_use_base,
    trigger_price: payload.trigger_price ?? '',
    stop_loss: payload.stop_loss ?? '',
    stop_profit: payload.stop_profit ?? '',
    stop_check_type: payload.stop_check_type ?? 0,
    store_coin_flag: payload.store_coin_flag,
    begin_money_amount: payload.money,
  }),
};
