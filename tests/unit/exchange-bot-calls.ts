import type { TestExchange } from './exchange-fixture.ts';

/** Calls about one bot, by the name of the contract, with what they are asked with. */
type BotCalls = Readonly<Record<string, (id: number, kind: string) => Parameters<TestExchange['send']>[1]>>;

/** Calls that a bot's page asks, by id. */
export const PUBLIC_BOT_CALLS: BotCalls = {
  strategyDetail: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind } }),
  strategies: (id) => ({ query: { strategy_id: id } }),
  dailyCurve: (id, kind) => ({ path: { id }, query: { strategy_type: kind } }),
  earlyCurve: (id, kind) => ({ path: { id }, query: { strategy_type: kind } }),
  operateRecords: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind } }),
  openOrders: (id) => ({ path: { id } }),
  tradeRecords: (id) => ({ path: { id }, query: { page_size: 500 } }),
  arbitrageRecords: (id) => ({ query: { strategy_id: id } }),
  composeDetail: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind } }),
  cycleOrders: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind, cycle_index: -1 } }),
  completedRounds: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind } }),
};
/** Calls of the owner's screens, by id. */
export const OWNERS_BOT_CALLS: BotCalls = {
  gridPosition: (id) => ({ path: { id } }),
  position: (id) => ({ path: { id } }),
  gridBalance: (id) => ({ path: { id } }),
  strategyBalances: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind } }),
  holdRecords: (id) => ({ path: { id } }),
  botWhy: (id) => ({ path: { id } }),
  orderReasons: (id) => ({ path: { id } }),
  botBooks: (id) => ({ path: { id } }),
  bookRows: (id) => ({ path: { id }, query: { part: 'funded' } }),
  accountBook: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind, query_type: 'fund' } }),
  futuresAccountBook: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind, query_type: 'fund' } }),
  enquiryPrice: (id, kind) => ({
    query: { strategy_id: id, strategy_type: kind, account: 'spot', market: 'BTC_USDT' },
  }),
  stopOptions: (id, kind) => ({ query: { strategy_id: id, strategy_type: kind } }),
  cancelGrid: (id) => ({ path: { id }, body: { fundpass: 'paper-fund' } }),
  liquidationPrice: (id) => ({ body: { strategy_id: id, money: '100', leverage: '2' } }),
};
