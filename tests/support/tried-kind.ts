import { INDICATOR_KINDS, type IndicatorKind } from '#lib/contract/vocabulary.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';

/** One kind of each that differs: kinds by conditions are one engine, tried in coins as one of them and in contracts as another. */
export type TriedKind = Exclude<RunnableKind, Exclude<IndicatorKind, 'spot-compose-indicator' | 'compose-indicator'>>;

function isTried(kind: RunnableKind): kind is TriedKind {
  const byConditions: readonly string[] = INDICATOR_KINDS;
  return kind === 'spot-compose-indicator' || kind === 'compose-indicator' || !byConditions.includes(kind);
}

/** All of them, in the order of the registry. */
export const TRIED_KINDS = RUNNABLE_KINDS.filter(isTried);
