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
 * The order in which a candle's extremes are visited (DESIGN.md): open → low → high → close when
 * close ≥ open, else open → high → low → close.
 */
export function lowComesFirst(open: number, close: number): boolean {
  return close >= open;
}

/** Funding settlements of a contract: rate i (signed, 1e-8) was settled at timesMs[i]. Ascending. */
export interface FundingColumns {
  readonly timesMs: Float64Array;
  readonly ratesE8: ArrayLike<bigint | number>;
}
