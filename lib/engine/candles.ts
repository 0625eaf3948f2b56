/** Candles as columns of integers: what workers pass around and backtests scan. */
export interface CandleColumns {
  /** Open time of the first candle, ms. Candles are contiguous: candle i opens at startMs + i × stepMs. */
  readonly startMs: number;
  readonly stepMs: number;
  /** Ticks. A gap in the data is a candle whose `open` is −1; drivers skip it and treat the next as a jump. */
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  /** Traded base volume of each candle, coins. Absent where nobody asks for volumes. */
  readonly volume?: Float64Array;
}

/**
 * The order in which a candle's extremes are visited: open → low → high → close when
 * close ≥ open, else open → high → low → close.
 */
export function lowComesFirst(open: number, close: number): boolean {
  return close >= open;
}

/** Offsets from a candle's open time at which its path visits the first and the second extreme and its close, whole ms. */
export interface PathTimes {
  readonly first: number;
  readonly second: number;
  readonly close: number;
}

/**
 * When a candle of `stepMs` visits what: open at its beginning, the extremes at its thirds, the close in its last ms.
 * The only place that says so: backtests, the reduction to turning points and the exchange's minutes all ask here.
 */
export function pathTimes(stepMs: number): PathTimes {
  return { first: Math.floor(stepMs / 3), second: Math.floor((2 * stepMs) / 3), close: stepMs - 1 };
}

/** Funding settlements of a contract: rate i (signed, 1e-8) was settled at timesMs[i]. Ascending. */
export interface FundingColumns {
  readonly timesMs: Float64Array;
  readonly ratesE8: ArrayLike<bigint | number>;
}
