import type { CoinTerms } from '../../engine/body/coin-terms.ts';
import type { Schedule } from '../../formulas/schedule.ts';
import type { MarketSpec } from '../../money/market-spec.ts';

/** A recurring buy, exactly. Cash is the quote asset that all its markets share. */
export interface RecurringBuyParams {
  /** The first coin's market: where its rows and prices are shown. */
  readonly spec: MarketSpec;
  /** Coin i; the shares of all sum to exactly 1. One is enough. None is brought. */
  readonly coins: readonly CoinTerms[];
  /** Money for all purchases together, quote units. */
  readonly investment: bigint;
  /** Money of one purchase, quote units. */
  readonly eachPurchase: bigint;
  readonly every: Schedule;
  /** The first date, ms, at a whole minute; the dates count from it. Null: at once, and they count from the start. */
  readonly firstAtMs: number | null;
  /** Profit on what the coins that are held cost, parts of it, 1e-8, at which all are sold and it ends; null = never. */
  readonly takeProfitE8: bigint | null;
}
