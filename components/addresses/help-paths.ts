import { AGREEMENT_PATH } from '#lib/contract/agreement-path.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';

/** Addresses of the help pages (C-030): a kind has one, under the prefix that its facts name. */

export function helpIndexPath(language: string): string {
  return `/${language}/help`;
}

export function helpPath(language: string, kind: StrategyType): string {
  return `${helpIndexPath(language)}/${KIND_FACTS[kind].helpUnder}/${kind}`;
}

export function agreementPath(language: string): string {
  return `/${language}${AGREEMENT_PATH}`;
}

/** Every term of the screens, or one of them. */
export function glossaryPath(language: string, term?: TermId): string {
  return `${helpIndexPath(language)}/glossary${term === undefined ? '' : `#${term}`}`;
}
