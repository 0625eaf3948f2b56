import { DUAL_OFFERS } from './dual-words.ts';

/**
 * The table of calls, without their shapes (those are in contract.ts, which needs zod and stays out of the
 * browser's first load). Paths are the upstream's; the browser calls `/api` + path on its own origin, except the
 * `bff` ones, whose path is the whole browser path. `{id}` segments are validated and encoded once, never joined raw.
 * K = path given in the documents, N = chosen (decisions §4).
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Who answers: the upstream exchange (proxied) or the BFF itself. */
  readonly side: 'upstream' | 'bff';
  readonly access: 'public' | 'session' | 'owner';
  /** Moves money: takes `fundpass`, may answer require_fundpass, and is keyed. */
  readonly money: boolean;
  /**
   * Takes an Idempotency-Key: however often it is sent it is carried out once, and a lost answer is looked up by its key. Not so what only says anew
   * how something is to be (`saveStopOptions`, notification rules): sent twice it is what it was once, and an answer that a key keeps would be of then.
   */
  readonly keyed: boolean;
  /** Seconds a shared cache may keep a public reply; 0 = never. */
  readonly cacheSeconds: number;
  /** It shows bots, which may be hidden any moment: caches on the way keep it for less. */
  readonly isOfBots: boolean;
  /** Changes state: Origin / Sec-Fetch-Site are checked. GETs that change state say so here (X55). */
  readonly mutates: boolean;
  /** `events`: it goes on, an event stream (event-stream.ts); the reply's shape is that of one event. */
  readonly reply: 'json' | 'bytes' | 'events';
  /** Its body goes to the upstream as a form; a browser sends JSON whatever the call. */
  readonly isForm: boolean;
  /** Its reply has no envelope: no code, as the documents have it. */
  readonly isBare: boolean;
  /** Not in the documents (H61): the capability that an upstream announces when it has the call; '' = documented. */
  readonly capability: string;
  /** Only the BFF calls it (identity at the upstream); it is not on the browser's allow-list. */
  readonly internal: boolean;
}

type Options = Partial<
  Pick<
    Endpoint,
    | 'side'
    | 'money'
    | 'keyed'
    | 'cacheSeconds'
    | 'isOfBots'
    | 'mutates'
    | 'reply'
    | 'internal'
    | 'isForm'
    | 'isBare'
    | 'capability'
  >
>;

function call(method: Endpoint['method'], path: string, access: Endpoint['access'], options: Options = {}): Endpoint {
  return {
    method,
    path,
    side: 'upstream',
    access,
    money: false,
    keyed: options.money === true,
    cacheSeconds: 0,
    isOfBots: false,
    mutates: method !== 'GET',
    reply: 'json',
    internal: false,
    isForm: false,
    isBare: false,
    capability: '',
    ...options,
  };
}

const QUANT = '/apiw/v2/quant-trading';
const GRID = '/apiw/v2/grid-trading';
const BOT = `${QUANT}/strategybot`;
const bff = { side: 'bff' } as const;
const internal = { internal: true } as const;
const security = { capability: 'account_security' };
const notifications = { capability: 'notifications' };
const protection = { capability: 'protection' };
/** Public replies that show bots: kept by the web server, which hears of those that are hidden. */
const listed = { cacheSeconds: 30, isOfBots: true };
const PLANS = '/autoinvest_center';
/** Changes a bot or a plan without moving money. */
const keyed = { keyed: true };
const autoInvest = { capability: 'auto_invest' };
const dualOffers = { capability: DUAL_OFFERS };

