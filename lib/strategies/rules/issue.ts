import type { Issue } from '../definition.ts';
import type { IssueCode } from './issue-codes.ts';

/** An error at a field. */
export function fault(field: string, code: IssueCode, values?: Readonly<Record<string, string>>): Issue {
  return { field, code, severity: 'error', place: 'field', ...(values ? { values } : {}) };
}

/** An error that is said in a toast. */
export function toastFault(field: string, code: IssueCode, values?: Readonly<Record<string, string>>): Issue {
  return { ...fault(field, code, values), place: 'toast' };
}

/** Information at a field that does not block. */
export function caution(field: string, code: IssueCode, values?: Readonly<Record<string, string>>): Issue {
  return { ...fault(field, code, values), severity: 'warning' };
}
