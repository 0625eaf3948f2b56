import type { Issue } from '#lib/strategies/definition.ts';
import type { RefusedField } from './use-strategy-form.ts';

/** What is said at a field. */
export interface FieldNotes {
  readonly error?: string;
  readonly warning?: string;
}

/**
 * The sentence at a field: what the exchange refused there, else the first error, else the first warning. An error that
 * is also said in a toast stays at its field, so that it can still be read when the toast is gone.
 */
export function notesOf(
  field: string,
  issues: readonly Issue[],
  refused: RefusedField | null,
  say: (issue: Issue) => string,
): FieldNotes {
  if (refused?.field === field) return { error: refused.issue === null ? refused.message : say(refused.issue) };
  const own = issues.filter((issue) => issue.field === field);
  const error = own.find(({ severity }) => severity === 'error');
  if (error !== undefined) return { error: say(error) };
  const warning = own.find(({ severity }) => severity === 'warning');
  return warning === undefined ? {} : { warning: say(warning) };
}
