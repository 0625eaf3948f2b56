import { isShownText } from '#lib/contract/shown-text.ts';
import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { DESCRIPTION_PATTERNS, INJECTION_PATTERNS, NAME_CHARACTERS } from './forbidden-words.ts';
import { fault, toastFault } from './issue.ts';
import { readInteger } from './numbers.ts';

/** Longest name and description, each non-ASCII character counting 2 (C-330, X25). */
export const NAME_LIMIT = 40;
export const ABSTRACT_LIMIT = 1000;
/** Profit share outside indicator bots: whole percents from 0 to 30, 5 at first (X22). */
const FOLLOW_FEE_MAX = 30;
export const FOLLOW_FEE_DEFAULT = '5';

/** Length with each non-ASCII character counting 2 (C-330). Counts characters, not UTF-16 halves. */
export function weightedLength(text: string): number {
  let length = 0;
  for (const character of text) length += character < '\u0080' ? 1 : 2;
  return length;
}

/** Whether a name passes the character and injection check (C-332, E-202…E-206). */
export function isNameClean(name: string): boolean {
  return isShownText(name) && !NAME_CHARACTERS.test(name) && !INJECTION_PATTERNS.some((pattern) => pattern.test(name));
}

/** Whether a description can be shown and holds no link, address or forbidden word (C-334). Look-alike forms and invisible characters are seen through. */
export function isDescriptionClean(text: string): boolean {
  if (!isShownText(text, { hasLines: true })) return false;
  const plain = text.normalize('NFKC').replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '');
  return !DESCRIPTION_PATTERNS.some((pattern) => pattern.test(plain));
}

/** Name and description rules. A refused text is said at its field and, on submit, in a toast too (E-207, E-208). */
export function checkTexts(values: FormValues, context: CheckContext): readonly Issue[] {
  const issues: Issue[] = [];
  const name = values.strategy_name ?? '';
  if (weightedLength(name) > NAME_LIMIT)
    issues.push(fault('strategy_name', 'name.length', { max: String(NAME_LIMIT) }));
  else if (!isNameClean(name)) issues.push(fault('strategy_name', 'quant.strategy.name.error'));
  const abstract = values.abstract ?? '';
  if (weightedLength(abstract) > ABSTRACT_LIMIT) {
    issues.push(fault('abstract', 'abstract.length', { max: String(ABSTRACT_LIMIT) }));
  } else if (!isDescriptionClean(abstract)) issues.push(fault('abstract', 'abstract.illegal'));
  if (context.phase !== 'submit') return issues;
  const toasts = issues.flatMap(({ field, code }) =>
    code === 'quant.strategy.name.error' || code === 'abstract.illegal' ? [toastFault(field, code)] : [],
  );
  return [...issues, ...toasts];
}

/** Profit share: digits only, 0–30 (C-335, X22); indicator bots ask for at least 5 (C-317). */
export function checkFollowFee(values: FormValues, context: CheckContext, min = 0): readonly Issue[] {
  const field = 'follow_fee_rate';
  const { value, issue } = readInteger(field, values[field] ?? '', min, FOLLOW_FEE_MAX);
  if (issue !== null) return [issue];
  if (value !== null || context.phase === 'typing') return [];
  return [fault(field, 'range', { label: field, min: String(min), max: String(FOLLOW_FEE_MAX) })];
}
