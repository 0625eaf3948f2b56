import type { FeeRateE8, MarketSpec } from '../money/market-spec.ts';

/** One coin of a portfolio. */
export interface PortfolioCoin {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  /** Its share of the whole, 1e-8; those of a portfolio sum to exactly 1. */
  readonly targetE8: bigint;
  /** Coins that the trader brings, base units; 0n when the portfolio is bought with cash. */
  readonly brought: bigint;
}

/** When shares are brought back to their targets (C-132, C-133). */
export type RebalanceRule =
  | { readonly type: 'time'; readonly intervalMs: number }
  /** When a share is further than this from its target, in parts of the whole portfolio, 1e-8. */
  | { readonly type: 'ratio'; readonly thresholdE8: bigint };

/** A smart position, exactly. Cash is the quote asset that all its markets share. */
export interface PortfolioParams {
  /** The first coin's market: where its rows and prices are shown. */
  readonly spec: MarketSpec;
  readonly coins: readonly PortfolioCoin[];
  /** Cash put in, quote units; 0n when coins are brought. */
  readonly investment: bigint;
  readonly rebalance: RebalanceRule;
  /** Loss and profit of the whole, parts of the start value, at which it ends; null = never. */
  readonly stopLossE8: bigint | null;
  readonly stopProfitE8: bigint | null;
  /** true: at the end every coin is sold; false: coins are given back as they are. */
  readonly sellsAtEnd: boolean;
}
