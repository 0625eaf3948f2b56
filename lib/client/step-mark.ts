import { isRecord } from '#lib/contract/is-record.ts';

/** Name of our mark in a history entry's state. */
const STATE_KEY = 'dialogSteps';

/** The mark of an entry that stands on steps (dialog-steps.ts): of each of them, whether it is bare. */
export function markIn(state: unknown): readonly boolean[] {
  const mark = isRecord(state) ? state[STATE_KEY] : undefined;
  return Array.isArray(mark) ? mark.map((isBare) => isBare === true) : [];
}

export function withoutMark(state: unknown): Record<string, unknown> {
  const { [STATE_KEY]: _, ...others } = isRecord(state) ? state : {};
  return others;
}

export function marked(state: unknown, mark: readonly boolean[]): Record<string, unknown> {
  const others = withoutMark(state);
  return mark.length === 0 ? others : { ...others, [STATE_KEY]: mark };
}
