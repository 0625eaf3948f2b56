import type { BodyOf, PathOf, QueryOf } from '#lib/contract/contract.ts';
import type { EndpointName } from '#lib/contract/endpoints.ts';

interface SampleOf<N extends EndpointName> {
  readonly path?: PathOf<N>;
  readonly query?: QueryOf<N>;
  readonly body?: BodyOf<N>;
}

/** A request that keeps the contract, for every call of the table: a call without one does not compile. */
export const SAMPLES: { readonly [N in EndpointName]: SampleOf<N> } = {
  session: {},
  login: { body: { account: 'demo', password: 'paper-demo' } },
  logout: {},
  register: { body: { account: 'someone-new', password: 'long-enough-1', fundpass: 'long-enough-2' } },
  clientError: { body: { message: 'boom', stack: 'at page.tsx:1', screen: '/en/strategybot' } },
  upstreamLogin: { body: { account: 'demo', password: 'paper-demo' } },
  upstreamRegister: { body: { account: 'someone-new', password: 'long-enough-1', fundpass: 'long-enough-2' } },
  upstreamLogout: {},
  upstreamProfile: {},
  agreement: {},
  signAgreement: { body: { version: '1' } },
  permissions: {},
  strategyTabs: { query: { lang: 'en' } },
  hotStrategies: { query: { market_kind: 'spot' } },
  strategyClass: { query: { symbol: 'BTC_USDT' } },
  recommendList: { query: { strategy_type: 'spot_grid', page: 1, page_size: 10 } },
  strategies: { query: { strategy_type: 'spot_grid', status: 'running', page: 1, page_size: 20 } },
  strategyRanking: { query: { strategy_id: '1', strategy_type: 'spot_grid' } },
  dailyCurve: { path: { id: '1' }, query: { strategy_type: 'spot_grid' } },
  signaler: { query: { anonymous: '0123456789abcdef' } },
  signalerStrategies: { query: { anonymous: '0123456789abcdef' } },
  markets: {},
  tickers: { query: { market: 'BTC_USDT' } },
  candles: { query: { market: 'BTC_USDT', period: '1m', from: 1_750_000_000, to: 1_750_003_600 } },
  candleDay: { query: { market: 'BTC_USDT', day: '2025-06-01' } },
  depth: { query: { market: 'BTC_USDT', limit: 20 } },
  gridBase: { query: { market: 'BTC_USDT', strategy_type: 'spot_grid' } },
  lastPrice: { query: { symbol: 'BTC_USDT', type: 'spot' } },
  spotPrice: { query: { type: 'gate_spot', pair: 'BTC_USDT' } },
  symbolInfo: { query: { symbol: 'BTC_USDT' } },
  futuresContracts: { query: { settle: 'usdt' } },
  fundingRates: { query: { market: 'BTC_USDT', settle: 'usdt', from: 1_750_000_000, to: 1_750_086_400 } },
  marginPair: { query: { market: 'BTC_USDT' } },
  strategyFee: { query: { market: 'BTC_USDT', strategy_type: 'spot_grid' } },
  minAmount: {
    query: { market: 'BTC_USDT', instrument_type: 'spot', low_price: '90000', high_price: '100000', grid_num: 10 },
  },
  createGrid: {
    body: {
      strategy_type: 'spot_grid',
      market: 'BTC_USDT',
      instrument_type: 'spot',
      leverage: '1',
      low_price: '90000',
      high_price: '100000',
      grid_num: '10',
      price_type: '0',
      is_use_base: '0',
      money: '1000',
      qty_type: '0',
      store_coin_flag: 0,
    },
  },
  availableBalance: { query: { currency: 'USDT' } },
  strategyNumber: { query: { status: 'running' } },
  gridAssets: { query: { strategy_type: 'spot_grid' } },
  strategyDetail: { query: { strategy_id: '1', strategy_type: 'spot_grid' } },
  gridPosition: { path: { id: '1' } },
  position: { path: { id: '1' }, query: { strategy_type: 'spot_grid' } },
  gridBalance: { path: { id: '1' } },
  strategyBalances: { query: { strategy_id: '1', strategy_type: 'spot_grid' } },
  operateRecords: { query: { strategy_id: '1', strategy_type: 'spot_grid' } },
  openOrders: { path: { id: '1' } },
  tradeRecords: { path: { id: '1' }, query: { page: 1, page_size: 20 } },
  holdRecords: { path: { id: '1' }, query: { record_type: 'store_record' } },
  orderReasons: { path: { id: '1' }, query: { page: 1 } },
  accountBook: { query: { strategy_id: '1', strategy_type: 'spot_grid', query_type: 'fund', page_size: 30 } },
  enquiryPrice: { query: { strategy_id: '1', strategy_type: 'spot_grid', account: 'spot', market: 'BTC_USDT' } },
  cancelGrid: { path: { id: '1' } },
  stopOptions: { query: { strategy_id: '1', strategy_type: 'spot_grid' } },
  saveStopOptions: {
    body: {
      strategy_id: 1,
      strategy_type: 'spot_grid',
      stop_options: [
        { account: 'spot', type: 'market', market: 'BTC_USDT', price: 'lastprice', slip: '0.01', expiration: 60 },
      ],
    },
  },
};
