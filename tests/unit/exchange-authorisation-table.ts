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
}
export interface Asked {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
}
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
  | ({ readonly is: 'mine'; readonly codes?: Traders; readonly ends?: true } & Asks)
  /**
   * Of a bot, for everybody who may see it: `closed` is what is said of a closed one to those who are not its owner. To strangers a hidden
   * one is unknown; what shared caches keep tells everybody what strangers are told.
   */
  | ({ readonly is: 'seen'; readonly kind?: TriedKind; readonly closed?: number; readonly owner?: number } & Asks)
  /** Of a bot, for its owner alone, who is answered `code`; `first` is asked before and `behind` after it. */
  | ({
      readonly is: 'owned';
      readonly kind?: TriedKind;
      readonly code?: number;
      readonly first?: UpstreamEndpointName;
      readonly behind?: UpstreamEndpointName;
    } & Asks)
  /** Of another thing of its owner's; to the other traders it is `others`. */
  | { readonly is: 'kept'; readonly of: 'backtest' | 'conditions'; readonly code?: number; readonly others?: number };

const same: Row = { is: 'same' };
/** No search has run here. */
const notComputed: Row = { is: 'same', code: 404 };
const mine: Row = { is: 'mine' };
/** Of a channel, by its number: nobody has one. */
const noChannel: Row = { is: 'mine', codes: [404, 404, 404] };
const seen: Row = { is: 'seen' };
const owned: Row = { is: 'owned' };
const backtest: Row = { is: 'kept', of: 'backtest' };

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
  // The two whose passwords are published change nothing; the third's password is another.
  changePassword: { is: 'mine', codes: [403, 403, 422] },
  changeFundPassword: { is: 'mine', codes: [403, 403, 422] },
  endSessions: { is: 'mine', codes: [403, 403, 200], ends: true },
  beginSecondFactor: { is: 'mine', codes: [403, 403, 422] },
  // Nobody has begun with one.
  confirmSecondFactor: { is: 'mine', codes: [409, 409, 409] },
  removeSecondFactor: { is: 'mine', codes: [403, 403, 422] },
  agreement: mine,
  signAgreement: { is: 'mine', ask: () => ({ body: { version: AGREEMENT_VERSION } }) },
  permissions: mine,
  strategyTabs: same,
  hotStrategies: same,
  strategyClass: same,
  recommendList: same,
  // One bot by its number, and a trader's own list.
  strategies: [{ is: 'seen', ask: ({ id }) => ({ query: { strategy_id: id } }) }, mine],
  strategyRanking: seen,
  dailyCurve: seen,
  earlyCurve: { is: 'seen', closed: 403 },
  signaler: { is: 'same', ask: ({ anonymous }) => ({ query: { anonymous } }) },
  signalerStrategies: { is: 'same', ask: ({ anonymous }) => ({ query: { anonymous } }) },
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
  saveNotificationRules: noChannel,
  // Accounts whose passwords are published have none; the third's host is nobody's.
  addNotificationChannel: { is: 'mine', codes: [403, 403, 422] },
  confirmNotificationChannel: noChannel,
  removeNotificationChannel: noChannel,
  testNotificationChannel: noChannel,
  portfolio: mine,
  portfolioMoves: mine,
  portfolioBots: mine,
  protection: mine,
  saveProtection: mine,
  // Of what the row before has saved.
  rearmProtection: mine,
  tryProtection: mine,
  // None runs.
  cancelProof: { is: 'owned', code: 409 },
  proof: owned,
  startProof: { is: 'owned', behind: 'cancelProof' },
  cancelFork: { is: 'owned', code: 409 },
  fork: owned,
  // A moment before its life: only its owner is told so.
  startFork: { is: 'owned', code: 422 },
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
  withdrawable: owned,
  // It has brought none yet.
  withdrawProfit: { is: 'owned', code: 422 },
  increaseBalance: { is: 'owned', kind: 'futures_grid' },
  increaseGridBalance: { is: 'owned', kind: 'futures_grid' },
  updateGrid: { is: 'owned', kind: 'futures_grid' },
  strategyParams: { is: 'owned', kind: 'martingale' },
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
  batchRun: mine,
  stopStrategy: { is: 'owned', kind: 'martingale' },
  aiSpotGrid: notComputed,
  aiFuturesGrid: notComputed,
  aiInfiniteGrid: notComputed,
  aiParams: notComputed,
  gridBacktestProfit: notComputed,
  martingaleBacktestProfit: notComputed,
  aiTrades: notComputed,
  cycleOrders: { is: 'seen', kind: 'martingale', closed: 403 },
  completedRounds: { is: 'seen', kind: 'martingale' },
  // None is over yet.
  roundDetail: { is: 'seen', kind: 'martingale', closed: 403, owner: 404 },
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
  createBacktest: mine,
  backtests: mine,
  backtestCount: mine,
  // It is over.
  cancelBacktest: { is: 'kept', of: 'backtest', code: 409 },
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
