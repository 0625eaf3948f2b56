import { AGREEMENT_VERSION } from '#server/exchange/accounts/user.ts';
import type { BffEndpointName, UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import type { TriedKind } from '#tests/support/tried-kind.ts';

/**
 * Who is answered what, call by call (H54). A call of the contract without a row does not compile: whoever adds one says here
 * who may ask it. What is asked is the contract's own sample, of the bot or record that the test has put there.
 */

/** `revoked`: a session of the owner himself that has been ended. */
export const VIEWERS = ['guest', 'owner', 'copier', 'other', 'revoked'] as const;
export type Viewer = (typeof VIEWERS)[number];
/** Codes of the three who have a session. */
type Traders = readonly [owner: number, copier: number, other: number];

/** What a call is asked about. */
export interface About {
  readonly id: number | string;
  readonly kind: TriedKind;
  /** The owner's, as a provider. */
  readonly anonymous: string;
  readonly ownerId: number;
  /** By now, seconds. */
  readonly nowS: number;
}
export interface Asked {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
}
/** The three traders' password, and what they change it to and back. */
export const PASSWORD = 'correct-horse-1';
const NEXT_PASSWORD = 'another-battery-2';
/** Like the one that the exchange's tests send with every body. */
export const FUNDPASS = 'paper-fund';
const NEXT_FUNDPASS = 'another-staple-2';

/** What is put in place before the owner's own cell, so that he is not refused what nobody has; the others ask without it. */
export type Prepared = 'long-backtest' | 'dual-order' | 'mail-channel' | 'factor-begun' | 'factor';

/** In place of the contract's sample, where that would be answered alike whoever asks. */
interface Asks {
  readonly ask?: (about: About) => Asked;
}

export type Row =
  /** Everybody is told the same, whoever asks. `changes`: it is how one comes in, and leaves a session behind. */
  | ({ readonly is: 'same'; readonly code?: number; readonly changes?: true } & Asks)
  /** An event stream: everybody's, with what is his own. */
  | { readonly is: 'flow' }
  /** Needs a session, and is about the one who asks. `ends`: his session is over then. */
  | ({
      readonly is: 'mine';
      readonly codes?: Traders;
      readonly ends?: true;
      readonly owner?: Prepared;
      /** What takes back what was done, asked by the same call. */
      readonly undo?: Asked;
    } & Asks)
  /**
   * Of a bot, for everybody who may see it: `closed` is what is said of a closed one to those who are not its owner. To strangers a hidden
   * one is unknown; what shared caches keep tells everybody what strangers are told.
   */
  | ({ readonly is: 'seen'; readonly kind?: TriedKind; readonly closed?: number } & Asks)
  /**
   * Of a bot, for its owner alone; `first` is asked before and `behind` after it. `lived`: he asks about the bot that has lived for hours,
   * which the others are asked about, and not about one that was made for it.
   */
  | ({
      readonly is: 'owned';
      readonly kind?: TriedKind;
      readonly lived?: true;
      readonly first?: UpstreamEndpointName;
      readonly behind?: UpstreamEndpointName;
    } & Asks)
  /** Of a bot, by who may copy it: not its owner, of a hidden one nobody – to strangers it is unknown. */
  | ({ readonly is: 'copied'; readonly kind?: TriedKind } & Asks)
  /** Of another thing of its owner's; to the other traders it is `others`. */
  | ({
      readonly is: 'kept';
      readonly of: 'backtest' | 'conditions' | 'channel' | 'plan' | 'dual';
      readonly others?: number;
      readonly owner?: Prepared;
    } & Asks);

const same: Row = { is: 'same' };
/** No search has run here. */
const notComputed: Row = { is: 'same', code: 404 };
const mine: Row = { is: 'mine' };
/** Of a channel, by its number: its owner alone has one. */
const channel: Row = { is: 'kept', of: 'channel' };
const seen: Row = { is: 'seen' };
const owned: Row = { is: 'owned' };
const backtest: Row = { is: 'kept', of: 'backtest' };
/** What its owner does with it comes in an order in which each is possible. */
const plan: Row = { is: 'kept', of: 'plan' };

export const AUTHORISATION: { readonly [N in UpstreamEndpointName]: Row | readonly Row[] } = {
  upstreamLogin: { is: 'same', changes: true },
  upstreamRegister: {
    is: 'same',
    // A name that is taken.
    code: 422,
    ask: () => ({ body: { account: 'copier', password: 'correct-horse-1', fundpass: 'staple-battery-1' } }),
  },
  upstreamLogout: { is: 'mine', ends: true },
  upstreamProfile: mine,
  accountSecurity: mine,
  changePassword: {
    is: 'mine',
    ask: () => ({ body: { password: PASSWORD, new_password: NEXT_PASSWORD } }),
    undo: { body: { password: NEXT_PASSWORD, new_password: PASSWORD } },
  },
  changeFundPassword: {
    is: 'mine',
    ask: () => ({ body: { password: PASSWORD, new_fundpass: NEXT_FUNDPASS } }),
    undo: { body: { password: PASSWORD, new_fundpass: FUNDPASS } },
  },
  endSessions: { is: 'mine', ends: true },
  // The two others have begun with none.
  confirmSecondFactor: { is: 'mine', codes: [200, 409, 409], owner: 'factor-begun' },
  // They have none.
  removeSecondFactor: { is: 'mine', codes: [200, 422, 422], owner: 'factor' },
  beginSecondFactor: { is: 'mine', ask: () => ({ body: { password: PASSWORD } }) },
  agreement: mine,
  signAgreement: { is: 'mine', ask: () => ({ body: { version: AGREEMENT_VERSION } }) },
  permissions: mine,
  strategyTabs: same,
  hotStrategies: same,
  hiddenBots: same,
  strategyClass: same,
  recommendList: same,
  // One bot by its number, and a trader's own list.
  strategies: [{ is: 'seen', ask: ({ id }) => ({ query: { strategy_id: id } }) }, mine],
  strategyRanking: seen,
  dailyCurve: seen,
  earlyCurve: { is: 'seen', closed: 403 },
  signaler: { is: 'same', ask: ({ anonymous }) => ({ query: { anonymous } }) },
  signalerStrategies: { is: 'same', ask: ({ anonymous }) => ({ query: { anonymous } }) },
  signalers: same,
  capabilities: same,
  markets: same,
  tickers: same,
  events: { is: 'flow' },
  candles: same,
  candleDay: same,
  depth: same,
  gridBase: same,
  lastPrice: same,
  spotPrice: same,
  symbolInfo: same,
  futuresContracts: same,
  fundingRates: same,
  marginPair: same,
  strategyFee: same,
  minAmount: same,
  createGrid: mine,
  availableBalance: mine,
  strategyNumber: mine,
  gridAssets: mine,
  strategyDetail: seen,
  gridPosition: owned,
  position: owned,
  gridBalance: owned,
  strategyBalances: owned,
  operateRecords: seen,
  openOrders: { is: 'seen', closed: 403 },
  tradeRecords: seen,
  holdRecords: owned,
  orderReasons: owned,
  accountBook: owned,
  enquiryPrice: owned,
  closePreview: owned,
  notificationSettings: mine,
  saveNotificationRules: channel,
  addNotificationChannel: {
    is: 'mine',
    ask: () => ({ body: { kind: 'webhook', target: 'https://hooks.test/new', lang: 'en' } }),
  },
  confirmNotificationChannel: { is: 'kept', of: 'channel', owner: 'mail-channel' },
  testNotificationChannel: channel,
  removeNotificationChannel: channel,
  portfolio: mine,
  portfolioMoves: mine,
  portfolioBots: mine,
  totalProfit: mine,
  dailyProfit: mine,
  userProfit: mine,
  receivedShares: mine,
  earnStatistics: same,
  earnSupports: same,
  lendEarn: same,
  protection: mine,
  saveProtection: mine,
  // Of what the row before has saved.
  rearmProtection: mine,
  tryProtection: mine,
  cancelProof: { is: 'owned', lived: true, first: 'startProof' },
  proof: owned,
  startProof: { is: 'owned', behind: 'cancelProof' },
  cancelFork: { is: 'owned', lived: true, first: 'startFork' },
  fork: owned,
  startFork: {
    is: 'owned',
    lived: true,
    behind: 'cancelFork',
    ask: ({ nowS }) => ({ path: { id: 1 }, body: { time: nowS - 3_600, stop_loss: '20000' } }),
  },
  botWhy: owned,
  botBooks: owned,
  bookRows: owned,
  cancelGrid: owned,
  pauseGrid: owned,
  continueGrid: { is: 'owned', first: 'pauseGrid' },
  pauseStrategy: { is: 'owned', kind: 'martingale' },
  startStrategy: { is: 'owned', kind: 'martingale', first: 'pauseStrategy' },
  investPlan: owned,
  changeGridParams: owned,
  actionPlan: { is: 'owned', kind: 'futures_grid' },
  withdrawable: owned,
  withdrawProfit: {
    is: 'owned',
    lived: true,
    ask: () => ({ body: { id: 1, strategy_type: 'spot_grid', amount: '0.0001' } }),
  },
  increaseBalance: { is: 'owned', kind: 'futures_grid' },
  increaseGridBalance: { is: 'owned', kind: 'futures_grid' },
  updateGrid: { is: 'owned', kind: 'futures_grid' },
  strategyParams: {
    is: 'owned',
    kind: 'martingale',
    ask: ({ kind, ownerId }) => {
      const words = { is_hide: -1, strategy_name: 'Mine', params: -1 };
      return { body: { strategy_id: 1, strategy_type: kind, user_id: ownerId, ...words } };
    },
  },
  hideStrategy: owned,
  hideTrades: owned,
  renameStrategy: owned,
  reducibleMargin: { is: 'owned', kind: 'futures_grid' },
  reduceMargin: { is: 'owned', kind: 'futures_grid' },
  stopOptions: owned,
  saveStopOptions: owned,
  liquidationPrice: { is: 'owned', kind: 'futures_grid' },
  notificationCount: mine,
  notifications: mine,
  readNotifications: mine,
  trialBalance: mine,
  trialMarkets: same,
  wallet: mine,
  transfer: mine,
  runStrategy: mine,
  // The sample's is the copier's copy of the first bot that the owner made.
  strategyComparison: { is: 'mine', codes: [403, 200, 403] },
  // Nobody copies his own.
  followGrid: { is: 'copied', ask: ({ id }) => ({ body: { follow_id: id, money: '500' } }) },
  followStrategy: {
    is: 'copied',
    kind: 'martingale',
    ask: ({ id }) => ({ body: { follow_id: id, params: { begin_money_amount: '500' } } }),
  },
  followTerms: { is: 'copied', ask: ({ id }) => ({ body: { follow_id: id, money: '500' } }) },
  followPreview: { is: 'copied', ask: ({ id }) => ({ body: { follow_id: id, money: '500' } }) },
  batchRun: mine,
  stopStrategy: { is: 'owned', kind: 'martingale' },
  aiSpotGrid: notComputed,
  aiFuturesGrid: notComputed,
  aiInfiniteGrid: notComputed,
  aiParams: notComputed,
  typicalReplays: same,
  gridBacktestProfit: notComputed,
  martingaleBacktestProfit: notComputed,
  aiTrades: notComputed,
  cycleOrders: { is: 'seen', kind: 'martingale', closed: 403 },
  completedRounds: { is: 'seen', kind: 'martingale' },
  roundDetail: { is: 'seen', kind: 'martingale', closed: 403 },
  futuresAccountBook: { is: 'owned', kind: 'futures_grid' },
  currencyPairs: same,
  kindConfig: same,
  marketCap: same,
  smartBalance: mine,
  arbitrageRecords: { is: 'seen', kind: 'spot-future-arbitrage' },
  composeDetail: { is: 'seen', kind: 'compose-indicator' },
  conditionSets: mine,
  saveConditionSet: mine,
  deleteConditionSet: { is: 'kept', of: 'conditions', others: 403 },
  autoInvestPlans: mine,
  createPlan: mine,
  autoInvestPlanDetail: plan,
  pausePlan: plan,
  resumePlan: plan,
  redeemPlan: plan,
  editPlan: plan,
  endPlan: plan,
  dualSettings: same,
  dualOffers: same,
  dualOrders: mine,
  // The sample's offer is long over (exchange-dual.test.ts has orders that are taken).
  subscribeDual: { is: 'mine', codes: [409, 409, 409] },
  cancelDualOrder: {
    is: 'kept',
    of: 'dual',
    owner: 'dual-order',
    ask: ({ id }) => ({ body: { order_id: Number(id) } }),
  },
  createBacktest: mine,
  backtests: mine,
  backtestCount: mine,
  cancelBacktest: { is: 'kept', of: 'backtest', owner: 'long-backtest' },
  backtestPoints: backtest,
  backtestOrderCount: backtest,
  backtestOrders: backtest,
  backtestReport: backtest,
  deleteBacktest: backtest,
};

/** What the BFF answers itself: everybody's, but the end of a session. A registration is for a name that is taken. */
export const OF_THE_DOOR: { readonly [N in BffEndpointName]: Readonly<Record<Viewer, number>> } = {
  session: { guest: 200, owner: 200, copier: 200, other: 200, revoked: 200 },
  login: { guest: 200, owner: 200, copier: 200, other: 200, revoked: 200 },
  // One that is over is gone from the browser.
  logout: { guest: 401, owner: 200, copier: 200, other: 200, revoked: 200 },
  register: { guest: 422, owner: 422, copier: 422, other: 422, revoked: 422 },
  clientError: { guest: 200, owner: 200, copier: 200, other: 200, revoked: 200 },
  openApi: { guest: 200, owner: 200, copier: 200, other: 200, revoked: 200 },
  health: { guest: 200, owner: 200, copier: 200, other: 200, revoked: 200 },
};
