import type { z } from 'zod';

/** Where a request does not have its shape: the place of the first finding, and whether nobody knows a field of that name. */
export function refusedPlace(error: z.ZodError): { readonly field: string; readonly isUnknown: boolean } {
  const [issue] = error.issues;
  if (issue === undefined) return { field: '', isUnknown: false };
  const isUnknown = issue.code === 'unrecognized_keys';
  const path = isUnknown ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return { field: path.map(String).join('.'), isUnknown };
}
