import type { EngineParamsByKind, PayloadByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** What a create call says, and what its engine then has to be given: both are written down and made by nothing. */
interface Pair<Payload, Params> {
  readonly spec: MarketSpec;
  readonly feeRate: bigint;
  readonly payload: Payload;
  readonly params: Params;
}

export type WirePair<K extends RunnableKind> = Pair<PayloadByKind[K], EngineParamsByKind[K]>;
