import type { EngineParamsByKind, RunnableKind } from '../../kinds/definitions.ts';
import type { HeldShare, SearchAxis, Shape } from '../../strategies/ai/search-axes.ts';

/** All candidates of a search: every combination of the axes' values. */
export interface SearchSpace<K extends RunnableKind = RunnableKind> {
  readonly kind: K;
  readonly axes: readonly SearchAxis[];
  /** What bots of it look back on before they start, ms at most. */
  readonly historyMs: number;
  /** What the money would be in without a bot; what no market has a share of stays money. */
  readonly held: readonly HeldShare[];
  /** Parameters of a bot of this shape that starts at `startTicks`; null where the exchange would refuse it. */
  params(shape: Shape, startTicks: number): EngineParamsByKind[K] | null;
}
