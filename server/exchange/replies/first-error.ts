import type { Issue } from '#lib/strategies/definition.ts';
import { type Refusal, refuseField } from './reply.ts';

/** The first thing that is wrong as the refusal of its field; null where nothing is. */
export function firstError(issues: readonly Issue[]): Refusal | null {
  const error = issues.find(({ severity }) => severity === 'error');
  return error === undefined ? null : refuseField(error.field, error.code, error.values);
}
