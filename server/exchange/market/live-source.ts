/** What the live feed needs of a public exchange. The ccxt adapter is one; tests have another. */

/** A finished or running one-minute candle, prices and base volume as the exchange prints them. */
export interface LiveCandle {
  /** Minutes since the Unix epoch at which it opens. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Price and base quantity, best first. */
export type LiveLevel = readonly [price: number, quantity: number];

export interface LiveBook {
  readonly bids: readonly LiveLevel[];
  readonly asks: readonly LiveLevel[];
}

/** Every call rejects when the exchange cannot be reached or answers with an error. Markets are BASE_QUOTE. */
export interface LiveSource {
  /** The exchange's name, for the log. */
  readonly exchange: string;
  /** Spot markets that trade there now. */
  fetchMarkets(): Promise<ReadonlySet<string>>;
  /** One-minute candles from `sinceMs` on, oldest first, at most `limit`. */
  fetchOhlcv(market: string, sinceMs: number, limit: number): Promise<readonly LiveCandle[]>;
  /** Last traded price; null when there is none. */
  fetchLastPrice(market: string): Promise<number | null>;
  fetchOrderBook(market: string, depth: number): Promise<LiveBook>;
  close(): Promise<void>;
}
