import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';

/** What the body has to know of a bot of coins and money; its kind's params say more. Prices in ticks of `spec`, amounts in units. */
export interface CoinParams {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  /** 'quote': it begins with money. 'base': with coins. */
  readonly investIn: 'quote' | 'base';
  /** Units of the investment asset. */
  readonly investment: bigint;
  /** It opens when the price has reached this; null: at once. */
  readonly triggerTicks: number | null;
  /** H10: stops act on every tick, or on the close of a 1-minute candle. */
  readonly stopCheck: 'tick' | 'close';
}
