/**
 * The wake contract: what a bot says to whoever drives it. A bot sleeps between two prices; the driver
 * (backtest, AI search, live exchange, browser preview) compares and wakes it. Drivers differ, machines do not.
 */

import type { FinishReason, OperationType, OrderRole, OwnersEnd, SignalType } from '../contract/bot-words.ts';
import type { PlannedLiquidations } from '../formulas/futures-grid-liquidation.ts';
import type { Bar } from '../indicators/bar.ts';
import type { BotPages } from './body/layout.ts';
import type { MarketLine } from './market-line.ts';
import type { CompletedRound, RoundOrder, RoundStatement } from './round-statement.ts';
import type { BotStatistics } from './statistics.ts';

/** A price that a bot listens to. */
export interface PriceFeedId {
  /** Machines of several markets: the instrument's key (instrumentOf), so that a coin and its contract are told apart. */
  readonly market: string;
  readonly price: 'last' | 'mark';
}

/**
 * One sleeping range per feed, in ticks. The bot must be woken when price ≤ below or price ≥ above.
 * −1 and Number.MAX_SAFE_INTEGER mean "nothing on that side". Drivers read these fields after every call.
 */
export interface WakeSlot {
  below: number;
  above: number;
}

/** WakeSlot values for "nothing on that side". */
export const NO_LEVEL_BELOW = -1;
export const NO_LEVEL_ABOVE = Number.MAX_SAFE_INTEGER;

