import { EARN_TYPES, EARN_WORDS, type EarnType, isEarnType } from '../contract/earn-types.ts';
import { CREATABLE_KINDS, isCreatable, LOOKED_FOR_KINDS } from './catalogue.ts';
import type { RunnableKind } from './definitions.ts';

/** What has lists of its own in the bots table: kinds of bots, and what is earned without one. */
export type ListedType = RunnableKind | EarnType;

export function isListed(type: string): type is ListedType {
  return isCreatable(type) || isEarnType(type);
}

/** The key that the counters count a type under (E-136). */
export function counterKeyOf(type: ListedType): string {
  return isEarnType(type) ? EARN_WORDS[type].counter : type;
}

/** E-020: the order in which the first type with something running is looked for; kinds that the documents do not order come last. */
export const LOOKED_FOR: readonly ListedType[] = [
  ...new Set<ListedType>([...LOOKED_FOR_KINDS, ...EARN_TYPES, ...CREATABLE_KINDS]),
];
