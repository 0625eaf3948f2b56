import type { CandleColumns, FundingColumns } from '#lib/engine/candles.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** One observed price. `jump` is true when the price did not go there continuously (see BotMachine.jump). */
export interface PathPoint {
  readonly timeMs: number;
  readonly ticks: number;
  readonly jump: boolean;
}

export interface BookLevel {
  readonly ticks: number;
  readonly quantity: bigint;
}

/**
 * Prices of contracts that are not traded but published. Instruments are keys of instrumentOf; a spot market has none
 * of these (null, −1). All are pure functions of prices that were known when they were published.
 */
export interface ContractPrices {
  /**
   * Mark price in force at `timeMs`, ticks: published at each minute's beginning, constant within the minute. The index
   * (below) times 1 + the mean premium of last price over spot in the 60 minutes before. Null when unknown.
   */
  markTicks(instrument: string, timeMs: number): number | null;
  /** markTicks of each minute that begins in [fromMs, toMs) (both multiples of a minute); −1 when unknown. Ask for no minute that has not begun. */
  marks(instrument: string, fromMs: number, toMs: number): Int32Array;
  /** Index in force at `timeMs`: the close of the spot market in the minute before, in the contract's ticks. Null when unknown. */
  indexTicks(instrument: string, timeMs: number): number | null;
  /** Funding rate settled at exactly `timeMs`, signed, 1e-8; longs pay when positive. Null when nothing is settled then, or the rate is not known. */
  fundingRate(instrument: string, timeMs: number): bigint | null;
  /** All settlements with fromMs ≤ time < toMs whose rate is known, for backtests. */
  fundingRates(instrument: string, fromMs: number, toMs: number): FundingColumns;
  /** The rate that the next settlement after `timeMs` would have if it was now, 1e-8; null when unknown. */
  expectedFundingRate(instrument: string, timeMs: number): bigint | null;
  /** The first settlement after `timeMs`, ms; null for what is not a contract of the feed. */
  nextFundingMs(instrument: string, timeMs: number): number | null;
}

/**
 * Where prices come from. All three feeds (simulated, history, live) are this. Everything is a function of the
 * arguments and of data the feed holds; the clock is handed in by the caller as `nowMs`.
 *
 * Agreement: minute candles follow the canonical path (lib/engine/candles.ts). The points inside a minute are a
 * monotone refinement of that path, so bots driven by points and bots driven by the minute's candle get the same fills.
 * That is as true of contracts as of spot markets. Every function takes an instrument key (instrumentOf).
 */
export interface MarketFeed extends ContractPrices {
  readonly name: 'simulated' | 'history' | 'live';
  /** Spot markets. */
  readonly specs: readonly MarketSpec[];
  /** Perpetual contracts; each follows a spot market that is in `specs`. */
  readonly contracts: readonly ContractSpec[];
  /** By instrument key (instrumentOf): the market's name for spot, BTC_USDT@USDT or BTC_USD@BTC for contracts. */
  spec(instrument: string): MarketSpec | undefined;
  /** Prepares the feed (reads files, connects). Resolves when prices of `nowMs` are known. */
  open(nowMs: number): Promise<void>;
  close(): Promise<void>;
  /** When the newest price was seen, of any market, ms; −Infinity = none was. Absent: prices are known of every moment. */
  newestMs?(): number;
  /** Last price at `timeMs`, ticks; null when unknown (shown as "--"). */
  lastTicks(instrument: string, timeMs: number): number | null;
  /** Path points with fromMs < timeMs ≤ toMs, in order. */
  points(instrument: string, fromMs: number, toMs: number): Iterable<PathPoint>;
  /** Whether the whole path between the two times is known, so that bots can catch up on it. */
  knowsPath(instrument: string, fromMs: number, toMs: number): boolean;
  /** Contiguous 1-minute candles for [fromMs, toMs) (both multiples of a minute); the running minute is partial up to `nowMs`. */
  minutes(instrument: string, fromMs: number, toMs: number, nowMs: number): CandleColumns;
  /** A whole UTC day of a spot market as it was recorded, whenever it is shown; null where it was not. Absent: prices are not recorded ones. */
  recordedDay?(market: string, dayMs: number): CandleColumns | null;
  /** Traded base volume per minute, units, same indexes as `minutes`. Of inverse contracts too it is counted in the base asset. */
  minuteVolumes(instrument: string, fromMs: number, toMs: number, nowMs: number): Float64Array;
  /**
   * The order book around the last price: best first, at most `depth` levels a side. Quantities are whole lots: base
   * units, of inverse contracts units of the quote asset (orderUnitsOf).
   */
  book(
    instrument: string,
    timeMs: number,
    depth: number,
  ): { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };
  /** The book model's average fill price (MarketView.marketFillTicks): for any time, past included. `quantity` in base units, of inverse contracts too. */
  marketFillTicks(instrument: string, side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number;
  /** What the book model has within a limit price (MarketView.depthWithin), base units. */
  depthWithin(instrument: string, side: 'buy' | 'sell', limitTicks: number, ticks: number, timeMs: number): bigint;
}

/** What a check and a plan ask of the market: of the feed at any moment that it knows, or of a stretch of it that was gathered. */
export type KnownMarket = Pick<MarketFeed, 'spec' | 'lastTicks' | 'markTicks' | 'expectedFundingRate'>;
