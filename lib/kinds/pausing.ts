import type { StrategyType } from '../contract/vocabulary.ts';
import { KIND_FACTS } from './facts.ts';

/** By which word an exchange says that bots of a kind can be paused (H61). */
export type PauseWord = `pause:${StrategyType}`;
export function pauseWord(kind: StrategyType): PauseWord {
  return `pause:${kind}`;
}

/** Grids and the indicator bots of the documents can be paused everywhere (M-130, M-131); bots of any other kind where their exchange says so (H60). */
export function isPausedByDocuments(kind: StrategyType): boolean {
  const { profits, usesConditions, needsAnnouncing } = KIND_FACTS[kind];
  return profits === 'grid' || (usesConditions && !needsAnnouncing);
}
