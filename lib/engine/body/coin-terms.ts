import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';

/** On which terms a bot of several markets holds one of its coins. */
export interface CoinTerms {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  /** Its share of the whole, 1e-8. */
  readonly targetE8: bigint;
  /** Coins that the trader brings, units; 0n when the bot begins with money. */
  readonly brought: bigint;
}
