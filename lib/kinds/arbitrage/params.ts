import type { ContractSpec } from '../../formulas/contract-value.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';

/**
 * A spot-futures arbitrage, exactly: coins are held and the same quantity is sold as a linear contract, so that only
 * funding moves the whole. The contract's price is listed among the spec's companions.
 */
export interface ArbitrageParams {
  /** The spot market. */
  readonly spec: MarketSpec;
  readonly contract: ContractSpec;
  /** Spot fee; the contract has its own. */
  readonly feeRate: FeeRateE8;
  /** Quote units. Of N · (1 + 1/leverage) + reserve, N buys coins. */
  readonly investment: bigint;
  readonly leverage: number;
  /** The legs are opened when the coins cost at most this part more than the contract brings, 1e-8. */
  readonly spreadE8: bigint;
}
