import type { EngineParamsByKind, PayloadByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** What a create call says, and what its engine then has to be given: both are written down and made by nothing. */
export interface WirePair<K extends RunnableKind> {
  readonly spec: MarketSpec;
  readonly feeRate: bigint;
  readonly payload: PayloadByKind[K];
  readonly params: EngineParamsByKind[K];
}
