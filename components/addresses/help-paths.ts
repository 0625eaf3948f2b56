import { AGREEMENT_PATH } from '#lib/contract/agreement-path.ts';
import { type EarnType, isEarnType } from '#lib/contract/earn-types.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';

/** Addresses of the help pages (C-030): a kind has one, under the prefix that its facts name, and so has an earn product. */

export function helpIndexPath(language: string): string {
  return `/${language}/help`;
}

/** What an earn product's page stands under. */
export const EARN_HELP = 'earn';

export function helpPath(language: string, subject: StrategyType | EarnType): string {
  const under = isEarnType(subject) ? EARN_HELP : KIND_FACTS[subject].helpUnder;
  return `${helpIndexPath(language)}/${under}/${subject}`;
}

export function agreementPath(language: string): string {
  return `/${language}${AGREEMENT_PATH}`;
}

/** Every term of the screens, or one of them. */
export function glossaryPath(language: string, term?: TermId): string {
  return `${helpIndexPath(language)}/glossary${term === undefined ? '' : `#${term}`}`;
}
