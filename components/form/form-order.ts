import type { FieldDescriptor, Issue } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';
import { COINS_FIELD, PAIRS_FIELD } from './several-coins.ts';
import { TRAILING_FIELDS } from './trailing-draft.ts';

/** C-054. */
const SECTIONS: readonly FieldDescriptor['section'][] = ['strategy', 'amount', 'advanced'];
/** The coins of a form that is about several are chosen above its fields. */
const ABOVE: readonly string[] = [COINS_FIELD, PAIRS_FIELD];

/** What a form's panels hold stands where the panel does. */
function nameOnScreen(field: string): string {
  return TRAILING_FIELDS.some((name) => name === field) ? 'trailing' : field;
}

/**
 * The issues of a form in the order of its screen: a check says first what it looks at first, and the first error is what the trader is
 * brought to (C-209). Those of one field stay as the check has them; what stands nowhere comes last.
 */
export function inFormOrder({ fields }: Pick<AnyDefinition, 'fields'>, issues: readonly Issue[]): readonly Issue[] {
  const shown = SECTIONS.flatMap((one) => fields.filter(({ section }) => section === one)).map(({ name }) => name);
  const placeOf = ({ field }: Issue): number => {
    if (ABOVE.includes(field)) return -1;
    const at = shown.indexOf(nameOnScreen(field));
    return at < 0 ? shown.length : at;
  };
  return [...issues].sort((a, b) => placeOf(a) - placeOf(b));
}
