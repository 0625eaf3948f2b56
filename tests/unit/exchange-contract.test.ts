import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FlowName } from '#lib/contract/contract.ts';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { isGoodCode } from '#lib/contract/vocabulary.ts';
import type { UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import { dualBody, orderDual } from './exchange-dual-orders.ts';
import { gridBody, MORNING_MS, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, startKind } from './exchange-kind-bodies.ts';

let exchange: TestExchange;
let who: Who;
let id: number;
let martingale: number;
let futures: number;
let arbitrage: number;
let compose: number;
let conditionSet: number;
let backtest: number;
let queued: number;
let plan: number;
let anonymous: string;
let dualOrder: Awaited<ReturnType<typeof dualBody>>;
let dualOrderId: number;
const folder = mkdtempSync(join(tmpdir(), 'exchange-contract-'));

beforeAll(async () => {
  exchange = await openTestExchange(folder, { worldBots: 5, worldDays: 3 });
  who = await exchange.trader();
  id = await startGrid(exchange, who);
  futures = await startKind(exchange, who, 'futures_grid');
  martingale = await startKind(exchange, who, 'martingale', BRISK);
  arbitrage = await startKind(exchange, who, 'spot-future-arbitrage');
  compose = await startKind(exchange, who, 'spot-compose-indicator');
  await exchange.pass(6 * 3_600_000, 60_000);
  plan = (await exchange.send('createPlan', { who, body: planBody() })).data.plan_id;
  await exchange.pass(60_000, 60_000);
  const set = { name: 'Both ways', compose_conditions: conditions() };
  conditionSet = (await exchange.send('saveConditionSet', { who, body: set })).data.id;
  backtest = await startBacktest();
  await vi.waitUntil(async () => (await statusOf(backtest)) === 'stopped', { timeout: 120_000, interval: 20 });
  anonymous = (await exchange.send('upstreamProfile', { who })).data.anonymous;
  dualOrder = await dualBody(exchange);
  dualOrderId = (await orderDual(exchange, who)).id;
});
afterAll(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true, force: true });
});

function planBody() {
  return { ...planChange('50'), name: 'Weekly', first_time: 0 };
}

function planChange(amount: string) {
  return { coins: [{ asset: 'BTC', ratio: '100' }], amount, period_type: '1w', fundpass: 'paper-fund' };
}

function backtestBody() {
  return { ...gridBody(exchange), begin_time: time - 7 * 86_400, end_time: time };
}

async function startBacktest(): Promise<number> {
  return (await exchange.send('createBacktest', { who, body: backtestBody() })).data.id;
}

async function statusOf(id: number): Promise<string | undefined> {
  const { data } = await exchange.send('backtests', { who });
  return data.find((row: { id: number }) => row.id === id)?.status;
}

/** Conditions as a payload has them. */
function conditions() {
  return (KIND_BODIES['spot-compose-indicator'].body(exchange).params as { compose_conditions: unknown })
    .compose_conditions;
}

/** Steps and profits so small that hours bring a round. */
const BRISK = { params: { price_steps: '0.002', take_profit_per_cycle: '0.002' } };

type Sample = Parameters<TestExchange['send']>[1];
const time = MORNING_MS / 1000;

/** Calls that are answered and over; a stream is told of elsewhere (events-hub.test.ts). */
type AnsweredName = Exclude<UpstreamEndpointName, FlowName>;

