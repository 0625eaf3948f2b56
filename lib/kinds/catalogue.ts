/**
 * The picker's catalogue: every kind with its page, and which of them an exchange runs. Carries no form code, so public pages may bundle it.
 */
import type { StrategyType } from '../contract/vocabulary.ts';
import type { RunnableKind } from './definitions.ts';
import { KIND_FACTS } from './facts.ts';

/** The kinds that can be created now, in catalogue order; the picker offers these and no others. */
export const CREATABLE_KINDS: readonly RunnableKind[] = Object.keys(KIND_FACTS).filter(isCreatable);

export function isCreatable(kind: string): kind is RunnableKind {
  return Object.hasOwn(KIND_FACTS, kind);
}

/** Whether a kind is made on a page. */
export function isMadeOn(kind: StrategyType, page: 'trade' | 'futures'): boolean {
  const of = KIND_FACTS[kind].page;
  return of === 'both' || of === page;
}

/** The documents' order of the kinds (E-020), without what is earned without a bot (listed.ts). */
export const LOOKED_FOR_KINDS: readonly RunnableKind[] = [
  'spot_grid',
  'futures_grid',
  'smart-position',
  'margin_grid',
  'infinite_grid',
  'martingale',
  'compose-indicator',
  'spot-compose-indicator',
  'spot-future-arbitrage',
  'contract-martingale',
];

/** Kinds that the documents only name (H8): another exchange runs those that it announces as `kind:<kind>` (H61). */
export const OWN_KINDS: readonly StrategyType[] = CREATABLE_KINDS.filter((kind) => KIND_FACTS[kind].needsAnnouncing);

/** The kinds that an exchange runs, by what it announces; all of them until it has said (undefined). */
export function offeredKinds(announced: readonly string[] | undefined): readonly RunnableKind[] {
  if (announced === undefined) return CREATABLE_KINDS;
  return CREATABLE_KINDS.filter((kind) => !OWN_KINDS.includes(kind) || announced.includes(`kind:${kind}`));
}
