import { isRecord } from '../contract/is-record.ts';
import { isIssueCode, isWords } from '../contract/refusal-words.ts';
import { CODE } from '../contract/vocabulary.ts';
import { formatFigures, withDecimalSign } from '../money/display.ts';
import { issueText, type Texts } from './issue-text.ts';

/** What of a refusal can be said: the exchange's own words, the code of its issue, the code of the reply. */
export interface RefusalParts {
  readonly code: number;
  readonly message?: string | undefined;
  readonly data?: unknown;
}

/** What of any reply can be said. */
export function partsOfReply(reply: unknown): RefusalParts {
  if (!isRecord(reply) || typeof reply.code !== 'number') return { code: CODE.internal };
  const { code, message, data } = reply;
  return { code, message: typeof message === 'string' ? message : '', data };
}

/** What stands in a reply that says why something is not offered: an issue alone. */
export function reasonParts(issue: string): RefusalParts {
  return { code: CODE.forbidden, message: '', data: { issue } };
}

/** The field that a refusal names; '' where it names none. */
export function refusedFieldOf({ data }: Pick<RefusalParts, 'data'>): string {
  return isRecord(data) && typeof data.field === 'string' ? data.field : '';
}

/** The issue that a refusal names; '' where it names none. */
export function issueOf({ data }: Pick<RefusalParts, 'data'>): string {
  return isRecord(data) && typeof data.issue === 'string' ? data.issue : '';
}

interface IssueData {
  readonly issue?: unknown;
  readonly values?: Readonly<Record<string, string>>;
}

/** Bounds and amounts of a sentence as all figures are written. */
function written(values: NonNullable<IssueData['values']>, locale: string): NonNullable<IssueData['values']> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      typeof text === 'string' ? formatFigures(text, { locale }) : text,
    ]),
  );
}

/** The same of a form's bounds, as they are typed: an exchange that is not ours may send a number. */
function asTyped(values: NonNullable<IssueData['values']>, locale: string): NonNullable<IssueData['values']> {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return withDecimalSign(Object.fromEntries(texts), locale);
}

/**
 * The sentence of a refusal (C-387, M-333): the server's words where they are words – the door has them in its message, wherever the exchange had
 * them (refusal-words.ts) –, else ours for its issue, else ours for its code, else a general one with a reference that support can find in the log.
 * Never a machine's word.
 */
export function replyText(t: Texts, { code, message = '', data }: RefusalParts, locale: string): string {
  if (isWords(message)) return message.trim();
  const { issue, values } = (typeof data === 'object' && data !== null ? data : {}) as IssueData;
  const named = typeof issue === 'string' && issue !== '' ? issue : message;
  const label = `common.error.code.${code}`;
  const keys = isIssueCode(named) ? [`refusals.${named}`, `issues.${named}`] : [label];
  for (const key of keys) {
    if (!t.has(key)) continue;
    const text = key.startsWith('issues.')
      ? issueText(t, named, asTyped(values ?? {}, locale))
      : t(key, written(values ?? {}, locale));
    // A sentence whose figures are missing comes back as its key.
    if (text !== key) return text;
  }
  return t('common.error.reference', { reference: isIssueCode(named) ? `${code}-${named}` : String(code) });
}
