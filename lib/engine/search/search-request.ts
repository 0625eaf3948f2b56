import { isContract } from '../../formulas/contract-value.ts';
import type { TransactionType } from '../../formulas/martingale-terms.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { futuresGridSpace } from './futures-grid-space.ts';
import { infiniteGridSpace } from './infinite-grid-space.ts';
import { martingaleSpace } from './martingale-space.ts';
import type { SearchSpace } from './search-space.ts';
import { spotGridSpace } from './spot-grid-space.ts';

/** What is searched for: plain values, so that it can be sent to a worker. */
export type SearchTarget =
  | { readonly kind: 'spot_grid' | 'futures_grid' | 'infinite_grid' }
  | { readonly kind: 'martingale'; readonly transactionType: TransactionType };

export interface SearchRequest {
  readonly target: SearchTarget;
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
}

/** Invested in every candidate, in the asset that the bots of a market invest: large enough for the largest grid, small against the book. */
const INVESTMENTS: Readonly<Record<string, bigint>> = { USDT: 1_000_000_000_000n, BTC: 100_000_000n };

/** The candidates of a request. Throws for a market in an asset that nothing is known about. */
export function spaceOf({ target, spec, feeRate }: SearchRequest): SearchSpace {
  const investment = INVESTMENTS[spec.contract?.settle ?? spec.quote];
  if (investment === undefined) throw new Error(`No investment is set for ${spec.market}`);
  if (target.kind === 'martingale') return martingaleSpace(spec, target.transactionType, feeRate, investment);
  if (target.kind === 'spot_grid') return spotGridSpace(spec, feeRate, investment);
  if (target.kind === 'infinite_grid') return infiniteGridSpace(spec, feeRate, investment);
  if (!isContract(spec)) throw new Error(`${spec.market} is not a contract`);
  return futuresGridSpace(spec, investment);
}
