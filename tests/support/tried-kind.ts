import type { IndicatorKind } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** One kind of each that differs: kinds by conditions are one engine, tried in coins as one of them and in contracts as another. */
export type TriedKind = Exclude<RunnableKind, Exclude<IndicatorKind, 'spot-compose-indicator' | 'compose-indicator'>>;