/** Facts that a machine may ask for; pure functions of market data, handed in by the driver. */
export interface MarketView {
  /**
   * Mean close, in ticks (may be fractional), of the last `minutes` complete 1-minute candles before `timeMs`; a gap
   * minute counts with the close before it. NaN when that much history is not known.
   */
  movingAverage(feed: number, minutes: number, timeMs: number): number;
  /**
   * Average price in ticks, rounded against the taker, at which a market order for `quantity` base units would
   * fill around `ticks` (the book model; its source is documented where it is implemented).
   */
  marketFillTicks(feed: number, side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number;
  /**
   * Base units that the book has around `ticks` at prices no worse than a limit (the same book model); null or absent: as many as are asked for.
   */
  depthWithin?(feed: number, side: 'buy' | 'sell', limitTicks: number, ticks: number, timeMs: number): bigint | null;
  /**
   * Where a venue executes orders: what the next market order of the call has moved there, `quantity` units in all; null where it has not
   * been executed. Absent: orders are valued at marketFillTicks.
   */
  executed?(feed: number, side: 'buy' | 'sell', quantity: bigint, timeMs: number): Executed | null;
  /** Whole ticks beyond a resting limit order at which it fills, at its own price; absent or 0: as soon as it is touched. Nothing else asks. */
  readonly throughTicks?: number;
  /** Funding rate settled at exactly `timeMs` on the contract of the feed, signed, 1e-8; null when none is known. Longs pay when positive. */
  fundingRate?(feed: number, timeMs: number): bigint | null;
  /**
   * Rate, 1e-8, that the next settlement after `timeMs` is reckoned with: that of the last one, the same live and in a
   * backtest; null when none is known.
   */
  expectedFundingRate?(feed: number, timeMs: number): bigint | null;
  /**
   * The K-line of the last price that opened at `openMs` and is complete, prices and volume in coins (not ticks, not
   * units); null when no minute of it has a price,
   * or the view does not know all of its time. `periodMs` divides a day, K-lines begin at UTC multiples of it.
   */
  bar?(feed: number, periodMs: number, openMs: number): Bar | null;
}

/**
 * One executed order. Amounts in units, price in ticks. Fees are taken from what is received; for contracts they and
 * the profit are in the settle asset, and `quantity` is contracts × the quantity of one (orderUnitsOf).
 */
export interface Fill {
  readonly timeMs: number;
  readonly feed: number;
  readonly side: 'buy' | 'sell';
  readonly role: OrderRole;
  /** Grid line index, or −1 for open/close orders. */
  readonly level: number;
  readonly ticks: number;
  readonly quantity: bigint;
  /** Quote paid (buy, rounded up) or received before fee (sell, rounded down). Contracts: value in the settle asset; it does not move. */
  readonly quote: bigint;
  readonly fee: bigint;
  readonly feeAsset: string;
  /** Net quote profit of the matched pair that this fill completes; null when it completes none. */
  readonly matchProfit: bigint | null;
  /** Contracts only: the profit (+) or loss (−) that the fill put into the account, before its fee; settle units. All that moves besides the fee. */
  readonly realised?: bigint;
  /** Indicator bots only: what caused the trade (E-375). */
  readonly signal?: SignalType;
}

/** Why an order exists, or does not: every order placed and every one withheld has one of these in the record. */
export type OrderReason =
  | 'grid-line'
  | 'opening'
  | 'counter-order'
  | 'closing'
  | 'add-order'
  | 'take-profit'
  | 'stop-loss'
  | 'below-minimum'
  | 'above-maximum'
  | 'at-price'
  | 'out-of-range'
  | 'momentum-gate'
  | 'trail-limit'
  | 'waiting-trigger'
  | 'slippage-exceeded'
  | 'no-funds'
  | 'paused'
  | 'signal'
  | 'rebalance'
  | 'schedule'
  | 'spread-exceeded'
  | 'forced-reduction';

export interface OrderEvent {
  readonly timeMs: number;
  /** Machines of several markets: the feed whose market the order is for; absent = 0. */
  readonly feed?: number;
  readonly kind: 'placed' | 'withheld' | 'cancelled';
  readonly reason: OrderReason;
  readonly side: 'buy' | 'sell';
  readonly level: number;
  readonly ticks: number;
  readonly quantity: bigint;
}

/** What a machine tells its driver. Backtests may pass sinks that ignore what they do not need. */
export interface EngineSink {
  /** True: the driver only wants totals and the finish; machines then make no event objects. */
  readonly isQuiet?: boolean;
  /** Where the machine's words are to lie; absent: in a memory of its own, which goes with it. */
  readonly memory?: BotPages | undefined;
  fill(fill: Fill): void;
  order(event: OrderEvent): void;
  /** `from` and `to` are plain values that become JSON strings in the operation record (M-111). */
  operation(type: OperationType, timeMs: number, from: unknown, to: unknown, explain: string): void;
  /** `prices`: those it ended at, by feed as far as what it may have kept is worth something by them. */
  finish(reason: FinishReason, timeMs: number, prices: readonly number[]): void;
  /** A round of a kind with rounds has ended. */
  round?(round: CompletedRound, orders: readonly RoundOrder[]): void;
  /** Money that moved without a fill: funding received (+) or paid (−), interest, a loan taken (+) or paid back (−). Units. */
  cash?(
    type: 'funding' | 'interest' | 'loan' | 'liquidation_fee' | 'insurance',
    timeMs: number,
    asset: string,
    amount: bigint,
  ): void;
}

/**
 * The identity that every bot keeps, in exact "tick-units" of the quote asset (units × 1e8 so that
 * quantity × price is exact): start + deposits − withdrawals + gridProfit + positionProfit − fees = equity.
 * `gridProfit` (completed pairs) and `positionProfit` (everything else: what is held, the opening, the close) are
 * before fees; `fees` are all fees, those taken in base valued at the price of their fill. So profit is
 * gridProfit + positionProfit − fees, and gridProfit minus the fees of the pairs is BotStatistics.matchedProfit.
 * `residual` is computed from the other fields and must be 0n.
 */
export interface EquityStatement {
  readonly start: bigint;
  readonly deposits: bigint;
  readonly withdrawals: bigint;
  readonly gridProfit: bigint;
  readonly positionProfit: bigint;
  readonly fees: bigint;
  readonly funding: bigint;
  readonly interest: bigint;
  readonly profitShare: bigint;
  readonly equity: bigint;
  readonly residual: bigint;
}

/**
 * What a bot has (withTakenOut) between two calls as a function of one price, units of the profit asset: fixed + factor × ticks of the
 * feed, of inverse contracts fixed + factor ÷ ticks. Floats, for statistics.
 */
export interface EquityLine {
  readonly feed: number;
  readonly fixed: number;
  readonly factor: number;
}

/** Denominator of EquityStatement values: quote units × 1e8. */
export const EQUITY_SCALE = 100_000_000n;

export interface OpenOrder {
  /** Machines of several markets: the feed whose market the order is for; absent = 0. */
  readonly feed?: number;
  readonly side: 'buy' | 'sell';
  readonly level: number;
  readonly ticks: number;
  readonly quantity: bigint;
}

/** A resting order of a bot, as openOrders() names it. */
export type OrderAddress = Pick<OpenOrder, 'side' | 'level'>;

/** A part of an order that was executed. The body books these amounts as they are: rounding is the affair of whoever executed it. Units. */
export interface Piece {
  readonly quantity: bigint;
  /** As Fill.quote. */
  readonly quote: bigint;
  /** Out of what was received; of contracts from the account. */
  readonly fee: bigint;
}

/** A market order that was executed, whole; `ticks`: its average price, rounded against the taker. */
export interface Executed extends Piece {
  readonly ticks: number;
}

/** A line without an order. */
export interface WithheldOrder {
  /** As in OpenOrder. */
  readonly feed?: number;
  readonly side: 'buy' | 'sell';
  readonly level: number;
  readonly ticks: number;
  readonly reason: OrderReason;
}

/** An open contract position, and where it would be liquidated (H39: two prices, always both). */
export interface PositionStatement {
  /** Signed contracts: positive long, negative short. */
  readonly size: bigint;
  /** Average entry in ticks; may be fractional. For display. */
  readonly entryTicks: number;
  readonly leverage: number;
  /** Settle units: margin bound by the position (value at entry ÷ leverage), and profit not yet realised at the mark price. */
  readonly margin: bigint;
  readonly unrealised: bigint;
  /** Ticks at which what is held would be liquidated; null when it cannot be. */
  readonly liquidationTicks: number | null;
  /** The same if every resting order on the losing side fills. */
  readonly fullLiquidationTicks: number | null;
}

/** What is owed in one asset, units, interest included. */
export interface OwedAsset {
  readonly asset: string;
  readonly owed: bigint;
}

/** A margin bot's debts and how near it is to a forced close. */
export interface LoanStatement {
  /** One or two: a neutral bot owes both assets. */
  readonly debts: readonly OwedAsset[];
  /** Assets ÷ debt, 1e-8; forced close at or below the kind's limit. Null without debt. */
  readonly riskRatioE8: bigint | null;
  /** Ticks at which the forced close comes with what is held; null when it cannot. */
  readonly forcedCloseTicks: number | null;
  /** The same if every resting order on the losing side fills. */
  readonly fullForcedCloseTicks: number | null;
}

/** One coin of a portfolio at given prices. Shares are parts of the whole portfolio, 1e-8. */
export interface PortfolioCoinStatement {
  readonly asset: string;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly shareE8: bigint;
  readonly targetE8: bigint;
}

/** Holdings of the bot by asset, units; equals the bot's ledger sub-accounts at all times. */
export type Holdings = Readonly<Record<string, bigint>>;

/** Why a bot does not do what its owner asks of it. */
export type LifeRefusal =
  | 'not-running'
  | 'not-paused'
  | 'no-price'
  | 'slippage-exceeded'
  | 'no-funds'
  | 'cannot-be-laid'
  | 'liquidating'
  | 'not-changeable';

export type CloseInstruction =
  | { readonly type: 'market' }
  | {
      readonly type: 'limit';
      readonly ticks: number;
      readonly expiresAtMs: number;
      /** What is left when its time is over is closed at the market, coins too. Absent: coins that are left stay coins. */
      readonly sellsRest?: boolean;
    }
  | { readonly type: 'no_close' };

export interface BotMachine {
  readonly feeds: readonly PriceFeedId[];
  /** Same length and order as `feeds`. The slot objects stay the same for the machine's whole life. */
  readonly slots: readonly WakeSlot[];
  /**
   * Next time at which something can happen without a price change, ms; Infinity when none. A machine may set it to the
   * present time: it is then woken before the next point, with the prices of all feeds. That is how a mark price that
   * was touched (liquidation, trigger) leads to trades around the last price.
   */
  readonly wakeAtMs: number;
  readonly status: 'open' | 'running' | 'paused' | 'stopping' | 'finished';
  /** Documented step name, see BOT_STEPS. */
  readonly step: 'wait-touch' | 'init-order-process' | 'running' | 'pause' | 'stopping' | 'stopped';
  /** The market had no price for its opening order within its slippage, and is asked again every minute; absent: such a bot never does that. */
  readonly retriesOpening?: boolean;
  /** What it had to buy with is used up: it trades no more until its end, or until more comes in; absent: of such a bot that is never so. */
  readonly isSpent?: boolean;
  /** Starts the bot at the present price. Called exactly once, before anything else. */
  start(ticks: readonly number[], timeMs: number): void;
  /** The price went continuously from the last known one to `ticks`: stop orders execute where they were touched. */
  move(feed: number, ticks: number, timeMs: number): void;
  /** The price was next seen at `ticks`; stop orders in between execute no better than there. Limit orders fill at their own price. */
  jump(feed: number, ticks: number, timeMs: number): void;
  /**
   * Where a venue executes the orders instead of a price (body/facts.ts): books a part of one that rests. Decides nothing. Throws where the
   * order is not one of the bot's, or has not so much left.
   */
  fillPiece?(order: OrderAddress, piece: Piece, timeMs: number): void;
  /** Answers the pieces so far, with the price at `ticks`: an order that is whole counts as filled once every nearer one is. */
  answerPieces?(ticks: number, timeMs: number): void;
  /** The price has reached the bot's next level on a side, ordinarily one without an order. Throws while an order rests there. */
  passLevel?(side: 'below' | 'above', timeMs: number): void;
  /** Time passed to `wakeAtMs`; `ticks` are the last known prices of the feeds (at a minute's end: that minute's closes). */
  wakeByTime(timeMs: number, ticks: readonly number[]): void;
  /**
   * Owner's termination at the present prices. The machine cancels resting orders, then closes as told; it may stay
   * `stopping` until a limit close fills or expires, and may be told again meanwhile. Does nothing once finished. `cause`: what the
   * record says of why; absent: `cancelled`.
   */
  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number, cause?: OwnersEnd): void;
  /** Stops trading until it is told to go on: what rests is cancelled, what protects the money goes on (lib/engine/DECISIONS.md). */
  pause?(ticks: readonly number[], timeMs: number): void;
  /** A paused bot trades on at the present prices; why it cannot, and then nothing has changed. */
  resume?(ticks: readonly number[], timeMs: number): LifeRefusal | null;
  /**
   * Kinds that are laid anew when they are changed: the investment of a new bot that would work with as much as this one then does,
   * at these prices, units of the asset that its profit is counted in. Absent: its equity.
   */
  worksWith?(ticks: readonly number[]): bigint;
  /** What may be taken out without touching what the bot works with, units of `asset`. */
  withdrawable?(): { readonly asset: string; readonly amount: bigint };
  /** Takes profit out; the driver moves the money. */
  withdraw?(amount: bigint, timeMs: number): LifeRefusal | null;
  /**
   * Kinds with one contract only: takes `amount` more into the account as margin. Its orders stay as they are; the driver moves the
   * money. Why not, and then nothing has changed.
   */
  increaseMargin?(amount: bigint, ticks: readonly number[], timeMs: number): LifeRefusal | null;
  /** What of that account may be taken out at these prices, units: neither its position nor its orders need it. */
  reducibleMargin?(ticks: readonly number[]): bigint;
  /** Takes so much of it out. */
  reduceMargin?(amount: bigint, ticks: readonly number[], timeMs: number): LifeRefusal | null;
  openOrders(): readonly OpenOrder[];
  /** What its coins are kept worth, quote units rounded down; 0 before it has opened. Absent of kinds that keep no value. */
  keptValue?(): bigint;
  /** Lines that carry no order, and why: with openOrders() every line of the bot has an order or a reason. */
  withheldOrders(): readonly WithheldOrder[];
  statistics(): BotStatistics;
  holdings(): Holdings;
  equity(ticks: readonly number[]): EquityStatement;
  /** What withTakenOut(equity()) follows, for those who ask at every minute. Absent: it is found by probing equity(), which is slower. */
  equityLine?(): EquityLine;
  /** The same of a bot of several prices: writes the factor of each feed into `factors`, returns what is fixed. */
  equityFactors?(factors: number[]): number;
  /**
   * Kinds with contracts only: closes the position at exactly `ticks` on the exchange's demand and finishes as
   * `auto_deleveraged`; `prices`: the present ones, by feed. Does nothing without a position or once finished.
   */
  deleverage?(ticks: number, prices: readonly number[], timeMs: number): void;
  /** Kinds with contracts only. `ticks` by feed: last, mark. */
  position?(ticks: readonly number[]): PositionStatement | null;
  /**
   * Kinds with contracts and kinds that borrow: where each side that the bot can come to hold would be liquidated (closed
   * by force), by what is open and what rests now, with `added` units of its investment asset more in its account (fewer
   * when negative).
   */
  liquidations?(added: bigint): PlannedLiquidations;
  /** Kinds that borrow only. */
  loan?(ticks: readonly number[]): LoanStatement | null;
  /** Kinds with rounds only. */
  round?(): RoundStatement | null;
  /** Portfolios only. `ticks` by feed. Values in quote units. */
  portfolio?(ticks: readonly number[]): readonly PortfolioCoinStatement[];
  /** Bots of several markets only: what of them is a price now, all other prices being as they are. `ticks` by feed. */
  marketLines?(ticks: readonly number[]): readonly MarketLine[];
  /** A JSON-safe value from which `restore` in the kind's factory makes an identical machine. */
  snapshot(): unknown;
  /** Gives back its block of the sink's memory. Nobody may ask or tell it anything any more: that throws. */
  release?(): void;
}
