import type { CoinTerms } from '../../engine/body/coin-terms.ts';
import type { MarketSpec } from '../../money/market-spec.ts';

/** When shares are brought back to their targets (C-132, C-133). */
export type RebalanceRule =
  | { readonly type: 'time'; readonly intervalMs: number }
  /** When a share is further than this from its target, in parts of the whole, 1e-8. */
  | { readonly type: 'ratio'; readonly thresholdE8: bigint };

/** A smart position, exactly. Cash is the quote asset that all its markets share. */
export interface SmartPositionParams {
  /** The first coin's market: where its rows and prices are shown. */
  readonly spec: MarketSpec;
  /** Coin i; the shares of all sum to exactly 1. */
  readonly coins: readonly CoinTerms[];
  /** Cash put in, quote units; 0n when coins are brought. */
  readonly investment: bigint;
  readonly rebalance: RebalanceRule;
  /** Loss and profit of the whole, parts of the start value, at which it ends; null = never. */
  readonly stopLossE8: bigint | null;
  readonly stopProfitE8: bigint | null;
  /** true: at the end every coin is sold; false: coins are given back as they are. */
  readonly sellsAtEnd: boolean;
}
