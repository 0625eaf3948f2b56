import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import type { UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import { gridBody, MORNING_MS, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';

let exchange: TestExchange;
let who: Who;
let id: number;
let anonymous: string;
const folder = mkdtempSync(join(tmpdir(), 'exchange-contract-'));

beforeAll(async () => {
  exchange = await openTestExchange(folder, { worldBots: 5, worldDays: 3 });
  who = await exchange.trader();
  id = await startGrid(exchange, who);
  anonymous = (await exchange.send('upstreamProfile', { who })).data.anonymous;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Sample = Parameters<TestExchange['send']>[1];
const time = MORNING_MS / 1000;

/** A request that is answered with 200, for every call of the exchange: one that is missing does not compile. */
function samples(): { readonly [N in UpstreamEndpointName]: Sample } {
  const bot = { query: { strategy_id: id, strategy_type: 'spot_grid' } };
  const path = { path: { id } };
  const market = 'BTC_USDT';
  const someone = { account: 'someone-new', password: 'long-enough-1', fundpass: 'long-enough-2' };
  return {
    upstreamLogin: { body: { account: 'copier', password: 'paper-copier' } },
    upstreamRegister: { body: someone },
    upstreamLogout: {},
    upstreamProfile: {},
    agreement: {},
    signAgreement: { body: { version: '2026-01' } },
    permissions: {},
    strategyTabs: { query: { lang: 'en' } },
    hotStrategies: {},
    strategyClass: { query: { market_kind: 'spot' } },
    recommendList: { query: { strategy_type: 'spot_grid' } },
    strategies: { query: { strategy_type: 'spot_grid', status: 'running' } },
    strategyRanking: bot,
    dailyCurve: { ...path, query: { strategy_type: 'spot_grid' } },
    signaler: { query: { anonymous } },
    signalerStrategies: { query: { anonymous } },
    markets: {},
    tickers: {},
    candles: { query: { market, period: '5m', from: time - 7_200, to: time } },
    candleDay: { query: { market, day: '2026-05-19' } },
    depth: { query: { market } },
    gridBase: { query: { market, strategy_type: 'spot_grid' } },
    lastPrice: { query: { symbol: market, type: 'spot' } },
    spotPrice: { query: { type: 'gate_spot', pair: market } },
    symbolInfo: { query: { symbol: market } },
    futuresContracts: { query: { settle: 'usdt' } },
    fundingRates: { query: { market, settle: 'usdt', from: time - 86_400, to: time } },
    marginPair: { query: { market } },
    strategyFee: { query: { market, strategy_type: 'spot_grid' } },
    minAmount: {
      query: { market, instrument_type: 'spot', low_price: '40000', high_price: '70000', grid_num: 10, money: '500' },
    },
    createGrid: { body: gridBody(exchange) },
    availableBalance: {},
    strategyNumber: {},
    gridAssets: { query: { strategy_type: 'spot_grid' } },
    strategyDetail: bot,
    gridPosition: path,
    position: path,
    gridBalance: path,
    strategyBalances: bot,
    operateRecords: bot,
    openOrders: path,
    tradeRecords: path,
    holdRecords: path,
    orderReasons: path,
    accountBook: { query: { ...bot.query, query_type: 'fund' } },
    enquiryPrice: { query: { ...bot.query, account: 'spot', market } },
    stopOptions: bot,
    saveStopOptions: { body: { strategy_id: id, strategy_type: 'spot_grid', stop_options: [] } },
    cancelGrid: path,
  };
}

const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name): name is UpstreamEndpointName => ENDPOINTS[name].side === 'upstream',
);
/** What ends the session or the bot comes last. */
const LAST: readonly string[] = ['cancelGrid', 'upstreamLogout'];

describe('every call of the exchange', () => {
  it.each([...NAMES.filter((name) => !LAST.includes(name)), ...(LAST as UpstreamEndpointName[])])(
    'answers %s in the shape that the contract promises',
    async (name) => {
      // `send` parses the reply with the contract's schema.
      const reply = await exchange.send(name, { ...samples()[name], who });
      const isAnswered = reply.code === undefined || (reply.code === 200 && reply.data !== undefined);
      expect(isAnswered, JSON.stringify(reply).slice(0, 300)).toBe(true);
    },
  );
});
