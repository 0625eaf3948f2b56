import type { CheckContext, FormValues, Issue } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';

/** Values that the trailing modal edits as a draft and hands over on confirm. */
export const TRAILING_FIELDS = [
  'trail_up',
  'trail_down',
  'stop_upward_price',
  'stop_downward_price',
  'moving_average_momentum',
] as const;

/** Issues of the trailing block alone, whatever else the form says. */
export function trailingIssues(definition: AnyDefinition, draft: FormValues, context: CheckContext): readonly Issue[] {
  const own: readonly string[] = [...TRAILING_FIELDS, 'trailing'];
  return definition.check(draft, context).filter(({ field }) => own.includes(field));
}

/** C-273: confirm is disabled while there is an error or a shown field is empty. */
export function canConfirm(draft: FormValues, issues: readonly Issue[]): boolean {
  if (issues.some(({ severity }) => severity === 'error')) return false;
  const isMissing = (box: string, limit: string): boolean => draft[box] === '1' && (draft[limit] ?? '') === '';
  if (isMissing('trail_up', 'stop_upward_price') || isMissing('trail_down', 'stop_downward_price')) return false;
  return (draft.trail_up !== '1' && draft.trail_down !== '1') || (draft.moving_average_momentum ?? '') !== '';
}

/** The form's changes that make it say what the draft says, boxes first: they set defaults that the rest overwrites. */
export function draftChanges(draft: FormValues): readonly (readonly [string, string])[] {
  return TRAILING_FIELDS.map((field) => [field, draft[field] ?? ''] as const);
}