export const ENDPOINTS = {
  // BFF and session
  session: call('GET', '/api/session', 'public', bff),
  login: call('POST', '/api/session', 'public', bff),
  logout: call('DELETE', '/api/session', 'session', bff),
  register: call('POST', '/api/account', 'public', bff),
  clientError: call('POST', '/api/client-errors', 'public', bff),
  /** The product about itself: this contract as OpenAPI 3.1, and whether it lives and is ready. */
  openApi: call('GET', '/api/openapi.json', 'public', { ...bff, isBare: true, cacheSeconds: 3_600 }),
  health: call('GET', '/api/health', 'public', { ...bff, isBare: true }),
  // Identity at the upstream (N); only the BFF calls these, they are not on the browser's allow-list
  upstreamLogin: call('POST', '/apiw/v2/account/login', 'public', internal),
  upstreamRegister: call('POST', '/apiw/v2/account/register', 'public', internal),
  upstreamLogout: call('POST', '/apiw/v2/account/logout', 'session', internal),
  upstreamProfile: call('GET', '/apiw/v2/account/profile', 'session', internal),
  // The account's own safety (N): an own capability
  accountSecurity: call('GET', '/apiw/v2/account/security', 'session', security),
  changePassword: call('POST', '/apiw/v2/account/password', 'session', security),
  changeFundPassword: call('POST', '/apiw/v2/account/fund_password', 'session', security),
  endSessions: call('POST', '/apiw/v2/account/sessions/end', 'session', security),
  beginSecondFactor: call('POST', '/apiw/v2/account/second_factor/begin', 'session', security),
  confirmSecondFactor: call('POST', '/apiw/v2/account/second_factor/confirm', 'session', security),
  removeSecondFactor: call('POST', '/apiw/v2/account/second_factor/remove', 'session', security),
  /** N: what a trader is told of. */
  notifications: call('GET', '/apiw/v2/account/notifications', 'session', notifications),
  notificationCount: call('GET', '/apiw/v2/account/notifications/count', 'session', notifications),
  notificationSettings: call('GET', '/apiw/v2/account/notifications/settings', 'session', notifications),
  saveNotificationRules: call('POST', '/apiw/v2/account/notifications/rules', 'session', notifications),
  addNotificationChannel: call('POST', '/apiw/v2/account/notifications/channels/add', 'session', notifications),
  confirmNotificationChannel: call('POST', '/apiw/v2/account/notifications/channels/confirm', 'session', notifications),
  removeNotificationChannel: call('POST', '/apiw/v2/account/notifications/channels/remove', 'session', notifications),
  testNotificationChannel: call('POST', '/apiw/v2/account/notifications/channels/test', 'session', notifications),
  readNotifications: call('POST', '/apiw/v2/account/notifications/read', 'session', notifications),
  agreement: call('GET', `${QUANT}/private/bot_agreement`, 'session'),
  signAgreement: call('POST', `${QUANT}/private/bot_agreement`, 'session'),
  permissions: call('POST', `${GRID}/check_permissions`, 'session', { mutates: false }),
  // Discovery
  strategyTabs: call('GET', `${QUANT}/public/strategy_tabs`, 'public', { cacheSeconds: 60 }),
  hotStrategies: call('GET', `${QUANT}/public/hot_strategy`, 'public', listed),
  strategyClass: call('GET', `${QUANT}/public/strategy_class`, 'public', { cacheSeconds: 30 }),
  recommendList: call('GET', `${BOT}/recommend_list`, 'public', listed),
  strategies: call('GET', `${BOT}/get_all_strategy`, 'public'),
  strategyRanking: call('GET', `${BOT}/get_strategy_ranking`, 'public', listed),
  dailyCurve: call('GET', `${QUANT}/rank/strategy/detail/{id}`, 'public'),
  earlyCurve: call('GET', `${QUANT}/rank/strategy/early/{id}`, 'public', { capability: 'early_curve' }),
  signaler: call('GET', `${QUANT}/public/signaler`, 'public', listed),
  signalerStrategies: call('GET', `${QUANT}/public/signaler_strategies`, 'public', listed),
  /** N: who has bots in the lists, for the sitemap. */
  signalers: call('GET', `${QUANT}/public/signalers`, 'public', { internal: true, capability: 'signalers' }),
  /** N (H61): names of what this exchange has beyond the documents; 404 = nothing. */
  capabilities: call('GET', `${QUANT}/public/capabilities`, 'public', { cacheSeconds: 60 }),
  /** N: which bots were hidden lately, for web servers that keep what they were told of them. */
  hiddenBots: call('GET', `${QUANT}/public/hidden_bots`, 'public', { internal: true, capability: 'hidden_bots' }),
  // Market data and configuration
  markets: call('GET', '/apiw/v2/market/spot_markets', 'public', { cacheSeconds: 60, capability: 'spot_markets' }),
  tickers: call('GET', '/apiw/v2/market/tickers', 'public', { cacheSeconds: 1, capability: 'tickers' }),
  candles: call('GET', '/apiw/v2/market/candles', 'public', { cacheSeconds: 1, capability: 'candles' }),
  /** One UTC day of 1-minute candles, delta-coded (lib/engine/day-codec.ts); whole days are immutable. */
  candleDay: call('GET', '/apiw/v2/market/candle_day', 'public', {
    cacheSeconds: 1,
    reply: 'bytes',
    capability: 'candle_day',
  }),
  depth: call('GET', '/apiw/v2/market/depth', 'public', { cacheSeconds: 1, capability: 'depth' }),
  gridBase: call('GET', `${QUANT}/public/grid-base`, 'public', { cacheSeconds: 60 }),
  lastPrice: call('GET', '/strategybot/last_price', 'public', { cacheSeconds: 1, isBare: true }),
  spotPrice: call('GET', '/json_svr/currency/price', 'public', { cacheSeconds: 1, isBare: true }),
  symbolInfo: call('GET', '/symbol_info', 'public', { cacheSeconds: 60, isBare: true }),
  strategyFee: call('GET', `${BOT}/strategy_fee`, 'public'),
  /** N (H59): what changes, as it does: one stream a tab. Guests get tickers, a trader his own events too. */
  events: call('GET', '/events', 'public', { reply: 'events', capability: 'events' }),
  // Create
  minAmount: call('GET', `${GRID}/min_amount`, 'public', { cacheSeconds: 1 }),
  createGrid: call('POST', `${GRID}/create`, 'session', { money: true }),
  // Copying
  followGrid: call('POST', `${GRID}/follow`, 'session', { money: true }),
  followStrategy: call('POST', `${QUANT}/strategy/follow`, 'session', { money: true }),
  /** N: what a copy needs and would be, for its form and review sheet. */
  followTerms: call('POST', `${BOT}/follow_terms`, 'session', { mutates: false, capability: 'copying' }),
  /** N: the original's last days replayed with the copier's amount, beside it with its own. */
  followPreview: call('POST', `${BOT}/follow_preview`, 'session', { mutates: false, capability: 'copy_preview' }),
  strategyComparison: call('GET', `${BOT}/strategy_detail_comparison`, 'owner'),
  availableBalance: call('GET', `${QUANT}/available_balance`, 'session'),
  // Lists and details
  strategyNumber: call('GET', `${BOT}/get_strategy_number`, 'session'),
  gridAssets: call('GET', `${GRID}/grid_assets`, 'session'),
  strategyDetail: call('GET', `${BOT}/strategy_detail`, 'public'),
  gridPosition: call('GET', '/grid_trading/{id}', 'owner'),
  position: call('GET', '/strategybot/position/{id}', 'owner'),
  gridBalance: call('GET', `${GRID}/balance/{id}`, 'owner'),
  strategyBalances: call('GET', `${BOT}/strategy_balances`, 'owner'),
  operateRecords: call('GET', `${BOT}/operate_records`, 'public'),
  openOrders: call('GET', `${GRID}/order_book/{id}`, 'public'),
  tradeRecords: call('GET', `${GRID}/order_record_pair/{id}`, 'public'),
  holdRecords: call('GET', `${GRID}/order_record/{id}`, 'owner'),
  /** N: what a bot waits for now, and why its lines without an order have none. */
  botWhy: call('GET', `${BOT}/why/{id}`, 'owner', { capability: 'why' }),
  /** N: why each order of a bot exists or does not (the engine's reasons). */
  orderReasons: call('GET', `${GRID}/order_reason/{id}`, 'owner', { capability: 'order_reasons' }),
  /** N: the identity that a bot keeps as a statement, and the fills and postings behind each of its lines. */
  botBooks: call('GET', `${BOT}/books/{id}`, 'owner', { capability: 'books' }),
  bookRows: call('GET', `${BOT}/book_rows/{id}`, 'owner', { capability: 'books' }),
  accountBook: call('GET', `${BOT}/account_book`, 'owner'),
  enquiryPrice: call('GET', `${BOT}/enquiry_price`, 'owner'),
  /** N: what ending a bot in some way would trade, bring back and realise at the present prices. */
  closePreview: call('GET', `${BOT}/close_preview`, 'owner'),
  // Contracts, margin, trial funds
  futuresContracts: call('GET', '/futures/contracts', 'public', { cacheSeconds: 1 }),
  /** N: settled funding rates of a contract, for backtests and the detail of a contract. */
  fundingRates: call('GET', '/futures/funding_rates', 'public', { cacheSeconds: 60, capability: 'funding_rates' }),
  marginPair: call('GET', `${GRID}/margin_pair`, 'public', { cacheSeconds: 60 }),
  liquidationPrice: call('POST', `${GRID}/calc_liq_price_ex`, 'session', { mutates: false }),
  trialBalance: call('GET', `${BOT}/experience_balance`, 'session'),
  trialMarkets: call('GET', `${QUANT}/public/experience_markets`, 'public', { cacheSeconds: 60 }),
  /** N: balances of all the trader's accounts, and moving money between them. */
  wallet: call('GET', '/apiw/v2/account/wallet', 'session', { capability: 'wallet' }),
  transfer: call('POST', '/apiw/v2/account/transfer', 'session', { money: true, capability: 'wallet' }),
  // Kinds that are not plain grids
  runStrategy: call('POST', `${QUANT}/strategy/run`, 'session', { money: true }),
  batchRun: call('POST', `${QUANT}/strategy/batch_run`, 'session', { money: true }),
  stopStrategy: call('POST', `${QUANT}/strategy/stop/{id}`, 'owner', { money: true }),
  // AI parameters and AI backtests
  aiSpotGrid: call('GET', `${GRID}/ai_params/spot`, 'public', { cacheSeconds: 60 }),
  aiFuturesGrid: call('GET', `${GRID}/ai_params/futures`, 'public', { cacheSeconds: 60 }),
  aiInfiniteGrid: call('GET', `${GRID}/ai_params/infinite`, 'public', { cacheSeconds: 60 }),
  aiParams: call('GET', `${BOT}/ai_params/{type}`, 'public', { cacheSeconds: 60 }),
  /** N: what typical bots did in the last days. */
  typicalReplays: call('GET', `${BOT}/typical_replays`, 'public', {
    cacheSeconds: 30,
    capability: 'typical_replays',
  }),
  gridBacktestProfit: call('GET', `${GRID}/back_test/profit`, 'public', { cacheSeconds: 60 }),
  martingaleBacktestProfit: call('GET', `${BOT}/back-test-profit`, 'public', { cacheSeconds: 60 }),
  aiTrades: call('GET', `${GRID}/back_test/trade`, 'public', { cacheSeconds: 60 }),
  // Rounds of martingales
  cycleOrders: call('GET', `${BOT}/cycle_orders`, 'public'),
  completedRounds: call('GET', `${BOT}/history-profit-with-cycles`, 'public'),
  roundDetail: call('GET', `${BOT}/profit-detail-by-cycle`, 'public'),
  futuresAccountBook: call('GET', `${BOT}/futures_account_book`, 'owner'),
  // Portfolios, arbitrage, indicator bots
  currencyPairs: call('GET', '/apiw/v2/market/currency_pairs', 'public', { cacheSeconds: 1 }),
  kindConfig: call('GET', `${BOT}/config/{type}`, 'public', { cacheSeconds: 60 }),
  marketCap: call('GET', `${QUANT}/public/market_cap`, 'public', { cacheSeconds: 60 }),
  smartBalance: call('GET', `${BOT}/smart_balance`, 'session'),
  arbitrageRecords: call('GET', `${BOT}/arbitrage_records`, 'public'),
  composeDetail: call('GET', `${BOT}/compose_detail`, 'public'),
  /** N: condition sets that a trader saved under a name (H8). */
  conditionSets: call('GET', `${QUANT}/private/condition_sets`, 'session', { capability: 'condition_sets' }),
  saveConditionSet: call('POST', `${QUANT}/private/condition_sets`, 'session', { capability: 'condition_sets' }),
  deleteConditionSet: call('DELETE', `${QUANT}/private/condition_sets/{id}`, 'owner', { capability: 'condition_sets' }),
  // N: a trader's accounts and bots taken together
  portfolio: call('GET', `${QUANT}/private/portfolio`, 'session', { capability: 'portfolio' }),
  portfolioBots: call('GET', `${QUANT}/private/portfolio_bots`, 'session', { capability: 'portfolio' }),
  portfolioMoves: call('GET', `${QUANT}/private/portfolio_moves`, 'session', { capability: 'portfolio' }),
  // Income by UTC days
  totalProfit: call('GET', `${BOT}/total-profit-detail`, 'session'),
  dailyProfit: call('GET', `${BOT}/daily-profit-detail`, 'session'),
  userProfit: call('GET', `${BOT}/get_user_profit`, 'session'),
  receivedShares: call('GET', '/apiw/v2/account/received_shares', 'session', { capability: 'received_shares' }),
  // What is earned without a bot: what there is of it, and at what rates
  earnStatistics: call('GET', `${QUANT}/public/earn_statistics`, 'public', { cacheSeconds: 30 }),
  earnSupports: call('GET', `${QUANT}/public/earn_supports`, 'public', { cacheSeconds: 60 }),
  lendEarn: call('GET', '/apiw/v2/account/finance/trading/lend_earn', 'public', { cacheSeconds: 60 }),
  // N: limits of the whole account
  protection: call('GET', `${QUANT}/private/protection`, 'session', protection),
  saveProtection: call('POST', `${QUANT}/private/protection`, 'session', { ...protection, money: true }),
  rearmProtection: call('POST', `${QUANT}/private/protection/rearm`, 'session', { ...protection, money: true }),
  tryProtection: call('POST', `${QUANT}/private/protection/try`, 'session', { ...protection, mutates: false }),
  // Auto-invest plans: the first three are the documents'
  autoInvestPlans: call('GET', `${PLANS}/auto_invest_plans`, 'session'),
  autoInvestPlanDetail: call('GET', `${PLANS}/auto_invest_plan_detail`, 'owner'),
  redeemPlan: call('POST', `${PLANS}/redeem`, 'owner', { money: true }),
  createPlan: call('POST', `${PLANS}/create_plan`, 'session', { ...autoInvest, money: true }),
  editPlan: call('POST', `${PLANS}/edit_plan`, 'owner', { ...autoInvest, money: true }),
  pausePlan: call('POST', `${PLANS}/pause_plan`, 'owner', { ...autoInvest, ...keyed }),
  resumePlan: call('POST', `${PLANS}/resume_plan`, 'owner', { ...autoInvest, ...keyed }),
  endPlan: call('POST', `${PLANS}/end_plan`, 'owner', { ...autoInvest, ...keyed }),
  // Sell high and buy low; offers and ordering are N
  dualOrders: call('GET', '/dual_center/order_list', 'session'),
  cancelDualOrder: call('POST', '/dual_center/cancel_order', 'owner', keyed),
  dualSettings: call('GET', '/dual_center/market_settings', 'public', { cacheSeconds: 60 }),
  dualOffers: call('GET', '/dual_center/offers', 'public', { ...dualOffers, cacheSeconds: 1 }),
  subscribeDual: call('POST', '/dual_center/order', 'session', { ...dualOffers, money: true }),
  // Backtests
  createBacktest: call('POST', `${BOT}/create_backtest`, 'session', { money: true }),
  backtests: call('GET', `${BOT}/get_backtest_list`, 'session'),
  backtestCount: call('GET', `${BOT}/backtest_group_count`, 'session'),
  deleteBacktest: call('GET', `${BOT}/delete_backtest/{id}`, 'owner', { mutates: true }),
  /** N: takes a queued or running one out of the queue. */
  cancelBacktest: call('POST', `${BOT}/backtest/cancel/{id}`, 'owner', { capability: 'backtest_cancel' }),
  backtestPoints: call('GET', `${BOT}/backtest/pnls/{id}`, 'owner'),
  backtestOrderCount: call('GET', `${BOT}/backtest/order/{id}`, 'owner'),
  backtestOrders: call('GET', `${QUANT}/backtest/order/{id}`, 'owner'),
  /** N: metrics, curves and robustness of a finished one. */
  backtestReport: call('GET', `${BOT}/backtest/report/{id}`, 'owner', { capability: 'backtest_report' }),
  // Lifecycle
  pauseGrid: call('POST', `${GRID}/pause/{id}`, 'owner', keyed),
  continueGrid: call('POST', `${GRID}/continue/{id}`, 'owner', keyed),
  pauseStrategy: call('POST', `${QUANT}/strategy/pause/{id}`, 'owner', keyed),
  startStrategy: call('POST', `${QUANT}/strategy/start/{id}`, 'owner', keyed),
  investPlan: call('POST', `${GRID}/calc_investplan/{id}`, 'owner', { mutates: false }),
  changeGridParams: call('POST', `${GRID}/change_grid_params/{id}`, 'owner', { money: true }),
  /** N: what an act on a bot would come to, before it is asked for. */
  actionPlan: call('GET', `${BOT}/action_plan`, 'owner', { capability: 'action_plan' }),
  withdrawable: call('GET', `${BOT}/withdrawable`, 'owner'),
  withdrawProfit: call('POST', `${BOT}/withdraw`, 'owner', { money: true }),
  increaseBalance: call('POST', `${BOT}/increase_balance/{id}`, 'owner', { money: true }),
  increaseGridBalance: call('POST', '/grid_trading/increase_balance/{id}', 'owner', { money: true, isForm: true }),
  updateGrid: call('POST', `${GRID}/update/{id}`, 'owner', { money: true }),
  strategyParams: call('PUT', `${QUANT}/private/strategy_params`, 'owner', { money: true }),
  hideStrategy: call('PUT', `${QUANT}/private/strategy_is_hide`, 'owner', keyed),
  hideTrades: call('PUT', `${QUANT}/private/strategy_is_hide_order`, 'owner', keyed),
  renameStrategy: call('GET', `${BOT}/update_strategy_name`, 'owner', { mutates: true, keyed: true }),
  reducibleMargin: call('GET', `${BOT}/withdrawal_balance/{id}`, 'owner'),
  reduceMargin: call('POST', `${BOT}/withdrawal_balance/{id}`, 'owner', { money: true }),
  cancelGrid: call('POST', `${GRID}/cancel/{id}`, 'owner', { money: true }),
  /** N: the bot's life replayed from its tape and compared with what is stored. */
  startProof: call('POST', `${BOT}/proof/{id}`, 'owner', { capability: 'proof' }),
  proof: call('GET', `${BOT}/proof/{id}`, 'owner', { capability: 'proof' }),
  cancelProof: call('POST', `${BOT}/proof/cancel/{id}`, 'owner', { capability: 'proof' }),
  /** N: the bot's life from a moment of its past on, as it was and with other values. */
  startFork: call('POST', `${BOT}/fork/{id}`, 'owner', { capability: 'fork' }),
  fork: call('GET', `${BOT}/fork/{id}`, 'owner', { capability: 'fork' }),
  cancelFork: call('POST', `${BOT}/fork/cancel/{id}`, 'owner', { capability: 'fork' }),
  stopOptions: call('GET', `${QUANT}/private/stop-options`, 'owner'),
  // Not keyed: sent again – after others were saved, too – they have to be so, not only be said to be.
  saveStopOptions: call('POST', `${QUANT}/private/stop-options`, 'owner'),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** Whether everybody is answered the same: a public reply that may be cached, which is asked for without a session. */
export function isSharedCall({ access, cacheSeconds }: Pick<Endpoint, 'access' | 'cacheSeconds'>): boolean {
  return access === 'public' && cacheSeconds > 0;
}

/** Days of the candle-day call as they were recorded: an exchange has this only where its prices are recorded ones. */
export const RECORDED_DAYS = 'recorded_days';

/** The recommended list in the order of creation (`order_by` = `create_time`): whoever stands in it at all, where it stays. */
export const LIST_BY_AGE = 'list_by_age';

/**
 * A key is kept for every keyed call, so that a repeat is answered from the record. The documents say so of calls that move money
 * alone: elsewhere the refusal of a repeat ("not running", of a pause that was done) may be of the repeat, and the first is unknown.
 */
export const KEYED_CHANGES = 'keyed_changes';

/** Words of ours in documented calls: said only to an upstream that announces them (H61). */
const OWN_WORDS = [
  'through_ticks',
  'list_filters',
  LIST_BY_AGE,
  'income_all',
  'trailing_change',
  RECORDED_DAYS,
  KEYED_CHANGES,
] as const;
export type OwnWord = (typeof OWN_WORDS)[number];

/** Parts of a screen that stand on calls of ours: shown where the exchange announces them. */
export type OwnPart =
  | 'auto_invest'
  | 'backtest_cancel'
  | 'backtest_report'
  | 'candles'
  | 'books'
  | 'why'
  | 'notifications'
  | 'action_plan'
  | 'proof'
  | 'protection'
  | 'fork'
  | 'copying'
  | 'copy_preview'
  | 'received_shares'
  | typeof DUAL_OFFERS;

/** Every capability that a call or a word of ours needs. */
export const CAPABILITIES: readonly string[] = [
  ...new Set(Object.values<Endpoint>(ENDPOINTS).map(({ capability }) => capability)),
  ...OWN_WORDS,
].filter((capability) => capability !== '');