/** A request that is answered with 200, for every call of the exchange: one that is missing does not compile. */
function samples(): { readonly [N in AnsweredName]: Sample } {
  const bot = { query: { strategy_id: id, strategy_type: 'spot_grid' } };
  const path = { path: { id } };
  const market = 'BTC_USDT';
  const someone = { account: 'someone-new', password: 'long-enough-1', fundpass: 'long-enough-2' };
  return {
    upstreamLogin: { body: { account: 'copier', password: 'paper-copier' } },
    upstreamRegister: { body: someone },
    upstreamLogout: {},
    upstreamProfile: {},
    accountSecurity: {},
    changePassword: { body: { password: 'paper-demo', new_password: 'long-enough-3' } },
    changeFundPassword: { body: { password: 'paper-demo', new_fundpass: 'long-enough-4' } },
    endSessions: { body: {} },
    beginSecondFactor: { body: { password: 'paper-demo' } },
    confirmSecondFactor: { body: { code: '123456' } },
    removeSecondFactor: { body: { password: 'paper-demo', code: '123456' } },
    notifications: {},
    notificationCount: {},
    readNotifications: { body: { to: 1 } },
    notificationSettings: {},
    saveNotificationRules: { body: { rules: [], liquidation_percent: '5', funding_percent: '0.1' } },
    addNotificationChannel: { body: { kind: 'webhook', target: 'https://example.com', lang: 'en' } },
    confirmNotificationChannel: { body: { id: 1, code: '123456' } },
    removeNotificationChannel: { body: { id: 1 } },
    testNotificationChannel: { body: { id: 1 } },
    agreement: {},
    signAgreement: { body: { version: '2026-01' } },
    permissions: {},
    strategyTabs: { query: { lang: 'en' } },
    hotStrategies: {},
    hiddenBots: {},
    strategyClass: { query: { market_kind: 'spot' } },
    recommendList: { query: { strategy_type: 'spot_grid' } },
    strategies: { query: { strategy_type: 'spot_grid', status: 'running' } },
    strategyRanking: bot,
    dailyCurve: { ...path, query: { strategy_type: 'spot_grid' } },
    earlyCurve: { ...path, query: { strategy_type: 'spot_grid' } },
    signaler: { query: { anonymous } },
    signalerStrategies: { query: { anonymous } },
    signalers: {},
    capabilities: {},
    markets: {},
    tickers: {},
    candles: { query: { market, period: '5m', from: time - 7_200, to: time } },
    candleDay: { query: { market, day: '2026-05-19' } },
    depth: { query: { market } },
    gridBase: { query: { market, strategy_type: 'spot_grid' } },
    lastPrice: { query: { symbol: market, type: 'spot' } },
    spotPrice: { query: { type: 'gate_spot', pair: market } },
    symbolInfo: { query: { symbol: market } },
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
    botWhy: path,
    orderReasons: path,
    botBooks: path,
    bookRows: { ...path, query: { part: 'funded' } },
    accountBook: { query: { ...bot.query, query_type: 'fund' } },
    enquiryPrice: { query: { ...bot.query, account: 'spot', market } },
    closePreview: { query: { ...bot.query, type: 'market' } },
    futuresContracts: { query: { settle: 'usdt' } },
    fundingRates: { query: { market, settle: 'usdt', from: time - 86_400, to: time } },
    marginPair: { query: { market } },
    liquidationPrice: { body: { strategy_id: id, money: '3000', leverage: '1', follow_id: 0 } },
    trialBalance: { query: { currency: 'USDT' } },
    trialMarkets: {},
    wallet: {},
    transfer: { body: { from: 'spot', to: 'margin', asset: 'USDT', amount: '1', fundpass: 'paper-fund' } },
    // Of his own bots nobody may: what others are answered, exchange-follow.test.ts holds to the contract.
    followGrid: { body: { follow_id: id, money: '500', fundpass: 'paper-fund' } },
    followStrategy: { body: { follow_id: martingale, params: { begin_money_amount: '500' }, fundpass: 'paper-fund' } },
    // Of a bot that copies none there is nothing to compare.
    strategyComparison: { query: { ...bot.query, follow_id: id } },
    followTerms: { body: { follow_id: id, money: '500' } },
    followPreview: { body: { follow_id: id, money: '500' } },
    runStrategy: { body: KIND_BODIES.martingale.body(exchange) },
    batchRun: {
      body: {
        fundpass: 'paper-fund',
        bots: ['BTC_USDT', 'ETH_USDT'].map((pair) => KIND_BODIES.martingale.body(exchange, { params: { pair } })),
      },
    },
    stopStrategy: { path: { id: martingale }, body: { fundpass: 'paper-fund' } },
    aiSpotGrid: { query: { symbol: market } },
    aiFuturesGrid: { query: { market, settle: 'usdt' } },
    aiInfiniteGrid: { query: { market } },
    aiParams: { path: { type: 'keltner' }, query: { market, instrument_type: 'spot', cycle: '7' } },
    typicalReplays: { query: { strategy_type: 'spot_grid', market } },
    gridBacktestProfit: { query: { strategy_type: 'spot', market, cycle: '7' } },
    martingaleBacktestProfit: {
      query: { market, strategy_type: 'grid_martingale', sub_type: 'low_risk_arb', cycle: '7' },
    },
    aiTrades: { query: { market, instrument_type: 'spot', cycle: '7' } },
    cycleOrders: { query: { strategy_id: martingale, strategy_type: 'martingale', cycle_index: -1 } },
    completedRounds: { query: { strategy_id: martingale, strategy_type: 'martingale' } },
    roundDetail: { query: { strategy_id: martingale, strategy_type: 'martingale', cycle_index: 1 } },
    futuresAccountBook: { query: { strategy_id: futures, strategy_type: 'futures_grid', query_type: 'fund' } },
    currencyPairs: { query: { exchange_type: 'SMART_REBALANCE' } },
    kindConfig: { path: { type: 'spot-future-arbitrage' } },
    marketCap: { query: { currency_pairs: 'BTC_USDT,ETH_USDT' } },
    smartBalance: {},
    arbitrageRecords: { query: { strategy_id: arbitrage } },
    composeDetail: { query: { strategy_id: compose, strategy_type: 'spot-compose-indicator' } },
    conditionSets: {},
    autoInvestPlans: {},
    autoInvestPlanDetail: { query: { id: plan } },
    redeemPlan: { body: { plan_id: plan, version: 1, fundpass: 'paper-fund' } },
    createPlan: { body: planBody() },
    editPlan: { body: { ...planChange('60'), plan_id: plan, version: 1 } },
    pausePlan: { body: { plan_id: plan } },
    resumePlan: { body: { plan_id: plan } },
    endPlan: { body: { plan_id: plan } },
    portfolio: {},
    portfolioMoves: {},
    totalProfit: { query: { interval: 'all', strategy_type: 'all', page_size: 200 } },
    dailyProfit: { query: { interval: '30', strategy_type: 'spot_grid' } },
    userProfit: { query: { strategy_type: 'spot_grid' } },
    receivedShares: { query: { page: 1, page_size: 20 } },
    earnStatistics: { query: { market: 'BTC_USDT' } },
    earnSupports: { query: { currency: 'BTC' } },
    lendEarn: { query: { currency: 'USDT' } },
    protection: {},
    saveProtection: { body: { version: 0, drawdown: { percent: '20', action: 'warn' }, exposure: null } },
    rearmProtection: { body: { limit: 'drawdown' } },
    tryProtection: { body: { drawdown: { percent: '20', action: 'stop-all' }, exposure: null } },
    portfolioBots: { query: { state: 'running', market, page_size: 20 } },
    saveConditionSet: { body: { name: 'Trend', compose_conditions: conditions() } },
    deleteConditionSet: { path: { id: conditionSet } },
    dualOrders: { query: { type: 'put' } },
    cancelDualOrder: { body: { order_id: dualOrderId } },
    dualSettings: { query: { market } },
    dualOffers: { query: { market, type: 'call' } },
    subscribeDual: { body: dualOrder },
    createBacktest: { body: backtestBody() },
    backtests: {},
    backtestCount: {},
    deleteBacktest: { path: { id: backtest } },
    startFork: { ...path, body: { time: time + 120, stop_loss: priceAt(exchange, market, 0.8) } },
    fork: path,
    cancelFork: path,
    startProof: path,
    proof: path,
    cancelProof: path,
    cancelBacktest: { path: { id: queued } },
    backtestPoints: { path: { id: backtest } },
    backtestOrderCount: { path: { id: backtest } },
    backtestOrders: { path: { id: backtest } },
    backtestReport: { path: { id: backtest } },
    stopOptions: bot,
    saveStopOptions: { body: { strategy_id: id, strategy_type: 'spot_grid', stop_options: [] } },
    cancelGrid: { ...path, body: { fundpass: 'paper-fund' } },
    pauseGrid: path,
    continueGrid: path,
    pauseStrategy: { path: { id: martingale }, body: {} },
    startStrategy: { path: { id: martingale }, body: {} },
    investPlan: { ...path, body: { low_price: '50000', high_price: '70000', grid_num: '10' } },
    changeGridParams: { ...path, body: { stop_loss: priceAt(exchange, market, 0.8), fundpass: 'paper-fund' } },
    withdrawable: bot,
    increaseBalance: { path: { id: futures }, body: { asset: 'USDT', amount: '50', fundpass: 'paper-fund' } },
    increaseGridBalance: { path: { id: futures }, body: { asset: 'USDT', amount: '50', fundpass: 'paper-fund' } },
    updateGrid: {
      path: { id: futures },
      body: {
        actions: [{ action: 'transfer', amount: '10', currency: 'USDT', leverage: '5' }],
        fundpass: 'paper-fund',
      },
    },
    strategyParams: {
      body: { strategy_id: id, strategy_type: 'spot_grid', is_hide: 0, strategy_name: 'Mine', fundpass: 'paper-fund' },
    },
    hideStrategy: { body: { strategy_id: id, strategy_type: 'spot_grid', is_hide: 0 } },
    hideTrades: { body: { strategy_id: id, strategy_type: 'spot_grid', is_hide_order: 0 } },
    renameStrategy: { query: { strategy_id: id, strategy_type: 'spot_grid', strategy_name: 'Mine too' } },
    reducibleMargin: { path: { id: futures } },
    actionPlan: { query: { strategy_id: futures, strategy_type: 'futures_grid', act: 'margin_in', amount: '20' } },
    reduceMargin: { path: { id: futures }, body: { amount: '20', fundpass: 'paper-fund' } },
    withdrawProfit: { body: { id, strategy_type: 'spot_grid', amount: '1', fundpass: 'paper-fund' } },
  };
}

