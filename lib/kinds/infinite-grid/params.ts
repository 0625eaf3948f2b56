import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';

/** Exact parameters of an infinite grid, as its engine takes them. Prices in ticks of `spec`, amounts in units, rates in 1e-8. */
export interface InfiniteGridParams {
  readonly spec: MarketSpec;
  /** The fall from the last trade that buys, as a fraction (`low_price` on the wire), and the rise that sells (`high_price`). Both > 0; the fall below 1. */
  readonly fallE8: bigint;
  readonly riseE8: bigint;
  /** 'quote': the whole investment buys base at the opening. 'base': the invested coins are the position. */
  readonly investIn: 'quote' | 'base';
  /** Units of the investment asset. */
  readonly investment: bigint;
  readonly triggerTicks: number | null;
  readonly stopLossTicks: number | null;
  readonly takeProfitTicks: number | null;
  /** H10: on every tick, or on the close of a 1-minute candle. */
  readonly stopCheck: 'tick' | 'close';
  /** true: at the end the base coins are kept, not sold (store_coin_flag). */
  readonly keepCoins: boolean;
  readonly feeRate: FeeRateE8;
}