const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name): name is AnsweredName => ENDPOINTS[name].side === 'upstream' && ENDPOINTS[name].reply !== 'events',
);
/** What ends the session or the bot comes last. */
const LAST: readonly string[] = [
  'deleteBacktest',
  'pauseStrategy',
  'startStrategy',
  'cancelGrid',
  'stopStrategy',
  'upstreamLogout',
];

/** AI parameters exist once a search has found them. */
const AFTER_A_SEARCH: readonly string[] = [
  'aiSpotGrid',
  'aiFuturesGrid',
  'aiInfiniteGrid',
  'aiParams',
  'gridBacktestProfit',
  'martingaleBacktestProfit',
  'aiTrades',
];

/** The demo account's password is published: nobody takes it from the others. */
const NOT_OF_PUBLISHED: readonly string[] = [
  'changePassword',
  'changeFundPassword',
  'endSessions',
  'beginSecondFactor',
  'removeSecondFactor',
];

describe('every call of the exchange', () => {
  it.each([...NAMES.filter((name) => !LAST.includes(name)), ...(LAST as AnsweredName[])])(
    'answers %s in the shape that the contract promises',
    async (name) => {
      // Only one that has just begun is sure not to be over.
      if (name === 'cancelBacktest') queued = await startBacktest();
      if (name === 'cancelFork') await exchange.send('startFork', { ...samples().startFork, who });
      if (name === 'cancelProof') await exchange.send('startProof', { path: { id }, who });
      // One trader may not ask for so many changes at once.
      if (LAST.includes(name)) exchange.clock.advance(1_000);
      // `send` parses the reply with the contract's schema.
      const reply = await exchange.send(name, { ...samples()[name], who });
      // Nothing is searched for in tests: what these answer then, and what they answer after a search, is told elsewhere.
      if (AFTER_A_SEARCH.includes(name)) {
        expect(reply).toMatchObject({ code: 404, data: { issue: 'ai-not-computed' } });
        return;
      }
      if (NOT_OF_PUBLISHED.includes(name)) {
        expect(reply).toMatchObject({ code: 403, data: { issue: 'account-published' } });
        return;
      }
      // It has no channels either (notifications-channels.test.ts has accounts that do).
      if (name.endsWith('NotificationChannel')) {
        const issue = name.startsWith('add') ? 'channels-published' : 'channel-unknown';
        expect(reply).toMatchObject({ data: { issue } });
        return;
      }
      if (name.startsWith('follow')) {
        expect(reply).toMatchObject({ code: 409, data: { issue: 'follow-own' } });
        return;
      }
      if (name === 'strategyComparison') {
        expect(reply).toMatchObject({ code: 422, data: { field: 'follow_id' } });
        return;
      }
      // Nor limits (exchange-protection.test.ts).
      if (name === 'saveProtection' || name === 'rearmProtection') {
        expect(['protection-published', 'protection-unset']).toContain((reply.data as { issue?: string }).issue);
        return;
      }
      if (name === 'confirmSecondFactor') {
        expect(reply).toMatchObject({ code: 409, data: { issue: 'second-factor-none' } });
        return;
      }
      const isAnswered = reply.code === undefined || (isGoodCode(reply.code) && reply.data !== undefined);
      expect(isAnswered, JSON.stringify(reply).slice(0, 300)).toBe(true);
    },
  );
});
